import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { findLeased } from '../../src/webhooks/deliveries/queue-store.ts'
import { exhaustOld } from '../../src/webhooks/deliveries/store.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { type Body, forTests } from '../support/server.ts'
import { startWebhookServer } from '../support/webhooks.ts'

const receiver = forTests(() => startReceiver(answer(204)))
const server = forTests(startWebhookServer)
const query = async (text: string, values: unknown[] = []): Promise<Body[]> =>
  (await server.app.pool.query(text, values)).rows

const batch = 10_000
const many = 2 * batch + 5

beforeAll(async () => {
  // Stands for the time limit of a statement, which a batch keeps.
  await query(`create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > ${batch} then raise 'too many rows at once'; end if;
      return null;
    end $$`)
  await query(`create trigger refuse_many after update on webhook_delivery referencing new table as changed
    for each statement execute function refuse_many()`)
})

const send = (method: string, path: string, body?: Body) => server.send(method, path, { key: server.owner.key, body })
const setStatus = async ({ id }: Body, status: string) =>
  expect((await send('PATCH', `/v1/webhooks/${id}`, { status })).body.status).toBe(status)

/** A webhook for which `count` deliveries of an event wait since `days`. */
async function awaited(count: number, days: number): Promise<{ hook: Body; states: () => Promise<Body[]> }> {
  const hook = await server.webhook(receiver.url, { enabled_events: ['identity.created'] })
  const uuid = decodeId('webhook', hook.id)
  await server.happen()
  await query(
    `insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind, created_at, lease_token)
     select gen_random_uuid(), livemode, event_id, event_created_at, webhook_id, 'redelivery', now() - $2 * interval '1 day', $3
     from webhook_delivery, generate_series(1, $4) where webhook_id = $1`,
    [uuid, days, randomUUID(), count],
  )
  const states = 'select state, count(*)::int as n from webhook_delivery where webhook_id = $1 group by 1 order by 1'
  return { hook, states: () => query(states, [uuid]) }
}
const purge = () => server.app.jobs.find(({ name }) => name === 'purge-deliveries')!.run()

test('a webhook is deleted however many deliveries wait: none goes out after it, a test neither, and a job cancels them', async () => {
  const { hook, states } = await awaited(many, 0)
  const [waiting] = await query('select id, lease_token from webhook_delivery where lease_token is not null limit 1')
  expect(await findLeased(server.app.db, waiting.id, waiting.lease_token)).toMatchObject({ id: waiting.id })
  expect((await send('DELETE', `/v1/webhooks/${hook.id}`)).status).toBe(200)
  expect(await findLeased(server.app.db, waiting.id, waiting.lease_token)).toBeUndefined()
  const worker = server.work({ pollMs: 10, jobs: [] })
  await worker.idle()
  await worker.stop()
  expect(receiver.arrivals).toEqual([])
  await purge()
  expect(await states()).toEqual([{ state: 'cancelled', n: many + 1 }])
})

test('a webhook is enabled again however many deliveries are too old: those are exhausted, and only while it is disabled', async () => {
  const { hook, states } = await awaited(many, 4)
  await setStatus(hook, 'enabled')
  expect(await states()).toEqual([{ state: 'pending', n: many + 1 }])
  await setStatus(hook, 'disabled')
  for (const other of [{ consumer: 'stranger' }, { livemode: true }]) {
    const foreign = await (await server.key(other)).patch(`/v1/webhooks/${hook.id}`, { status: 'enabled' })
    expect([foreign.status, (await states()).length]).toEqual([404, 1])
  }
  await setStatus(hook, 'enabled')
  expect(await states()).toEqual([
    { state: 'exhausted', n: many },
    { state: 'pending', n: 1 },
  ])
})

test('what waits for too old an event is exhausted, however much it is', async () => {
  const { states } = await awaited(many, 0)
  await exhaustOld(server.app.db, 0)
  expect(await states()).toEqual([{ state: 'exhausted', n: many + 1 }])
})
