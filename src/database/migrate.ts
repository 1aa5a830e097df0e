import { sql } from 'kysely'
import pg from 'pg'
import { openOrm } from './orm.ts'

const lockNumber = 7_316_421

/**
 * Brings the database at `url` to the newest migration, and settles the planner for the role that connects: the read
 * behind resolve is one prepared statement whose generic plan is the right one, and just-in-time compilation only costs.
 *
 * @returns the names of the migrations that ran now, in order
 */
export async function migrate(url: string): Promise<string[]> {
  const orm = await openOrm(url)
  const lock = new pg.Client({ connectionString: url })
  try {
    // Nodes that start together migrate one after the other. A transaction holds the lock, so that a pooler keeps its connection.
    await lock.connect()
    await lock.query('begin')
    await lock.query("select set_config('idle_in_transaction_session_timeout', '0', true), pg_advisory_xact_lock($1)", [
      lockNumber,
    ])
    const ran = await orm.migrator.up()
    const db = orm.em.fork().getKysely()
    const { rows } = await sql<{ role: string; database: string }>`
      select quote_ident(current_user) as role, quote_ident(current_database()) as database`.execute(db)
    const { role, database } = rows[0]!
    for (const setting of ["plan_cache_mode = 'force_generic_plan'", 'jit = off']) {
      await sql.raw(`alter role ${role} in database ${database} set ${setting}`).execute(db)
    }
    return ran.map(({ name }) => name)
  } finally {
    await lock.end()
    await orm.close()
  }
}

/** The migrations that the database at the other end of `orm` still lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const orm = await openOrm(url)
  try {
    return (await orm.migrator.getPending()).map(({ name }) => name)
  } finally {
    await orm.close()
  }
}
