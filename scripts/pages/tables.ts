import { groups, retired } from '../../src/config/config.ts'
import type { Variable } from '../../src/config/environment.ts'
import { type ErrorCode, errorCatalogue } from '../../src/kernel/errors.ts'
import { statusOf } from '../../src/kernel/status.ts'
import { priced } from '../../src/surfaces/operation-rows.ts'
import { type Cost, otherPrices, type Price } from '../../src/surfaces/prices.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'

/** Text in a page's table: characters with a meaning in Markdown or for the site's builder are escaped. */
export const inText = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll('|', '\\|')
        : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('|', '\\|'),
    )
    .join('')
    .replace(/\s*\n\s*/g, ' ')

export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** A table, or nothing if it has no rows. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `\n${[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`

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

/** The table of docs/reference/errors.md: every code with its status, type and message. */
export function errorTable(): string {
  const rows = (Object.keys(errorCatalogue) as ErrorCode[])
    .map((code) => ({ code, status: statusOf(code), ...errorCatalogue[code] }))
    .sort((one, other) => one.status - other.status)
    .map(
      ({ code, status, type, message }) =>
        `| ${status} | \`${type}\` | [\`${code}\`](#${code}) | \`${code.toUpperCase()}\` | ${message} |`,
    )
  return ['| HTTP | type | code | GraphQL | message |', '|---|---|---|---|---|', ...rows].join('\n')
}

const tokens = (cost: Cost): string =>
  Object.entries(cost)
    .map(([policy, count]) => `\`${policy}\` ${count}`)
    .join(', ') || '–'

/** An operation by its route and its field. */
function operationName(field: string): string {
  const route = routes.filter(({ maps }) => maps === field).map(({ verb, path }) => `\`${verb} ${path}\``)
  return [...route, `\`${field.replace(/^(?:Query|Mutation)\./, '')}\``].join(', ')
}

const priceRow = (name: string, { tells, success, failure, note }: Price): string =>
  `| ${name} | ${tells ?? 'nothing'} | ${tokens(success)} | ${tokens(failure)}${note ? `; ${note}` : ''} |`

/** The table of docs/reference/limits.md: the information that each operation may reveal, and its price. */
export const priceTable = (): string =>
  [
    '',
    '| Operation | May tell of what exists elsewhere | Success | Failure |',
    '|---|---|---|---|',
    ...priced.map(([field, price]) => priceRow(operationName(field), price)),
    ...Object.entries(otherPrices).map(([name, price]) => priceRow(name, price)),
    '',
  ].join('\n')

function defaultOf({ standard, standardShown }: Variable): string {
  if (standardShown !== undefined) return standardShown
  return typeof standard === 'string' && standard !== '' ? `\`${standard}\`` : '–'
}

/** A bar would end the cell of a table. */
const cellsOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** The reference of all variables, generated from the service's table. */
export const configurationReference = (): string =>
  [
    ...groups.map(({ title, uses, variables }) =>
      [
        `## ${title}\n`,
        cellsOf(['Variable', 'Takes', 'Default', 'Used by', '']),
        '|---|---|---|---|---|',
        ...Object.entries(variables).map(([name, variable]) =>
          cellsOf([
            `\`${name}\`${variable.isCritical ? ' ★' : ''}`,
            variable.kind.takes.replace(' to 2147483647', ''),
            defaultOf(variable),
            (variable.uses ?? uses).join(', '),
            variable.about,
          ]),
        ),
      ].join('\n'),
    ),
    [
      '## Refused\n',
      cellsOf(['Variable', '']),
      '|---|---|',
      ...Object.entries(retired).map(([name, text]) => cellsOf([`\`${name}\``, text])),
    ].join('\n'),
  ].join('\n\n')
