import { sql } from 'kysely'
import pg from 'pg'
import { advisoryLocks, isRefusal, readLacking } from './engine.ts'
import { type Database, openOrm } from './orm.ts'
import { makePartitionsAhead } from './partitions/store.ts'

/**
 * Migrates the database at `url` to the newest version, creates the partitions of the time ahead, and configures the
 * connecting role (`settleRole`).
 *
 * `renew` runs at the end, on the migrated database. `timeoutMs` is the time limit of the role's statements; 0 for
 * none.
 *
 * @returns the names of the migrations that ran now, in order
 */
export async function migrate(
  url: string,
  renew: (db: Database) => Promise<unknown> = async () => undefined,
  timeoutMs = 0,
): Promise<string[]> {
  const orm = await openOrm(url)
  const lock = new pg.Client({ connectionString: url })
  try {
    // Nodes that start together migrate one after the other. A transaction holds the lock, so that a pooler keeps its
    // connection.
    await lock.connect()
    await lock.query('begin')
    await lock.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    await lock.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migration])
    const db: Database = orm.em.fork().getKysely()
    const ran = await orm.em.fork().transactional(async (em) => {
      // Migrations have no time limit.
      await em.execute('set local statement_timeout = 0')
      return orm.migrator.up({ transaction: em.getTransactionContext() as never })
    })
    await makePartitionsAhead(db)
    await settleRole(db, timeoutMs)
    await renew(db)
    return ran.map(({ name }) => name)
  } finally {
    await lock.end()
    await orm.close()
  }
}

/**
 * Sets the session defaults of the role in this database, independent of any pooler: frequent statements are prepared with
 * a generic plan, just-in-time compilation only adds cost, and a statement ends after `timeoutMs` (0: never). A plan that
 * was made while a table was small is kept until the table is analyzed, so none reads a whole table where an index serves.
 *
 * DECISION: a server may refuse the settings of plans. The time limit is required: without it a write that waits for a
 * lock would wait for ever, so the start is refused unless another one is set.
 *
 * @throws Error with the statement that an administrator must run
 */
export async function settleRole(
  db: Database,
  timeoutMs: number,
  ask: (statement: string) => Promise<unknown> = (statement) => sql.raw(statement).execute(db),
): Promise<void> {
  const lacks = new Set((await readLacking(db)).map(({ capability }) => capability))
  const { rows } = await sql<{ role: string; database: string }>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database`.execute(db)
  const { role, database } = rows[0]!
  const generic = lacks.has('generic plans') ? [] : ["plan_cache_mode = 'force_generic_plan'"]
  const plans = lacks.has('planner settings') ? [] : [...generic, 'jit = off', 'enable_seqscan = off']
  const limit = `statement_timeout = ${timeoutMs}`
  for (const setting of [...plans, limit]) {
    const statement = `alter role ${role} in database ${database} set ${setting}`
    try {
      await ask(statement)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (setting === limit && !(await isBounded(db, timeoutMs)))
        throw new Error(
          `The database refuses to limit the time of its statements. Have an administrator run: ${statement}`,
        )
    }
  }
}

/** Checks that sessions begin with a limit at least as strict, whoever set it. */
async function isBounded(db: Database, timeoutMs: number): Promise<boolean> {
  if (timeoutMs === 0) return true
  const { rows } = await sql<{ ms: number }>`
    select reset_val::int as ms from pg_settings where name = 'statement_timeout'`.execute(db)
  return rows[0] !== undefined && rows[0].ms > 0 && rows[0].ms <= timeoutMs
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
