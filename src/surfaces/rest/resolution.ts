import Type from 'typebox'
import type { Call } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { identityTypes } from '../../registry/identities/rules.ts'
import type { BulkEntry } from '../../resolution/entries.ts'
import type { ResolutionRecord } from '../../resolution/judging.ts'
import type { ResolveInput } from '../graphql/generated/resolvers.ts'
import { aliasBody, aliasRecords } from './aliases.ts'
import { type Noun, route } from './route.ts'
import { body, nullable, one, text } from './schema-parts.ts'

/** An item is judged on its own, by the use case: here it may be anything. */
export const bulkItem = Type.Unknown({ description: 'A string, or an object with type and value, and for' })

const paymentContext = body({
  asset: Type.Optional(text()),
  network: Type.Optional(text()),
  rail: Type.Optional(text()),
  amount: Type.Optional(Type.Number({ description: 'In units of the asset; needs `asset`' })),
})

export const resolveBody = body({ ...aliasBody.properties, for: Type.Optional(paymentContext) })

const bodies = {
  bulk: body({ items: Type.Array(bulkItem) }),
}

export const disclosedEndpoint = Type.Object({
  id: text('end_…'),
  type: text(),
  capabilities: Type.Array(Type.Object({ asset: text(), network: Type.Optional(text()), rail: text() })),
  address: Type.Optional(text('Of a crypto_wallet: abbreviated')),
  last4: Type.Optional(nullable(text('Null for an address of fewer than eight characters'))),
  token: Type.Optional(nullable(text('Of a bank_account: stable per caller, null without a covering grant'))),
  url: Type.Optional(text('Of a payment_pointer')),
})

const disclosureSchema = Type.Object({
  consumer: text('apc_…'),
  total_endpoints: Type.Integer(),
  disclosed: Type.Integer(),
})

export const resolutionRecords = {
  resolution: Type.Object({
    identity: text('idn_…'),
    type: one(identityTypes),
    matched_alias: aliasRecords.normalizedAlias,
    endpoints: Type.Array(disclosedEndpoint),
    disclosure: disclosureSchema,
    livemode: Type.Boolean(),
    request_id: text('req_…'),
  }),
  bulk: Type.Object({
    results: Type.Array(
      Type.Object({
        alias: text(),
        status: one(['resolved', 'consent_pending', 'error']),
        identity: Type.Optional(text()),
        type: Type.Optional(one(identityTypes)),
        matched_alias: Type.Optional(aliasRecords.normalizedAlias),
        endpoints: Type.Optional(Type.Array(disclosedEndpoint)),
        disclosure: Type.Optional(disclosureSchema),
        error: Type.Optional(Type.Object({ type: text(), code: text() })),
      }),
    ),
    livemode: Type.Boolean(),
    request_id: text('req_…'),
  }),
}

const disclosureView = ({ consumer, totalEndpoints, disclosed }: ResolutionRecord['disclosure']) => ({
  consumer,
  total_endpoints: totalEndpoints,
  disclosed,
})

/** The answer as a whole says the environment and the request. */
function bulkEntry({ livemode: _, requestId: __, ...entry }: BulkEntry) {
  if (entry.status !== 'resolved') return entry
  const { alias, status, identity, type, matchedAlias, endpoints } = entry
  const shown = { alias, status, identity, type, matched_alias: matchedAlias, endpoints }
  return { ...shown, disclosure: disclosureView(entry.disclosure) }
}

export const resolutionViews = {
  resolution: (record: ResolutionRecord) => ({
    identity: record.identity,
    type: record.type,
    matched_alias: record.matchedAlias,
    endpoints: record.endpoints,
    disclosure: disclosureView(record.disclosure),
    livemode: record.livemode,
    request_id: record.requestId,
  }),
  bulk: (entries: readonly BulkEntry[], { caller, requestId }: Call) => ({
    results: entries.map(bulkEntry),
    livemode: caller.livemode,
    request_id: encodeId('request', requestId),
  }),
}

export const resolution: Noun = {
  group: 'Resolution',
  tags: { resolve: 'From an alias to the endpoints that the caller may see.' },
  variables: {},
  records: { ...resolutionRecords, disclosedEndpoint },
  routes: [
    route('POST /v1/resolve', {
      maps: 'Query.resolve',
      scope: 'resolve',
      summary: 'Resolve an alias',
      body: resolveBody,
      example: { alias: '@bob' },
      args: ({ body }) => ({ input: body as ResolveInput }),
      view: resolutionViews.resolution,
      answers: resolutionRecords.resolution,
    }),
    route('POST /v1/resolve/bulk', {
      maps: 'Query.resolveBulk',
      scope: 'resolve',
      summary: 'Resolve up to 100 aliases',
      body: bodies.bulk,
      example: { items: ['@bob', { type: 'email', value: 'nobody@example.com' }] },
      isBulk: true,
      args: ({ body }) => ({ items: body.items as ResolveInput[] }),
      view: resolutionViews.bulk,
      answers: resolutionRecords.bulk,
    }),
  ],
}
