import { routes } from '../../src/surfaces/rest/routes.ts'

const scopeOf = (scope: (typeof routes)[number]['scope']) =>
  scope === null
    ? 'any key'
    : [scope]
        .flat()
        .map((one) => `\`${one}\``)
        .join(' or ')

/** Every route with its scope. */
export function routeTable(): string {
  const rows = routes.map(
    ({ verb, path, summary, scope }) => `| \`${verb} ${path}\` | ${scopeOf(scope)} | ${summary} |`,
  )
  return ['', '| Route | Scope | |', '|---|---|---|', ...rows, ''].join('\n')
}
