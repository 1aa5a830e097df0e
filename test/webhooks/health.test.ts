import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { standardSchedule } from '../../src/webhooks/backoff.ts'
import { claimDeliveries } from '../../src/webhooks/deliveries/queue-store.ts'
import { createSettling } from '../../src/webhooks/deliveries/settling.ts'
import { standardCaps } from '../../src/webhooks/rules.ts'
import { createLanes } from '../../src/webhooks/worker/worker.ts'
import { answer, type Receiver, startReceiver } from '../support/receiver.ts'
import { eventually, startWebhookServer, type WebhookServer } from '../support/webhooks.ts'

let now: number
let server: WebhookServer
let receiver: Receiver
beforeEach(async () => {
  // Ahead of the database's clock, by which events are made due, however slow the start is.
  now = Date.now() + 3_600_000
  receiver = await startReceiver(answer(500))
  server = await startWebhookServer({
    clock: () => now,
    queueClock: () => new Date(now),
    transport: { random: () => 0.5 },
  })
})
afterEach(async () => {
  await server.close()
  await receiver.close()
})

const work = () => server.work({ pollMs: 10, jobs: [] })
const send = (method: string, path: string, body?: unknown) =>
  server.send(method, path, { key: server.owner.key, ...(body === undefined ? {} : { body }) })
const read = async (id: string) => (await send('GET', `/v1/webhooks/${id}`)).body
const minute = 60_000
const day = 24 * 60 * minute

/** Returns the time of the next possible attempt, by the rows alone. */
async function nextAttempt(): Promise<number> {
  const { rows } = await server.app.pool.query(
    `select min(greatest(d.next_at, w.paused_until)) as at from webhook_delivery d join webhook w on w.id = d.webhook_id
     where d.state = 'pending' and d.lease_token is null`,
  )
  return rows[0].at?.getTime()
}

async function attempted(n: number): Promise<void> {
  await receiver.got(n)
  await eventually(async () => {
    const { rows } = await server.app.pool.query(
      'select count(*)::int as n from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.lease_token is null',
    )
    return rows[0].n >= n
  })
}

test('attempts follow the schedule under a fake clock, each signed afresh, and then the delivery is exhausted', async () => {
  const hook = await server.webhook(receiver.url)
  await server.happen()
  work()
  const at: number[] = []
  for (let n = 1; n <= standardSchedule.length; n++) {
    await attempted(n)
    at.push(now)
    now = (await nextAttempt()) ?? now
  }
  const waited = at.slice(1).map((time, index) => time - at[index]!)
  expect(waited).toEqual(standardSchedule.slice(1))
  const [delivery] = await server.deliveries(hook.id)
  expect(delivery).toMatchObject({ state: 'exhausted', attempt_count: 10, next_attempt_at: null })
  const times = receiver.arrivals.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(times).toEqual(at.map((time) => Math.floor(time / 1000)))
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1)
})

test('a 429 is waited for as asked, and pauses the whole webhook; a success lifts the pause', async () => {
  receiver.behave(answer(429, { 'retry-after': '600' }))
  const hook = await server.webhook(receiver.url)
  await server.happen()
  work()
  await attempted(1)
  expect(await read(hook.id)).toMatchObject({ paused_until: Math.floor((now + 600_000) / 1000) })
  expect(await nextAttempt()).toBe(now + 600_000)
  receiver.behave(answer(200))
  now += 600_000
  await attempted(2)
  expect(await read(hook.id)).toMatchObject({ paused_until: null, failing_since: null })
})

