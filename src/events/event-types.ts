import { encodeId, type Kind, prefixes } from '../kernel/id.ts'

type JsonSchema = Readonly<Record<string, unknown>>

const text = (description: string): JsonSchema => ({ type: 'string', description })
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})

const identity = text('idn_…')
const named = (prefix: string) => object({ public_id: text(`${prefix}…`), type: text('its type') })

export const eventShapes = {
  identity: object({ identity, type: text('identity type') }),
  identityStatus: object({ identity, type: text('identity type'), status: text('the new status') }),
  alias: object({ identity, alias: named('als_') }),
  endpoint: object({ identity, endpoint: named('end_') }),
  claim: object({ claim: named('clm_'), alias_type: text('alias type') }),
  consentRequest: object({ identity, consent_request: text('crq_…'), consumer: text('apc_…') }),
  consentGrant: object({ identity, consent_grant: text('cgr_…'), consumer: text('apc_…') }),
  sealingKey: object({ sealing_key: text('slk_…') }),
  payeeName: object({ identity, payee_name: text('pnm_…') }),
  release: object({ identity, endpoint: named('end_'), consumer: text('apc_…') }),
  webhook: object({ webhook: text('whk_…') }),
  apiKey: object({ api_key: text('key_…') }),
  apiKeyRolled: object({ api_key: text('key_…'), rolled_to: text('key_…') }),
  consumer: object({ consumer: text('apc_…') }),
  disclosedEndpoints: object({
    consent_grant: text('cgr_…'),
    identity,
    endpoints: {
      type: 'array',
      maxItems: 50,
      items: object({
        public_id: text('end_…'),
        type: text('its type'),
        change: text('`added`, `updated` or `removed`'),
      }),
    },
  }),
}

/** Days that what webhooks hear is kept; then until its whole week is older. */
export const heardDays = 30

type EventRule = { when: string; data: JsonSchema }

/**
 * Every event type: when it is emitted, and the JSON Schema of its `data`.
 *
 * INVARIANT (allow-list): a body carries what the schema lists and nothing else: public ids and types, no personal data.
 * Source: docs/rules.md#events.
 */
export const eventTypes = {
  'identity.created': { when: 'an identity is created', data: eventShapes.identity },
  'identity.updated': { when: 'an identity changes, its status apart', data: eventShapes.identity },
  'identity.status_changed': { when: "an identity's status changes", data: eventShapes.identityStatus },
  'identity.erased': {
    when: 'nothing of an erased identity is left but its ids and times',
    data: eventShapes.identity,
  },
  'alias.created': { when: 'an alias is registered', data: eventShapes.alias },
  'alias.updated': { when: "an alias's privacy level or primary mark changes", data: eventShapes.alias },
  'alias.verified': { when: 'an alias is verified', data: eventShapes.alias },
  'alias.unverified': { when: 'a domain no longer shows the proof of an alias', data: eventShapes.alias },
  'alias.released': { when: 'an alias is released', data: eventShapes.alias },
  'endpoint.added': { when: 'an endpoint is created', data: eventShapes.endpoint },
  'endpoint.updated': { when: 'an endpoint changes', data: eventShapes.endpoint },
  'endpoint.removed': { when: 'an endpoint is removed', data: eventShapes.endpoint },
  'consent.requested': {
    when: 'a consent request is matched to an alias of yours, or then asks for a release too',
    data: eventShapes.consentRequest,
  },
  'consent.granted': { when: 'a consent grant is made', data: eventShapes.consentGrant },
  'consent.updated': {
    when: 'a consent grant changes; to the grantee, when something that it sees or may be sent changes with it, or its end',
    data: eventShapes.consentGrant,
  },
  'consent.revoked': { when: 'a consent grant is revoked', data: eventShapes.consentGrant },
  'consent.expired': { when: 'a consent grant runs out', data: eventShapes.consentGrant },
  'claim.opened': { when: 'an alias of yours is claimed, or a claim of yours is open', data: eventShapes.claim },
  'claim.completed': { when: 'a claim that you know of moved its alias', data: eventShapes.claim },
  'claim.cancelled': { when: 'a claim that you know of ended without moving its alias', data: eventShapes.claim },
  'endpoint.released': {
    when: 'the address of an endpoint is released under a grant, once an hour for each consumer',
    data: eventShapes.release,
  },
  'payee_name.attested': { when: 'the operator attests a payee name of yours', data: eventShapes.payeeName },
  'sealing_key.created': { when: 'a sealing key of yours is registered', data: eventShapes.sealingKey },
  'sealing_key.activated': {
    when: 'the operator ends the wait of a sealing key of yours',
    data: eventShapes.sealingKey,
  },
  'sealing_key.removed': { when: 'a sealing key of yours is removed', data: eventShapes.sealingKey },
  'api_key.created': { when: 'an API key of yours is made', data: eventShapes.apiKey },
  'api_key.rolled': { when: 'an API key of yours is replaced', data: eventShapes.apiKeyRolled },
  'api_key.revoked': { when: 'an API key of yours is revoked', data: eventShapes.apiKey },
  'consumer.suspended': { when: 'the operator suspends you', data: eventShapes.consumer },
  'consumer.resumed': { when: 'the operator ends your suspension', data: eventShapes.consumer },
  'disclosed_endpoints.changed': {
    when: 'endpoints that a grant made to you covers and shows have changed: resolve again before the next payment',
    data: eventShapes.disclosedEndpoints,
  },
  'webhook.disabled': { when: 'another webhook of yours is switched off after failures', data: eventShapes.webhook },
  'webhook.test': { when: 'you send a test to this webhook', data: eventShapes.webhook },
} as const satisfies Record<string, EventRule>

