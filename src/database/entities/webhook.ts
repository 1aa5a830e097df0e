import { defineEntity, p } from '@mikro-orm/postgresql'
import { dated, followed, owned } from './columns.ts'

export const Webhook = defineEntity({
  name: 'Webhook',
  properties: {
    ...owned,
    url: p.text(),
    description: p.text().nullable(),
    enabledEvents: p.array(),
    status: p.text().default('enabled'),
    disabledReason: p.text().nullable(),
    failingSince: p.datetime().nullable(),
    /** Automatic attempts that failed since the last success. */
    consecutiveFailures: p.integer().default(0),
    /** Number of times in a row that the breaker has opened; 0 while it is closed. */
    breakerLevel: p.integer().default(0),
    pausedUntil: p.datetime().nullable(),
    /** Number of times that it was enabled again or got another URL: earlier attempts don't count for its health. */
    healthEpoch: p.integer().default(0),
    /** Set while events from then on are being queued again; it moves with them. */
    recoverSince: p.datetime().nullable(),
    /** The last processed event of exactly that time. */
    recoverAfter: p.uuid().nullable(),
    /** Time when events were last queued again: the webhook that waited longest is next. */
    recoverTurn: p.datetime().nullable(),
    ...followed,
    removedAt: p.datetime().nullable(),
  },
})

/** At most two live rows per webhook: the current one (`expires_at` null) and the one it replaced. */
export const WebhookSecret = defineEntity({
  name: 'WebhookSecret',
  properties: {
    id: p.uuid().primary(),
    webhookId: p.uuid(),
    sealed: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
  },
})

/** The entry of a change, written in its transaction. */
export const Event = defineEntity({
  name: 'Event',
  properties: {
    id: p.uuid().primary(),
    /** Its month is the partition. */
    createdAt: p.datetime().primary(),
    livemode: p.boolean().primary(),
    /** The consumer in whose log it is; null in the operator's own log. */
    consumerId: p.uuid().nullable(),
    /** The other consumer that sees it: the grantee of a consent event. */
    granteeId: p.uuid().nullable(),
    type: p.text(),
    /** Webhooks hear of it. */
    delivered: p.boolean().default(true),
    /** Public ids, as the consumer was told them, and the grantee. */
    subjects: p.array().default([]),
    granteeSubjects: p.array().nullable(),
    /** Names of fields. */
    changedFields: p.array().nullable(),
    /** Actor that caused it, and its request: shown, and never delivered. */
    actorType: p.text().nullable(),
    actorId: p.text().nullable(),
    actorConsumerId: p.uuid().nullable(),
    requestId: p.uuid().nullable(),
  },
})

/** The network that a change came from, for 30 days, apart from its entry. */
export const AuditNetwork = defineEntity({
  name: 'AuditNetwork',
  properties: {
    entry: p.uuid().primary(),
    at: p.datetime().primary(),
    prefix: p.text(),
  },
})

/** Finds the entries about a record in the log of one consumer. INVARIANT (own log): another's ids are found like unknown ones. */
export const AuditSubject = defineEntity({
  name: 'AuditSubject',
  properties: {
    consumerId: p.uuid().primary(),
    subject: p.uuid().primary(),
    /** True where webhooks hear of the entry. */
    delivered: p.boolean().primary(),
    at: p.datetime().primary(),
    id: p.uuid().primary(),
  },
})

/** The bytes that every delivery of an event sends, for 30 days. */
export const EventBody = defineEntity({
  name: 'EventBody',
  properties: {
    id: p.uuid().primary(),
    /** Its week is the partition: its own, and that of its deliveries and of the attempts at those. */
    createdAt: p.datetime().primary(),
    livemode: p.boolean().primary(),
    type: p.text(),
    body: p.text(),
  },
})

/** A notice to webhooks that tells of no change. It is in no log. */
export const EventNotice = defineEntity({
  name: 'EventNotice',
  properties: {
    id: p.uuid().primary(),
    createdAt: p.datetime().primary(),
    livemode: p.boolean().primary(),
    consumerId: p.uuid(),
    type: p.text(),
    actorType: p.text().nullable(),
    actorId: p.text().nullable(),
    actorConsumerId: p.uuid().nullable(),
    requestId: p.uuid().nullable(),
    /** The grant that a notice belongs to: its end cancels the deliveries. */
    grantId: p.uuid().nullable(),
    endpoints: p.array().columnType('uuid[]').defaultRaw("'{}'"),
  },
})

/** The delivery row is the queue row. While it is leased (`lease_token`), `next_at` is the end of the lease. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  properties: {
    id: p.uuid().primary(),
    eventCreatedAt: p.datetime().primary(),
    livemode: p.boolean(),
    eventId: p.uuid(),
    webhookId: p.uuid(),
    kind: p.text(),
    state: p.text().default('pending'),
    attempts: p.integer().default(0),
    nextAt: p.datetime().defaultRaw('now()'),
    leaseToken: p.uuid().nullable(),
    /** A requested redelivery, until its first attempt: it ignores a pause of its webhook. */
    asked: p.boolean().default(false),
    ...dated,
  },
})

export const WebhookAttempt = defineEntity({
  name: 'WebhookAttempt',
  properties: {
    id: p.uuid().primary(),
    eventCreatedAt: p.datetime().primary(),
    deliveryId: p.uuid(),
    n: p.integer(),
    startedAt: p.datetime(),
    ms: p.integer(),
    status: p.integer().nullable(),
    error: p.text().nullable(),
    answer: p.text().nullable(),
  },
})
