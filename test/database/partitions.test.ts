import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { partitionsFinding } from '../../src/cli/operate/doctor/findings.ts'
import { readConfig } from '../../src/config/config.ts'
import {
  coveredUntil,
  isPast,
  lacking,
  leastAheadMs,
  partitioned,
  partitionedTables,
  partitionOf,
  wantedPartitions,
} from '../../src/database/partitions/rules.ts'
import {
  dropPartitionsOlderThan,
  inPartitionsOf,
  makePartitionsAhead,
  readAhead,
  readPartitions,
} from '../../src/database/partitions/store.ts'
import { timedId, timeOfId } from '../../src/kernel/id.ts'
import { withRotationLock } from '../../src/vault/rotation/lock-store.ts'
import { webhookLimits } from '../../src/webhooks/rules.ts'
import { withClient } from '../support/admin.ts'
import { freshName, registryForTests, registryOf } from '../support/registry.ts'
import { metricsToken, scrape } from '../support/scrape.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'
import { readRules } from '../system/contract/observing.ts'

const moments = fc.date({ min: new Date('1990-01-01Z'), max: new Date('2150-01-01Z'), noInvalidDate: true })
const tables = fc.constantFrom(...partitionedTables)

describe('the span of a partition', () => {
  test('contains the time, begins with a month or a Monday in UTC, and has a unique name', () => {
    fc.assert(
      fc.property(tables, moments, moments, (table, at, other) => {
        const one = partitionOf(table, at)
        expect(one.starts <= at && at < one.ends).toBe(true)
        expect(one.starts.getTime() % 86_400_000).toBe(0)
        if (partitioned[table].step === 'month') expect(one.starts.getUTCDate()).toBe(1)
        else expect(one.starts.getUTCDay()).toBe(1)
        const second = partitionOf(table, other)
        expect(second.name === one.name).toBe(second.starts.getTime() === one.starts.getTime())
      }),
    )
  })

  test('those that are wanted follow one another without a gap, three weeks ahead and more', () => {
    fc.assert(
      fc.property(tables, moments, (table, now) => {
        const wanted = wantedPartitions(table, now)
        const current = wanted.findIndex(({ starts, ends }) => starts <= now && now < ends)
        expect(wanted).toHaveLength(current + 1 + partitioned[table].ahead)
        for (const [n, { starts }] of wanted.slice(1).entries()) expect(starts).toEqual(wanted[n]!.ends)
        expect(coveredUntil(wanted, now)).toEqual(wanted.at(-1)!.ends)
        expect(coveredUntil(wanted, now).getTime() - now.getTime()).toBeGreaterThan(leastAheadMs)
        expect(lacking(wanted, wanted.slice(1))).toEqual(wanted.slice(0, 1))
        // A gap ends what there is, whatever follows it.
        expect(coveredUntil(wanted.toSpliced(current + 1, 1), now)).toEqual(wanted[current]!.ends)
        expect(coveredUntil(wanted.toSpliced(current, 1), now)).toEqual(now)
      }),
    )
  })

  test('includes the time of nodes whose clock is behind, with any retention, and none is made twice', () => {
    for (const [name, value] of Object.entries({ DISCLOSURE_RETENTION_DAYS: '0', AUDIT_RETENTION_DAYS: '59' }))
      expect(() => readConfig({ ...testEnvironment, [name]: value })).toThrow(name)
    const least = { disclosure_record: 1, request_record: 7, event: 60, audit_subject: 60 } as Record<string, number>
    fc.assert(
      fc.property(tables, moments, fc.integer({ min: 0, max: 86_400_000 }), (table, now, agoMs) => {
        const wanted = wantedPartitions(table, now)
        const retention = least[table] ?? webhookLimits.retentionDays
        expect(wanted.filter((one) => isPast(one, now, retention))).toEqual([])
        const ago = new Date(now.getTime() - agoMs)
        expect(wanted.filter(({ starts, ends }) => starts <= ago && ago < ends)).toHaveLength(1)
        expect(wanted.map(({ name }) => name)).toEqual([...new Set(wanted.map(({ name }) => name))])
      }),
    )
  })
})

test('is read from a timed id, and from no random id', () => {
  const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  fc.assert(
    fc.property(times, fc.uuid({ version: 4 }), (ms, random) => {
      expect(timeOfId(timedId(random, ms))).toBe(ms)
      expect(timeOfId(random)).toBeNull()
    }),
  )
})

const encryptionKey = randomBytes(32)
const { server, owner } = registryForTests({ encryptionKey, env: { METRICS_TOKEN: metricsToken } })

