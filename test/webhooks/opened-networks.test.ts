import { expect, test } from 'vitest'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { openOrm } from '../../src/database/orm.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { createDatabase } from '../support/database.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { forTests, type Key, startTestServer } from '../support/server.ts'

const insiderId = '0a0a0a0a-0000-4000-8000-00000000000a'
const receiver = forTests(() => startReceiver(answer(500, {}, 'what an internal page says')))
const database = forTests(async () => {
  const made = await createDatabase()
  const orm = await openOrm(made.url)
  await ensureConsumer(orm.em.fork().getKysely(), 'insider', () => insiderId)
  await orm.close()
  return made
})
const server = forTests(() =>
  startTestServer({
    database,
    env: { WEBHOOK_ALLOW_CIDRS: `127.0.0.0/8=${encodeId('consumer', insiderId)}` },
  }),
)
const insider = forTests(() => server.key({ consumer: 'insider' }))
const outsider = forTests(() => server.key({ consumer: 'outsider' }))

const create = ({ key }: Key) =>
  server.send('POST', '/v1/webhooks', { key, body: { url: receiver.url, enabled_events: ['*'] } })
const tried = ({ key }: Key, id: string) => server.send('POST', `/v1/webhooks/${id}/test`, { key })

test('a network that is opened to one consumer is closed to every other, also on a connection that stands', async () => {
  const own = await create(insider)
  expect(own.status).toBe(201)
  expect((await tried(insider, own.body.id)).body).toMatchObject({ attempts: [{ status: 500 }] })
  const refused = await create(outsider)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'url_not_https'])

  // As if it had been registered before the network was closed.
  await server.app.pool.query('update webhook set consumer_id = $1', [outsider.consumerId])
  const before = receiver.arrivals.length
  expect((await tried(outsider, own.body.id)).body).toMatchObject({
    attempts: [{ status: null, error: 'blocked_address' }],
  })
  expect(receiver.arrivals).toHaveLength(before)
})

test('of an answer from a private network the status is shown, and nothing of what it says', async () => {
  const own = await create(insider)
  const { text, body } = await tried(insider, own.body.id)
  expect(body).toMatchObject({ attempts: [{ status: 500, answer: null }] })
  expect(text).not.toContain('internal page')
  const { rows } = await server.app.pool.query('select answer from webhook_attempt where answer is not null')
  expect(rows).toEqual([])
})

test('a network is an exact CIDR, for a consumer by its id or for all', () => {
  const read = (text: string) => readConfig({ WEBHOOK_ALLOW_CIDRS: text }).webhookAllowCidrs
  expect(read('10.0.0.0/8,10.1.0.0/16=apc_x'.replace('apc_x', encodeId('consumer', insiderId)))).toMatchObject([
    { consumerId: null },
    { consumerId: insiderId },
  ])
  for (const wrong of [
    '10.0.0.1/8',
    '10.0.0.0/8=',
    '10.0.0.0/8=someone',
    `10.0.0.0/8=${encodeId('consumer', insiderId)}=`,
  ]) {
    expect(() => read(wrong)).toThrow(ConfigError)
  }
})
