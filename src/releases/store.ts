import { sql } from 'kysely'
import { shareConsumers } from '../access/consumers/store.ts'
import { coversOf } from '../consent/grants/rules.ts'
import { readTime } from '../database/clock.ts'
import { isExpired } from '../database/conditions.ts'
import type { Database, RowOf } from '../database/orm.ts'
import type { Listing } from '../database/pages.ts'
import { turnToShare } from '../database/turns.ts'
import type { Owner } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { noId } from '../kernel/id.ts'
import { readTexts } from '../kernel/stored.ts'
import type { NeedOf } from '../ownership/proofs/needs.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'

const isProofOver = (at: string | null) => sql<boolean>`coalesce(${isExpired('proof_expires_at', at)}, false)`

type Known = { verification: string; verified_method: string | null; is_over: boolean }

const withProof = <A extends Known>(
  { verification, verified_method: method, is_over: isExpired, ...alias }: A,
  attests: boolean,
) => ({
  ...alias,
  proof: { verification, method, isExpired, attests: attests === true },
})

/**
 * Reads the facts that a release is evaluated by, locked until the commit, so that no permission can be withdrawn
 * meanwhile. Ends are evaluated at the time after the last lock. A suspended consumer's identity counts as suspended.
 * @throws SignpostError consumer_suspended if the caller's consumer was suspended after its authentication
 */
export async function lockFacts(
  db: Database,
  { consumerId, livemode }: Owner,
  alias: Pick<NormalizedAlias, 'type' | 'value' | 'skeleton'> | { id: string },
  endpointId: string | null,
  needOf: NeedOf,
) {
  const findAlias = (at: string | null) => {
    const from = db
      .selectFrom('alias')
      .select(['id', 'livemode', 'status', 'privacy_level as privacyLevel', 'identity_id', 'type', 'value', 'mark'])
      .select(['verification', 'verified_method', isProofOver(at).as('is_over')])
      .where('livemode', '=', livemode)
      .where('status', '=', 'registered')
      .where('released_at', 'is', null)
    return 'id' in alias
      ? from.where('id', '=', alias.id).executeTakeFirst()
      : from
          .where('type', '=', alias.type)
          .where('skeleton', '=', alias.skeleton)
          .where('value', '=', alias.value)
          .executeTakeFirst()
  }
  const before = await findAlias(null)
  const identity = await db
    .selectFrom('identity')
    .select(['id', 'livemode', 'status', 'consumer_id'])
    .innerJoin(turnToShare('identity', 'identity.id').as('turn'), (join) => join.onTrue())
    .where('id', '=', before?.identity_id ?? noId)
    .forShare('identity')
    .executeTakeFirst()
  const ownerId = identity?.consumer_id ?? noId
  const consumers = await shareConsumers(db, [ownerId, consumerId])
  const owner = consumers.get(ownerId)
  if (consumers.get(consumerId)?.isSuspended) throw new SignpostError('consumer_suspended')
  const grants = db
    .selectFrom('consent_grant')
    .select(['id', 'livemode', 'covers_all', 'covers_aliases', 'covers_endpoints', 'release'])
    .where('identity_id', '=', identity?.id ?? noId)
    .where('consumer_id', '=', consumerId)
    .where('status', '=', 'active')
    .where('revoked_at', 'is', null)
  await grants.forShare().execute()
  const endpoint = await db
    .selectFrom('endpoint')
    .select(['id', 'livemode', 'status', 'privacy_level as privacyLevel', 'priority', 'created_at as createdAt'])
    .select(['release', 'type', 'capabilities', 'mark', 'address'])
    .where('id', '=', endpointId ?? noId)
    .where('identity_id', '=', identity?.id ?? noId)
    .where('livemode', '=', livemode)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  const at = await readTime(db)
  const grant = await grants.where(sql<boolean>`${isExpired('expires_at', at)} is not true`).executeTakeFirst()
  const found = await findAlias(at)
  return {
    livemode,
    alias: found && found.identity_id === identity?.id ? withProof(found, owner?.attests === true) : null,
    need: found ? needOf(found) : ('none' as const),
    identity: identity ? { ...identity, status: owner?.isSuspended ? 'suspended' : identity.status } : null,
    grant: grant
      ? {
          id: grant.id,
          livemode: grant.livemode,
          active: true,
          ...coversOf(grant),
          release: readTexts(grant.release),
        }
      : null,
    endpoint: endpoint ?? null,
  }
}

