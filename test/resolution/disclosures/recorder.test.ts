import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { timeOfId } from '../../../src/kernel/id.ts'
import { createDisclosureRecorder, type RecorderOptions } from '../../../src/resolution/disclosures/recorder.ts'
import type { NewDisclosureRecord } from '../../../src/resolution/disclosures/store.ts'
import { withClient } from '../../support/admin.ts'
import { startTestServer } from '../../support/server.ts'

const disclosure = (n = 0) => ({
  livemode: false,
  identityId: randomUUID(),
  consumerId: randomUUID(),
  aliasId: randomUUID(),
  endpointIds: [],
  grantId: null,
  basis: 'public' as const,
  requestId: `request ${n}`,
})

/** A recorder over a database that can be away. */
function open(options: Partial<RecorderOptions> = {}) {
  const batches: (readonly NewDisclosureRecord[])[] = []
  const database = { isAway: false, warnings: 0, attempts: 0 }
  const recorder = createDisclosureRecorder({
    insert: async (records) => {
      database.attempts++
      await pause(1)
      if (database.isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      batches.push(records)
    },
    newId: randomUUID,
    clock: Date.now,
    synchronous: false,
    warn: () => void database.warnings++,
    flushMs: 20,
    batchSize: 10,
    capacity: 50,
    retryMs: 5,
    closeMs: 200,
    ...options,
  })
  const requests = () => batches.flat().map(({ requestId }) => requestId)
  return { recorder, batches, database, requests }
}

async function after(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await null
}

const named = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `request ${from + n}`)

