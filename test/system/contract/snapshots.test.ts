import { expect, test } from 'vitest'
import { readSources, type Source } from './floors.ts'

/** Inserts into the endpoints' table, or into a table known only at run time: no trigger sees them. */
const writes = /insertInto\('endpoint'\)|insert into (?:endpoint\b|"endpoint"|\$\{sql\.(?:table|ref)\()/
const refreshes = /\brefreshSnapshots?\(/
const store = 'src/registry/endpoints/store.ts'
/** Inserts into tables that are known only when it runs, and none of them is the endpoints'. */
const elsewhere: string[] = ['src/registry/import/store.ts']

/** The top-level functions of a file, each with what stands above it. */
const functionsOf = (text: string): string[] => text.split(/(?<=^\}\n)/m)

/** Endpoints that are inserted outside their store, or in it by a function that leaves the snapshot as it was. */
const careless = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    functionsOf(text)
      .filter(
        (code) =>
          writes.test(code) &&
          !elsewhere.includes(path) &&
          (path !== store || !refreshes.test(code.slice(code.search(writes)))),
      )
      .map(() => path),
  )

test('endpoints are inserted by their store alone, which refreshes the snapshot of their identities', () => {
  const sources = readSources()
  expect(careless(sources)).toEqual([])
  const text = sources.find(({ path }) => path === store)!.text
  expect(functionsOf(text).filter((code) => writes.test(code))).toHaveLength(2)
})

test('no other writer refreshes a snapshot: only the rotation of its keys, and the repair', () => {
  const callers = readSources().filter(({ text }) => refreshes.test(text.replace(/function refreshSnapshots?\(/, '')))
  expect(callers.map(({ path }) => path)).toEqual([
    'src/registry/endpoints/snapshot-store.ts',
    store,
    'src/vault/rotation/reencrypt.ts',
  ])
})

test('one file alone writes snapshots', () => {
  const writers = readSources().filter(({ text }) => /\bset\s+snapshot\b|\.set\(\{[^}]*\bcard\b/.test(text))
  expect(writers.map(({ path }) => path)).toEqual(['src/registry/endpoints/snapshot-store.ts'])
})

test.each([
  [store, "export function add(db) {\n  db.insertInto('endpoint').values(row)\n}\n"],
  [store, 'export async function add(db) {\n  await sql`insert into endpoint (id) values (1)`\n}\n'],
  [store, "async function add(db) {\n  await refreshSnapshots(db, ids)\n  db.insertInto('endpoint')\n}\n"],
  [
    store,
    "function add(db) {\n  db.insertInto('endpoint')\n}\n\nfunction other(db) {\n  refreshSnapshots(db, ids)\n}\n",
  ],
  [
    'src/registry/x.ts',
    "async function add(db) {\n  db.insertInto('endpoint')\n  await refreshSnapshots(db, ids)\n}\n",
  ],
  [store, 'export const adding = () => {\n  return [sql`insert into endpoint (id) values (1)`]\n}\n'],
])('a seeded writer that goes past the store or leaves the snapshot is caught: %s %s', (path, text) => {
  expect(careless([{ path, text }])).toEqual([path])
})
