import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { createErasedSkeleton } from '../aliases/erased-skeleton.ts'
import { isOwnReset } from '../aliases/reservation-store.ts'
import type { AliasName, HeldReservation } from './look-up-store.ts'

/** Returns those of these aliases that still cool down after an erasure, by the names in their lines. */
export async function findErasedReservations(
  db: Database,
  keyring: Keyring,
  { consumerId, livemode }: Owner,
  asked: readonly AliasName[],
): Promise<HeldReservation[]> {
  if (asked.length === 0) return []
  const erasedSkeleton = createErasedSkeleton(keyring)
  const erased = asked.map(({ type, skeleton }) => erasedSkeleton({ livemode, type, skeleton }))
  const { rows } = await sql<HeldReservation>`
    select n.type, n.skeleton, null::uuid as own, s.consumer_id = ${consumerId} and s.available_at > now() as cooling
    from unnest(${asked.map(({ type }) => type)}::text[], ${asked.map(({ skeleton }) => skeleton)}::text[], ${erased}::text[])
      as n (type, skeleton, erased)
    join alias_reservation s on s.livemode = ${livemode} and s.type = n.type and s.skeleton = n.erased
    where (s.available_at > now() or s.claim_id is not null) and not ${isOwnReset('s', sql`${consumerId}::uuid`)}`.execute(
    db,
  )
  return rows
}
