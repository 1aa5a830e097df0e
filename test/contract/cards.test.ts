import { expect, test } from 'vitest'
import { readSources, type Source } from './floors.ts'

/** What inserts a row into the endpoints' table, or into a table that is known only when it runs: no trigger sees it. */
const writes = /insertInto\('endpoint'\)|insert into (?:endpoint\b|"endpoint"|\$\{sql\.(?:table|ref)\()/g
const refreshes = /\brefreshCards\(/g
const occurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Files that insert endpoints more often than they refresh cards. */
const careless = (sources: readonly Source[]): string[] =>
  sources.filter(({ text }) => occurrences(text, writes) > occurrences(text, refreshes)).map(({ path }) => path)

test('whatever inserts an endpoint refreshes its card', () => {
  const sources = readSources()
  expect(careless(sources)).toEqual([])
  const writers = sources.filter(({ text }) => occurrences(text, writes) > 0).map(({ path }) => path)
  expect(writers).toEqual(['src/maintenance/import/store.ts', 'src/registry/endpoints/service.ts'])
})

test('one file alone writes cards', () => {
  const writers = readSources().filter(({ text }) => /\bset\s+card\b|\.set\(\{[^}]*\bcard\b/.test(text))
  expect(writers.map(({ path }) => path)).toEqual(['src/registry/endpoints/snapshot-store.ts'])
})

test('a planted writer without a refresh is caught', () => {
  for (const text of [
    "db.insertInto('endpoint').values(row)",
    'await sql`insert into endpoint (id) values (1)`',
    "await refreshCards(db, ids); db.insertInto('endpoint'); db.insertInto('endpoint')",
  ]) {
    expect(careless([{ path: 'src/planted.ts', text }])).toEqual(['src/planted.ts'])
  }
})
