import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EmbeddedPostgres } from '../../src/postgres/embedded.ts'
import { withClient } from './admin.ts'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())

/** Every place of a PostgreSQL that keeps something, read again: its log, a dump, its files and its log of changes. */
export async function placesOf(postgres: EmbeddedPostgres): Promise<Map<string, Buffer[]>> {
  const home = dirname(postgres.location.dataDir)
  const tables = await withClient(postgres.url, async (client) => {
    await client.query('checkpoint')
    const { rows } = await client.query(
      `select tablename from pg_tables where schemaname = 'public' order by tablename`,
    )
    const names = rows.map(({ tablename }) => tablename as string)
    for (const name of names) await client.query(`copy (select * from "${name}") to '${join(home, `${name}.dump`)}'`)
    return names
  })
  const files = filesBelow(postgres.location.dataDir)
  const isWal = (path: string) => path.includes('/pg_wal/')
  const read = (paths: string[]) => paths.map((path) => readFileSync(path))
  return new Map([
    ['PostgreSQL’s log', read([postgres.logFile])],
    ['dump', read(tables.map((name) => join(home, `${name}.dump`)))],
    ['data files', read(files.filter((path) => !isWal(path)))],
    ['WAL', read(files.filter(isWal))],
  ])
}
