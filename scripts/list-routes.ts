import { readFileSync, writeFileSync } from 'node:fs'
import { routes } from '../src/surfaces/rest/routes.ts'

/** Writes the table's routes into their page, below its `routes` mark. */
const page = new URL('../docs/routes.md', import.meta.url)
const mark = '<!-- routes -->'
const end = '<!-- end of routes -->'
const scopeOf = (scope: (typeof routes)[number]['scope']) =>
  scope === null
    ? 'any key'
    : [scope]
        .flat()
        .map((one) => `\`${one}\``)
        .join(' or ')
const rows = routes.map(({ verb, path, summary, scope }) => `| \`${verb} ${path}\` | ${scopeOf(scope)} | ${summary} |`)
const table = ['', '| Route | Scope | |', '|---|---|---|', ...rows, ''].join('\n')

const [before = '', after = ''] = readFileSync(page, 'utf8').split(mark)
const rest = after.includes(end) ? after.slice(after.indexOf(end) + end.length) : after
writeFileSync(page, `${before}${mark}\n${table}\n${end}${rest}`)