test('ten failures in a row pause the webhook, longer each time, and one probe goes out', async () => {
  const hook = await server.webhook(receiver.url)
  await server.happen(12)
  work()
  const opened: number[] = []
  for (let got = 0; opened.length < 7; ) {
    got = receiver.arrivals.length
    await attempted(Math.max(got, 10 + opened.length))
    const { rows } = await server.app.pool.query('select breaker_level, paused_until from webhook')
    if (rows[0].breaker_level > opened.length) {
      opened.push(rows[0].paused_until.getTime() - now)
      now = rows[0].paused_until.getTime()
    }
  }
  expect(opened.map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 480, 900, 900])
  // Four may have been in flight when the tenth failed; from then on each pause let exactly one through.
  expect(receiver.arrivals.length).toBeLessThanOrEqual(10 + 3 + 7)
  receiver.behave(answer(200))
  await eventually(async () => (await server.deliveries(hook.id)).some(({ state }) => state === 'delivered'))
  expect(await read(hook.id)).toMatchObject({ status: 'enabled', failing_since: null, paused_until: null })
})

test('a webhook is switched off after five days of failures alone, its owner hears of it elsewhere, and not before', async () => {
  const hook = await server.webhook(receiver.url)
  const witness = await startReceiver()
  const other = await server.webhook(witness.url, { enabled_events: ['webhook.disabled'] })
  await server.happen(3)
  work()
  for (let n = 1; (await read(hook.id)).status === 'enabled'; n++) {
    await attempted(n)
    const health = await read(hook.id)
    if (now - health.failing_since * 1000 < 5 * day - 1000) expect(health.status).toBe('enabled')
    now = Math.max(now, (await nextAttempt()) ?? now)
    if (n > 15) {
      await server.happen()
      now += 12 * 60 * minute
    }
  }
  expect(await read(hook.id)).toMatchObject({ status: 'auto_disabled', disabled_reason: 'failing' })
  expect(receiver.arrivals.length).toBeGreaterThanOrEqual(20)
  await witness.got(1)
  expect(JSON.parse(witness.arrivals[0]!.body)).toMatchObject({ type: 'webhook.disabled', data: { webhook: hook.id } })
  expect((await read(other.id)).status).toBe('enabled')
  await witness.close()
})

test('one that is idle, or that succeeds now and then, is never switched off', async () => {
  const hook = await server.webhook(receiver.url)
  await server.app.pool.query('update webhook set failing_since = $1, consecutive_failures = 18', [
    new Date(now - 9 * day),
  ])
  await server.happen()
  work()
  await attempted(1)
  expect(await read(hook.id)).toMatchObject({ status: 'enabled' })
  receiver.behave(answer(204))
  now = await nextAttempt()
  await attempted(2)
  expect(await read(hook.id)).toMatchObject({ status: 'enabled', failing_since: null })
  receiver.behave(answer(500))
  await server.happen()
  await attempted(3)
  expect(await read(hook.id)).toMatchObject({ status: 'enabled' })
})

test('410 switches a webhook off at once; enabling it again resumes what is young and exhausts what is old', async () => {
  receiver.behave(answer(410))
  const hook = await server.webhook(receiver.url)
  await server.happen(2)
  work()
  await attempted(2)
  await eventually(async () => (await read(hook.id)).status === 'auto_disabled')
  expect(await read(hook.id)).toMatchObject({ disabled_reason: 'gone' })
  await server.app.pool.query(
    "update webhook_delivery set created_at = now() - interval '4 days' where id = (select id from webhook_delivery where state = 'pending' limit 1)",
  )
  receiver.behave(answer(200))
  expect((await send('PATCH', `/v1/webhooks/${hook.id}`, { status: 'enabled' })).body).toMatchObject({
    status: 'enabled',
    disabled_reason: null,
  })
  now += 10 * minute
  const states = await eventually(async () => {
    const found = (await server.deliveries(hook.id)).map(({ state }) => state).sort()
    return !found.includes('pending') && found
  })
  expect(states).toEqual(['delivered', 'exhausted'])
})

type Change = 'enabled again' | 'another URL'

