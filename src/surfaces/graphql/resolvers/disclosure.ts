import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { aliasOf, consumerOf, grantOf, identityOf } from '../record-references.ts'

export const disclosure: Resolvers = {
  Identity: {
    disclosures: async ({ id }, { first, after, last, before, ...filter }, { loaders }) => {
      const page = pageOf({ first, after, last, before })
      return connectionOf(await loaders.disclosuresOf.load({ parent: id, page, filter }), page)
    },
  },
  DisclosureRecord: {
    identityId: ({ identity }) => identity,
    identity: identityOf(({ identity }) => identity),
    consumerId: ({ consumer }) => consumer,
    consumer: consumerOf(({ consumer }) => consumer),
    aliasId: ({ alias }) => alias,
    alias: aliasOf(({ alias, identity }) => ({ id: alias, identity })),
    endpointIds: ({ endpoints }) => [...endpoints],
    grantId: ({ grant }) => grant,
    grant: grantOf(({ grant }) => grant),
  },
}
