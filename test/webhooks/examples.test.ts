import { beforeEach, expect, test } from 'vitest'
import { allowedData, type EventType, eventTypes } from '../../src/events/event-types.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { recoverSome } from '../../src/webhooks/deliveries/store.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { forTests } from '../support/server.ts'
import { startWebhookServer } from '../support/webhooks.ts'

const receiver = forTests(startReceiver)
const server = forTests(startWebhookServer)
beforeEach(() => receiver.behave(answer(204)))

const send = (method: string, path: string, body?: unknown) =>
  server.send(method, path, { key: server.owner.key, ...(body === undefined ? {} : { body }) })
const remove = (id: string) => send('DELETE', `/v1/webhooks/${id}`)

test.each(Object.keys(eventTypes) as EventType[])(
  'in test mode an example of %s, as its schema describes it',
  async (type) => {
    const hook = await server.webhook(receiver.url)
    receiver.behave(answer(204))
    const sent = await send('POST', `/v1/webhooks/${hook.id}/test`, { type })
    expect(sent.body).toMatchObject({ kind: 'test', state: 'delivered', event_type: type })
    const body = JSON.parse(receiver.arrivals.at(-1)!.body)
    expect(body).toMatchObject({ id: sent.body.event, type, livemode: false })
    expect(allowedData(type, body.data)).toEqual(body.data)
    expect(JSON.stringify(body.data)).not.toMatch(/null|undefined|…/)
    await remove(hook.id)
  },
)

test('an example of no type is refused; a live webhook is sent no event that never happened', async () => {
  const hook = await server.webhook(receiver.url)
  const unknown = await send('POST', `/v1/webhooks/${hook.id}/test`, { type: 'identity.vanished' })
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'type'])
  const asked = 'mutation ($id: ID!) { testWebhook(id: $id, type: "identity.vanished") { id } }'
  const graphql = await server.graphql(server.owner.key, asked, { id: hook.id })
  expect(graphql.body.errors[0].extensions.code).toBe('EVENT_TYPE_UNKNOWN')
  await remove(hook.id)

  const live = await server.key({ livemode: true })
  const body = { url: receiver.url, enabled_events: ['*'] }
  const made = await live.post('/v1/webhooks', body)
  const test = (body?: object) =>
    server.send('POST', `/v1/webhooks/${made.body.id}/test`, { key: live.key, ...(body && { body }) })
  const before = receiver.arrivals.length
  const refused = await test({ type: 'consent.granted' })
  expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'parameter_invalid', param: 'type' }])
  expect(receiver.arrivals).toHaveLength(before)
  expect((await test({ type: 'webhook.test' })).body).toMatchObject({ event_type: 'webhook.test' })
  expect((await test()).body).toMatchObject({ event_type: 'webhook.test' })
})

test('no recovery sends an example again, to this webhook or to another', async () => {
  const [hook, other] = [await server.webhook(receiver.url), await server.webhook(receiver.url)]
  receiver.behave(answer(503))
  const { body } = await send('POST', `/v1/webhooks/${hook.id}/test`, { type: 'identity.created' })
  for (const { id } of [hook, other]) {
    await send('POST', `/v1/webhooks/${id}/recover`, { since: Math.floor(Date.now() / 1_000) - 60 })
  }
  const recovering = async () =>
    (await server.app.pool.query('select 1 from webhook where recover_since is not null')).rows.length
  while ((await recovering()) > 0) await recoverSome(server.app.db, 100)
  const uuid = decodeId('event', body.event)
  const { rows } = await server.app.pool.query('select kind from webhook_delivery where event_id = $1', [uuid])
  expect(rows).toEqual([{ kind: 'test' }])
  receiver.behave(answer(204))
  await remove(hook.id)
  await remove(other.id)
})
