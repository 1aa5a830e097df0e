import { defineEntity, p } from '@mikro-orm/postgresql'

/** Permanent; never deleted. At most one primary alias by construction: the identity points at it. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  properties: {
    id: p.uuid().primary(),
    livemode: p.boolean(),
    consumerId: p.uuid(),
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
    /** The owner's own id of it and its metadata, sealed. The hash, for look-ups of the id, is keyed. */
    externalReference: p.blob().nullable(),
    referenceHash: p.blob().nullable(),
    metadata: p.blob().nullable(),
    /** The time of the request for its erasure, and of its completion. */
    erasingAt: p.datetime().nullable(),
    erasedAt: p.datetime().nullable(),
    /** Snapshot of its endpoints for resolve, taken from their rows by `refreshSnapshots`. */
    snapshot: p.text().default('[]'),
    /** Number of the last change of its endpoints that a grantee may have to be told of. */
    noticing: p.integer().default(0),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** The transaction that changed it last. */
    changed: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
  },
})
