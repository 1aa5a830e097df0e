import { defineEntity, p } from '@mikro-orm/postgresql'
import { followed, noted, owned } from './columns.ts'

/** Permanent; never deleted. At most one primary alias by construction: the identity points at it. */
export const Identity = defineEntity({
  name: 'Identity',
  properties: {
    ...owned,
    type: p.text(),
    status: p.text().default('active'),
    displayName: p.text().nullable(),
    /** Folded name for search; null until it is computed. */
    displayNameFolded: p.text().nullable(),
    defaultPrivacyLevel: p.text(),
    primaryAliasId: p.uuid().nullable(),
    /** Settings for payers: checks of its names, and disclosure of a close match, `on` or `off`. */
    payeeChecks: p.text().default('on'),
    closeMatch: p.text().default('on'),
    declaredMatch: p.text().default('on'),
    destinationChecks: p.text().default('on'),
    /** The time when a name was last added or removed. */
    payeeNamesChangedAt: p.datetime().nullable(),
    /** The start of its suspension, and the earlier total that a trigger counts: see the migration of claim pauses. */
    suspendedAt: p.datetime().nullable(),
    suspendedSeconds: p.float().columnType('double precision').default(0),
    ...noted,
    /** The time of the request for its erasure, and of its completion. */
    erasingAt: p.datetime().nullable(),
    erasedAt: p.datetime().nullable(),
    /** Snapshot of its endpoints for resolve, taken from their rows by `refreshSnapshots`. */
    snapshot: p.text().default('[]'),
    /** Number of the last change of its endpoints that a grantee may have to be told of. */
    noticing: p.integer().default(0),
    ...followed,
  },
})

/** A typed destination. `address` and `projection` are sealed under different keys; removal erases both. */
export const Endpoint = defineEntity({
  name: 'Endpoint',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    identityId: p.uuid(),
    /** The owner of its identity; null only in a row that was made by hand. */
    consumerId: p.uuid().nullable(),
    type: p.text(),
    privacyLevel: p.text().nullable(),
    priority: p.float().columnType('double precision').default(0),
    /** jsonb keeps numbers as `numeric`, so amounts stay exact. The registry reads them. */
    capabilities: p.json<unknown[]>().defaultRaw("'[]'"),
    status: p.text().default('active'),
    /** Policy for sending the address, sealed: `never`, `granted` or `public`. */
    release: p.text().default('never'),
    /** `none`, or `proved` with its method, when it was created. */
    verification: p.text().default('none'),
    verifiedMethod: p.text().nullable(),
    address: p.blob().nullable(),
    projection: p.blob().nullable(),
    /** Binds its capabilities to it: registry/binding.ts. */
    mark: p.blob().nullable(),
    /**
     * Keyed hashes of the address and of its details: they show whether an import brings others. Erased with the sealed
     * values.
     */
    addressFingerprint: p.blob().nullable(),
    detailsFingerprint: p.blob().nullable(),
    /** Keyed hash of the canonical destination, which checks compare with. Erased with it. */
    destinationFingerprint: p.blob().nullable(),
    ...noted,
    ...followed,
    /** The time of its last change that a payer can see: a trigger sets it. Changes of the owner's notes leave it. */
    shownChangedAt: p.datetime().defaultRaw('now()'),
    removedAt: p.datetime().nullable(),
  },
})

/** A registered or released alias. Released rows stay as records; the reservation has the holder of a skeleton. */
export const Alias = defineEntity({
  name: 'Alias',
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
    ...noted,
    /** Binds it to its identity and owner: registry/binding.ts. It is erased with its value. */
    mark: p.blob().nullable(),
    ...followed,
  },
})

/**
 * One row per (livemode, type, skeleton) that was ever taken: its holder, and the end of its cooldown.
 *
 * INVARIANT (cooldown): a reservation changes hands only by a conditional upsert on `available_at <= now()`.
 */
export const AliasReservation = defineEntity({
  name: 'AliasReservation',
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
