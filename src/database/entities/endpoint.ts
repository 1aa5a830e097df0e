import { defineEntity, p } from '@mikro-orm/postgresql'

/** A typed destination. `address` and `projection` are sealed under different keys; removal erases both. */
export const Endpoint = defineEntity({
  name: 'Endpoint',
  tableName: 'endpoint',
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
    /** The owner's own id of it and its metadata, sealed. */
    externalReference: p.blob().nullable(),
    referenceHash: p.blob().nullable(),
    metadata: p.blob().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** The transaction that changed it last. */
    changed: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
    removedAt: p.datetime().nullable(),
  },
})
