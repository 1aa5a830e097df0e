import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { inject } from 'vitest'
import { withClient } from './admin.ts'

export interface Counted<T> {
  result: T
  /** One entry per statement that PostgreSQL executed in that database, in its order; begin and commit are statements too. */
  statements: string[]
}

/**
 * Runs something and returns the statements that PostgreSQL itself executed for it in the database of `url`, whoever
 * sent them, over connections old and new; preparing and binding don't count.
 * On a server of one's own they come from its log; on that of TEST_DATABASE_URL from pg_stat_statements, unordered.
 */
export async function countStatements<T>(url: string, run: () => Promise<T>): Promise<Counted<T>> {
  const { adminUrl, logFile } = inject('postgres')
  return withClient(adminUrl, (admin) =>
    logFile ? countInLog(admin, adminUrl, logFile, url, run) : countInStatistics(admin, url, run),
  )
}

async function countInLog<T>(admin: Client, adminUrl: string, logFile: string, url: string, run: () => Promise<T>) {
  await admin.query('select pg_advisory_lock_shared(7110)')
  try {
    await switchLogging(admin, adminUrl, 'all')
    return await withClient(url, async (marker) => {
      const start = statSync(logFile).size
      const result = await run()
      const end = `end of count ${randomUUID()}`
      await marker.query(`select '${end}'`)
      const log = await readLogUntil(logFile, start, end)
      return { result, statements: executed(log, databaseOf(url), end) }
    })
  } finally {
    await admin.query('select pg_advisory_unlock_shared(7110)')
    await stopLogging(admin, adminUrl)
  }
}

// Each counter holds the lock shared; the last one to finish gets it exclusively and switches the logging off.
async function stopLogging(admin: Client, adminUrl: string): Promise<void> {
  const { rows } = await admin.query('select pg_try_advisory_lock(7110) as alone')
  if (!rows[0].alone) return
  await switchLogging(admin, adminUrl, 'none')
  await admin.query('select pg_advisory_unlock(7110)')
}

// The postmaster signals its children before it accepts another connection: once a new connection shows the setting,
// every open one obeys it from its next statement on.
async function switchLogging(admin: Client, adminUrl: string, value: 'all' | 'none'): Promise<void> {
  await admin.query(`alter system set log_statement = '${value}'`)
  await admin.query('select pg_reload_conf()')
  for (;;) {
    const shown = await withClient(adminUrl, (fresh) => fresh.query('show log_statement'))
    if (shown.rows[0].log_statement === value) return
    await pause(5)
  }
}

async function readLogUntil(logFile: string, start: number, marker: string): Promise<string> {
  for (;;) {
    const log = readFrom(logFile, start)
    if (log.includes(marker)) return log
    await pause(5)
  }
}

function readFrom(file: string, start: number): string {
  const buffer = Buffer.alloc(statSync(file).size - start)
  const descriptor = openSync(file, 'r')
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, start))
  } finally {
    closeSync(descriptor)
  }
}

// The log's lines begin with `time [process] [database] `; those that go on begin with a tab.
function executed(log: string, database: string, marker: string): string[] {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \S+ \[)/m)
  const entry = /^\S+ \S+ \S+ \[\d+\] \[(.*?)\] LOG: {2}(?:statement|execute .*?): ([\s\S]*)$/
  return entries.flatMap((text) => {
    const [, where, statement] = entry.exec(text) ?? []
    if (where !== database || !statement || statement.includes(marker)) return []
    return [statement.replaceAll('\n\t', '\n').trim()]
  })
}

interface Tally {
  id: string
  query: string
  calls: number
}

async function countInStatistics<T>(admin: Client, url: string, run: () => Promise<T>): Promise<Counted<T>> {
  const before = new Map((await firstTallies(admin, url)).map(({ id, calls }) => [id, calls]))
  const result = await run()
  const statements = (await tallies(admin, url)).flatMap(({ id, query, calls }) =>
    Array<string>(calls - (before.get(id) ?? 0)).fill(query),
  )
  return { result, statements }
}

async function firstTallies(admin: Client, url: string): Promise<Tally[]> {
  try {
    await admin.query('create extension if not exists pg_stat_statements')
    return await tallies(admin, url)
  } catch (cause) {
    throw new Error('Counting statements on the server of TEST_DATABASE_URL needs pg_stat_statements there', { cause })
  }
}

async function tallies(admin: Client, url: string): Promise<Tally[]> {
  const { rows } = await admin.query<Tally>(
    `select s.queryid || '/' || s.userid as id, s.query, s.calls::int
     from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = $1 and s.toplevel`,
    [databaseOf(url)],
  )
  return rows
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}
