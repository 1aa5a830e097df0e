import { defineEntity, p } from '@mikro-orm/postgresql'

/** A payer's public key, which addresses are sealed to. A removed one is kept: it is never registered again. */
export const SealingKey = defineEntity({
  name: 'SealingKey',
  tableName: 'sealing_key',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    consumerId: p.uuid(),
    /** The point, as its JWK writes it. */
    x: p.text(),
    usableAt: p.datetime(),
    removedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})

/** An address that was sealed to a payer's key. The sealed text goes with what permitted it, and after ten minutes. */
export const Release = defineEntity({
  name: 'Release',
  tableName: 'release',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    consumerId: p.uuid(),
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
    /** The type of the alias that was named. */
    aliasType: p.text(),
    /** The payer's own word for it. */
    sealedReference: p.blob().nullable(),
  },
})

/** A release that the opener's process has yet to make. It goes with the release. */
export const ReleaseJob = defineEntity({
  name: 'ReleaseJob',
  tableName: 'release_job',
  properties: {
    /** The release's. */
    id: p.uuid().primary(),
    requestId: p.uuid(),
    /** Sealed to the opener. */
    reference: p.blob().nullable(),
    /** Lease of the worker that has it now: a later claim has another. */
    lease: p.uuid().nullable(),
    leasedUntil: p.datetime().nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A process of `signpost opener`, as it last said. */
export const Opener = defineEntity({
  name: 'Opener',
  tableName: 'opener',
  properties: {
    id: p.uuid().primary(),
    /** The part of its limit for the day that it has used in live mode: at 1 it has stopped. */
    dayShare: p.float().default(0),
    /** For how many consumers it has stopped in live mode, as their day is used up. */
    stoppedConsumers: p.integer().default(0),
    seenAt: p.datetime().defaultRaw('now()'),
  },
})
