import { routes } from '../../src/surfaces/rest/routes.ts'

const scopeOf = ({ scope, also = [] }: (typeof routes)[number]): string => {
  if (scope === null) return 'any key'
  const named = [scope].flat().map((one) => `\`${one}\``)
  return [named.join(' or '), ...also.map((one) => `\`${one}\``)].join(' and ')
}

/** Every route with its scope. */
export function routeTable(): string {
  const rows = routes.map((row) => `| \`${row.verb} ${row.path}\` | ${scopeOf(row)} | ${row.summary} |`)
  return ['', '| Route | Scope | |', '|---|---|---|', ...rows, ''].join('\n')
}
