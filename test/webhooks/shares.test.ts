import { afterAll, expect, test } from 'vitest'
import { claimDeliveries } from '../../src/webhooks/deliveries/queue-store.ts'
import { standardCaps } from '../../src/webhooks/rules.ts'
import { createLanes } from '../../src/webhooks/worker/worker.ts'
import { answer, type Receiver, startReceiver } from '../support/receiver.ts'
import { forTests, type Key } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'

const server = forTests(startWebhookServer)

const receivers: Receiver[] = []
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))

/** Starts a separate host for each, so that only the consumer's cap applies. */
async function receiver(behaviour?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const started = await startReceiver(behaviour)
  receivers.push(started)
  return started
}
const hangs = () => undefined

async function hook({ key }: Key, url: string): Promise<string> {
  const made = await server.send('POST', '/v1/webhooks', { key, body: { url, enabled_events: ['*'] } })
  expect(made.status).toBe(201)
  return made.body.id
}
const happen = async ({ key }: Key, count: number) => {
  for (let n = 0; n < count; n++)
    expect((await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).status).toBe(201)
}
const arrivals = (of: readonly Receiver[]) => of.reduce((sum, { arrivals }) => sum + arrivals.length, 0)

test('one consumer with fifty webhooks that hang holds ten places, and a neighbour is served while they hang', async () => {
  const greedy = await server.key({ consumer: 'greedy' })
  const neighbour = await server.key({ consumer: 'neighbour' })
  const hanging = await Promise.all(Array.from({ length: 50 }, () => receiver(hangs)))
  for (const { url } of hanging) await hook(greedy, url)
  await happen(greedy, 3)
  const healthy = await receiver(answer(204))
  await hook(neighbour, healthy.url)

  const worker = server.work({ jobs: [], graceMs: 0 })
  await eventually(async () => arrivals(hanging) === standardCaps.perConsumer)
  await happen(neighbour, 40)
  await healthy.got(40)
  // None of those that hang has ended meanwhile, and none was added.
  expect(arrivals(hanging)).toBe(standardCaps.perConsumer)
  await worker.stop()
  await server.app.pool.query("update webhook_delivery set state = 'cancelled' where state = 'pending'")
})

test('however many consumers have receivers that hang, the next one finds a place', async () => {
  const hanging: Receiver[] = []
  for (let n = 0; n < 8; n++) {
    const key = await server.key({ consumer: `hanging-${n}` })
    for (let m = 0; m < 3; m++) {
      const one = await receiver(hangs)
      hanging.push(one)
      await hook(key, one.url)
    }
    await happen(key, 4)
  }
  const late = await server.key({ consumer: 'late' })
  const healthy = await receiver(answer(204))
  await hook(late, healthy.url)

  const worker = server.work({ jobs: [], graceMs: 0 })
  await eventually(async () => arrivals(hanging) >= 40)
  await happen(late, 5)
  await healthy.got(5)
  expect(arrivals(hanging)).toBeLessThan(standardCaps.total)
  await worker.stop()
  await server.app.pool.query("update webhook_delivery set state = 'cancelled' where state = 'pending'")
})

test('a claim gives no consumer more than its share, whatever it holds already and whoever claims', async () => {
  const key = await server.key({ consumer: 'claimed' })
  for (let n = 0; n < 20; n++) await hook(key, `http://127.0.0.1:${20_000 + n}/`)
  await happen(key, 10)
  const lanes = createLanes(standardCaps)
  for (let round = 0; round < 3; round++) {
    for (const claimed of await claimDeliveries(server.app.db, lanes.room(), 30_000)) lanes.enter(claimed)
    expect(lanes.inFlight.size).toBe(standardCaps.perConsumer)
  }
  const [first] = lanes.inFlight
  lanes.answered(first!)
  expect(await claimDeliveries(server.app.db, lanes.room(), 30_000)).toHaveLength(1)
  await server.app.pool.query("update webhook_delivery set state = 'cancelled' where state = 'pending'")
})
