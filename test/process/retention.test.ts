import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forTests, startTestServer } from '../support/server.ts'
import { readRepo } from '../system/contract/observing.ts'

const server = forTests(startTestServer)

const jobs = () => server.app.jobs
const run = (name: string) =>
  jobs()
    .find((job) => job.name === name)!
    .run()
const query = <T>(text: string) => sql.raw<T>(text).execute(server.app.db)
const idsOf = async (table: string, key: string) =>
  (await query<{ id: string }>(`select ${key} as id from ${table} order by 1`)).rows.map(({ id }) => id)
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The cells of the table under "How long things are kept": its tables, and what removes their rows. */
const rows = readRepo('docs/how-to/operations.md')
  .split('## How long things are kept')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([a-z_-]+)`/g)].map(([, name]) => name!)))
const listed = rows.flatMap((cells) => cells[1]!)
const removers = rows.flatMap((cells) => cells[3]!)

test('every table of the schema has a retention', async () => {
  const { rows: tables } = await query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace",
  )
  expect([...listed].sort()).toEqual(tables.map(({ name }) => name).sort())
})

test('every purge is a job with a name of one style, and the table of retention names them all', () => {
  const names = jobs().map(({ name }) => name)
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/)
  expect(new Set(names).size).toBe(names.length)
  expect([...new Set(removers)].sort()).toEqual(names.filter((name) => name.startsWith('purge-')).sort())
})

const aged = [
  {
    table: 'idempotency_record',
    job: 'purge-idempotency-records',
    insert: (ids: string, age: string) => `
      insert into idempotency_record (id, consumer_id, livemode, key, fingerprint, outcome, expires_at)
      select q.id, (select id from consumer limit 1), false, q.id::text, '', '', now() + interval '24 hours' - interval '${age}'
      from ${ids}`,
    over: '24 hours 1 second',
    kept: '23 hours',
  },
  {
    table: 'import_checkpoint',
    job: 'purge-import-checkpoints',
    insert: (ids: string, age: string) =>
      `insert into import_checkpoint (id, lines, updated_at) select id, 1, now() - interval '${age}' from ${ids}`,
    over: '31 days',
    kept: '29 days',
  },
  {
    table: 'node',
    job: 'purge-nodes',
    insert: (ids: string, age: string) =>
      `insert into node (id, opens, seals, seen_at) select id, '{}', '{}', now() - interval '${age}' from ${ids}`,
    over: '25 hours',
    kept: '23 hours',
  },
  {
    table: 'rate_bucket',
    job: 'purge-rate-buckets',
    key: 'key',
    insert: (ids: string, age: string) =>
      `insert into rate_bucket (key, tokens, updated_at) select id, 1, now() - interval '${age}' from ${ids}`,
    over: '49 hours',
    kept: '47 hours',
  },
]

test.each(aged)(
  'rows of $table are removed after their retention, and none before',
  async ({ table, job, key = 'id', insert, over, kept }) => {
    await server.key()
    const before = await idsOf(table, key)
    const series = (from: number, to: number) =>
      `(select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(${from}, ${to}) n) q`
    // More than two batches, and a row that another transaction holds meanwhile.
    await query(insert(series(1, 2_100), over))
    await query(insert(series(9_001, 9_002), kept))
    await server.app.db.transaction().execute(async (trx) => {
      await sql.raw(`select 1 from ${table} where ${key} = '${uuid(7)}' for update`).execute(trx)
      await run(job)
      expect(await idsOf(table, key)).toEqual([...before, uuid(7), uuid(9_001), uuid(9_002)].sort())
    })
    await run(job)
    expect(await idsOf(table, key)).toEqual([...before, uuid(9_001), uuid(9_002)].sort())
  },
)
