import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { announceDataKeys, type DataKeyRow } from '../data-key-store.ts'
import { goneAfterSeconds } from '../data-key-watch.ts'
import { sealingPurposes } from '../keyring.ts'
import type { Use } from './sealed-value-store.ts'

/** Progress of the rotation of one use, derived from the rows of its data keys. */
export type RotationState = {
  use: Use
  primary: string
  /** Created, but not primary yet. */
  next: string | null
  /** Former primary keys, which still open values. */
  former: string[]
  /** Keys that open nothing any more. */
  disabled: string[]
}

export async function rotationState(db: Database, use: Use): Promise<RotationState> {
  const rows = await db
    .selectFrom('data_key')
    .select(['id', 'status'])
    .where('purpose', '=', use.purpose)
    .where('livemode', '=', use.livemode)
    .where('status', '<>', 'destroyed')
    .orderBy('created_at')
    .execute()
  const at = rows.findIndex(({ status }) => status === 'primary')
  if (at < 0) throw new Error(`There is no primary data key for ${use.purpose}.`)
  const enabled = (row: { status: string }) => row.status === 'enabled'
  return {
    use,
    primary: rows[at]!.id,
    next: rows.slice(at).findLast(enabled)?.id ?? null,
    former: rows
      .slice(0, at)
      .filter(enabled)
      .map(({ id }) => id),
    disabled: rows.filter(({ status }) => status === 'disabled').map(({ id }) => id),
  }
}

/** Makes each use's `next` its primary, all at once, in the caller's transaction. */
export async function promote(trx: Database, states: readonly RotationState[]): Promise<void> {
  const pairs = states.flatMap(({ primary, next }) => (next ? [{ primary, next }] : []))
  await setStatus(
    trx,
    pairs.map(({ primary }) => primary),
    'enabled',
  )
  await setStatus(
    trx,
    pairs.map(({ next }) => next),
    'primary',
  )
  await announceDataKeys(trx)
}

export async function setStatus(
  db: Database,
  ids: readonly string[],
  status: 'primary' | 'enabled' | 'disabled',
): Promise<void> {
  if (ids.length === 0) return
  await sql`update data_key set status = ${status} where id = any(${ids}::uuid[])`.execute(db)
}

/** Erases the wrapped keys: values sealed by them are lost, in every copy. */
export async function destroy(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update data_key set status = 'destroyed', wrapped = null
    where id = any(${ids}::uuid[]) and status = 'disabled'`.execute(db)
}

/** The processes that do not yet open, or seal with, all of `ids`. */
export async function nodesBehind(db: Database, what: 'opens' | 'seals', ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from node
    where seen_at > now() - ${goneAfterSeconds} * interval '1 second' and not ${sql.ref(what)} @> ${ids}::uuid[]`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Stores what another provider wrapped, but for keys that changed meanwhile. @returns the number of keys */
export async function replaceWrapped(
  db: Database,
  rows: readonly DataKeyRow[],
  rewrapped: readonly Buffer[],
  provider: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update data_key k set wrapped = f.rewrapped, key_provider = ${provider}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ wrapped }) => wrapped)}::bytea[], ${rewrapped}::bytea[])
      as f (id, wrapped, rewrapped)
    where k.id = f.id and k.wrapped = f.wrapped`.execute(db)
  return Number(numAffectedRows)
}

/** Lists the uses whose primary data key has sealed `replaceAt` values or more. */
export async function fullUses(db: Database, replaceAt: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select purpose, livemode from data_key
    where status = 'primary' and seals >= ${replaceAt} and purpose = any(${sealingPurposes}::text[])
    order by purpose, livemode`.execute(db)
  return rows
}