/** A delivery of a webhook that its owner changes while the attempt is under way. */
async function changedMeanwhile(change: Change, body: Record<string, unknown> = {}) {
  const hook = await server.webhook(receiver.url, body)
  await server.happen(2)
  const claim = async () => {
    const claimed = await claimDeliveries(server.app.db, createLanes(standardCaps).room(), 30_000, () => new Date(now))
    return claimed.filter(({ webhookId }) => webhookId === decodeId('webhook', hook.id))
  }
  const [first, second] = await claim()
  const path = `/v1/webhooks/${hook.id}`
  if (change === 'another URL') await send('PATCH', path, { url: `${receiver.url}/new` })
  else for (const status of ['disabled', 'enabled']) await send('PATCH', path, { status })
  return { hook, first: first!, second: second!, claim }
}
const log = { startedAt: new Date(), ms: 1, status: 410, error: null, answer: null }
const failed = (more: object = {}) => ({ kind: 'failed' as const, log, delayMs: 0, pauseMs: 0, isGone: false, ...more })

test.each<Change>(['enabled again', 'another URL'])(
  'what was attempted before a webhook was changed (%s) says nothing about it: no 410, failure, pause or success',
  async (change) => {
    const { hook, first, second, claim } = await changedMeanwhile(change)
    const settle = server.app.services.settleDelivery
    const health = async () =>
      (
        await server.app.pool.query(
          'select status, consecutive_failures, breaker_level, paused_until, failing_since from webhook where id = $1',
          [decodeId('webhook', hook.id)],
        )
      ).rows[0]
    const fresh = await health()
    expect(fresh).toMatchObject({ status: 'enabled', consecutive_failures: 0, failing_since: null })
    await settle({ ...first, isProbe: true }, failed({ isGone: true, pauseMs: 60_000 }))
    expect(await health()).toEqual(fresh)

    await server.app.pool.query('update webhook set consecutive_failures = 3, failing_since = $1', [new Date(now)])
    const failing = await health()
    await settle(second, { kind: 'delivered', log })
    expect(await health()).toEqual(failing)

    // The next attempt begins after the change: it counts.
    const [again] = await claim()
    expect(again!.id).toBe(first.id)
    await settle(again!, failed({ isGone: true }))
    expect(await health()).toMatchObject({ status: 'auto_disabled', consecutive_failures: 4 })
  },
)

test('a 410 that could not be settled is settled as a whole when it is repeated, and counted once', async () => {
  const hook = await server.webhook(receiver.url)
  await server.happen()
  const { db } = server.app
  const [delivery] = await claimDeliveries(db, createLanes(standardCaps).room(), 30_000, () => new Date(now))
  const ids = [
    () => {
      throw new Error('killed')
    },
    randomUUID,
  ]
  const counted: string[] = []
  const settle = createSettling({
    db,
    newId: () => ids.shift()!(),
    clock: () => now,
    wakeDeliveries: () => undefined,
    usage: { count: (_, name) => void counted.push(name) },
  })
  await expect(settle(delivery!, failed({ isGone: true }))).rejects.toThrow('killed')
  await settle(delivery!, failed({ isGone: true }))
  expect(await read(hook.id)).toMatchObject({ status: 'auto_disabled', disabled_reason: 'gone' })
  expect(counted).toEqual(['deliveryErrors'])
})

test('an attempt is counted once, however often its outcome has to be written', async () => {
  await server.webhook(receiver.url)
  await server.happen(2)
  const room = createLanes(standardCaps).room()
  const [first, second] = await claimDeliveries(server.app.db, room, 30_000, () => new Date(now))
  const counted: string[] = []
  let isAway = true
  const settle = createSettling({
    ...server.app,
    usage: { count: (_, what) => void counted.push(what) },
    queueClock: () => {
      if (isAway) throw new Error('away')
      return new Date(now)
    },
  })
  const settleBoth = () => Promise.allSettled([settle(first!, { kind: 'delivered', log }), settle(second!, failed())])
  expect((await settleBoth()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect((await settleBoth()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(counted.sort()).toEqual(['deliveries', 'deliveryErrors'])
})
