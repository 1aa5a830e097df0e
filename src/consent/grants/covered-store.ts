import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { levelsWhere } from '../../kernel/privacy.ts'
import type { IdentityOwned } from '../../registry/record-store.ts'
import type { CoveredRows } from './input.ts'
import type { Coverable } from './rules.ts'

export type Covered = Pick<CoveredRows, 'aliases' | 'endpoints'>
type Counts = { aliases: number; endpoints: number }

/** Counts the covered aliases and endpoints of the identity. */
export async function countCovered(
  db: Database,
  { id }: { id: string },
  { aliases, endpoints }: Covered,
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    /* grant-covers */ select
      (select count(*)::int from alias where id = any(${aliases}::uuid[]) and identity_id = ${id}) as aliases,
      (select count(*)::int from endpoint
        where id = any(${endpoints}::uuid[]) and identity_id = ${id} and removed_at is null) as endpoints`.execute(db)
  return rows[0]!
}

/** Reads a record of the owner's with its identity. */
export function findCoverable(
  db: Database,
  { consumerId, livemode }: Owner,
  kind: 'alias' | 'endpoint',
  id: string,
): Promise<IdentityOwned[]> {
  return db
    .selectFrom(kind)
    .innerJoin('identity', 'identity.id', `${kind}.identity_id`)
    .select([`${kind}.id`, `${kind}.identity_id`])
    .where(`${kind}.id`, '=', id)
    .where('identity.consumer_id', '=', consumerId)
    .where('identity.livemode', '=', livemode)
    .execute()
}

/** Reads the records that a grant on this identity can show. */
export async function readCoverable(db: Database, identityId: string): Promise<Coverable> {
  const aliases = await db
    .selectFrom('alias')
    .select(['id', 'privacy_level'])
    .where('identity_id', '=', identityId)
    .where('status', '=', 'registered')
    .execute()
  const endpoints = await db
    .selectFrom('endpoint')
    .select(['id', 'privacy_level', 'type'])
    .where('identity_id', '=', identityId)
    .where('status', '=', 'active')
    .where('removed_at', 'is', null)
    .execute()
  return { aliases, endpoints }
}

/** The uuids of the identity's registered aliases, and of its endpoints that are not removed. */
export async function readLiving(db: Database, identityId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from alias where identity_id = ${identityId} and status = 'registered'
    union all select id from endpoint where identity_id = ${identityId} and removed_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Endpoints that grants may show and release, whatever the state of grant and identity: the work is the same for all of
 * them.
 */
const grantable = levelsWhere(({ endpoint }) => endpoint !== 'never')

/** The endpoints of each grant's `release` that the policy discloses under it, by the grant's id. */
export async function findReleasable(db: Database, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ id: string; endpoints: string[] }>`
    select g.id, array(
      select e.id::text from endpoint e
      where e.id = any(g.release) and e.identity_id = g.identity_id and e.livemode = g.livemode and e.status = 'active'
        and e.removed_at is null and e.privacy_level in (${sql.join(grantable)})
        and (g.covers_all or e.id = any(g.covers_endpoints))) as endpoints
    from consent_grant g where g.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, endpoints }) => [id, new Set(endpoints)]))
}
