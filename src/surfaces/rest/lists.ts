import Type, { type Static, type TSchema } from 'typebox'
import { defaultLimit, maximumLimit, parsePage } from '../../kernel/page.ts'
import { body, text, unix, unixSeconds, unixText } from './schema-parts.ts'

/*
 * The page and the filters of a list, equal in a query string and in the body of a search. A search keeps personal data
 * out of the logs of proxies.
 */

/** For the OpenAPI document: in a query string they are text, and the use case that reads them refuses invalid values. */
export const paging = {
  limit: Type.Integer({ description: 'How many', minimum: 1, maximum: maximumLimit, default: defaultLimit }),
  starting_after: text('An id: the page after it, of older records'),
  ending_before: text('An id: the page before it, of newer records'),
}

/** A page as the connection's arguments. */
export function pageArgs(query: { [K in keyof typeof paging]?: unknown }) {
  const { limit, direction, cursor } = parsePage({
    limit: query.limit,
    startingAfter: query.starting_after,
    endingBefore: query.ending_before,
  })
  return direction === 'after' ? { first: limit, after: cursor } : { last: limit, before: cursor }
}

const bounds = ['gte', 'gt', 'lte', 'lt'] as const
type Bound = (typeof bounds)[number]
const words: Record<Bound, string> = { gte: 'At or after', gt: 'After', lte: 'At or before', lt: 'Before' }

type RangeName<F extends string> = `${F}[${Bound}]`

/** The parameters of a range: `created[gte]` and its like. */
const rangeOf = <F extends string>(field: F) =>
  Object.fromEntries(
    bounds.map((bound) => [`${field}[${bound}]`, unixSeconds(`${words[bound]} this Unix time in seconds`)]),
  ) as unknown as Record<RangeName<F>, TSchema>

export const createdRange = rangeOf('created')

const ownFilters = { external_reference: text('Your reference') }

/** The parameters that every list of own records takes. */
export const recordFilters = { ...ownFilters, ...createdRange, ...rangeOf('updated') }

/** Records show whole seconds: `gt` means at or after the next second. */
const second = 1_000

/** A range as the argument of a list; null without bounds. */
function rangeArg(momentOf: (bound: Bound) => Date | null | undefined) {
  const [gte, gt, lte, lt] = bounds.map(momentOf)
  const from = [gte, gt && new Date(gt.getTime() + second)].filter((one) => one instanceof Date)
  const before = [lt, lte && new Date(lte.getTime() + second)].filter((one) => one instanceof Date)
  const latest = from.length === 0 ? null : new Date(Math.max(...from.map(Number)))
  const earliest = before.length === 0 ? null : new Date(Math.min(...before.map(Number)))
  return latest === null && earliest === null ? null : { gte: latest, lt: earliest }
}

/** A range of a query string. @throws SignpostError parameter_invalid */
export const rangeText = (query: Readonly<Record<string, string | undefined>>, field: string) =>
  rangeArg((bound) => unixText(query[`${field}[${bound}]`], `${field}[${bound}]`))

/** A query string as the arguments of a list of own records: its page, and the filters that every such list takes. */
export const recordArgs = (query: Readonly<Record<string, string | undefined>>) => ({
  ...pageArgs(query),
  externalReference: query.external_reference,
  created: rangeText(query, 'created'),
  updated: rangeText(query, 'updated'),
})

const moments = () =>
  Type.Optional(body({ gte: seconds('gte'), gt: seconds('gt'), lte: seconds('lte'), lt: seconds('lt') }))
const seconds = (bound: Bound) => Type.Optional(unixSeconds(`${words[bound]} this Unix time in seconds`))

/** The fields of a search, besides those of its noun: the filters of every list, and its page. */
const searchFields = {
  external_reference: Type.Optional(ownFilters.external_reference),
  created: moments(),
  updated: moments(),
  limit: Type.Optional(paging.limit),
  starting_after: Type.Optional(paging.starting_after),
  ending_before: Type.Optional(paging.ending_before),
}

/** The body of a search. */
export const searchBody = <T extends Record<string, TSchema>>(fields: T) => body({ ...fields, ...searchFields })

type Search = Static<ReturnType<typeof searchBody<Record<never, TSchema>>>>

/** A search as the arguments of the list: its page, and the filters that every list takes. */
export const searchArgs = ({ external_reference, created, updated, ...page }: Search) => ({
  ...pageArgs(page),
  externalReference: external_reference,
  created: rangeArg((bound) => unix(created?.[bound])),
  updated: rangeArg((bound) => unix(updated?.[bound])),
})
