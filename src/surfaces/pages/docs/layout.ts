import { mark } from '../../http/page.ts'
import { escapeHtml, type Section } from './markdown.ts'

export type NavigationItem = { readonly name: string; readonly url: string; readonly about: string }
export type Shelf = { readonly name: string; readonly items: readonly NavigationItem[] }

const linkTo = (url: string, name: string, current: string): string =>
  `<a href="${escapeHtml(url)}"${url === current ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a>`

const shelfOf = ({ name, items }: Shelf, current: string): string =>
  `<h2>${escapeHtml(name)}</h2>\n<ul>\n${items.map((item) => `<li>${linkTo(item.url, item.name, current)}</li>`).join('\n')}\n</ul>`

const outlineOf = (sections: readonly Section[]): string => {
  const shown = sections.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const rows = shown.map(({ level, id, text }) => `<li class="h${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `<nav class="outline" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${rows.join('\n')}\n</ul>\n</nav>`
}

type Page = {
  readonly title: string
  readonly url: string
  readonly html: string
  readonly sections: readonly Section[]
  readonly navigation: readonly Shelf[]
}

/** The whole page: scripts and styles are files of this origin, as its policy demands. */
export const layout = ({ title, url, html, sections, navigation }: Page): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Signpost</title>
<link rel="icon" href="/docs/files/signpost.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/files/docs.css">
<script type="module" src="/docs/files/docs.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/docs/">${mark}Signpost</a>
<button type="button" id="search-button"><span>Search</span> <kbd>Ctrl K</kbd></button>
<a href="/docs/reference">API reference</a>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages">
<details open>
<summary>Pages</summary>
${navigation.map((shelf) => shelfOf(shelf, url)).join('\n')}
</details>
</nav>
<main id="content">
${html}</main>
${outlineOf(sections)}
</div>
<dialog id="search" aria-label="Search">
<form method="dialog">
<input type="search" role="combobox" aria-label="Search the documentation" aria-controls="results" aria-expanded="false" autocomplete="off" spellcheck="false" maxlength="100" placeholder="Search">
<button>Close</button>
</form>
<ul id="results" role="listbox" aria-label="Results"></ul>
<p id="none" role="status"></p>
</dialog>
</body>
</html>
`
