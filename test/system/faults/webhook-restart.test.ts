import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import { bySystem } from '../../../src/events/actor.ts'
import { recordEvents } from '../../../src/events/store.ts'
import { newEvent } from '../../../src/events/write.ts'
import { encodeId } from '../../../src/kernel/id.ts'
import { startEmbedded } from '../../../src/postgres/embedded.ts'
import { startReceiver } from '../../support/receiver.ts'
import { eventually, startWebhookServer } from '../../support/webhooks.ts'

test('a restart of PostgreSQL in the middle of deliveries loses none, and the worker comes back by itself', async () => {
  const folder = await mkdtemp(join(inject('postgres').scratch, 'restart-'))
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const first = await startEmbedded({ dataDir })
  await migrate(first.url)
  const receiver = await startReceiver((_, response) => setTimeout(() => response.writeHead(204).end(), 10))
  const server = await startWebhookServer({
    database: { url: first.url, drop: async () => undefined },
    env: { WEBHOOK_LEASE_MS: '3000' },
  })
  const { app, owner } = server
  await server.webhook(receiver.url)
  const events = Array.from({ length: 200 }, () =>
    newEvent(
      app.newId(),
      'identity.created',
      { identity: encodeId('identity', app.newId()), type: 'user' },
      owner,
      Date.now(),
      bySystem('test'),
    ),
  )
  await recordEvents(app.db, events)
  server.work({ pollMs: 100, jobs: [] })
  await receiver.got(40)

  await first.stop()
  const second = await startEmbedded({ dataDir, port: first.port })
  expect(second.port).toBe(first.port)

  await eventually(async () => {
    const { rows } = await app.pool
      .query("select count(*)::int as n from webhook_delivery where state <> 'delivered'")
      .catch(() => ({ rows: [{ n: -1 }] }))
    return rows[0].n === 0
  }, 120_000)
  expect(new Set(receiver.arrivals.map(({ event }) => event)).size).toBe(200)
  expect(receiver.arrivals.length).toBeLessThanOrEqual(200 + 10)
  await server.close()
  await receiver.close()
  await second.stop()
}, 180_000)
