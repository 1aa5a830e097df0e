import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { json } from '../scalars.ts'

export const event: Resolvers = {
  JSON: json,
  Query: {
    event: (_, { id }, { loaders }) => loaders.event.load(id),
    events: async (_, { type, created, object, request, ...args }, context) => {
      const page = pageOf(args)
      return connectionOf(await context.services.events.list(context, page, { type, created, object, request }), page)
    },
    eventTypes: (_, __, { services }) => [...services.events.types()],
  },
  Event: {
    requestId: ({ request }) => request,
  },
}
