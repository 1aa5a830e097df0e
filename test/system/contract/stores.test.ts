import { expect, test } from 'vitest'
import { readSources, type Source } from './floors.ts'

/** Files that may contain SQL: the stores of the nouns, and what they stand on. */
const isStore = (path: string): boolean => /^src\/database\/|\/(?:[\w-]+-)?store\.ts$/.test(path)

/** An import that brings more than types. */
const isValue = (clause: string): boolean =>
  !/^type\s/.test(clause) && !/^\{(?:\s*type\s+[\w\s]+,?)*\s*\}$/.test(clause.trim())

const drivers = /\b(?:import|export)\s+([^;'"]*?)\s*from\s*['"](?:kysely|pg|@mikro-orm\/[\w-]+)['"]/g
const lateDrivers = /\b(?:import|require)\s*\(\s*['"](?:kysely|pg|@mikro-orm\/[\w-]+)['"]/
const builders =
  /\.\s*(?:selectFrom|updateTable|insertInto|deleteFrom|replaceInto|mergeInto)\s*\(|\b(?:pool|client|db|trx)\s*\.\s*query\s*(?:<[^(;]*>)?\(/
const templates = /\bsql\s*(?:<[^`;]*?>)?\s*`|\bsql\s*\.\s*(?:raw|ref|table|lit|join|id)\b/

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

/** Files with SQL that are no store. */
function strays(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isStore(path))
    .filter(({ text }) => {
      const code = withoutComments(text)
      const importsDriver = [...code.matchAll(drivers)].some(([, clause]) => isValue(clause!))
      return importsDriver || lateDrivers.test(code) || builders.test(code) || templates.test(code)
    })
    .map(({ path }) => path)
}

test('SQL is in the stores of the nouns and in the database folder alone', () => {
  const sources = readSources()
  expect(strays(sources)).toEqual([])
  const stores = sources.filter(({ path, text }) => isStore(path) && (templates.test(text) || builders.test(text)))
  expect(stores.length).toBeGreaterThan(25)
})

test.each([
  "import { sql } from 'kysely'",
  "import { type RawBuilder, sql } from 'kysely'",
  "import {\n  type RawBuilder,\n  sql,\n} from 'kysely'",
  "import pg from 'pg'",
  "import { Client, type Pool } from 'pg'",
  "import * as kysely from 'kysely'",
  "export { sql } from 'kysely'",
  "const { sql } = await import('kysely')",
  "import { MikroORM } from '@mikro-orm/postgresql'",
  "db.selectFrom('alias')",
  "db\n    .updateTable('alias')",
  "change.db.insertInto('alias').values(row)",
  "trx.deleteFrom('node')",
  'await sql`select 1`.execute(db)',
  'await sql<{ id: string }>`select 1`.execute(db)',
  "await pool.query('select 1')",
  'await client.query<{ id: string }>(`select 1`)',
  "const side = sql.ref('t.owner_id')",
])('seeded SQL outside a store is caught: %s', (text) => {
  expect(strays([{ path: 'src/registry/aliases/service.ts', text }])).toHaveLength(1)
  expect(strays([{ path: 'src/registry/restore.ts', text }])).toHaveLength(1)
  expect(strays([{ path: 'src/registry/aliases/store.ts', text }])).toEqual([])
  expect(strays([{ path: 'src/registry/aliases/reservation-store.ts', text }])).toEqual([])
  expect(strays([{ path: 'src/database/clock.ts', text }])).toEqual([])
})

test('types of the drivers may be named anywhere', () => {
  for (const text of ["import type { Pool } from 'pg'", "import { type Kysely, type RawBuilder } from 'kysely'"]) {
    expect(strays([{ path: 'src/process/compose/context.ts', text }])).toEqual([])
  }
})
