import { beforeEach, expect, test } from 'vitest'
import { createEgressGuard } from '../../src/webhooks/transport/egress-guard.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { forTests, type Key, startTestServer, type TestServer } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'

/** Look-ups that wait for a name server that doesn't answer. */
const asked: { name: string; answer: (addresses: string[]) => void }[] = []
const resolve = (name: string) =>
  new Promise<string[]>((answer) => {
    asked.push({ name, answer })
  })
const encryptionKey = Buffer.alloc(32, 7)
const receiver = forTests(() => startReceiver(() => undefined))
const server = forTests(() => startWebhookServer({ transport: { resolve }, encryptionKey }))
beforeEach(() => receiver.behave(() => undefined))

const hook = async ({ key }: Key) =>
  (await server.send('POST', '/v1/webhooks', { key, body: { url: receiver.url, enabled_events: ['*'] } })).body.id
const send = ({ key }: Key, id: string, at: TestServer = server) => at.send('POST', `/v1/webhooks/${id}/test`, { key })
/**
 * The jobs of this server hold a connection now and then, each for a moment: what waits holds none when all are idle at once,
 * before it is over.
 */
const expectNoConnectionHeld = async (waiting: Promise<unknown>) => {
  let over = false
  waiting.finally(() => {
    over = true
  })
  await eventually(async () => over || server.app.pool.totalCount === server.app.pool.idleCount)
  expect(over).toBe(false)
}
const expectRefused = ({ status, body, headers }: Awaited<ReturnType<typeof send>>) => {
  expect([status, body.error?.code]).toEqual([429, 'rate_limited'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

test('a third test of one consumer is refused at once, by whatever key, webhook, process or surface; a neighbour is not', async () => {
  const [one, two] = [await server.key({ consumer: 'tester' }), await server.key({ consumer: 'tester' })]
  const neighbour = await server.key({ consumer: 'neighbour' })
  const [first, second] = [await hook(one), await hook(two)]
  const before = receiver.arrivals.length
  const held: (() => void)[] = []
  receiver.behave((_, response) => held.push(() => response.writeHead(204).end()))
  const underWay = Promise.all([send(one, first), send(two, second)])
  await receiver.got(before + 2)

  expectRefused(await send(one, second))
  expectRefused(await send(two, first))
  const graphql = await one.graphql('mutation ($id: ID!) { testWebhook(id: $id) { id } }', { id: first })
  expect(graphql.body.errors[0].extensions.code).toBe('RATE_LIMITED')
  const another = await startTestServer({ database: server.database, encryptionKey })
  expectRefused(await send(one, first, another))
  await another.close()
  expect(receiver.arrivals).toHaveLength(before + 2)

  receiver.behave(answer(204))
  expect((await send(neighbour, await hook(neighbour))).body).toMatchObject({ state: 'delivered' })
  for (const end of held) end()
  for (const { body } of await underWay) expect(body).toMatchObject({ state: 'delivered' })
  expect((await send(one, first)).body).toMatchObject({ state: 'delivered' })
})

test('a test holds no database connection while it waits, and is over after five seconds', async () => {
  const owner = await server.key({ consumer: 'patient' })
  const id = await hook(owner)
  const before = receiver.arrivals.length
  const began = performance.now()
  const waiting = send(owner, id)
  await receiver.got(before + 1)
  await expectNoConnectionHeld(waiting)
  expect((await waiting).body).toMatchObject({ state: 'exhausted', attempts: [{ status: null, error: 'timeout' }] })
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a name that is slow is refused as one that does not resolve is, two look-ups of a consumer wait at once', async () => {
  const owner = await server.key({ consumer: 'slow-names' })
  const create = (name: string, { key } = owner) =>
    server.send('POST', '/v1/webhooks', { key, body: { url: `https://${name}/`, enabled_events: ['*'] } })
  const slow = Promise.all([create('a.example.com'), create('b.example.com')])
  await eventually(async () => asked.length >= 2)
  await expectNoConnectionHeld(slow)
  expectRefused(await create('c.example.com'))
  const neighbour = create('d.example.com', await server.key({ consumer: 'quick-names' }))
  await eventually(async () => asked.some(({ name }) => name === 'd.example.com'))
  asked.find(({ name }) => name === 'd.example.com')!.answer([])
  const absent = await neighbour
  expect([absent.status, absent.body.error.code]).toEqual([400, 'url_forbidden'])
  for (const { status, body } of await slow) {
    const { request_id: _, ...told } = body.error
    const { request_id: __, ...same } = absent.body.error
    expect([status, told]).toEqual([400, same])
  }
})

test('a look-up that never ends permits nothing', async () => {
  const guard = createEgressGuard({ allowed: [], resolve: () => new Promise(() => undefined) })
  expect(await guard.permits(new URL('https://never.example.com/'))).toBe(false)
})