export type EventType = keyof typeof eventTypes

/** Types of what is told and is no change of a record: these have no entry. */
export type NoticeType = 'webhook.test' | 'disclosed_endpoints.changed'

export const isEventType = (value: unknown): value is EventType =>
  typeof value === 'string' && Object.hasOwn(eventTypes, value)

/** `*`, `family.*` or a name of the catalogue. */
export function isEventPattern(pattern: string): boolean {
  if (pattern === '*' || isEventType(pattern)) return true
  return pattern.endsWith('.*') && Object.keys(eventTypes).some((type) => type.startsWith(pattern.slice(0, -1)))
}

/** The patterns that subscribe to `type`. */
export const patternsFor = (type: string): string[] => ['*', `${type.split('.')[0]}.*`, type]

/** `data` reduced to what the schema of its type lists. */
export function allowedData(type: EventType, data: Record<string, unknown>): Record<string, unknown> {
  return pick(eventTypes[type].data, data)
}

type Fields = Record<string, unknown>

function pick(schema: JsonSchema, value: Fields): Fields {
  const properties = schema.properties as Record<string, JsonSchema>
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => {
      const found = value[name]
      if (inner.type === 'array') return [name, (found as Fields[]).map((one) => pick(inner.items as JsonSchema, one))]
      return [name, inner.type === 'object' ? pick(inner, (found ?? {}) as Fields) : found]
    }),
  )
}

type Schema = { type?: string; description?: string; properties?: Record<string, Schema>; items?: Schema }

const kindsByPrefix = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Kind]))

/** Example types of records, by the field that names them. */
const words: Readonly<Record<string, string>> = {
  alias: 'username',
  alias_type: 'username',
  change: 'updated',
  claim: 'ownership',
  endpoint: 'crypto_wallet',
  endpoints: 'crypto_wallet',
  status: 'suspended',
  type: 'user',
}

/** The data of an event as its schema describes it, with ids of nothing that exists. */
export function exampleData(type: EventType, newId: () => string): Record<string, unknown> {
  /** A value as the schema describes it: an id of its kind, or a word. */
  function exampleOf(schema: Schema, name: string, parent: string): unknown {
    if (schema.properties) {
      const entries = Object.entries(schema.properties)
      return Object.fromEntries(entries.map(([inner, value]) => [inner, exampleOf(value, inner, name)]))
    }
    if (schema.items) return [exampleOf(schema.items, name, parent)]
    const kind = kindsByPrefix.get(/^([a-z]{3})_…$/.exec(schema.description ?? '')?.[1] ?? '')
    if (kind !== undefined) return encodeId(kind, newId())
    return words[name === 'type' ? parent : name] ?? words[name]
  }
  return exampleOf(eventTypes[type].data as Schema, '', '') as Record<string, unknown>
}
