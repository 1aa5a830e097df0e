import { randomBytes, randomUUID } from 'node:crypto'
import { migrate } from '../src/database/migrate.ts'
import { bySystem } from '../src/events/actor.ts'
import { recordEvents } from '../src/events/store.ts'
import { newEvent } from '../src/events/write.ts'
import type { Call } from '../src/kernel/call.ts'
import { encodeId } from '../src/kernel/id.ts'
import type { App } from '../src/process/compose/context.ts'
import type { WebhookWithSecret } from '../src/webhooks/record.ts'
import { createTransport } from '../src/webhooks/transport/transport.ts'
import { callOf, type Environment, issueKey, openApp, startPostgres } from './app.ts'

export type Fixture = {
  app: App
  /** For worker processes that share the database. */
  env: Environment
  call: Call
  webhook(url: string): Promise<WebhookWithSecret>
  /** Records the given number of events with their deliveries, without a mutation each. */
  happen(count: number): Promise<void>
  count(where: string): Promise<number>
  close(): Promise<void>
}

/** A PostgreSQL with durable settings, and an app on it. */
export async function makeFixture(more: Environment = {}): Promise<Fixture> {
  const postgres = await startPostgres()
  await migrate(postgres.url)
  const key = randomBytes(32)
  const env = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: key.toString('base64'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...more,
  }
  const app = await openApp(postgres.url, key, env, { createTransport })
  const { consumerId } = await issueKey(app, 'bench', ['*'])
  const call = callOf(app, consumerId)
  const owner = { consumerId, livemode: false }
  const data = { identity: encodeId('identity', randomUUID()), type: 'user' }
  const eventNow = () => newEvent(randomUUID(), 'identity.created', data, owner, Date.now(), bySystem('bench'))
  return {
    app,
    env,
    call,
    webhook: (url) => app.services.webhooks.create(call, { url, enabledEvents: ['*'] }),
    async happen(count) {
      for (let left = count; left > 0; left -= 500)
        await recordEvents(app.db, Array.from({ length: Math.min(left, 500) }, eventNow))
    },
    async count(where) {
      const { rows } = await app.pool.query(`select count(*)::int as n from webhook_delivery where ${where}`)
      return rows[0].n
    },
    async close() {
      await app.close()
      await postgres.stop()
    },
  }
}
