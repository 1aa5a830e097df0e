import Type from 'typebox'
import { maximumLimit, parsePage } from '../../kernel/page.ts'
import { restOf } from '../../kernel/record.ts'
import { type ChangeFeed, changeFeed } from '../../registry/changes/service.ts'
import { type Noun, route, shows } from './route.ts'
import { text } from './schema-parts.ts'

const feed = restOf(changeFeed)

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
      ...shows({
        ...feed,
        view: (found: ChangeFeed, _, url) => feed.view({ url: url.split('?')[0]!, ...found }),
      }),
    }),
  ],
}
