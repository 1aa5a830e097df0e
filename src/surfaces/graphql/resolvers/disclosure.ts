import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const disclosure: Resolvers = {
  Identity: {
    disclosures: async ({ id }, { consumer, since, until, ...args }, { loaders }) => {
      const page = pageOf(args)
      return connectionOf(
        await loaders.disclosuresOf.load({ parent: id, page, filter: { consumer, since, until } }),
        page,
      )
    },
  },
}
