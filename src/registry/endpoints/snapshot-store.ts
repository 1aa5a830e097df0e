import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { inTransaction } from '../../database/retry.ts'

/*
 * An identity's snapshot has everything that resolve needs of its endpoints, in its row (`snapshot`), so that one
 * look-up reads one tuple. Each projection is sealed in it separately, as in the endpoint's row. The endpoints' rows
 * are authoritative; the database function `endpoint_snapshot` alone computes a snapshot.
 */

/** The last three are present together or not at all. */
export type SnapshotCapability = readonly [
  asset: string,
  rail: string,
  network: string | null,
  supportsInstant?: boolean,
  minAmount?: number | null,
  maxAmount?: number | null,
]

/** One endpoint of a snapshot: id, type, status, level, priority, age, [asset, rail, network] of each capability, projection, mark. */
export type SnapshotEntry = readonly [
  id: string,
  type: string,
  status: string,
  privacyLevel: string | null,
  priority: number,
  createdAt: number,
  capabilities: readonly SnapshotCapability[],
  /** Sealed, in base64. */
  projection: string | null,
  /** In base64. */
  mark: string | null,
]

export const readSnapshot = (snapshot: string): readonly SnapshotEntry[] => JSON.parse(snapshot)

/** The snapshot of identity `i`, computed from its endpoints' rows. */
const snapshotOf: RawBuilder<string> = sql`endpoint_snapshot(i.id, i.livemode)`

/**
 * Rewrites the snapshots of these identities from their endpoints. The store of the endpoints calls it after an insert,
 * in the same transaction; a change or a removal needs no call, because triggers do the same.
 *
 * INVARIANT (snapshot): at every commit a snapshot shows no more than the endpoints' rows, whoever wrote them. A
 * trigger replaces every value written to `snapshot` by one computed from the rows once the identity is locked, so that
 * it sees the commits of earlier holders of the lock. Without the trigger the column's default, an empty snapshot,
 * would remain: it discloses nothing.
 */
export async function refreshSnapshots(db: Database, identityIds: readonly string[]): Promise<void> {
  if (identityIds.length === 0) return
  const ids = [...new Set(identityIds)]
  await sql`select from identity where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  await sql`update identity set snapshot = default where id = any(${ids}::uuid[])`.execute(db)
}

/** Rewrites the snapshot of one identity that the transaction has locked. */
export async function refreshSnapshot(db: Database, identityId: string): Promise<void> {
  await sql`/* snapshot */ update identity set snapshot = default where id = ${identityId}`.execute(db)
}

const batchSize = 1_000

/**
 * Compares every snapshot with the rows and rewrites those that differ, in batches of one transaction each. @returns
 * the number rewritten
 */
export async function mendSnapshots(db: Database): Promise<number> {
  let mended = 0
  const compare = async (after: string) => {
    const { rows } = await sql<{ id: string; differs: boolean }>`
      select i.id, i.snapshot <> ${snapshotOf} as differs from identity i
      where i.id > ${after}::uuid order by i.id limit ${batchSize}`.execute(db)
    return rows
  }
  for await (const rows of walk(compare)) {
    const ids = rows.filter(({ differs }) => differs).map(({ id }) => id)
    if (ids.length > 0) await inTransaction(db, (trx) => refreshSnapshots(trx, ids))
    mended += ids.length
  }
  return mended
}

/**
 * Counts the snapshots that differ from the rows, among about `sample` identities (whole pages) of a large registry, or
 * the first ones if the server has no sampling.
 */
export async function countStaleSnapshots(
  db: Database,
  sample: number,
  takesSamples = true,
): Promise<{ looked: number; stale: number }> {
  const { rows: sizes } = await sql<{ percent: number }>`
    select least(100, 100.0 * ${sample} / greatest(reltuples, 1))::float8 as percent
    from pg_class where oid = 'identity'::regclass`.execute(db)
  const { rows } = await sql<{ looked: number; stale: number }>`
    select count(*)::int as looked, (count(*) filter (where i.snapshot <> ${snapshotOf}))::int as stale
    from ${takesSamples ? sql`identity i tablesample system (${sizes[0]!.percent})` : sql`(select * from identity order by id limit ${sample}) i`}`.execute(
    db,
  )
  return rows[0]!
}

/** Prefix of any value sealed by the data key: the first 22 characters of base64 hold the version and the key's id. */
const sealedBy = (keyId: string): string =>
  Buffer.from(`01${keyId.replaceAll('-', '')}`, 'hex')
    .toString('base64')
    .slice(0, 22)

/** The next identities after `after` whose snapshots contain a projection sealed by one of these data keys. */
export async function snapshotsSealedBy(
  db: Database,
  keyIds: readonly string[],
  after: string,
  limit: number,
): Promise<{ id: string }[]> {
  if (keyIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from identity where snapshot like any (${keyIds.map((id) => `%"${sealedBy(id)}%`)}::text[])
      and id > ${after}::uuid
    order by id limit ${limit}`.execute(db)
  return rows
}
