import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type PartitionedTable, partitionOf } from '../../src/database/partitions/rules.ts'
import { makePartitions, readPartitions } from '../../src/database/partitions/store.ts'
import { decodeId, encodeId, timeOfId } from '../../src/kernel/id.ts'
import { type Body, forTests, type Key } from '../support/server.ts'
import { startWebhookServer } from '../support/webhooks.ts'

const day = 86_400_000
const weekly: PartitionedTable[] = ['event_body', 'event_notice', 'webhook_delivery', 'webhook_attempt']

let hook: Body
let owner: Key
const server = forTests(startWebhookServer)
beforeAll(async () => {
  owner = server.owner
  hook = await server.webhook('http://127.0.0.1:1/', { enabled_events: ['identity.*'] })
})

const query = async (text: string, values: unknown[] = []): Promise<Body[]> =>
  (await server.app.pool.query(text, values)).rows
const path = (id: string) => `/v1/webhooks/${hook.id}/deliveries/${id}`
const send = (method: string, at: string) => server.send(method, at, { key: owner.key })

/** An event of so long ago, with a delivery and an attempt at it, as a version before 0.2 may have made them: with random ids. */
async function happenedBefore(ms: number, state: string): Promise<{ event: string; delivery: string }> {
  const at = new Date(Date.now() - ms)
  await makePartitions(
    server.app.db,
    [...weekly, 'event' as const].map((table) => partitionOf(table, at)),
  )
  const [event, delivery] = [randomUUID(), randomUUID()]
  await query(
    `with e as (
       insert into event (id, livemode, consumer_id, type, created_at)
       values ($1, false, $2, 'identity.created', $4::timestamptz + interval '123 microseconds') returning *
     )
     insert into event_body (id, livemode, created_at, type, body) select id, livemode, created_at, type, $3 from e`,
    [event, owner.consumerId, JSON.stringify({ created: Math.floor(at.getTime() / 1_000), data: {} }), at],
  )
  await query(
    `insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind, state, created_at, next_at)
     select $1, false, id, created_at, $2, 'automatic', $3, created_at, now() + interval '1 hour' from event where id = $4`,
    [delivery, decodeId('webhook', hook.id), state, event],
  )
  await query(
    `insert into webhook_attempt (id, event_created_at, delivery_id, n, started_at, ms, status)
     select gen_random_uuid(), event_created_at, id, 1, event_created_at, 5, 500 from webhook_delivery where id = $1`,
    [delivery],
  )
  return { event: encodeId('event', event), delivery: encodeId('delivery', delivery) }
}

test('new events and deliveries have ids that say when the event was, and are read by them', async () => {
  await server.happen()
  const [delivery] = await server.deliveries(hook.id)
  const rows = await query('select id, created_at from event where id = $1', [decodeId('event', delivery.event)])
  const made = rows[0].created_at.getTime()
  expect(timeOfId(rows[0].id)).toBe(made)
  expect(timeOfId(decodeId('delivery', delivery.id)!)).toBe(made)
  expect((await send('GET', path(delivery.id))).body.id).toBe(delivery.id)
  expect((await send('GET', `/v1/events/${delivery.event}`)).body.id).toBe(delivery.event)
  const again = (await send('POST', `${path(delivery.id)}/redeliver`)).body
  expect(timeOfId(decodeId('delivery', again.id)!)).toBe(made)
  const tried = (await send('POST', `/v1/webhooks/${hook.id}/test`)).body
  expect((await send('GET', path(tried.id))).body).toMatchObject({ id: tried.id, kind: 'test', attempt_count: 1 })
})

test('records with older ids are found, in lists by cursors too, with what belongs to them', async () => {
  const { event, delivery } = await happenedBefore(20 * day, 'exhausted')
  expect((await send('GET', path(delivery))).body).toMatchObject({
    id: delivery,
    event,
    attempts: [{ n: 1, status: 500 }],
  })
  expect((await send('GET', `/v1/events/${event}`)).body).toMatchObject({ id: event })
  const newer = await send('GET', `/v1/webhooks/${hook.id}/deliveries?ending_before=${delivery}`)
  expect(newer.body.data.length).toBeGreaterThan(0)
  expect((await send('GET', `/v1/events?starting_after=${event}`)).body.data).toEqual([])
})

test('an event is delivered again until it is 23 days old, and not after', async () => {
  const young = await happenedBefore(23 * day - 60_000, 'exhausted')
  const old = await happenedBefore(23 * day + 60_000, 'delivered')
  expect((await send('POST', `${path(young.delivery)}/redeliver`)).status).toBe(201)
  const refused = await send('POST', `${path(old.delivery)}/redeliver`)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'event_too_old'])
  const { body } = await server.graphql(
    owner.key,
    'mutation ($hook: ID!, $id: ID!) { redeliverWebhookDelivery(webhook: $hook, id: $id) { id } }',
    { hook: hook.id, id: old.delivery },
  )
  expect(body.errors[0].extensions.code).toBe('EVENT_TOO_OLD')
})

test('a week whose events are all older than thirty days is dropped whole; what waited is exhausted before', async () => {
  const over = await happenedBefore(45 * day, 'delivered')
  const waited = await happenedBefore(45 * day, 'pending')
  const lately = await happenedBefore(30 * day + 1_000, 'pending')
  const kept = await happenedBefore(29 * day, 'pending')
  const week = (table: PartitionedTable, ms: number) => partitionOf(table, new Date(Date.now() - ms)).name
  const purge = server.app.jobs.find(({ name }) => name === 'purge-deliveries')!

  await purge.run()
  const names = (await readPartitions(server.app.db)).map(({ name }) => name)
  for (const table of weekly) {
    expect(names).not.toContain(week(table, 45 * day))
    expect(names).toContain(week(table, 30 * day + 1_000))
    expect(names).toContain(week(table, 0))
  }
  for (const { event, delivery } of [over, waited]) {
    expect((await send('GET', `/v1/events/${event}`)).status).toBe(404)
    expect((await send('GET', path(delivery))).status).toBe(404)
    const list = await send('GET', `/v1/webhooks/${hook.id}/deliveries?starting_after=${delivery}`)
    expect([list.status, list.body.error.code]).toEqual([400, 'cursor_invalid'])
    expect((await send('GET', `/v1/events?starting_after=${event}`)).body.error.code).toBe('cursor_invalid')
  }
  expect((await send('GET', path(lately.delivery))).body.state).toBe('exhausted')
  expect((await send('GET', path(kept.delivery))).body.state).toBe('pending')
})

test('an event has one automatic delivery to a webhook, none without its event, and an attempt has its delivery', async () => {
  await server.happen()
  const add = (event: string) =>
    query(
      `insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind)
       select gen_random_uuid(), livemode, ${event}, event_created_at, webhook_id, 'automatic' from webhook_delivery
       where kind = 'automatic' and state = 'pending' limit 1`,
    )
  await expect(add('event_id')).rejects.toMatchObject({ code: '23505' })
  await expect(add('gen_random_uuid()')).rejects.toMatchObject({ code: '23503' })
  const attempt = query(
    `insert into webhook_attempt (id, event_created_at, delivery_id, n, started_at, ms)
     values (gen_random_uuid(), now(), gen_random_uuid(), 1, now(), 5)`,
  )
  await expect(attempt).rejects.toMatchObject({ code: '23503' })
})
