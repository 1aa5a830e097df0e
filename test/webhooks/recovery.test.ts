import { beforeAll, expect, test } from 'vitest'
import { partitionOf } from '../../src/database/partitions/rules.ts'
import { makePartitions } from '../../src/database/partitions/store.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { recoverSome, requestRecovery } from '../../src/webhooks/deliveries/store.ts'
import { forTests, type Key } from '../support/server.ts'
import { startWebhookServer } from '../support/webhooks.ts'

const server = forTests(startWebhookServer)
beforeAll(async () => {
  const first = new Date('2026-01-01Z')
  await makePartitions(server.app.db, [
    partitionOf('event', first),
    partitionOf('event_body', first),
    partitionOf('webhook_delivery', first),
  ])
})

const query = async (text: string, values: unknown[] = []) => (await server.app.pool.query(text, values)).rows
const batch = 10

async function hook({ key }: Key): Promise<string> {
  const body = { url: 'http://127.0.0.1:1/', enabled_events: ['identity.*'] }
  return decodeId('webhook', (await server.send('POST', '/v1/webhooks', { key, body })).body.id)!
}

/** Events that the webhooks of the consumer missed: all of one moment when `at` is given, else one after another. */
async function missed({ consumerId }: Key, count: number, at: string | null = null): Promise<void> {
  await query(
    `with e as (
       insert into event (id, livemode, consumer_id, type, created_at)
       select gen_random_uuid(), false, $1, 'identity.created',
         coalesce($3::timestamptz, now() + n * interval '1 microsecond') from generate_series(1, $2::int) n
       returning *
     )
     insert into event_body (id, livemode, created_at, type, body) select id, livemode, created_at, type, '{}' from e`,
    [consumerId, count, at],
  )
}
const recover = (id: string, since = '2020-01-01') =>
  query('update webhook set recover_since = $2, recover_after = null where id = $1', [id, since])
const queued = async (id: string) =>
  (
    await query(
      'select count(*)::int as n, count(distinct event_id)::int as events from webhook_delivery where webhook_id = $1',
      [id],
    )
  )[0]
const isWaiting = async (id: string) =>
  (await query('select 1 from webhook where id = $1 and recover_since is not null', [id])).length === 1

/** Completes pending recoveries, so that no test inherits those of another. */
async function recoverAll(): Promise<number> {
  let batches = 0
  while ((await recoverSome(server.app.db, batch)) !== null) batches++
  return batches
}

test('while one consumer recovers much, also with many webhooks, another is served within the next batch', async () => {
  const greedy = await server.key({ consumer: 'greedy' })
  const other = await server.key({ consumer: 'other' })
  const [large, more, small] = [await hook(greedy), await hook(greedy), await hook(other)]
  await query("update webhook set created_at = '2020-01-01'")
  await missed(greedy, 100)
  await missed(other, 3)
  await recover(large)
  await recover(more)
  await recoverSome(server.app.db, batch)
  await recoverSome(server.app.db, batch)
  await recover(small)
  expect(await recoverSome(server.app.db, batch)).toBe(3)
  expect(await queued(small)).toEqual({ n: 3, events: 3 })
  // Its next one waits its turn, and no longer.
  await missed(other, 2)
  await recover(small)
  const next = [await recoverSome(server.app.db, batch), await recoverSome(server.app.db, batch)]
  expect(next).toEqual([batch, 2])
  await recoverAll()
  for (const id of [large, more]) expect(await queued(id)).toEqual({ n: 100, events: 100 })
})

test('each event is looked at once, also many of one moment, and a batch that is undone is done again', async () => {
  const key = await server.key({ consumer: 'once' })
  const id = await hook(key)
  await query("update webhook set created_at = '2020-01-01' where id = $1", [id])
  await missed(key, 35, '2026-01-01')
  await missed(key, 20)
  await recover(id)
  await recoverSome(server.app.db, batch)
  expect(await isWaiting(id)).toBe(true)
  const before = await query('select recover_since, recover_after from webhook where id = $1', [id])

  // The process dies in the middle of a batch.
  await server.app.db
    .transaction()
    .execute(async (trx) => {
      const nested = { transaction: () => ({ execute: <T>(work: (db: typeof trx) => T) => work(trx) }) }
      await recoverSome(nested as unknown as typeof trx, batch)
      throw new Error('killed')
    })
    .catch(() => undefined)
  expect(await query('select recover_since, recover_after from webhook where id = $1', [id])).toEqual(before)

  // Queued events are queued once, whatever the state of their deliveries.
  await query("update webhook_delivery set state = 'exhausted' where webhook_id = $1", [id])
  expect(await recoverAll()).toBe(5)
  expect(await queued(id)).toEqual({ n: 55, events: 55 })
  expect(await isWaiting(id)).toBe(false)
})

test('a request that reaches further back goes back, a later one changes nothing, and nothing waits twice', async () => {
  const key = await server.key({ consumer: 'again' })
  const id = await hook(key)
  await query("update webhook set created_at = '2020-01-01' where id = $1", [id])
  for (let n = 1; n <= 25; n++) await missed(key, 1, `2026-01-01 00:00:${String(n).padStart(2, '0')}+00`)
  await recover(id, '2026-01-01 00:00:10+00')
  expect(await recoverSome(server.app.db, batch)).toBe(10)
  const place = 'select recover_since, recover_after from webhook where id = $1'
  const before = await query(place, [id])
  await requestRecovery(server.app.db, id, new Date())
  expect(await query(place, [id])).toEqual(before)
  await requestRecovery(server.app.db, id, new Date('2026-01-01T00:00:00Z'))
  await recoverAll()
  expect(await queued(id)).toEqual({ n: 25, events: 25 })
})
