import type { GraphQLResolveInfo } from 'graphql'
import { endpointTypeNames } from '../../../registry/endpoints/endpoint-types.ts'
import type { DisclosedEndpoint } from '../../../resolution/projection.ts'
import type { DisclosedEndpointResolvers, Resolvers } from '../generated/resolvers.ts'
import { loadReference } from '../references.ts'

/** `Disclosed` + the endpoint type's name: `crypto_wallet` is a `DisclosedCryptoWallet`. */
const disclosedNames = new Map<string, string>(
  endpointTypeNames.map((type) => [
    type,
    `Disclosed${type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
  ]),
)

/** The GraphQL type of a disclosed endpoint, by the convention of its name; those without one are `DisclosedOther`. */
const resolveType = (({ type }: DisclosedEndpoint, _: unknown, { schema }: GraphQLResolveInfo) => {
  const name = disclosedNames.get(type)
  return name !== undefined && schema.getType(name) ? name : 'DisclosedOther'
}) as unknown as NonNullable<DisclosedEndpointResolvers['__resolveType']>

export const resolution: Resolvers = {
  Query: {
    resolve: (_, { input }, context) => context.services.resolution.resolve(context, input),
    resolveBulk: (_, { items }, context) => context.services.resolution.resolveBulk(context, items),
  },
  Resolution: {
    __resolveReference: ({ alias }, { loaders }) => loadReference(alias, loaders.resolution),
    endpoints: (record, { for: payment }, context) =>
      payment ? context.services.resolution.chooseFor(context, record, payment) : record.endpoints,
  },
  DisclosedEndpoint: { __resolveType: resolveType },
}
