import { sql } from 'kysely'
import pg from 'pg'
import { readLacking } from './engine.ts'
import { type Database, type Orm, openOrm } from './orm.ts'
import { requireNoOtherVersion } from './other-versions.ts'
import { isMoving, type MoveOptions, moveRows } from './partitions/moving.ts'
import { makePartitionsAhead } from './partitions/store.ts'

const lockNumber = 7_316_421

/** The migrations that leave rows to be moved: nothing of another version may run from then on until they are. */
const movers = ['Migration20261122122000_disclosure_months', 'Migration20261122124500_event_weeks']

/**
 * Brings the database at `url` to the newest migration, moves what rows that leaves to be moved, makes the partitions of the
 * time ahead, and settles the planner for the role that connects: the read
 * behind resolve is one prepared statement whose generic plan is the right one, and just-in-time compilation only costs.
 *
 * `renew` runs at the end, on the migrated database.
 *
 * @returns the names of the migrations that ran now, in order
 * @throws OtherVersionRuns when rows are to be moved and a process of another version runs
 */
export async function migrate(
  url: string,
  options: MoveOptions = {},
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
    if (await leavesRows(orm, db)) await requireNoOtherVersion(db)
    const ran = await orm.migrator.up()
    await moveRows(db, options)
    await makePartitionsAhead(db)
    await settlePlanner(db)
    await renew(db)
    return ran.map(({ name }) => name)
  } finally {
    await lock.end()
    await orm.close()
  }
}

async function leavesRows(orm: Orm, db: Database): Promise<boolean> {
  const pending = await orm.migrator.getPending()
  return pending.some(({ name }) => movers.includes(name)) || isMoving(db)
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

/** What the database at `url` still lacks: migrations, and rows to be moved. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const orm = await openOrm(url)
  try {
    const pending = (await orm.migrator.getPending()).map(({ name }) => name)
    return (await isMoving(orm.em.fork().getKysely())) ? [...pending, 'rows that are still to be moved'] : pending
  } finally {
    await orm.close()
  }
}