describe('the recorder', () => {
  test('returns at once and stores the gathered records in one insert, with the time of the disclosure', async () => {
    let now = 1_700_000_000_000
    const { recorder, batches, requests } = open({ clock: () => now++ })
    for (let n = 0; n < 5; n++) await recorder.record([disclosure(n)])
    expect(batches).toHaveLength(0)
    await expect.poll(() => batches.length, { interval: 5 }).toBe(1)
    expect(requests()).toEqual(named(0, 5))
    const times = Array.from({ length: 5 }, (_, n) => 1_700_000_000_000 + n)
    expect(batches[0]!.map(({ createdAt }) => createdAt.getTime())).toEqual(times)
    expect(batches[0]!.map(({ id }) => timeOfId(id))).toEqual(times)
  })

  test('does not wait for the clock when a batch is full, and keeps order', async () => {
    const { recorder, batches, requests } = open({ flushMs: 60_000 })
    for (let n = 0; n < 25; n++) await recorder.record([disclosure(n)])
    await expect.poll(() => batches.length, { interval: 5 }).toBe(3)
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(requests()).toEqual(named(0, 25))
  })

  test('catches up in larger batches, and keeps order, when the database was away', async () => {
    const { recorder, batches, database, requests } = open({ flushMs: 60_000, capacity: 100 })
    database.isAway = true
    for (let n = 0; n < 60; n++) await recorder.record([disclosure(n)])
    await expect.poll(() => database.warnings, { interval: 5 }).toBeGreaterThan(1)
    expect(batches).toHaveLength(0)
    database.isAway = false
    await expect.poll(() => requests().length, { interval: 5 }).toBe(60)
    expect(batches.map(({ length }) => length)).toEqual([40, 10, 10])
    expect(requests()).toEqual(named(0, 60))
  })

  test('takes a record that comes in the very turns in which a flush ends', async () => {
    for (let turns = 0; turns < 10; turns++) {
      const stored: string[] = []
      const { recorder } = open({
        flushMs: 1,
        insert: async (records) => {
          const isFirst = stored.length === 0
          stored.push(...records.map(({ requestId }) => requestId))
          if (isFirst) void after(turns).then(() => recorder.record([disclosure(1)]))
        },
      })
      await recorder.record([disclosure(0)])
      await expect.poll(() => stored, { interval: 2, timeout: 500 }).toEqual(named(0, 2))
    }
  })

  test('tries again while the database refuses, and loses nothing', async () => {
    const { recorder, database, requests } = open()
    database.isAway = true
    for (let n = 0; n < 15; n++) await recorder.record([disclosure(n)])
    await expect.poll(() => database.attempts, { interval: 5 }).toBeGreaterThan(2)
    expect(recorder.waiting()).toBe(15)
    database.isAway = false
    await expect.poll(() => requests().length, { interval: 5 }).toBe(15)
    expect(requests()).toEqual(named(0, 15))
    expect(database.warnings).toBeGreaterThan(1)
  })

  test('tries again with the same keys, so that an insert whose answer was lost is met', async () => {
    const tries: string[] = []
    const { recorder } = open({
      insert: async (records) => {
        tries.push(JSON.stringify(records.map(({ id, createdAt }) => [id, createdAt])))
        if (tries.length < 3) throw Object.assign(new Error('away'), { code: 'ECONNRESET' })
      },
    })
    await recorder.record([disclosure(0), disclosure(1)])
    await expect.poll(() => tries.length, { interval: 5 }).toBe(3)
    expect(new Set(tries).size).toBe(1)
  })

  test('stores what a wrong clock gave a time without a partition, with the time of now, and blocks nothing', async () => {
    const wrong = 0
    const { recorder, batches, database, requests } = open({
      clock: () => now,
      insert: async (records) => {
        const isHomeless = records.some(({ createdAt }) => createdAt.getTime() === wrong)
        if (isHomeless) throw Object.assign(new Error('no partition of relation found for row'), { code: '23514' })
        batches.push(records)
      },
    })
    let now = 1_700_000_000_000
    await recorder.record([disclosure(0)])
    now = wrong
    await recorder.record([disclosure(1)])
    await expect.poll(() => database.warnings, { interval: 5 }).toBeGreaterThan(1)
    now = 1_700_000_000_005
    await expect.poll(requests, { interval: 5 }).toEqual(named(0, 2))
    const times = batches.flat().map(({ id, createdAt }) => [timeOfId(id), createdAt.getTime()])
    expect(times).toEqual([1_700_000_000_000, 1_700_000_000_005].map((at) => [at, at]))
    await recorder.record([disclosure(2)])
    expect(await recorder.close()).toBe(0)
    expect(requests()).toEqual(named(0, 3))
  })

  test('waits for room while inserts succeed, and refuses nobody', async () => {
    const { recorder, requests } = open()
    const bulk = (from: number) => named(from, from + 40).map((_, n) => disclosure(from + n))
    await Promise.all([0, 40, 80, 120].map((from) => recorder.record(bulk(from))))
    expect(recorder.waiting()).toBeLessThanOrEqual(50)
    await expect.poll(() => requests().length, { interval: 5 }).toBe(160)
    expect(requests()).toEqual(named(0, 160))
  })

  test('refuses when an insert makes no room in time', async () => {
    const { recorder } = open({ insert: () => new Promise(() => undefined), roomMs: 30 })
    for (let n = 0; n < 50; n++) await recorder.record([disclosure(n)])
    await expect(recorder.record([disclosure(50)])).rejects.toThrow(expect.objectContaining({ code: 'overloaded' }))
    expect(recorder.waiting()).toBe(50)
  })

  test('refuses when memory is full, rather than disclose without a record', async () => {
    const { recorder, database, requests } = open()
    database.isAway = true
    for (let n = 0; n < 50; n++) await recorder.record([disclosure(n)])
    await expect(recorder.record([disclosure(50)])).rejects.toMatchObject({ code: 'overloaded' })
    database.isAway = false
    await expect.poll(() => recorder.waiting(), { interval: 5 }).toBe(0)
    await recorder.record([disclosure(50)])
    await recorder.close()
    expect(requests()).toEqual(named(0, 51))
  })

  test('stores the rest when it closes', async () => {
    const { recorder, requests } = open({ flushMs: 60_000 })
    for (let n = 0; n < 9; n++) await recorder.record([disclosure(n)])
    expect(await recorder.close()).toBe(0)
    expect(requests()).toEqual(named(0, 9))
  })

  test('closes in bounded time while the database is away or hangs, and reports lost records', async () => {
    const away = open()
    away.database.isAway = true
    await away.recorder.record([disclosure(0), disclosure(1)])
    expect(await away.recorder.close()).toBe(2)
    const hanging = open({ insert: () => new Promise(() => undefined) })
    await hanging.recorder.record([disclosure(0)])
    expect(await hanging.recorder.close()).toBe(1)
  })

  test('in synchronous mode waits for the insert, and fails with it', async () => {
    const { recorder, database, requests } = open({ synchronous: true })
    await recorder.record([disclosure(0)])
    expect(requests()).toEqual(named(0, 1))
    database.isAway = true
    await expect(recorder.record([disclosure(1)])).rejects.toMatchObject({ code: 'service_unavailable' })
  })
})

async function countAfterResolve(env: Record<string, string>, isClosed: boolean): Promise<number> {
  const server = await startTestServer({ env })
  const { key } = await server.key()
  const identity = (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
  await server.send('POST', '/v1/aliases', {
    key,
    body: { identity, type: 'username', value: 'seen', privacy_level: 'public' },
  })
  const answer = await server.send('POST', '/v1/resolve', { key, body: { alias: 'seen' } })
  expect(answer.status).toBe(200)
  const { database } = server
  const count = () =>
    withClient(database.url, async (client) => {
      const { rows } = await client.query<{ count: number }>('select count(*)::int as count from disclosure_record')
      return rows[0]!.count
    })
  if (!isClosed) {
    const counted = await count()
    await server.close()
    return counted
  }
  await server.app.close()
  const counted = await count()
  await server.close().catch(() => undefined)
  await database.drop().catch(() => undefined)
  return counted
}

test('a synchronous server has stored the record before it answers', async () => {
  expect(await countAfterResolve({ DISCLOSURE_RECORDS_SYNC: 'on' }, false)).toBe(1)
})

test('a server that closes stores its records first', async () => {
  expect(await countAfterResolve({}, true)).toBe(1)
})
