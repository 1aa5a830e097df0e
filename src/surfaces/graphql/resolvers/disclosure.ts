import { beside } from '../beside.ts'
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
  DisclosureRecord: {
    identityRecord: beside(
      'identities:read',
      ({ identity }) => identity,
      ({ loaders }) => loaders.identity,
    ),
    consumerRecord: beside(
      null,
      ({ consumer }) => consumer,
      ({ loaders }) => loaders.consumer,
    ),
    aliasRecord: beside(
      'aliases:read',
      ({ alias }) => alias,
      ({ loaders }) => loaders.alias,
    ),
    grantRecord: beside(
      'consents:read',
      ({ grant }) => grant,
      ({ loaders }) => loaders.consentGrant,
    ),
  },
}
