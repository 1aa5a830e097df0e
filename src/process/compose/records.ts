import type { Pool } from 'pg'
import type { Config } from '../../config/config.ts'
import { type Database, openOrm } from '../../database/orm.ts'
import { instrument } from '../../database/pool.ts'
import { createReadPool } from '../../database/read-pool.ts'
import type { Tracing } from '../../observability/tracing.ts'

/** A process stores one batch at a time; a job may purge beside it. */
const poolSize = 2

/** Opens the separate PostgreSQL of disclosure records; without one they are in the registry's database: `apart` is null. */
export async function openRecords(config: Config, registry: { db: Database; pool: Pool }, tracing: Tracing | null) {
  const {
    databaseRecordsUrl: url,
    databaseWaitMs: waitMs,
    databaseTimeoutMs: timeoutMs,
    preparedStatements: prepared,
  } = config
  if (url === undefined) return { ...registry, apart: null, close: async () => undefined }
  const orm = await openOrm(url, { poolSize, waitMs, timeoutMs, prepared })
  const db = orm.em.fork().getKysely()
  const pool = await orm.em.getDriver().getConnection().getNativeClient()
  instrument(pool, { waitMs, tracing })
  const lists = { poolSize: config.databaseListPoolSize, timeoutMs: config.databaseListTimeoutMs, waitMs, tracing }
  const readPool = createReadPool({ db, primary: pool, readIndex: null, lists })
  return {
    db,
    pool,
    apart: { readLists: readPool.readLists },
    async close() {
      await readPool.close()
      await orm.close()
    },
  }
}
