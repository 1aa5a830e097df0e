import Type from 'typebox'
import { type EventTypeRecord, event } from '../../events/service.ts'
import { restOf } from '../../kernel/record.ts'
import { createdRange, pageArgs, paging, rangeText } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { id, text } from './schema-parts.ts'

const rest = restOf(event)
const eventTypes = {
  schema: Type.Object({
    object: Type.Literal('list'),
    url: text(),
    has_more: Type.Literal(false),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('event_type'),
        type: text(),
        when: text(),
        data: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema' }),
      }),
    ),
  }),
  view: (types: readonly EventTypeRecord[], _: unknown, url: string) => ({
    object: 'list',
    url,
    has_more: false,
    data: types.map((entry) => ({ object: 'event_type', ...entry })),
  }),
}

export const events: Noun = {
  group: 'Webhooks',
  tags: { events: 'What happened.', event_types: 'Changes of your records.' },
  variables: { events: 'EVENT' },
  records: { event: rest.schema, eventTypes: eventTypes.schema },
  routes: [
    route('GET /v1/events', {
      maps: 'Query.events',
      summary: 'List events',
      query: {
        ...paging,
        type: text('Only of this type'),
        ...createdRange,
        object: text('A public id: only changes that name this record, without notices and tests'),
        request: text('req_…: only events that this request of yours, or of the operator, caused'),
      },
      args: ({ query }) => ({
        ...pageArgs(query),
        type: query.type,
        created: rangeText(query, 'created'),
        object: query.object,
        request: query.request,
      }),
      ...lists(rest),
    }),
    route('GET /v1/events/:id', {
      maps: 'Query.event',
      summary: 'Read an event',
      args: id,
      ...shows(rest),
    }),
    route('GET /v1/event_types', {
      maps: 'Query.eventTypes',
      summary: 'The catalogue of event types, with the JSON Schema of the data of each',
      args: () => ({}),
      ...shows(eventTypes),
    }),
  ],
}
