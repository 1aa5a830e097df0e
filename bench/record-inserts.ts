// npm run bench -- record-inserts
//
// What the insert of a disclosure record costs PostgreSQL, in this version and in 0.1: processor time and bytes of log by
// record, over tables of the same size, in rounds that take turns. Then a month of records is dropped, by retention.

import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../src/database/migrate.ts'
import { openOrm } from '../src/database/orm.ts'
import { timedId } from '../src/kernel/timed-id.ts'
import { appendDisclosureRecords } from '../src/resolution/disclosures/copy-store.ts'
import type { NewDisclosureRecord } from '../src/resolution/disclosures/store.ts'
import { administer, onDatabase } from '../test/support/admin.ts'
import { startKeeper } from '../test/support/keeper.ts'
import { startPrimary } from '../test/support/replication.ts'
import { processorTime, spentBetween } from './load/processor-time.ts'

const rounds = Number(process.env.ROUNDS ?? 7)
const batches = Number(process.env.BATCHES ?? 200)
const prefill = Number(process.env.PREFILL ?? 2_000_000)
const batchSize = 250
const identities = 100_000

const { scratch, stop: stopKeeper } = await startKeeper({ scratchOnly: true })
const ends: (() => unknown)[] = []

type Insert = (records: readonly NewDisclosureRecord[]) => Promise<unknown>
type Arm = { name: string; url: string; insert: Insert }
type Cost = { us: number; bytes: number; ms: number }

const formerInsert = `
insert into disclosure_record
  (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, grant_id, request_id, created_at)
select id, livemode, identity_id, consumer_id, alias_id, endpoint_ids::uuid[], grant_id, request_id,
  now() - age_ms * interval '1 millisecond'
from unnest($1::uuid[], $2::bool[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::uuid[], $9::float8[])
  as d (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, grant_id, request_id, age_ms)
on conflict (id) do nothing`

const literal = (values: readonly unknown[]) => `{${values.map((value) => value ?? 'null').join(',')}}`

/** As 0.1 did: random ids, and the statement and the indexes that it had. */
async function former(url: string): Promise<Arm> {
  const orm = await openOrm(url)
  await orm.migrator.up({ migrations: ['Migration20261121000000_registry'] })
  await orm.close()
  const client = new Client({ connectionString: url })
  await client.connect()
  ends.unshift(() => client.end())
  const insert: Insert = (records) =>
    client.query({
      name: 'insert-disclosure-records',
      text: formerInsert,
      values: [
        ...(['id', 'livemode', 'identityId', 'consumerId', 'aliasId'] as const).map((name) =>
          literal(records.map((record) => record[name])),
        ),
        `{${records.map(({ endpointIds }) => `"${literal(endpointIds)}"`).join(',')}}`,
        literal(records.map(({ grantId }) => grantId)),
        literal(records.map(({ requestId }) => requestId)),
        literal(records.map(() => 0)),
      ],
    })
  return { name: '0.1', url, insert }
}

async function current(url: string): Promise<Arm> {
  await migrate(url)
  const orm = await openOrm(url, { poolSize: 1, prepared: true })
  ends.unshift(() => orm.close())
  const db = orm.em.fork().getKysely()
  const pool = await orm.em.getDriver().getConnection().getNativeClient()
  return { name: 'this version', url, insert: (records) => appendDisclosureRecords({ db, pool }, records, false) }
}

const identityOf = (n: string) => `md5('identity' || ${n})::uuid`

/** Records of the last month, in the order of their time: as deep as the indexes are in use. */
const fill = ({ url, name }: Arm) =>
  administer(
    url,
    `insert into disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, request_id, created_at)
     select ${name === '0.1' ? 'gen_random_uuid()' : `overlay(gen_random_uuid()::text placing substr(t, 1, 8) || '-' || substr(t, 9, 4) || '-7' from 1 for 15)::uuid`},
       true, ${identityOf(`(random() * ${identities})::int`)}, gen_random_uuid(), gen_random_uuid(), array[gen_random_uuid(), gen_random_uuid()],
       gen_random_uuid(), at
     from (select at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as t
       from (select greatest(date_trunc('month', now(), 'UTC'), now() - n * interval '1 second') as at
         from generate_series(${prefill}, 1, -1) n) n) x`,
  )

