import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/postgres/embedded.ts'

/** What the whole run shares: one server, one migrated template database. */
export interface SharedPostgres {
  /** The server, as a superuser, in a database that nobody clones. */
  adminUrl: string
  /** The name of the migrated database that test databases are cloned from. */
  template: string
  /** The server's log; null where TEST_DATABASE_URL names a server of somebody else. */
  logFile: string | null
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: SharedPostgres
  }
}

const forgetful = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_preload_libraries: 'pg_stat_statements',
}

interface Server {
  adminUrl: string
  logFile: string | null
  close(): Promise<void>
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { adminUrl: given, logFile: null, close: async () => {} } : await startServer()
  const template = `signpost_template_${process.pid}`
  const close = async () => {
    if (given) await administer(given, `drop database if exists ${template} with (force)`)
    await server.close()
  }
  try {
    await makeTemplate(server.adminUrl, template)
  } catch (error) {
    await close()
    throw error
  }
  project.provide('postgres', { adminUrl: server.adminUrl, template, logFile: server.logFile })
  return close
}

async function startServer(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-test-'))
  await chmod(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, settings: forgetful })
  return {
    adminUrl: embedded.url,
    logFile: embedded.logFile,
    close: async () => {
      await embedded.stop()
      await rm(dirname(embedded.location.dataDir), { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(adminUrl: string, template: string): Promise<void> {
  await administer(adminUrl, `create database ${template}`)
  const url = new URL(adminUrl)
  url.pathname = `/${template}`
  const module = new URL('../../src/persistence/migrate.ts', import.meta.url)
  if (existsSync(module)) {
    const { migrate } = (await import(module.href)) as { migrate: (url: string) => Promise<void> }
    await migrate(url.href)
  }
  // A database with a connection cannot be cloned.
  await administer(adminUrl, `alter database ${template} allow_connections false`)
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
