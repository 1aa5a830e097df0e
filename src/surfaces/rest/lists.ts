import Type from 'typebox'
import { defaultLimit, maximumLimit, parsePage } from '../../kernel/page.ts'
import { text } from './schema-parts.ts'

/*
 * The query parameters for the OpenAPI document. They arrive as text, and the use case that reads them refuses invalid
 * values.
 */

export const paging = {
  limit: Type.Integer({ description: 'How many', minimum: 1, maximum: maximumLimit, default: defaultLimit }),
  starting_after: text('An id: the page after it, of older records'),
  ending_before: text('An id: the page before it, of newer records'),
}

type Paging = keyof typeof paging

/** A page of the query string as the connection's arguments. */
export function pageArgs(query: { [K in Paging]?: string | undefined }) {
  const { limit, direction, cursor } = parsePage({
    limit: query.limit,
    startingAfter: query.starting_after,
    endingBefore: query.ending_before,
  })
  return direction === 'after' ? { first: limit, after: cursor } : { last: limit, before: cursor }
}
