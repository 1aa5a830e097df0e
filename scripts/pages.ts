// node scripts/pages.ts NAME: writes the generated page of that name.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminDocument } from '../src/surfaces/rest/admin/document.ts'
import { cataloguePage, eventsPage, scopesPage } from './pages/catalogue.ts'
import { cliPage } from './pages/cli.ts'
import { graphqlPage } from './pages/graphql.ts'
import { operationsPage } from './pages/operations.ts'
import { privacyLevelsPage } from './pages/privacy-levels.ts'
import { configurationReference, errorTable, priceTable, routeTable } from './pages/tables.ts'

/** A file from the root, and its text; for a part of a page, the part between its marks `<!-- name -->`. */
type Page = { file: string; text: () => string | Promise<string>; mark?: string }

export const pages: Readonly<Record<string, Page>> = {
  routes: { file: 'docs/reference/routes.md', text: routeTable, mark: 'routes' },
  prices: { file: 'docs/reference/limits.md', text: priceTable, mark: 'prices' },
  errors: { file: 'docs/reference/errors.md', text: errorTable, mark: 'errors' },
  admin: { file: 'docs/admin.openapi.json', text: () => `${JSON.stringify(adminDocument(), null, 2)}\n` },
  configuration: {
    file: 'docs/reference/configuration.md',
    text: () => `\n${configurationReference()}\n`,
    mark: 'variables',
  },
  cli: { file: 'docs/reference/cli.md', text: cliPage },
  catalogue: { file: 'docs/reference/catalogue.md', text: cataloguePage },
  events: { file: 'docs/reference/events.md', text: eventsPage },
  operations: { file: 'docs/reference/rest-reference.md', text: operationsPage },
  graphql: { file: 'docs/reference/graphql-reference.md', text: graphqlPage },
  scopes: { file: 'docs/reference/scopes.md', text: scopesPage },
  'privacy-levels': { file: 'docs/reference/privacy-levels.md', text: privacyLevelsPage },
}

const root = join(import.meta.dirname, '..')

/** The current file, and the generated one. */
export async function readPage({ file, text, mark }: Page): Promise<{ is: string; made: string }> {
  const is = readFileSync(join(root, file), 'utf8')
  const made = await text()
  if (mark === undefined) return { is, made }
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`]
  if (!is.includes(begin) || !is.includes(end)) throw new Error(`${file} has no place for ${mark}`)
  const [before, after] = [is.slice(0, is.indexOf(begin)), is.slice(is.indexOf(end))]
  return { is, made: `${before}${begin}\n${made}\n${after}` }
}

if (import.meta.main) {
  for (const name of process.argv.slice(2)) {
    writeFileSync(join(root, pages[name]!.file), (await readPage(pages[name]!)).made)
  }
}
