import { beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookFinding } from '../../src/cli/operate/doctor/findings.ts'
import { readWebhookHealth } from '../../src/webhooks/store.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { type Body, forTests, type Json } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'

const receiver = forTests(() => startReceiver(answer(429)))
const server = forTests(startWebhookServer)
beforeAll(async () => {
  server.work({ jobs: [] })
})
beforeEach(() => receiver.behave(answer(429)))

const send = (method: string, path: string, body?: Json) =>
  server.send(method, path, { key: server.owner.key, ...(body ? { body } : {}) })

/** A webhook that a 429 has paused, with the delivery that met it and one that waits. */
async function paused(): Promise<{ hook: Body; path: string; met: Body; waiting: Body }> {
  receiver.behave(answer(429))
  const before = receiver.arrivals.length
  const hook = await server.webhook(receiver.url)
  const path = `/v1/webhooks/${hook.id}`
  await server.happen()
  await receiver.got(before + 1)
  await eventually(async () => (await send('GET', path)).body.paused_until !== null)
  await server.happen()
  const deliveries = await server.deliveries(hook.id)
  const met = deliveries.find(({ attempt_count }) => attempt_count === 1)
  const waiting = deliveries.find(({ attempt_count }) => attempt_count === 0)
  return { hook, path, met, waiting }
}
const remove = (path: string) => send('DELETE', path)

test('a delivery that a pause holds up says so, and until when, on REST and on GraphQL', async () => {
  const { hook, path, waiting } = await paused()
  const { paused_until } = (await send('GET', path)).body
  expect(paused_until).toBeGreaterThan(Date.now() / 1000)
  expect(waiting).toMatchObject({
    state: 'pending',
    pending_reason: 'webhook_paused',
    paused_until,
    next_attempt_at: paused_until,
  })
  const { body } = await server.graphql(
    server.owner.key,
    `query ($webhook: ID!, $id: ID!) { webhookDelivery(webhook: $webhook, id: $id) { state pendingReason pausedUntil nextAttemptAt } }`,
    { webhook: hook.id, id: waiting.id },
  )
  const until = expect.stringContaining(new Date(paused_until * 1000).toISOString().slice(0, 19))
  expect(body.data.webhookDelivery).toEqual({
    state: 'PENDING',
    pendingReason: 'WEBHOOK_PAUSED',
    pausedUntil: until,
    nextAttemptAt: until,
  })

  await send('PATCH', path, { status: 'disabled' })
  expect((await send('GET', path)).body).toMatchObject({ status: 'disabled', paused_until: null })
  expect(await server.delivery(hook.id, waiting.id)).toMatchObject({
    pending_reason: 'webhook_disabled',
    next_attempt_at: null,
    paused_until: null,
  })
  await remove(path)
})

test('a redelivery goes out at once while its webhook is paused, and its success ends the pause', async () => {
  const { hook, path, met, waiting } = await paused()
  receiver.behave(answer(204))
  const again = (await send('POST', `${path}/deliveries/${met.id}/redeliver`)).body
  expect(again).toMatchObject({ kind: 'redelivery', pending_reason: 'due', paused_until: null })
  await eventually(async () => (await server.delivery(hook.id, again.id)).state === 'delivered')
  await eventually(async () => (await server.delivery(hook.id, waiting.id)).state === 'delivered')
  expect((await send('GET', path)).body.paused_until).toBeNull()
  await remove(path)
})

test('a redelivery passes a long queue of its webhook by', async () => {
  const { hook, path, met } = await paused()
  await server.app.pool.query('update webhook set breaker_level = 3')
  receiver.behave(answer(500))
  const before = receiver.arrivals.length
  const again = (await send('POST', `${path}/deliveries/${met.id}/redeliver`)).body
  await receiver.got(before + 1)
  // The one asked for and no other: the older ones go on waiting, and so does its own next attempt.
  expect(receiver.arrivals[before]!.delivery).toBe(again.id)
  const failed = await eventually(async () => {
    const found = await server.delivery(hook.id, again.id)
    return found.attempt_count === 1 && found
  })
  expect(failed).toMatchObject({ pending_reason: 'webhook_paused' })
  expect(receiver.arrivals).toHaveLength(before + 1)
  await remove(path)
})

test('a test that succeeds ends the pause, one that fails does not, and neither touches a counter', async () => {
  const { hook, path, waiting } = await paused()
  const counters = async () =>
    (await server.app.pool.query('select consecutive_failures, failing_since from webhook where removed_at is null'))
      .rows
  const before = await counters()
  receiver.behave(answer(500))
  expect((await send('POST', `${path}/test`)).body).toMatchObject({ state: 'exhausted' })
  expect((await send('GET', path)).body.paused_until).not.toBeNull()
  expect(await counters()).toEqual(before)

  // The test alone succeeds at first, so that what it changes is seen by itself.
  const held: (() => void)[] = []
  receiver.behave((arrival, response) => {
    const end = () => response.writeHead(204).end()
    if (JSON.parse(arrival.body).type === 'webhook.test') end()
    else held.push(end)
  })
  expect((await send('POST', `${path}/test`)).body).toMatchObject({ state: 'delivered' })
  expect((await send('GET', path)).body.paused_until).toBeNull()
  expect(await counters()).toEqual(before)
  await eventually(async () => held.length > 0)
  receiver.behave(answer(204))
  for (const end of held) end()
  await eventually(async () => (await server.delivery(hook.id, waiting.id)).state === 'delivered')
  await remove(path)
})

test('doctor tells a pause from a worker that is not there, and from one that is behind', async () => {
  const { path } = await paused()
  const look = async () => webhookFinding(await readWebhookHealth(server.app.db))
  await server.app.pool.query(
    "update webhook_delivery set next_at = now() - interval '10 minutes' where state = 'pending'",
  )
  const found = await look()
  expect(found).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^1 webhook paused .* 2 deliveries wait/),
  })
  expect(found.todo).not.toMatch(/worker/)
  await remove(path)
  const health = { enabled: 1, disabled: 0, paused: 1, held: 1, pausedUntil: new Date(), overdue: 3, underWay: 0 }
  expect(webhookFinding(health).todo).toMatch(/Start a worker/)
  expect(webhookFinding({ ...health, underWay: 2 }).found).toMatch(/a worker runs/)
})
