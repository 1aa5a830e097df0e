import { defineEntity, p } from '@mikro-orm/postgresql'
import { dated, owned } from './columns.ts'

/** A payer's public key, which addresses are sealed to. A removed one is kept, so that it is never registered again. */
export const SealingKey = defineEntity({
  name: 'SealingKey',
  properties: {
    ...owned,
    /** The point, in the encoding of its JWK. */
    x: p.text(),
    usableAt: p.datetime(),
    removedAt: p.datetime().nullable(),
    ...dated,
  },
})

/**
 * An address that was sealed to a payer's key. The sealed text is deleted with the permission for it, and after ten
 * minutes.
 */
export const Release = defineEntity({
  name: 'Release',
  properties: {
    ...owned,
    identityId: p.uuid(),
    aliasId: p.uuid(),
    endpointId: p.uuid(),
    /** The grant that permitted it; null for a public one. */
    grantId: p.uuid().nullable(),
    sealingKeyId: p.uuid(),
    status: p.text(),
    jwe: p.text().nullable(),
    expiresAt: p.datetime(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The type of the requested alias. */
    aliasType: p.text(),
    /** The payer's own reference. */
    sealedReference: p.blob().nullable(),
  },
})

/** A pending release for the opener's process. It is deleted with the release. */
export const ReleaseJob = defineEntity({
  name: 'ReleaseJob',
  properties: {
    /** The release's. */
    id: p.uuid().primary(),
    requestId: p.uuid(),
    /** Sealed to the opener. */
    reference: p.blob().nullable(),
    /** Lease of the worker that has claimed it: a later claim has another. */
    lease: p.uuid().nullable(),
    leasedUntil: p.datetime().nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A process of `signpost opener`, by its last report. */
export const Opener = defineEntity({
  name: 'Opener',
  properties: {
    id: p.uuid().primary(),
    /** The used fraction of its limit for the day in live mode: at 1 it has stopped. */
    dayShare: p.float().default(0),
    /** The number of consumers whose day is used up in live mode. */
    stoppedConsumers: p.integer().default(0),
    seenAt: p.datetime().defaultRaw('now()'),
  },
})

/** A name that checks compare with: sealed, and never disclosed in full. */
export const PayeeName = defineEntity({
  name: 'PayeeName',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    identityId: p.uuid(),
    kind: p.text(),
    /** Source of the name: the owner (declared) or the operator (attested). */
    basis: p.text().default('declared'),
    sealed: p.blob(),
    ...dated,
  },
})

/** Recent checks of one target by a consumer, or by its group: keyed hashes. */
export const ValueBudget = defineEntity({
  name: 'ValueBudget',
  properties: {
    subject: p.text().primary(),
    target: p.blob().primary(),
    /** The first check of each value, in Unix seconds. */
    asked: p.json<Record<string, number>>(),
    expiresAt: p.datetime(),
  },
})
