import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { advisoryLocks } from '../../database/engine.ts'
import { type Database, openOrm } from '../../database/orm.ts'
import { withClient } from '../../database/probe.ts'

const timeoutMs = 5_000

/** Runs `work` while no other process does the same. The lock ends with the connection, however this process ends. */
export const withRotationLock = <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, keepAlive: true }, async (lock) => {
    await take(lock)
    const orm = await openOrm(url, { poolSize: 2 })
    try {
      return await work(orm.em.fork().getKysely())
    } finally {
      await orm.close()
    }
  })

/** Takes the lock if no rotation is running: none can begin before the caller's transaction ends. */
export async function tryRotationLock(trx: Database): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.rotation}) as taken`.execute(trx)
  return rows[0]!.taken
}

/**
 * A transaction holds the lock, so that a pooler keeps its connection for it. It has no snapshot, so vacuum is not
 * delayed.
 */
async function take(lock: pg.Client): Promise<void> {
  await lock.query('begin')
  await lock.query("select set_config('idle_in_transaction_session_timeout', '0', true)")
  for (const deadline = Date.now() + timeoutMs; ; await pause(100)) {
    const { rows } = await lock.query('select pg_try_advisory_xact_lock($1) as taken', [advisoryLocks.rotation])
    if (rows[0].taken) return
    if (Date.now() > deadline) throw new Error('Another re-encryption is running.')
  }
}
