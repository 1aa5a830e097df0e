import { beforeAll, expect, test } from 'vitest'
import { importValues } from '../../support/importing.ts'
import { query, registryForTests } from '../../support/registry.ts'

const { server, owner } = registryForTests()
beforeAll(async () => {
  await server.query`create extension if not exists pg_stat_statements`
  // As in a first import, the planner has no statistics yet.
  for (const table of ['identity', 'alias', 'alias_reservation', 'endpoint'])
    await query(server, `alter table ${table} set (autovacuum_enabled = off)`)
})

const person = (name: string) => [
  { object: 'identity', ref: name, type: 'user' },
  { object: 'alias', ref: name, identity: name, type: 'username', value: `@${name}`, is_primary: true },
  { object: 'alias', identity: name, type: 'email', value: `${name}@example.com` },
  { object: 'endpoint', ref: name, identity: name, type: 'bank_account', address: 'DE89370400440532013000' },
]
const people = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => person(`${prefix}.${n + 1}x`)).flat()

/** Counts the blocks that read-only statements touched, those that lock included. */
async function blocksRead(): Promise<number> {
  const rows = await query<{ blocks: number }>(
    server,
    String.raw`select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as blocks from pg_stat_statements
      where toplevel and dbid = (select oid from pg_database where datname = current_database())
        and query like '%unnest(%' and query !~* '\m(insert into|delete from|set)\M'`,
  )
  return rows[0]!.blocks
}

async function blocksALine(values: readonly unknown[], { consumerId } = owner): Promise<number> {
  const before = await blocksRead()
  const { report } = await importValues(server, consumerId, values, { batchSize: 1_000 })
  expect(report).toMatchObject({ rejected: 0, lines: values.length })
  return ((await blocksRead()) - before) / values.length
}

test('a line of an import costs no more reads because the owner has many records that nobody counted', async () => {
  const file = people('held', 2_500)
  await importValues(server, owner.consumerId, file, { batchSize: 1_000 })
  // An index has three levels at most, and a line is searched under its reference, its name and its identity's reference.
  expect(await blocksALine(people('more', 50))).toBeLessThan(20)
  expect(await blocksALine(file.slice(0, 400))).toBeLessThan(20)
})

test('nor because the rows were counted while none named its owner, as an older version left them', async () => {
  await server.query`alter table endpoint disable trigger user`
  await server.query`update endpoint set consumer_id = null, external_reference = null, reference_hash = null`
  await server.query`alter table endpoint enable trigger user`
  for (const count of ['reindex table endpoint', 'vacuum analyze endpoint']) await query(server, count)
  const late = await server.key({ consumer: 'late' })
  await importValues(server, late.consumerId, people('late', 50), { batchSize: 1_000 })
  // As many more as make the index of references one level deeper than those that look as good.
  await query(
    server,
    `insert into endpoint select (jsonb_populate_record(e, jsonb_build_object(
        'id', gen_random_uuid(), 'reference_hash', '\\x' || md5(random()::text) || md5(random()::text)))).*
      from endpoint e, generate_series(1, 400) where consumer_id = '${late.consumerId}'`,
  )
  expect(await blocksALine(people('later', 50), late)).toBeLessThan(20)
})
