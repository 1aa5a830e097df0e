import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layout, type Shelf } from './layout.ts'
import { changelog, render, type Section, urlOf } from './markdown.ts'

/** A row of the search: a section of a page. `shelf` decides how it ranks. */
export type SearchRow = {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly heading: string
  readonly body: string
  /** The page's line in the navigation, on its first row. */
  readonly about: string
  readonly shelf: string
}

/** Returns the shelves of docs/README.md, the one navigation: a heading, and a list of `[page](file): about`. */
function navigationOf(readme: string): Shelf[] {
  return readme
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      name: part.split('\n')[0]!.trim(),
      items: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)(?:: (.+))?$/gm)].map(([, name, file, about = '']) => ({
        name: name!,
        url: /\.md$/.test(file!) ? urlOf(file!) : file!,
        about,
      })),
    }))
    .filter(({ items }) => items.length > 0)
}

type Place = { readonly shelf: string; readonly about: string }

/** The place of a page in the navigation. */
function placeOf(url: string, navigation: readonly Shelf[]): Place {
  for (const { name, items } of navigation)
    for (const item of items) if (item.url === url) return { shelf: name, about: `${item.name}: ${item.about}` }
  return { shelf: '', about: '' }
}

function rowsOf(url: string, sections: readonly Section[], { shelf, about }: Place): Omit<SearchRow, 'id'>[] {
  const title = sections[0]?.text ?? ''
  return sections.map(({ level, id, text, body }) =>
    level === 1
      ? { url, title, heading: '', body, about, shelf }
      : { url: `${url}#${id}`, title, heading: text, body, about: '', shelf },
  )
}

export type Site = { readonly files: ReadonlyMap<string, string>; readonly rows: readonly SearchRow[] }

/** Renders all pages of a folder. `files` is by path below /docs/, with the search's index and `llms.txt` among them. */
export function buildSite(folder: string): Site {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const navigation = navigationOf(read('README.md'))
  const files = new Map<string, string>()
  const rows: SearchRow[] = []
  const lines: string[] = []
  for (const file of [...globSync('**/*.md', { cwd: folder }).sort(), changelog]) {
    const url = urlOf(file)
    const { html, sections } = render(read(file), file, folder)
    const title = sections[0]?.text ?? file
    files.set(url.replace('/docs/', ''), layout({ title, url, html, sections, navigation }))
    for (const row of rowsOf(url, sections, placeOf(url, navigation))) rows.push({ id: rows.length, ...row })
    lines.push(`- [${title}](${url})`)
  }
  files.set('files/search.json', JSON.stringify(rows))
  files.set('llms.txt', `# Signpost\n\n${lines.join('\n')}\n`)
  return { files, rows }
}
