import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { channels } from '../database/listener.ts'
import type { Database } from '../database/orm.ts'
import { version } from '../kernel/version.ts'
import type { KeyProvider } from './key-provider.ts'
import { Keyring, type OpenDataKey, type Purpose, purposes } from './keyring.ts'
import { OpeningFailed } from './seal.ts'

export type DataKeyRow = {
  id: string
  purpose: string
  livemode: boolean
  wrapped: Buffer | null
  key_provider: string
  status: string
  seals: number
}

/** Context that a wrapped data key is bound to: its id, purpose and environment. */
export const wrappingContext = ({ id, purpose, livemode }: Pick<DataKeyRow, 'id' | 'purpose' | 'livemode'>) =>
  `${id}|${purpose}|${livemode ? 'live' : 'test'}`

/**
 * Wraps a new data key and stores it: as `primary`, or as `enabled` if it is to become the primary one later. Keys of
 * one use are ordered by `created_at`, also when the clock goes back.
 */
export async function addDataKey(
  db: Database,
  provider: KeyProvider,
  purpose: Purpose,
  livemode: boolean,
  status: 'primary' | 'enabled' = 'primary',
): Promise<void> {
  const id = randomUUID()
  const wrapped = await provider.wrap(randomBytes(32), wrappingContext({ id, purpose, livemode }))
  await sql`
    insert into data_key (id, purpose, livemode, wrapped, key_provider, status, created_at)
    select ${id}, ${purpose}, ${livemode}, ${wrapped}, ${provider.id}, ${status},
      greatest(now(), (select max(created_at) + interval '1 microsecond' from data_key
        where purpose = ${purpose} and livemode = ${livemode}))
    on conflict (purpose, livemode) where status = 'primary' do nothing`.execute(db)
}

/** Notifies every node to read the data keys again, at the commit of the caller's transaction. */
export async function announceDataKeys(db: Database): Promise<void> {
  await sql`select pg_notify(${channels.dataKeys}, '')`.execute(db)
}

/** The wrapped data keys, by default those in use. */
export async function readWrapped(
  db: Database,
  statuses: readonly string[] = ['primary', 'enabled'],
): Promise<DataKeyRow[]> {
  const rows = await db
    .selectFrom('data_key')
    .select(['id', 'purpose', 'livemode', 'wrapped', 'key_provider', 'status', sql<number>`seals::float8`.as('seals')])
    .where('status', 'in', statuses)
    .execute()
  return rows.map((row) => ({ ...row, wrapped: row.wrapped && Buffer.from(row.wrapped) }))
}

/** Adds this process's new seals to the data keys' counts. A key at a time: no two statements can deadlock. */
export async function writeSealCounts(db: Database, { counts }: Keyring): Promise<void> {
  for (const [id, count] of counts.unwritten()) {
    const { rows } = await sql<{ seals: number }>`
      update data_key set seals = seals + ${count} where id = ${id} returning seals::float8 as seals`.execute(db)
    counts.written(id, count, rows[0]?.seals ?? 0)
  }
}

/** Unwraps the keys that are not in `known`. @throws OpeningFailed if the key-encryption key is another one */
export async function unwrapAll(
  rows: readonly DataKeyRow[],
  provider: KeyProvider,
  known: readonly OpenDataKey[] = [],
): Promise<OpenDataKey[]> {
  const keyOf = new Map(known.map(({ id, key }) => [id, key]))
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      purpose: row.purpose as Purpose,
      livemode: row.livemode,
      primary: row.status === 'primary',
      seals: row.seals,
      key: keyOf.get(row.id) ?? (await provider.unwrap(row.wrapped!, wrappingContext(row))),
    })),
  )
}

/** Opens the process's key ring; creates the primary data keys that an empty database lacks. */
export async function openKeyring(db: Database, provider: KeyProvider): Promise<Keyring> {
  const present = await unwrapAtStart(db, provider)
  const missing = purposes.flatMap((purpose) =>
    [false, true]
      .filter((livemode) => !present.some((key) => key.primary && key.purpose === purpose && key.livemode === livemode))
      .map((livemode) => ({ purpose, livemode })),
  )
  if (missing.length === 0) return new Keyring(present)
  for (const { purpose, livemode } of missing) await addDataKey(db, provider, purpose, livemode)
  return new Keyring(await unwrapAtStart(db, provider))
}

/** @throws Error with a sentence for the operator if the key-encryption key is another one */
async function unwrapAtStart(db: Database, provider: KeyProvider): Promise<OpenDataKey[]> {
  const rows = await readWrapped(db)
  try {
    return await unwrapAll(rows, provider)
  } catch (error) {
    if (!(error instanceof OpeningFailed)) throw error
    const wanted = [...new Set(rows.map((row) => row.key_provider))].join(', ')
    throw new Error(
      `The encryption key is not the one of this database: it is ${provider.id}, the data keys are wrapped by ${wanted}. Nothing was changed.`,
      { cause: error },
    )
  }
}

/** Reports the data keys that a process opens and seals with, and that it is alive. */
export async function reportNode(db: Database, id: string, keys: readonly OpenDataKey[]): Promise<void> {
  const opens = keys.map(({ id }) => id)
  const seals = keys.filter(({ primary }) => primary).map(({ id }) => id)
  await sql`
    insert into node (id, opens, seals, version, seen_at)
    values (${id}, ${opens}::uuid[], ${seals}::uuid[], ${version}, now())
    on conflict (id) do update set opens = excluded.opens, seals = excluded.seals, version = excluded.version,
      seen_at = excluded.seen_at`.execute(db)
}

export async function forgetNode(db: Database, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute()
}