let known: string[] = []
function batch(isFormer: boolean): NewDisclosureRecord[] {
  const now = Date.now()
  const random = () => known[Math.floor(Math.random() * known.length)]!
  return Array.from({ length: batchSize }, () => ({
    id: isFormer ? randomUUID() : timedId(randomUUID(), now),
    livemode: true,
    identityId: random(),
    consumerId: randomUUID(),
    aliasId: randomUUID(),
    endpointIds: [randomUUID(), randomUUID()],
    grantId: null,
    requestId: randomUUID(),
    kind: 'resolve',
    verdict: null,
    createdAt: new Date(now),
  }))
}

async function ask<Row>(url: string, text: string): Promise<Row> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows[0] as Row)
    .finally(() => client.end())
}

const walOf = async (url: string) =>
  Number((await ask<{ at: string }>(url, "select (pg_current_wal_insert_lsn() - '0/0')::text as at")).at)

async function measure({ name, url, insert }: Arm, server: Parameters<typeof processorTime>[0]): Promise<Cost> {
  const made = Array.from({ length: batches }, () => batch(name === '0.1'))
  const [before, wal, began] = [await processorTime(server), await walOf(url), performance.now()]
  for (const records of made) await insert(records)
  const ms = performance.now() - began
  const count = batches * batchSize
  const us = (spentBetween(before, await processorTime(server)) * 1_000) / count
  return { us, bytes: ((await walOf(url)) - wal) / count, ms: ms / batches }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function dropMonth({ url }: Arm): Promise<void> {
  const { name } = await ask<{ name: string }>(
    url,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'disclosure_record'::regclass order by pg_relation_size(c.oid) desc limit 1`,
  )
  const { n } = await ask<{ n: string }>(url, `select count(*)::text as n from ${name}`)
  const began = performance.now()
  await administer(url, `alter table disclosure_record detach partition ${name}; drop table ${name}`)
  console.log(`A month of ${n} records is dropped in ${(performance.now() - began).toFixed(0)} ms.`)
}

try {
  const settings = { max_wal_size: '8GB', checkpoint_timeout: '1h', shared_buffers: '1GB', autovacuum: 'off' }
  const server = await startPrimary(scratch, 'records', settings)
  ends.unshift(server.stop)
  const admin = onDatabase(server.url, 'postgres')
  for (const name of ['former', 'present']) await administer(admin, `create database ${name}`)
  const arms = [await former(onDatabase(server.url, 'former')), await current(onDatabase(server.url, 'present'))]
  known = (
    await ask<{ ids: string[] }>(
      admin,
      `select array_agg(${identityOf('n')}::text) as ids from generate_series(1, ${identities}) n`,
    )
  ).ids
  for (const arm of arms) await fill(arm)
  await administer(admin, 'checkpoint')
  const costs = new Map<Arm, Cost[]>(arms.map((arm) => [arm, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const arm of arms.toSorted(() => Math.random() - 0.5)) {
      const cost = await measure(arm, server)
      if (round > 0) costs.get(arm)!.push(cost)
    }
  }
  console.log(`${prefill} records before; ${rounds} rounds of ${batches} batches of ${batchSize}, in turns`)
  console.log(
    '| | µs of PostgreSQL by record | against 0.1 (min–max) | bytes of log | ms a batch |\n|---|---|---|---|---|',
  )
  const base = costs.get(arms[0]!)!
  for (const arm of arms) {
    const mine = costs.get(arm)!
    const ratios = mine.map(({ us }, round) => us / base[round]!.us)
    const of = (name: keyof Cost, digits: number) => median(mine.map((cost) => cost[name])).toFixed(digits)
    console.log(
      `| ${arm.name} | ${of('us', 1)} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}) | ${of('bytes', 0)} | ${of('ms', 1)} |`,
    )
  }
  await dropMonth(arms[1]!)
} finally {
  for (const end of ends) await Promise.resolve(end()).catch(() => undefined)
  await stopKeeper()
}
