import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { bySystem } from '../../../src/events/actor.ts'
import { recordEvents } from '../../../src/events/store.ts'
import { newEvent } from '../../../src/events/write.ts'
import { encodeId } from '../../../src/kernel/id.ts'
import { startWebhookServer } from '../../support/webhooks.ts'
import { killWorkers } from './webhook-killing.ts'

test('kill -9 of workers loses no delivery, and repeats only those in flight', async () => {
  const encryptionKey = randomBytes(32)
  const server = await startWebhookServer({ encryptionKey })
  const { app, owner } = server
  const env = {
    DATABASE_URL: server.database.url,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_LEASE_MS: '3000',
    WEBHOOK_POLL_MS: '100',
    LOG_LEVEL: 'silent',
  }
  const kills = 2
  const figures = await killWorkers(
    {
      app,
      env,
      webhook: (url) => server.webhook(url),
      async happen(count) {
        const { consumerId, livemode } = owner
        const data = { identity: encodeId('identity', app.newId()), type: 'user' }
        await recordEvents(
          app.db,
          Array.from({ length: count }, () =>
            newEvent(app.newId(), 'identity.created', data, { consumerId, livemode }, Date.now(), bySystem('test')),
          ),
        )
      },
      async count(where) {
        const { rows } = await app.pool.query(`select count(*)::int as n from webhook_delivery where ${where}`)
        return rows[0].n
      },
    },
    { deliveries: 200, kills, workers: 2 },
  )
  await server.close()
  expect(figures).toMatchObject({ lost: 0, unfinished: 0 })
  expect(figures.doubled).toBeLessThanOrEqual(kills * 4)
  if (figures.landed === 0) console.warn('inconclusive: no kill landed between claim and finish')
}, 240_000)