const db = () => server.app.db
const names = async () => (await readPartitions(db())).map(({ name }) => name).sort()
/** Drops all partitions, referencing tables before referenced ones. */
const dropAll = async () => {
  const present = await readPartitions(db())
  for (const table of partitionedTables.toReversed()) {
    for (const { name } of present.filter((one) => one.table === table)) {
      await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)}`.execute(db())
      await sql`drop table ${sql.table(name)}`.execute(db())
    }
  }
}
const makingJob = () => server.app.jobs.find(({ name }) => name === 'make-partitions')!

test('a migrated database has those of now and of the time ahead, and no default partition', async () => {
  const now = new Date()
  const wanted = partitionedTables.flatMap((table) => wantedPartitions(table, now).map(({ name }) => name))
  expect(await names()).toEqual(expect.arrayContaining(wanted))
  const { rows } = await sql`select 1 from pg_partitioned_table where partdefid <> 0`.execute(db())
  expect(rows).toEqual([])
})

test('no partition is dropped by a read of other tables: no foreign key names a partitioned table', async () => {
  const { rows } = await sql`
    select conname from pg_constraint f join pg_class c on c.oid = f.confrelid
    where f.contype = 'f' and c.relkind = 'p'`.execute(db())
  expect(rows).toEqual([])
})

test('a row of one second before the week or month is accepted, and nothing makes and drops its partition in turn', async () => {
  const week = partitionOf('event_body', new Date()).starts
  // The node's clock is behind by what takes it to the week before.
  const behindMs = Date.now() - week.getTime() + 60_000
  const late = await startTestServer({
    encryptionKey,
    database: server.database,
    clock: () => Date.now() - behindMs,
  })
  try {
    const made = await late.send('POST', '/v1/identities', { key: owner.key, body: { type: 'user' } })
    expect(made.status).toBe(201)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from event_body where created_at < ${week}`.execute(db())
    expect(rows[0]!.n).toBeGreaterThan(0)
  } finally {
    await late.close()
  }

  const before = await names()
  for (let hour = 0; hour < 3; hour++) {
    for (const name of ['purge-deliveries', 'make-partitions'])
      await server.app.jobs.find((job) => job.name === name)!.run()
    await dropPartitionsOlderThan(db(), 'disclosure_record', 1)
    expect(await makePartitionsAhead(db())).toEqual([])
    expect(await names()).toEqual(before)
  }
})

test('many that make them at once make each once, also while the table is written to', async () => {
  const before = await names()
  await dropAll()
  await withClient(server.database.url, async (writer) => {
    await writer.query('begin')
    for (const table of partitionedTables) await writer.query(`lock table ${table} in row exclusive mode`)
    const making = Promise.all(Array.from({ length: 4 }, () => makePartitionsAhead(db())))
    await expect
      .poll(async () => (await writer.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
      .toBeGreaterThan(0)
    await writer.query('commit')
    const made = (await making).flat()
    expect(made.sort()).toEqual([...new Set(made)].sort())
  })
  expect(await names()).toEqual(before)
})

test('a re-encryption under way keeps no partition from being made', async () => {
  const before = await names()
  await dropAll()
  await withRotationLock(server.database.url, () => makePartitionsAhead(db()))
  expect(await names()).toEqual(before)
})

test('after the job has stopped past the last one: disclosures wait, doctor reports it, and they are stored once it runs', async () => {
  const rule = readRules().find(({ alert }) => alert === 'SignpostPartitionsEnd')!
  const [, limit] = /signpost_partitions_ahead_seconds\) < (\d+)$/.exec(rule.expr)!
  expect(Number(limit) * 1_000).toBe(leastAheadMs)

  const mine = registryOf(server, owner)
  const { id } = await mine.identity()
  const alias = await mine.username(id, freshName())
  await mine.wallet(id)
  await dropAll()

  expect(partitionsFinding([await readAhead(db())]).state).toBe('bad')
  const metrics = await scrape(server.url)
  for (const table of partitionedTables)
    expect(metrics).toMatch(new RegExp(`^signpost_partitions_ahead_seconds\\{[^}]*table="${table}"[^}]*\\} 0$`, 'm'))
  const refused = await owner.post('/v1/identities', { type: 'user' })
  expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable'])
  expect((await mine.resolve(alias.value)).status).toBe(200)
  await expect.poll(() => server.logged.join('')).toMatch(/disclosure records are not stored yet/)

  await makingJob().run()
  const list = () => owner.get(`/v1/identities/${id}/disclosures`)
  await expect.poll(async () => (await list()).body.data.length, { timeout: 15_000 }).toBe(1)
  expect(partitionsFinding([await readAhead(db())]).state).toBe('good')
  await mine.identity()
})

test('the doctor warns below three weeks, of the table that has the least', () => {
  const day = 86_400_000
  expect(partitionsFinding([{ a: 21 * day, b: 22 * day }])).toMatchObject({ state: 'good' })
  expect(partitionsFinding([{ a: 30 * day }, { b: 21 * day - 1 }])).toMatchObject({
    state: 'warning',
    found: 'b has them for 20 days only',
  })
})

/** The partitions that a read opens. */
async function opened(condition: ReturnType<typeof inPartitionsOf>): Promise<number> {
  const { rows } = await sql<Record<string, string>>`
    explain select 1 from disclosure_record where ${condition}`.execute(db())
  const plan = rows.map((row) => Object.values(row)[0]).join('\n')
  return new Set(plan.match(/on disclosure_record_p\d+_\d+\b/g)).size
}

test('a read by ids that say their time opens their partitions alone, and one by an older id all of them', async () => {
  const now = partitionOf('disclosure_record', new Date()).starts.getTime() + 86_400_000
  const timed = timedId(randomUUID(), now)
  expect(await opened(inPartitionsOf('created_at', [timed, timedId(randomUUID(), now + 5)]))).toBe(1)
  const all = (await readPartitions(db())).filter(({ table }) => table === 'disclosure_record').length
  expect(await opened(inPartitionsOf('created_at', [timed, randomUUID()]))).toBe(all)
  expect(await opened(inPartitionsOf('created_at', []))).toBe(all)
})
