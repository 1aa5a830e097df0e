import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EmbeddedPostgres } from '../../src/postgres/embedded.ts'
import { withClient } from './admin.ts'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())

/**
 * All files below a folder. PostgreSQL makes and renames files as it works: when one went between the list and its reading, all of
 * them are listed and read again, so that what it became is not left out.
 */
function readBelow(folder: string, attempts = 20): Map<string, Buffer> {
  try {
    return new Map(filesBelow(folder).map((path) => [path, readFileSync(path)]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts === 1) throw error
    return readBelow(folder, attempts - 1)
  }
}

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
  const files = [...readBelow(postgres.location.dataDir)]
  const filesOf = (isWal: boolean) =>
    files.filter(([path]) => path.includes('/pg_wal/') === isWal).map(([, bytes]) => bytes)
  const read = (paths: string[]) => paths.map((path) => readFileSync(path))
  return new Map([
    ['PostgreSQL’s log', read([postgres.logFile])],
    ['dump', read(tables.map((name) => join(home, `${name}.dump`)))],
    ['data files', filesOf(false)],
    ['WAL', filesOf(true)],
  ])
}
