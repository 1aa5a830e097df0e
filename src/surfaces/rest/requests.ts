import Type from 'typebox'
import { requestRecord } from '../../access/requests/service.ts'
import { keyUsage } from '../../access/usage/service.ts'
import { restOf } from '../../kernel/record.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { text, unixSeconds, unixText } from './schema-parts.ts'

const rest = restOf(requestRecord)
const keyUsageRest = restOf(keyUsage)

/** A number of a query string: other text becomes NaN, which the use case refuses. */
const number = (sent: string | undefined) =>
  sent === undefined ? undefined : /^\d{1,9}$/.test(sent) ? Number(sent) : NaN

export const requests: Noun = {
  group: 'This caller',
  tags: { requests: 'Your writes and refusals.' },
  variables: {},
  records: { requestRecord: rest.schema, keyUsage: keyUsageRest.schema },
  routes: [
    route('GET /v1/requests', {
      maps: 'Query.requests',
      summary: 'List your writes and refusals of the last 7 days',
      query: {
        ...paging,
        operation: text('Only this field of the schema, like Mutation.createAlias'),
        status: Type.Integer({ description: 'Only this HTTP status', minimum: 100, maximum: 599 }),
        code: text('Only refusals with this code'),
        key: text('key_…: only those with this key'),
        since: unixSeconds('From this Unix time on'),
        until: unixSeconds('Before this Unix time'),
      },
      args: ({ query: { operation, status, code, key, since, until, ...page } }) => ({
        ...pageArgs(page),
        operation,
        status: number(status),
        code,
        key,
        since: unixText(since, 'since'),
        until: unixText(until, 'until'),
      }),
      ...lists(rest),
    }),
    route('GET /v1/usage/keys', {
      maps: 'Query.keyUsage',
      summary: 'Count the requests with each of your keys on the last 30 days',
      query: { key: text('key_…: only this key') },
      args: ({ query }) => ({ key: query.key }),
      ...shows(keyUsageRest),
    }),
  ],
}
