import { type RawBuilder, sql } from 'kysely'
import { type MomentRange, within } from '../database/conditions.ts'

/** Stored filters of every kind of record. */
export type StoredFilter = {
  referenceHash: Buffer | null
  created: MomentRange | null
  updated: MomentRange | null
}

/** Conditions that a row (`t`) must meet. */
export const filtered = ({ referenceHash, created, updated }: StoredFilter): RawBuilder<boolean>[] => [
  ...(referenceHash === null ? [] : [sql<boolean>`t.reference_hash = ${referenceHash}`]),
  ...within('t.created_at', created),
  ...within('t.updated_at', updated),
]

/**
 * Condition that a row (`t`) belongs to the owner (`q.id`). With an identity its few rows are read, not all of the
 * owner's: so the owner is compared by an expression that no index matches.
 */
export const ownedBy = (livemode: boolean, identityId: string | null): RawBuilder<boolean> =>
  identityId === null
    ? sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`
    : sql<boolean>`t.identity_id = ${identityId} and t.livemode = ${livemode} and t.consumer_id is not distinct from q.id`
