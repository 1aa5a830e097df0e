import Type from 'typebox'
import { maximumLimit, parsePage } from '../../kernel/page.ts'
import { seconds } from '../../kernel/record.ts'
import type { ChangeFeed } from '../../registry/changes/service.ts'
import { type Noun, route, shows } from './route.ts'
import { text, unixSeconds } from './schema-parts.ts'

const feed = {
  schema: Type.Object({
    object: Type.Literal('change_feed'),
    url: text(),
    data: Type.Array(
      Type.Object({
        object: text('identity, alias, endpoint, consent_grant, webhook or api_key'),
        id: text(),
        updated: unixSeconds(),
        deleted: Type.Boolean(),
      }),
    ),
    cursor: text('The cursor of the next page, even if that is still empty'),
    has_more: Type.Boolean(),
    behind_seconds: Type.Integer({ description: 'The delay of the feed by an open transaction' }),
  }),
  view: ({ changes, cursor, hasMore, behindSeconds }: ChangeFeed, _: unknown, url: string) => ({
    object: 'change_feed',
    url: url.split('?')[0],
    data: changes.map(({ object, id, updatedAt, deleted }) => ({ object, id, updated: seconds(updatedAt), deleted })),
    cursor,
    has_more: hasMore,
    behind_seconds: behindSeconds,
  }),
}

/** Followers read the whole feed, so the default page is the largest. */
const limit = Type.Integer({ description: 'How many', minimum: 1, maximum: maximumLimit, default: maximumLimit })

export const changes: Noun = {
  group: 'Registry',
  tags: { changes: 'Your records in the order of their last change.' },
  variables: {},
  records: { changeFeed: feed.schema },
  routes: [
    route('GET /v1/changes', {
      maps: 'Query.changes',
      refuses: [410],
      summary: 'Follow the changes of your records',
      query: { limit, cursor: text('The cursor of the page before; from the beginning without one') },
      args: ({ query }) => ({
        first: query.limit === undefined ? undefined : parsePage({ limit: query.limit }).limit,
        cursor: query.cursor,
      }),
      ...shows(feed),
    }),
  ],
}
