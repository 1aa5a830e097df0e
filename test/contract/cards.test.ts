import { expect, test } from 'vitest'
import { readSources, type Source } from './floors.ts'

/** What changes a row of the endpoints' table, or of a table that is known only when it runs. */
const writes =
  /(?:insertInto|updateTable|deleteFrom)\('endpoint'\)|(?:insert into|update|delete from|truncate) (?:endpoint\b|"endpoint"|\$\{sql\.(?:table|ref)\()/g
const refreshes = /\brefreshCards\(/g
const occurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Files that change endpoints more often than they refresh cards. */
const careless = (sources: readonly Source[]): string[] =>
  sources.filter(({ text }) => occurrences(text, writes) > occurrences(text, refreshes)).map(({ path }) => path)

test('whatever writes an endpoint refreshes its card', () => {
  const sources = readSources()
  expect(careless(sources)).toEqual([])
  const writers = sources.filter(({ text }) => occurrences(text, writes) > 0).map(({ path }) => path)
  expect(writers).toEqual([
    'src/persistence/import-batches.ts',
    'src/persistence/sealed-values.ts',
    'src/services/closing.ts',
    'src/services/endpoints.ts',
  ])
})

test('one file alone writes cards', () => {
  const writers = readSources().filter(({ text }) => /\bset\s+card\b|\.set\(\{[^}]*\bcard\b/.test(text))
  expect(writers.map(({ path }) => path)).toEqual(['src/persistence/cards.ts'])
})

test('a planted writer without a refresh is caught', () => {
  for (const text of [
    "db.updateTable('endpoint').set({ status })",
    'await sql`update endpoint set status = 1`',
    'await sql`delete from endpoint where id = 1`',
    "await refreshCards(db, ids); db.insertInto('endpoint'); db.deleteFrom('endpoint')",
  ]) {
    expect(careless([{ path: 'src/planted.ts', text }])).toEqual(['src/planted.ts'])
  }
})
