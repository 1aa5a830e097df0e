import { defineEntity, p } from '@mikro-orm/postgresql'

/** A data key, wrapped by the key-encryption key: one primary per (purpose, livemode). */
export const DataKey = defineEntity({
  name: 'DataKey',
  properties: {
    id: p.uuid().primary(),
    purpose: p.text(),
    livemode: p.boolean(),
    wrapped: p.blob().nullable(),
    keyProvider: p.text(),
    status: p.text().default('enabled'),
    /** Number of values that it has sealed, as stored by the processes. */
    seals: p.bigint('number').defaultRaw('0'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A running process, with the data keys that it opens and seals with: a rotation waits for all of them. */
export const Node = defineEntity({
  name: 'Node',
  properties: {
    id: p.uuid().primary(),
    opens: p.array().columnType('uuid[]'),
    seals: p.array().columnType('uuid[]'),
    seenAt: p.datetime().defaultRaw('now()'),
    /** The version of the service; null for a version before 0.2. */
    version: p.text().nullable(),
  },
})

/** The sealed outcome of a write, kept 24 hours under the caller's Idempotency-Key. */
export const IdempotencyRecord = defineEntity({
  name: 'IdempotencyRecord',
  properties: {
    id: p.uuid().primary(),
    consumerId: p.uuid(),
    livemode: p.boolean(),
    key: p.text(),
    fingerprint: p.blob(),
    outcome: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
})

/** The primary's current run: a replica with this row has followed this primary since its start. */
export const ServerRun = defineEntity({
  name: 'ServerRun',
  properties: {
    token: p.uuid().primary(),
    startedAt: p.datetime(),
    timeline: p.integer(),
  },
  uniques: [{ name: 'server_run_one', properties: ['startedAt', 'timeline'] }],
})

/** The history of the transaction numbers: the one row is renewed when the database was restored elsewhere. */
export const RegistryEpoch = defineEntity({
  name: 'RegistryEpoch',
  properties: {
    id: p.boolean().primary().default(true),
    token: p.uuid(),
    system: p.text(),
  },
})

/** Token buckets of the PostgreSQL quota store (UNLOGGED: losing them refills them). */
export const RateBucket = defineEntity({
  name: 'RateBucket',
  properties: {
    key: p.text().primary(),
    tokens: p.float().columnType('double precision'),
    updatedAt: p.datetime(),
  },
})

/** Number of finished lines of an import: an import that was killed resumes there. */
export const ImportCheckpoint = defineEntity({
  name: 'ImportCheckpoint',
  properties: {
    id: p.uuid().primary(),
    lines: p.integer(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})
