import { parsePage } from '../../kernel/page.ts'
import type { Connection } from '../graphql/connection.ts'
import type { paging } from './queries.ts'

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

const isBackward = (url: string): boolean => new URLSearchParams(url.split('?')[1]).has('ending_before')

export const listView =
  <R>(view: (record: R) => unknown) =>
  ({ edges, pageInfo }: Connection<R>, _: unknown, url: string) => ({
    object: 'list',
    url: url.split('?')[0],
    has_more: isBackward(url) ? pageInfo.hasPreviousPage : pageInfo.hasNextPage,
    data: edges.map(({ node }) => view(node)),
  })
