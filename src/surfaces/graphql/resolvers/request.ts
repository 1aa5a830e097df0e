import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const request: Resolvers = {
  Query: {
    requests: async (_, { operation, status, code, key, since, until, ...args }, context) => {
      const page = pageOf(args)
      const filter = { operation, status, code, key, since, until }
      return connectionOf(await context.services.requests.list(context, page, filter), page)
    },
    keyUsage: (_, { key }, context) => context.services.usage.ofKeys(context, { key }),
  },
  RequestRecord: { keyId: ({ key }) => key },
  KeyUsageEntry: { keyId: ({ key }) => key },
}
