import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { administer, onDatabase } from './admin.ts'
import { startKeeper } from './keeper.ts'
import { type Pooler, startPooler } from './pgbouncer.ts'
import { reach } from './pooler.ts'

/** Resources that the whole run shares: one server, one migrated template database, one scratch folder. */
export interface SharedPostgres {
  /** The server, as a superuser, in a database that is never cloned. */
  adminUrl: string
  /** The name of the migrated database that test databases are cloned from. */
  template: string
  /** The server's log; null where TEST_DATABASE_URL names a server of somebody else. */
  logFile: string | null
  /** The port of the PgBouncer before it, which `TEST_POOLER` asks for. */
  pooler: number | null
  /** A folder that PostgreSQL's user can enter; it is removed, and every server below it stopped, when the run ends. */
  scratch: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: SharedPostgres
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const kept = await startKeeper({ scratchOnly: given !== undefined })
  const { TEST_TEMPLATE: madeBefore } = process.env
  const template = madeBefore ?? `signpost_template_${process.pid}`
  let pooler: Pooler | undefined
  const close = async () => {
    await pooler?.stop()
    if (given && !madeBefore) await administer(given, `drop database if exists ${template} with (force)`)
    await kept.stop()
  }
  try {
    const adminUrl = given ?? kept.adminUrl!
    if (process.env.TEST_POOLER) pooler = await startPooler(adminUrl, join(kept.scratch, 'pooler'))
    const { logFile, scratch } = kept
    const shared = { adminUrl, template, logFile, scratch, pooler: pooler?.port ?? null }
    if (!madeBefore) await makeTemplate(shared)
    project.provide('postgres', shared)
  } catch (error) {
    await close()
    throw error
  }
  return close
}

/** Makes the database that test databases are cloned from. Runs on one server may share it: `TEST_TEMPLATE` names it. */
export async function makeTemplate(shared: Pick<SharedPostgres, 'adminUrl' | 'template' | 'pooler'>): Promise<void> {
  const { adminUrl, template } = shared
  await administer(adminUrl, `create database ${template}`)
  const module = new URL('../../src/database/migrate.ts', import.meta.url)
  if (existsSync(module)) {
    const { migrate } = (await import(module.href)) as { migrate: (url: string) => Promise<void> }
    await migrate(reach(onDatabase(adminUrl, template), shared).DATABASE_URL!)
  }
  // A database with a connection cannot be cloned.
  await administer(adminUrl, `alter database ${template} allow_connections false`)
  await administer(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
}
