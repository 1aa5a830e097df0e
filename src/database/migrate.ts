import { sql } from 'kysely'
import pg from 'pg'
import { readLacking } from './engine.ts'
import { type Database, openOrm } from './orm.ts'
import { makePartitionsAhead } from './partitions/store.ts'

const lockNumber = 7_316_421

/**
 * Brings the database at `url` to the newest migration, makes the partitions of the time ahead, and sets the planner options of the
 * role that connects: resolve is one prepared statement with a generic plan, and just-in-time compilation only adds cost.
 *
 * `renew` runs at the end, on the migrated database.
 *
 * @returns the names of the migrations that ran now, in order
 */
export async function migrate(
  url: string,
  renew: (db: Database) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const orm = await openOrm(url)
  const lock = new pg.Client({ connectionString: url })
  try {
    // Nodes that start together migrate one after the other. A transaction holds the lock, so that a pooler keeps its connection.
    await lock.connect()
    await lock.query('begin')
    await lock.query("select set_config('idle_in_transaction_session_timeout', '0', true), pg_advisory_xact_lock($1)", [
      lockNumber,
    ])
    const db: Database = orm.em.fork().getKysely()
    const ran = await orm.migrator.up()
    await makePartitionsAhead(db)
    await settlePlanner(db)
    await renew(db)
    return ran.map(({ name }) => name)
  } finally {
    await lock.end()
    await orm.close()
  }
}

async function settlePlanner(db: Database): Promise<void> {
  const lacks = new Set((await readLacking(db)).map(({ capability }) => capability))
  if (lacks.has('planner settings')) return
  const { rows } = await sql<{ role: string; database: string }>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database`.execute(db)
  const { role, database } = rows[0]!
  const plans = lacks.has('generic plans') ? [] : ["plan_cache_mode = 'force_generic_plan'"]
  for (const setting of [...plans, 'jit = off']) {
    await sql.raw(`alter role ${role} in database ${database} set ${setting}`).execute(db)
  }
}

/** Names the migrations that the database at `url` lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const orm = await openOrm(url)
  try {
    return (await orm.migrator.getPending()).map(({ name }) => name)
  } finally {
    await orm.close()
  }
}
