import { defineEntity, p } from '@mikro-orm/postgresql'
import { dated, followed } from './columns.ts'

/**
 * A tenant of the API. `limits` overrides quota settings for this consumer. A suspended one keeps its data and can do
 * nothing.
 */
export const Consumer = defineEntity({
  name: 'Consumer',
  properties: {
    id: p.uuid().primary(),
    name: p.text().unique('consumer_name_key'),
    displayName: p.text().nullable(),
    limits: p.json<Record<string, { size?: number; refillPerSecond?: number }>>().nullable(),
    /** Consumers of one group, such as a company's, share limits where they could share their knowledge. */
    groupName: p.text().nullable(),
    /** Set by the operator: this consumer's attestations of aliases count as proofs. */
    attests: p.boolean().default(false),
    suspendedAt: p.datetime().nullable(),
    /** Earlier suspended time in seconds, counted by a trigger. */
    suspendedSeconds: p.float().columnType('double precision').default(0),
    ...dated,
  },
})

/** An API key: the secret itself is never stored, only its keyed hash. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  properties: {
    id: p.uuid().primary(),
    consumerId: p.uuid(),
    livemode: p.boolean(),
    name: p.text().nullable(),
    scopes: p.array(),
    hash: p.blob(),
    /** Binds the key to its consumer and environment. */
    mark: p.blob().nullable(),
    prefix: p.text(),
    last4: p.text(),
    /** A federation router's key: it may send documents that are not on the trusted list. */
    router: p.boolean().default(false),
    ...followed,
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    rolledToId: p.uuid().nullable(),
  },
})

/** Networks that a key was used from lately, as keyed hashes. */
export const ApiKeyNetwork = defineEntity({
  name: 'ApiKeyNetwork',
  properties: {
    keyId: p.uuid().primary(),
    network: p.blob().primary(),
    seenAt: p.datetime().defaultRaw('now()'),
  },
})

/** Counts of a consumer's requests and of its webhooks' answers in one hour of one environment. */
export const UsageHour = defineEntity({
  name: 'UsageHour',
  properties: {
    consumerId: p.uuid().primary(),
    livemode: p.boolean().primary(),
    hour: p.datetime().primary(),
    resolves: p.bigint('number').defaultRaw('0'),
    misses: p.bigint('number').defaultRaw('0'),
    consentPending: p.bigint('number').defaultRaw('0'),
    deliveries: p.bigint('number').defaultRaw('0'),
    deliveryErrors: p.bigint('number').defaultRaw('0'),
  },
})

/** Counts of the requests with one key on one day of UTC. */
export const UsageKeyDay = defineEntity({
  name: 'UsageKeyDay',
  properties: {
    consumerId: p.uuid().primary(),
    livemode: p.boolean().primary(),
    keyId: p.uuid().primary(),
    day: p.datetime().primary(),
    requests: p.bigint('number').defaultRaw('0'),
  },
})

/** A write or a refusal of a consumer's: names and numbers of the service, no input. */
export const RequestRecord = defineEntity({
  name: 'RequestRecord',
  properties: {
    consumerId: p.uuid().primary(),
    livemode: p.boolean().primary(),
    /** Its week is the partition. */
    createdAt: p.datetime().primary(),
    id: p.uuid().primary(),
    keyId: p.uuid(),
    operation: p.text(),
    status: p.integer(),
    code: p.text().nullable(),
    durationMs: p.integer(),
    /** The number of requests that it stands for. */
    count: p.integer().default(1),
  },
})