export type LockedFacts = Awaited<ReturnType<typeof lockFacts>>

export type ReleaseRow = RowOf<'release'>

export type NewRelease = Omit<ReleaseRow, 'expires_at' | 'created_at'> & { seconds: number }

export async function insertRelease(db: Database, { seconds, ...release }: NewRelease): Promise<ReleaseRow> {
  return db
    .insertInto('release')
    .values({ ...release, expires_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A release of the caller's, and whether it has expired by the database's clock. */
export async function findRelease(
  db: Database,
  { consumerId, livemode }: Owner,
  id: string,
): Promise<(ReleaseRow & { is_over: boolean }) | undefined> {
  const { rows } = await sql<ReleaseRow & { is_over: boolean }>`
    select *, expires_at <= clock_timestamp() as is_over from release
    where id = ${id} and consumer_id = ${consumerId} and livemode = ${livemode}`.execute(db)
  return rows[0]
}

/** A release in a list: the view has no sealed text. */
export type ListedRelease = Omit<ReleaseRow, 'jwe'> & { ran_out: boolean }

/** The releases of the caller. */
export const releasesOf = ({ livemode }: Owner): Listing => ({
  table: 'release_record',
  kind: 'release',
  ends: true,
  belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`,
})

/** Removes the sealed text. */
export async function dropRelease(db: Database, id: string, status: 'failed' | 'expired'): Promise<void> {
  await db.updateTable('release').set({ jwe: null, status }).where('id', '=', id).execute()
}

/**
 * True when the owner was notified of a release of this endpoint to this consumer within the hour. Releases at the same time
 * take turns: the next one sees the first.
 */
export async function wasReleased(db: Database, consumerId: string, endpointId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`released ${consumerId} ${endpointId}`}, 0))`.execute(db)
  const { rows } = await sql`
    select from release where consumer_id = ${consumerId} and endpoint_id = ${endpointId} and grant_id is not null
      and created_at > now() - interval '1 hour' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Removes expired sealed texts, ends expired waits, and removes the releases of 30 days ago. @returns the number
 * changed
 */
export async function purgeReleases(db: Database, limit: number): Promise<number> {
  const emptied = await sql`
    update release set jwe = null, status = case status when 'pending' then 'failed' else 'expired' end where id in (
      select id from release where (jwe is not null or status = 'pending') and expires_at <= now() limit ${limit} for update skip locked)`.execute(
    db,
  )
  const removed = await sql`
    delete from release where id in (
      select id from release where created_at < now() - interval '30 days' limit ${limit} for update skip locked)`.execute(
    db,
  )
  return Math.max(Number(emptied.numAffectedRows ?? 0), Number(removed.numAffectedRows ?? 0))
}

export type OwnedEndpoint = Pick<RowOf<'endpoint'>, 'id' | 'livemode' | 'identity_id' | 'type' | 'capabilities'> & {
  address: Buffer
}

/** The next endpoints of an owner that have an address, oldest first, after the row `after`. */
export async function readOwnedEndpoints(
  db: Database,
  { consumerId, livemode }: Owner,
  { after, limit }: { after: string; limit: number },
): Promise<OwnedEndpoint[]> {
  const behind =
    after === noId
      ? sql``
      : sql`and (e.created_at, e.id) > (select p.created_at, p.id from endpoint p where p.id = ${after})`
  const { rows } = await sql<OwnedEndpoint>`
    select e.id, e.livemode, e.identity_id, e.type, e.capabilities, e.address
    from endpoint e join identity i on i.id = e.identity_id and i.consumer_id = e.consumer_id
    where e.consumer_id = ${consumerId} and e.livemode = ${livemode} and e.removed_at is null and e.address is not null
      ${behind}
    order by e.created_at, e.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, address: Buffer.from(row.address) }))
}
