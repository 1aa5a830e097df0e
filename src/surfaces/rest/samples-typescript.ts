import { operationIdOf } from './operation-ids.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { marked, variableOf } from './samples.ts'

const environment = (name: string): string => `process.env.${name}!`

/** A value in TypeScript; a marked variable becomes one of the environment. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/"\$([A-Z_]+)"/g, (_, name: string) => environment(name))
    .replace(/^(\s*)"(\w+)":/gm, '$1$2:')

/** The route as a complete call of the client. */
export function typescriptOf(row: Route, url: string): string {
  const ids = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => environment(variableOf(row.path, name!)))
  const args = [...ids, ...(row.example ? [literal(marked(row.example))] : [])]
  return `import { createSignpost } from '@signpost/client'

const signpost = createSignpost({ apiKey: ${environment('KEY')}, baseUrl: '${url}' })
const answer = await signpost.${operationIdOf(row, routes)}(${args.join(', ')})`
}
