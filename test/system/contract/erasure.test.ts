import { expect, test } from 'vitest'
import { holders, kept } from '../../../src/registry/erasure/catalogue-store.ts'
import { sealingPurposes } from '../../../src/vault/keyring.ts'
import { sealedColumns } from '../../../src/vault/rotation/sealed-value-store.ts'
import { withClient } from '../../support/admin.ts'
import { createDatabase } from '../../support/database.ts'
import { forTests } from '../../support/server.ts'

const database = forTests(createDatabase)

/** The columns that can hold text or bytes: numbers, times, ids and yes or no say nothing of anybody. */
const speaking = `
select c.relname as table, a.attname as column from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
  and c.relname not in ('migration')
  and a.atttypid not in ('uuid'::regtype, 'uuid[]'::regtype, 'bool'::regtype, 'int2'::regtype, 'int4'::regtype, 'int8'::regtype,
    'float8'::regtype, 'timestamptz'::regtype, 'timestamptz[]'::regtype, 'xid8'::regtype)
order by 1, 2`

const columnsOf = (client: { query: (text: string) => Promise<{ rows: unknown[] }> }) =>
  client.query(speaking).then(({ rows }) => rows as { table: string; column: string }[])

/** Written by triggers from what is erased. */
const derived = new Set(['identity.snapshot'])

/** Checks that the erasure handles the column: it blanks it, or keeps it for a reason. */
function isKnown({ table, column }: { table: string; column: string }): boolean {
  const holder = holders.find((one) => one.table === table)
  if (holder && (holder.blanks === null || Object.hasOwn(holder.blanks, column))) return true
  return kept[table]?.[column] !== undefined || derived.has(`${table}.${column}`)
}

test('every column of every table that can hold text or bytes is erased, or kept for a reason', async () => {
  const columns = await withClient(database.url, columnsOf)
  expect(columns.length).toBeGreaterThan(80)
  expect(columns.filter((column) => !isKnown(column))).toEqual([])
})

test('control: a column and a table that a migration adds fail until the erasure lists them', async () => {
  const columns = await withClient(database.url, async (client) => {
    await client.query('begin')
    await client.query(
      'alter table endpoint add column note bytea; create table memo (id uuid primary key, said jsonb)',
    )
    const found = await columnsOf(client)
    await client.query('rollback')
    return found
  })
  expect(columns.filter((column) => !isKnown(column))).toEqual([
    { table: 'endpoint', column: 'note' },
    { table: 'memo', column: 'said' },
  ])
})

test('the lists have no unknown column, and none twice', async () => {
  const columns = await withClient(database.url, columnsOf)
  const there = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  // When it was verified is a time, and goes all the same.
  const erased = holders.flatMap(({ table, blanks }) => Object.keys(blanks ?? {}).map((column) => `${table}.${column}`))
  const reasons = Object.entries(kept).flatMap(([table, of]) => Object.keys(of).map((column) => `${table}.${column}`))
  const said = [...erased, ...reasons].filter((name) => name !== 'alias.verified_at')
  expect(said.filter((name) => !there.has(name))).toEqual([])
  expect(new Set(said).size).toBe(said.length)
})

test('every sealed column is erased, but for webhook secrets and kept answers', () => {
  const sealed = sealingPurposes.flatMap((purpose) => [...sealedColumns(purpose)])
  const left = sealed.filter(({ table, column }) => kept[table]?.[column] !== undefined)
  expect(left.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
    'idempotency_record.outcome',
    'webhook_secret.sealed',
  ])
})
