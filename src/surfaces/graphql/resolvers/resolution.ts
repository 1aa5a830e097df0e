import type { GraphQLResolveInfo } from 'graphql'
import { endpointTypeNames, isEndpointType } from '../../../registry/endpoints/endpoint-types.ts'
import { disclosedName } from '../../../registry/endpoints/types/table.ts'
import type { Assurance } from '../../../resolution/assurance-store.ts'
import type { ResolutionRecord } from '../../../resolution/disclose.ts'
import type { DisclosedEndpoint } from '../../../resolution/endpoints.ts'
import type { BulkEntry } from '../../../resolution/service.ts'
import type { RequestContext } from '../../request-context.ts'
import { inSlices } from '../../slices.ts'
import { connected } from '../connection.ts'
import { loadReference } from '../entities.ts'
import type { DisclosedEndpointResolvers, Resolvers } from '../generated/resolvers.ts'
import { askedPayments } from '../payment-args.ts'
import { aliasOf, consumerOf, grantOf, identityOf } from '../record-references.ts'

const disclosedNames = new Map<string, string>(endpointTypeNames.map((type) => [type, disclosedName(type)]))

/** The GraphQL type of a disclosed endpoint, by the convention of its name; those without one are `DisclosedOther`. */
const resolveType = (({ type }: DisclosedEndpoint, _: unknown, { schema }: GraphQLResolveInfo) => {
  const name = disclosedNames.get(type)
  return name !== undefined && schema.getType(name) ? name : 'DisclosedOther'
}) as unknown as NonNullable<DisclosedEndpointResolvers['__resolveType']>

/** Leaves out an endpoint whose type the schema's enum lacks: a newer version of the service stored it. */
const ofKnownTypes = (endpoints: DisclosedEndpoint[]): DisclosedEndpoint[] =>
  endpoints.every(({ type }) => isEndpointType(type)) ? endpoints : endpoints.filter(({ type }) => isEndpointType(type))

/** Counts the endpoints that are returned: none of an unknown type. */
function disclosureOf({ disclosure, shown }: Pick<ResolutionRecord, 'disclosure' | 'shown'>) {
  const leftOut = shown.endpoints.length - ofKnownTypes(shown.endpoints).length
  const { visible = null } = disclosure
  return { ...disclosure, visible, disclosed: disclosure.disclosed - leftOut }
}

/** True when REST includes the assurance: it has no selection, so a parameter outside the schema asks for it. */
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
      return resolving.then(
        async (record) => record && { ...record, assurance: await context.loaders.assurance.load(record) },
      )
    },
    resolveBulk: async (_, args, context) => {
      const entries = await context.services.resolution.resolveBulk(context, args.items)
      if (!asksAssurance(args)) return entries
      return Promise.all(entries.map((entry) => assured(entry, context)))
    },
    explanation: (_, { input }, context) => context.services.explanations.explain(context, input),
    impact: (_, { input }, context) => context.services.impacts.predict(context, input),
    sealingKeys: (_, args, context) => connected(args, (page) => context.services.sealingKeys.list(context, page)),
    release: (_, { id }, { loaders }) => loaders.release.load(id),
    releases: (_, args, context) => connected(args, (page) => context.services.releases.list(context, page)),
  },
  Mutation: {
    createSealingKey: (_, { jwk }, context) => context.services.sealingKeys.create(context, jwk),
    removeSealingKey: (_, { id }, context) => context.services.sealingKeys.remove(context, id),
    createRelease: (_, { input }, context) => context.services.releases.create(context, input),
  },
  Resolution: {
    // Asynchronous, so that an invalid payment rejects only the references that ask for it.
    __resolveReference: async ({ alias }, { loaders }, info) => {
      const fields = askedPayments(info)
      return loadReference(alias, { load: (known) => loaders.resolution.load({ alias: known, fields }) })
    },
    identityId: ({ identity }) => identity,
    identity: ({ identity }) => ({ id: identity }),
    endpoints: (record, { for: payment }, context) =>
      payment
        ? context.services.resolution.chooseFor(context, record, payment).then(ofKnownTypes)
        : inSlices(context, ofKnownTypes(record.shown.endpoints)),
    disclosure: disclosureOf,
    assurance: (record, _, { loaders }) => record.assurance ?? loaders.assurance.load(record),
  },
  BulkResolveEntry: {
    identityId: (entry) => ('shown' in entry ? entry.identity : null),
    identity: (entry) => ('shown' in entry ? { id: entry.identity } : null),
    endpoints: (entry, _, context) =>
      'shown' in entry ? inSlices(context, ofKnownTypes(entry.shown.endpoints)) : null,
    disclosure: (entry) => ('shown' in entry ? disclosureOf(entry) : null),
    assurance: (entry, _, context) => assuranceOf(entry, context),
  },
  AssuranceChange: {
    endpointId: ({ endpoint }) => endpoint,
  },
  DisclosedEndpoint: {
    __resolveType: resolveType,
  },
  Identity: {
    disclosures: ({ id }, { first, after, last, before, ...filter }, { loaders }) =>
      connected({ first, after, last, before }, (page) => loaders.disclosuresOf.load({ parent: id, page, filter })),
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
  ExplainedEndpoint: {
    endpointId: ({ endpoint }) => endpoint,
  },
  ImpactSide: {
    aliasIds: ({ aliases }) => aliases,
    endpointIds: ({ endpoints }) => endpoints,
  },
  GrantImpact: {
    consentGrantId: ({ consentGrant }) => consentGrant,
    consumerId: ({ consumer }) => consumer,
    aliasIds: ({ aliases }) => aliases,
    endpointIds: ({ endpoints }) => endpoints,
  },
  Release: {
    endpointId: ({ endpoint }) => endpoint,
    sealingKeyId: ({ sealingKey }) => sealingKey,
    jwe: ({ jwe }) => jwe?.reveal() ?? null,
  },
}
