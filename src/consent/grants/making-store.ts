import { sql } from 'kysely'
import { isOver } from '../../database/moments.ts'
import type { Database } from '../../database/orm.ts'
import { prepared, runTogether } from '../../database/prepared.ts'
import type { Owner } from '../../kernel/call.ts'
import { lockingIdentity } from '../../registry/identities/store.ts'
import type { CoveredRows } from '../covers.ts'
import { countingCovered, findingGrantee, type GrantTuple, grantColumns } from './store.ts'

/** A grant that stands. One whose time is over stands until a job marks it. */
export type StandingGrant = { id: string; identity_id: string; consumer_id: string; is_over: boolean }

/** Locks what stands between an identity and a consumer. It asks for the time itself, and may go out with the beginning. */
const lockingStanding = (identityId: string, owner: Owner, consumerId: string) =>
  prepared(
    'lock-standing',
    sql<StandingGrant>`
    select g.id, g.identity_id, g.consumer_id,
      g.revoked_at is null and coalesce(${isOver('g.expires_at', sql`transaction_timestamp()`)}, false) as is_over
    from consent_grant g
    where g.identity_id = ${identityId} and g.consumer_id = ${consumerId} and g.status = 'active'
      and exists (select from identity i where i.id = ${identityId} and i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode})
    for update of g`,
  )

export async function lockStanding(db: Database, identityId: string, owner: Owner, consumerId: string) {
  const [standing] = await runTogether(db, [lockingStanding(identityId, owner, consumerId)])
  return standing
}

/** Locks the identity that a grant is to be made on, and says, once it is locked, all that the grant is judged by. */
export async function lockForGrant(
  db: Database,
  owner: Owner,
  identityId: string,
  consumerId: string,
  covers: Pick<CoveredRows, 'aliases' | 'endpoints'>,
) {
  const [[identity], [consumer], [counts], standing] = await runTogether(db, [
    lockingIdentity(db, owner, identityId),
    findingGrantee(consumerId),
    countingCovered(identityId, covers),
    lockingStanding(identityId, owner, consumerId),
  ])
  return { identity, consumer, counts: counts!, standing }
}

/** Ends the grants that stand between this identity and this consumer: revoked, or expired when their time is over. */
const endingStanding = ({ identity_id, consumer_id }: Pick<NewGrantRow, 'identity_id' | 'consumer_id'>) =>
  prepared(
    'end-standing',
    sql`
    update consent_grant
    set status = case when revoked_at is null and ${isOver('expires_at')} then 'expired' else 'revoked' end,
        revoked_at = case when revoked_at is null and ${isOver('expires_at')} then null else coalesce(revoked_at, now()) end,
        updated_at = now()
    where identity_id = ${identity_id} and consumer_id = ${consumer_id} and status = 'active'`,
  )

export type NewGrantRow = {
  id: string
  livemode: boolean
  identity_id: string
  consumer_id: string
  owner_id: string
  covers_all: boolean
  covers_aliases: string[]
  covers_endpoints: string[]
  release: string[]
  sealed_purpose: Buffer | null
  expires_at: Date | null
}

/**
 * The statements that make a grant in the place of what stood before it.
 *
 * INVARIANT (one grant): a partial unique index allows one active grant per (identity, consumer).
 */
export const makingGrant = (grant: NewGrantRow) =>
  [
    endingStanding(grant),
    prepared(
      'insert-grant',
      sql<GrantTuple>`
      insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, covers_aliases,
        covers_endpoints, release, sealed_purpose, expires_at)
      values (${grant.id}, ${grant.livemode}, ${grant.identity_id}, ${grant.consumer_id}, ${grant.owner_id},
        ${grant.covers_all}, ${grant.covers_aliases}, ${grant.covers_endpoints}, ${grant.release}, ${grant.sealed_purpose},
        ${grant.expires_at})
      returning ${grantColumns}`,
    ),
  ] as const
