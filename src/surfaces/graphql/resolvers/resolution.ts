import type { GraphQLResolveInfo } from 'graphql'
import { endpointTypeNames } from '../../../registry/endpoints/endpoint-types.ts'
import type { Assurance } from '../../../resolution/assurance/service.ts'
import type { BulkEntry } from '../../../resolution/entries.ts'
import type { DisclosedEndpoint } from '../../../resolution/projection.ts'
import type { RequestContext } from '../../request-context.ts'
import { askedPayments } from '../asked-payments.ts'
import type { DisclosedEndpointResolvers, Resolvers } from '../generated/resolvers.ts'
import { loadReference } from '../references.ts'
import { inSlices } from '../slices.ts'

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

/** REST has no fields to select: it asks by a parameter that no document has. */
const asksAssurance = (args: object): boolean =>
  ((args as { include?: readonly string[] }).include ?? []).includes('assurance')

const assuranceOf = (entry: BulkEntry, { loaders }: RequestContext): Promise<Assurance | null> | null =>
  entry.status === 'resolved' ? loaders.assurance.load(entry) : null

const assured = async (entry: BulkEntry, context: RequestContext): Promise<BulkEntry> =>
  entry.status === 'resolved' ? { ...entry, assurance: await assuranceOf(entry, context) } : entry

export const resolution: Resolvers = {
  Query: {
    resolve: (_, args, context, info) => {
      const resolving = context.services.resolution.resolve(context, args.input, askedPayments(info))
      if (!asksAssurance(args)) return resolving
      return resolving.then(async (record) => ({ ...record, assurance: await context.loaders.assurance.load(record) }))
    },
    resolveBulk: async (_, args, context) => {
      const entries = await context.services.resolution.resolveBulk(context, args.items)
      if (!asksAssurance(args)) return entries
      return Promise.all(entries.map((entry) => assured(entry, context)))
    },
  },
  Resolution: {
    // Asynchronous, so that a wrong payment is refused at each reference that asks for it, and at no other.
    __resolveReference: async ({ alias }, { loaders }, info) => {
      const fields = askedPayments(info)
      return loadReference(alias, { load: (known) => loaders.resolution.load({ alias: known, fields }) })
    },
    endpoints: (record, { for: payment }, context) =>
      payment
        ? context.services.resolution.chooseFor(context, record, payment)
        : inSlices(context, record.shown.endpoints),
    assurance: (record, _, { loaders }) => record.assurance ?? loaders.assurance.load(record),
  },
  BulkResolveEntry: {
    endpoints: (entry, _, context) => ('shown' in entry ? inSlices(context, entry.shown.endpoints) : null),
    assurance: (entry, _, context) => assuranceOf(entry, context),
  },
  DisclosedEndpoint: { __resolveType: resolveType },
}
