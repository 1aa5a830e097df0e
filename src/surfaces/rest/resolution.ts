import Type from 'typebox'
import type { Call } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { verifications } from '../../registry/aliases/record.ts'
import { endpointTypeNames, endpointTypes, ruleOf } from '../../registry/endpoints/endpoint-types.ts'
import type { DisclosedField } from '../../registry/endpoints/types/table.ts'
import { identityTypes } from '../../registry/identities/rules.ts'
import type { AssuranceChange } from '../../resolution/assurance-store.ts'
import type { ResolutionRecord } from '../../resolution/disclose.ts'
import type { RenderedEndpoints } from '../../resolution/endpoints.ts'
import type { BulkEntry } from '../../resolution/service.ts'
import type { ResolveInput } from '../graphql/generated/resolvers.ts'
import { namingAlias, normalizedAlias } from './aliases.ts'
import { type Noun, route, shows } from './route.ts'
import { body, nullable, one, text, typeOf } from './schema-parts.ts'

/** Any value: the use case validates each item separately. */
export const bulkItem = Type.Unknown({ description: 'A string, or an object with type and value, and for' })

export const paymentContext = body({
  asset: Type.Optional(text()),
  network: Type.Optional(text()),
  rail: Type.Optional(text()),
  amount: Type.Optional(Type.Number({ description: 'In units of the asset; requires `asset`' })),
})

const include = Type.Optional(
  Type.Array(one(['assurance']), { description: 'Further parts of the answer', maxItems: 1 }),
)

const item = { for: Type.Optional(paymentContext) }
/** An item of a bulk has no options of its own: they belong to the bulk. */
export const resolveItem = namingAlias(item)
const resolveBody = namingAlias({ ...item, include })

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The types that disclose a field, for its description. */
const typesWith = (field: DisclosedField): string =>
  alternatives.format(endpointTypeNames.filter((type) => ruleOf(type).discloses.includes(field)))

const disclosedEndpoint = Type.Object({
  id: text('end_…'),
  type: typeOf(endpointTypes),
  capabilities: Type.Array(Type.Object({ asset: text(), network: Type.Optional(text()), rail: text() })),
  address: Type.Optional(text(`For a ${typesWith('address')}: abbreviated`)),
  last4: Type.Optional(nullable(text('Null for an address of fewer than eight characters'))),
  token: Type.Optional(nullable(text(`For a ${typesWith('token')}: stable per caller, null without a covering grant`))),
  url: Type.Optional(text(`For a ${typesWith('url')}`)),
  masked: Type.Optional(text(`For a ${typesWith('masked')}: masked`)),
})

const disclosureSchema = Type.Object({
  consumer: text('apc_…'),
  total_endpoints: Type.Integer({ description: 'Endpoints that the identity owns' }),
  disclosed: Type.Integer({ description: 'Endpoints in the answer' }),
  visible: Type.Optional(Type.Integer({ description: 'With `for`: endpoints before its filter' })),
})

const days = Type.Integer({ description: 'Whole days', minimum: 0 })

const assurance = Type.Object({
  alias: Type.Object({ verification: one(verifications), days, transferred: Type.Boolean() }),
  identity: Type.Object({ days }),
  changed: Type.Array(
    Type.Object({ endpoint: Type.Optional(text('end_…')), payee_names: Type.Optional(Type.Literal(true)), days }),
  ),
})
const asked = Type.Optional(nullable(assurance))

type Resolved = Pick<ResolutionRecord, 'type' | 'identity' | 'matchedAlias' | 'shown' | 'disclosure' | 'assurance'>

const changeView = ({ endpoint, payeeNames, days }: AssuranceChange) =>
  payeeNames ? { payee_names: true, days } : { endpoint, days }

/** An object's JSON: fields, the endpoints as they were rendered, more fields. */
const around = (before: object, { json }: RenderedEndpoints, after: object): string =>
  `${JSON.stringify(before).slice(0, -1)},"endpoints":${json},${JSON.stringify(after).slice(1)}`

/** SPEC: without `include` the answer has no `assurance`. */
function resolvedJson(
  { identity, type, matchedAlias, shown, disclosure, assurance }: Resolved,
  first: object,
  last: object,
) {
  const { consumer, totalEndpoints: total_endpoints, disclosed, visible } = disclosure
  return around(
    { ...first, identity, type, matched_alias: { type: matchedAlias.type, value: matchedAlias.value } },
    shown,
    {
      disclosure: { consumer, total_endpoints, disclosed, visible },
      assurance: assurance ? { ...assurance, changed: assurance.changed.map(changeView) } : undefined,
      ...last,
    },
  )
}

/** One item. Only the whole answer has the environment and the request. */
function bulkEntry(entry: BulkEntry): string {
  const { alias, status } = entry
  if (status === 'consent_pending') return JSON.stringify({ alias, status })
  if (status === 'error') return JSON.stringify({ alias, status, error: entry.error })
  return resolvedJson(entry, { alias, status }, {})
}

const single = {
  schema: Type.Object({
    identity: text('idn_…'),
    type: one(identityTypes),
    matched_alias: normalizedAlias.schema,
    endpoints: Type.Array(disclosedEndpoint),
    disclosure: disclosureSchema,
    assurance: asked,
    livemode: Type.Boolean(),
    request_id: text('req_…'),
  }),
  view: (record: ResolutionRecord): string =>
    resolvedJson(record, {}, { livemode: record.livemode, request_id: record.requestId }),
}

const bulk = {
  schema: Type.Object({
    results: Type.Array(
      Type.Object({
        alias: text(),
        status: one(['resolved', 'consent_pending', 'error']),
        identity: Type.Optional(text()),
        type: Type.Optional(one(identityTypes)),
        matched_alias: Type.Optional(normalizedAlias.schema),
        endpoints: Type.Optional(Type.Array(disclosedEndpoint)),
        disclosure: Type.Optional(disclosureSchema),
        assurance: asked,
        error: Type.Optional(Type.Object({ type: text(), code: text() })),
      }),
    ),
    livemode: Type.Boolean(),
    request_id: text('req_…'),
  }),
  view: (entries: readonly BulkEntry[], { caller, requestId }: Call): string => {
    const last = JSON.stringify({ livemode: caller.livemode, request_id: encodeId('request', requestId) })
    return `{"results":[${entries.map(bulkEntry).join(',')}],${last.slice(1)}`
  },
}

/** Adds `include`, which is outside the schema: GraphQL selects a field instead. */
const asking = <A extends object>(args: A, include: readonly string[] | undefined): A =>
  include === undefined ? args : { ...args, include }

export const resolution: Noun = {
  group: 'Resolution',
  tags: { resolve: 'Resolves an alias to the endpoints that the caller may see.' },
  variables: {},
  records: { resolution: single.schema, bulk: bulk.schema, disclosedEndpoint },
  routes: [
    route('POST /v1/resolve', {
      maps: 'Query.resolve',
      summary: 'Resolve an alias',
      body: resolveBody,
      example: { alias: '@bob' },
      missing: 'alias_not_found',
      args: ({ body: { include, ...input } }) => asking({ input: input as ResolveInput }, include),
      ...shows(single),
    }),
    route('POST /v1/resolve/bulk', {
      maps: 'Query.resolveBulk',
      summary: 'Resolve up to 100 aliases',
      body: body({ items: Type.Array(bulkItem), include }),
      example: { items: ['@bob', { type: 'email', value: 'nobody@example.com' }] },
      isBulk: true,
      args: ({ body: { include, items } }) => asking({ items: items as ResolveInput[] }, include),
      ...shows(bulk),
    }),
  ],
}
