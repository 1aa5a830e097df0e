import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../support/database.ts'
import { forTests } from '../../support/server.ts'
import { distribution, unshardable } from './sharding.ts'

let client: Client
const database = forTests(createDatabase)
beforeAll(async () => {
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(() => client.end())
beforeEach(async () => void (await client.query('begin')))
afterEach(async () => void (await client.query('rollback')))

test('every unique key holds its distribution column; no trigger on the insert path, no sequences or exclusion constraints', async () => {
  const { rows } = await client.query(`select relname from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'migration' order by 1`)
  expect(rows.map(({ relname }) => relname)).toEqual(Object.keys(distribution).sort())
  expect(await unshardable(client)).toEqual([])
})

test.each([
  [
    'a trigger on the insert path',
    `create function touch() returns trigger language plpgsql as 'begin return new; end';
     create trigger touch before insert or update on alias for each row execute function touch()`,
  ],
  ['a sequence', 'alter table event add column n bigserial'],
  ['an identity column', 'alter table event add column n integer generated always as identity'],
  ['an exclusion constraint', 'alter table endpoint add exclude using btree (identity_id with =)'],
  ['a unique key without its distribution column', 'create unique index loose on endpoint (type, address)'],
  ['a unique key over all identities', 'alter table identity add unique (display_name)'],
  ['a table that nobody distributes', 'create table stray (id uuid primary key)'],
])('control: %s is found', async (_, statement) => {
  await client.query(statement)
  expect(await unshardable(client)).toHaveLength(1)
})
