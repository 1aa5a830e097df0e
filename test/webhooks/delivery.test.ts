import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifySignature } from '../../src/verifier/verify.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { forTests } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'

const receiver = forTests(startReceiver)
const server = forTests(() => startWebhookServer({ transport: { isOpened: () => false } }))
beforeAll(async () => {
  server.work()
})
beforeEach(() => receiver.behave(answer(204)))

const mine = (hook: { id: string }) => receiver.arrivals.filter(({ path }) => path === `/${hook.id}`)
const pathed = async () => {
  const hook = await server.webhook(receiver.url)
  const url = `${receiver.url}/${hook.id}`
  await server.send('PATCH', `/v1/webhooks/${hook.id}`, { key: server.owner.key, body: { url } })
  return hook
}
const remove = (hook: { id: string }) => server.send('DELETE', `/v1/webhooks/${hook.id}`, { key: server.owner.key })

test('an event arrives signed, with both families of headers and the body as it is listed', async () => {
  const hook = await pathed()
  const [identity] = await server.happen()
  const [arrival] = await eventually(async () => mine(hook).length > 0 && mine(hook))
  const { headers, body } = arrival!
  expect(headers['content-type']).toBe('application/json')
  expect(headers['user-agent']).toMatch(/^Signpost-Webhooks\//)
  expect(headers['service-attempt']).toBe('1')
  verifySignature(body, headers['service-signature'] as string, hook.signing_secret)

  const event = JSON.parse(body)
  expect(event).toEqual({
    id: headers['service-event-id'],
    type: 'identity.created',
    created: expect.any(Number),
    livemode: false,
    data: { identity, type: 'user' },
  })
  const listed = await server.send('GET', `/v1/events/${event.id}`, { key: server.owner.key })
  expect(listed.body).toEqual({
    ...event,
    object: 'event',
    actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
    request: expect.stringMatching(/^req_/),
    updated: event.created,
  })

  const done = await eventually(async () => {
    const found = await server.delivery(hook.id, arrival!.delivery)
    return found.state === 'delivered' && found
  })
  expect(done).toMatchObject({
    object: 'webhook_delivery',
    event: event.id,
    event_type: 'identity.created',
    kind: 'automatic',
    attempt_count: 1,
    next_attempt_at: null,
    attempts: [{ n: 1, status: 204, error: null, answer: '' }],
  })
  await remove(hook)
})

test('retries send the same bytes with a fresh time', async () => {
  const hook = await pathed()
  receiver.behave(answer(500, {}, 'no'))
  await server.happen()
  const first = await eventually(async () => mine(hook)[0])
  receiver.behave(answer(200))
  const failed = await eventually(async () => {
    const found = await server.delivery(hook.id, first.delivery)
    return found.attempt_count === 1 && found
  })
  expect(failed).toMatchObject({ state: 'pending', attempts: [{ status: 500, answer: 'no' }] })
  await server.app.pool.query("update webhook_delivery set next_at = now() where state = 'pending'")
  const second = await eventually(async () => mine(hook)[1])
  expect(second.body).toBe(first.body)
  expect(second.attempt).toBe(2)
  expect(second.event).toBe(first.event)
  await remove(hook)
})

test('a webhook gets only what it subscribes to', async () => {
  const hook = await pathed()
  await server.send('PATCH', `/v1/webhooks/${hook.id}`, {
    key: server.owner.key,
    body: { enabled_events: ['alias.*', 'identity.updated'] },
  })
  const [identity] = await server.happen()
  await server.send('PATCH', `/v1/identities/${identity}`, { key: server.owner.key, body: { display_name: 'x' } })
  await server.send('POST', '/v1/aliases', {
    key: server.owner.key,
    body: { identity, type: 'username', value: 'subscriber' },
  })
  await eventually(async () => mine(hook).length === 2)
  expect(
    mine(hook)
      .map(({ body }) => JSON.parse(body).type)
      .sort(),
  ).toEqual(['alias.created', 'identity.updated'])
  await remove(hook)
})

test('deleting a webhook cancels what is pending', async () => {
  const hook = await pathed()
  await server.send('PATCH', `/v1/webhooks/${hook.id}`, { key: server.owner.key, body: { status: 'disabled' } })
  await server.send('PATCH', `/v1/webhooks/${hook.id}`, { key: server.owner.key, body: { status: 'enabled' } })
  receiver.behave(answer(500))
  await server.happen()
  const first = await eventually(async () => mine(hook)[0])
  const removed = await remove(hook)
  expect(removed.body).toEqual({ id: hook.id, object: 'webhook', livemode: false, deleted: true })
  await server.app.jobs.find(({ name }) => name === 'purge-deliveries')!.run()
  const { rows } = await server.app.pool.query(
    "select state from webhook_delivery d join webhook w on w.id = d.webhook_id where w.removed_at is not null and d.state = 'pending'",
  )
  expect(rows).toEqual([])
  expect(first.attempt).toBe(1)
  const gone = await server.send('GET', `/v1/webhooks/${hook.id}`, { key: server.owner.key })
  expect(gone.status).toBe(404)
})
