import { expect, test } from 'vitest'
import { readSources, type Source } from './floors.ts'

/** Where a transaction begins otherwise than by `inTransaction`, which runs it again when it lost to another one. */
const exceptions: Record<string, string> = {
  'src/database/retry.ts': 'it is the helper',
  'src/database/list-connections.ts': 'it reads one statement of a list, under its own limit',
  'src/database/partitions/store.ts': 'it runs itself again, also when a lock was not to be had',
  'src/registry/import/import.ts': 'a dry run reads its lines as they come, and undoes everything',
}

/** A beginning that can be undone by hand only, on a connection that holds a lock and nothing else. */
const lockHolders = ['src/database/migrate.ts', 'src/vault/rotation/lock-store.ts']

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
const begins = /\.\s*(?:transaction|startTransaction|transactional)\s*\(|['"`]\s*(?:begin|start transaction)\b/i

const strays = (sources: readonly Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) => !(path in exceptions) && !lockHolders.includes(path) && begins.test(withoutComments(text)),
    )
    .map(({ path }) => path)

test('every transaction is run again after a serialization failure', () => {
  const sources = readSources()
  expect(strays(sources)).toEqual([])
  for (const path of [...Object.keys(exceptions), ...lockHolders])
    expect(begins.test(sources.find((source) => source.path === path)!.text), path).toBe(true)
  expect(sources.filter(({ text }) => text.includes('inTransaction(')).length).toBeGreaterThan(10)
})

test.each([
  'await db.transaction().execute(work)',
  'await db\n    .transaction()\n    .execute(work)',
  'await em.transactional(work)',
  "await client.query('begin')",
  'await client.query(`BEGIN isolation level serializable`)',
  'const trx = await db.startTransaction().execute()',
])('seeded: %s is found', (text) => {
  expect(strays([{ path: 'src/consent/jobs.ts', text }])).toHaveLength(1)
})
