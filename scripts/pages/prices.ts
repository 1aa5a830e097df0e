import { priced } from '../../src/surfaces/operation-rows.ts'
import { type Cost, otherPrices, type Price } from '../../src/surfaces/prices.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'

const tokens = (cost: Cost): string =>
  Object.entries(cost)
    .map(([policy, count]) => `\`${policy}\` ${count}`)
    .join(', ') || '–'

/** An operation by its route and its field. */
function nameOf(field: string): string {
  const route = routes.filter(({ maps }) => maps === field).map(({ verb, path }) => `\`${verb} ${path}\``)
  return [...route, `\`${field.replace(/^(?:Query|Mutation)\./, '')}\``].join(', ')
}

const row = (name: string, { tells, success, failure, note }: Price): string =>
  `| ${name} | ${tells ?? 'nothing'} | ${tokens(success)} | ${tokens(failure)}${note ? `; ${note}` : ''} |`

/** The table of docs/reference/limits.md: the information that each operation may reveal, and its price. */
export const priceTable = (): string =>
  [
    '',
    '| Operation | May tell of what exists elsewhere | Success | Failure |',
    '|---|---|---|---|',
    ...priced.map(([field, price]) => row(nameOf(field), price)),
    ...Object.entries(otherPrices).map(([name, price]) => row(name, price)),
    '',
  ].join('\n')
