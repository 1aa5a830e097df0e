import { defineEntity, p } from '@mikro-orm/postgresql'

/** A registered or released alias. Released rows stay as records; the reservation has the holder of a skeleton. */
export const Alias = defineEntity({
  name: 'Alias',
  tableName: 'alias',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    identityId: p.uuid(),
    /** The owner of its identity; null only in a row that was made by hand. */
    consumerId: p.uuid().nullable(),
    type: p.text(),
    value: p.text(),
    skeleton: p.text(),
    normVersion: p.integer(),
    privacyLevel: p.text().nullable(),
    status: p.text().default('registered'),
    verifiedAt: p.datetime().nullable(),
    verifiedMethod: p.text().nullable(),
    verification: p.text().default('none'),
    proofExpiresAt: p.datetime().nullable(),
    /** The time of its transfer by a claim. */
    claimedAt: p.datetime().nullable(),
    releasedAt: p.datetime().nullable(),
    availableAt: p.datetime().nullable(),
    /** The owner's own id of it and its metadata, sealed. */
    externalReference: p.blob().nullable(),
    referenceHash: p.blob().nullable(),
    metadata: p.blob().nullable(),
    /** Binds it to its identity and owner: registry/binding.ts. It is erased with its value. */
    mark: p.blob().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** The transaction that changed it last. */
    changed: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
  },
})

/**
 * One row per (livemode, type, skeleton) that was ever taken: its holder, and the end of its cooldown.
 *
 * INVARIANT (cooldown): a reservation changes hands only by a conditional upsert on `available_at <= now()`.
 */
export const AliasReservation = defineEntity({
  name: 'AliasReservation',
  tableName: 'alias_reservation',
  properties: {
    livemode: p.boolean().primary(),
    type: p.text().primary(),
    skeleton: p.text().primary(),
    aliasId: p.uuid(),
    consumerId: p.uuid(),
    /** The claim that it goes to, if any. */
    claimId: p.uuid().nullable(),
    availableAt: p.datetime().nullable(),
    /** Released by a reset of the sandbox: its consumer alone may have it again while it cools down. */
    byReset: p.boolean().default(false),
  },
})
