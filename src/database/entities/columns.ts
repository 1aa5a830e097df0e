import { p } from '@mikro-orm/postgresql'

/** A record of a consumer's, in one environment. */
export const owned = { id: p.uuid().primary(), livemode: p.boolean(), consumerId: p.uuid() }

export const dated = { createdAt: p.datetime().defaultRaw('now()'), updatedAt: p.datetime().defaultRaw('now()') }

/** The dates of a row, and the transaction that changed it last. */
export const followed = { ...dated, changed: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()') }

/** The owner's own id of a record and its metadata, sealed. The hash, for look-ups of the id, is keyed. */
export const noted = {
  externalReference: p.blob().nullable(),
  referenceHash: p.blob().nullable(),
  metadata: p.blob().nullable(),
}
