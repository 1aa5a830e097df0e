import { sql } from 'kysely'
import { every } from '../../database/conditions.ts'
import type { Database } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import type { NoteColumns } from '../notes/sealing.ts'
import { filtered, type IdentityOwned, ownedBy, refusingTaken, type StoredFilter } from '../record-store.ts'
import type { storedAliasFilter } from './input.ts'
import type { AliasStatus } from './record.ts'

/** Reads aliases of one owner by id, in no order; those of others are left out. */
export function findAliases(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('alias')
    .innerJoin('identity', 'identity.id', 'alias.identity_id')
    .selectAll('alias')
    .select('identity.primary_alias_id')
    .where(sql<boolean>`alias.id = any(${ids}::uuid[])`)
    .where('identity.consumer_id', '=', owner.consumerId)
    .where('identity.livemode', '=', owner.livemode)
    .execute()
}

/**
 * Condition that a status lists an alias (`t`). The few that were released by their date alone are still listed as
 * registered.
 */
const listedAs: Record<AliasStatus, Pick<Listing, 'shown' | 'anyOf'>> = {
  registered: { shown: sql<boolean>`t.status = 'registered' and t.released_at is null` },
  transferred: { shown: sql<boolean>`t.status = 'transferred'` },
  released: {
    anyOf: [sql<boolean>`t.status = 'released'`, sql<boolean>`t.status = 'registered' and t.released_at is not null`],
  },
}

/** The aliases of each identity of the owner's, of one status. */
export const aliasesOf = (owner: Owner, status: AliasStatus): Listing => ({
  table: 'alias_record',
  kind: 'alias',
  belongs: sql<boolean>`t.identity_id = q.id and t.owner_id = ${owner.consumerId} and t.livemode = ${owner.livemode}`,
  ...listedAs[status],
})

/** All aliases of the owner, of one status, that meet the filter. */
export function ownAliases(
  { livemode }: Owner,
  status: AliasStatus,
  filter: StoredFilter & ReturnType<typeof storedAliasFilter>,
): Listing {
  const { shown, anyOf } = listedAs[status]
  const { identityId, named } = filter
  return {
    table: 'alias_record',
    kind: 'alias',
    belongs: ownedBy(livemode, identityId),
    shown: every([
      ...(shown ? [shown] : []),
      ...(named === null ? [] : [sql<boolean>`t.type = ${named.type} and t.value = ${named.value}`]),
      ...filtered(filter),
    ]),
    ...(anyOf && { anyOf }),
  }
}

/** The registered aliases of an identity that the caller has locked. */
export function findRegistered(db: Database, identityId: string): Promise<{ id: string; type: string }[]> {
  return db
    .selectFrom('alias')
    .select(['id', 'type'])
    .where('identity_id', '=', identityId)
    .where('status', '=', 'registered')
    .execute()
}

export function findAliasStatus(
  db: Database,
  id: string,
): Promise<{ status: string; released_at: Date | null } | undefined> {
  return db.selectFrom('alias').select(['status', 'released_at']).where('id', '=', id).executeTakeFirst()
}

/** Changes the alias, or only its last change: changes of its identity change it too. */
export function updateAlias(
  db: Database,
  { id, identity_id }: IdentityOwned,
  change: { privacy_level?: string | null } & Partial<NoteColumns> = {},
) {
  return refusingTaken(
    db
      .updateTable('alias')
      .set({ ...change, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('identity_id', '=', identity_id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/**
 * Records the method and the time of the alias's verification: by its owner's attestation, or by a proof that is valid
 * for `proofSeconds`. `at` defaults to now.
 */
const verifyAs =
  (verification: 'attested' | 'proved') =>
  (db: Database, { id, identity_id }: IdentityOwned, method: string, proofSeconds: number | null = null, at?: Date) => {
    const verifiedAt = sql<Date>`coalesce(${at ?? null}::timestamptz, now())`
    return db
      .updateTable('alias')
      .set({
        verification,
        verified_at: verifiedAt,
        verified_method: method,
        proof_expires_at: sql<Date | null>`${verifiedAt} + ${proofSeconds}::float8 * interval '1 second'`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('identity_id', '=', identity_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

export const attestAlias = verifyAs('attested')
export const proveAlias = verifyAs('proved')
