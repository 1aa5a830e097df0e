import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureConsumer } from '../src/access/api-keys/store.ts'
import { type Config, readConfig } from '../src/app/config.ts'
import { type App, createApp } from '../src/app/context.ts'
import { migrate } from '../src/database/migrate.ts'
import { bySystem } from '../src/events/actor.ts'
import { recordEvents } from '../src/events/store.ts'
import type { Call } from '../src/kernel/call.ts'
import { createLog } from '../src/kernel/log.ts'
import { startEmbedded } from '../src/postgres/embedded.ts'
import { newEvent } from '../src/unit-of-work/write.ts'
import { localKeyProvider } from '../src/vault/key-provider.ts'
import type { WebhookWithSecret } from '../src/webhooks/service.ts'
import { createTransport, type TransportOverrides } from '../src/webhooks/transport/http.ts'

export type Fixture = {
  app: App
  databaseUrl: string
  /** For worker processes that share the database. */
  env: Record<string, string>
  call: Call
  webhook(url: string): Promise<WebhookWithSecret>
  /** Records that many events, and so their deliveries, without going through a mutation each. */
  happen(count: number): Promise<void>
  count(where: string): Promise<number>
  close(): Promise<void>
}

export type FixtureOptions = {
  env?: Record<string, string>
  clock?: () => number
  queueClock?: () => Date
  transport?: TransportOverrides
}

/** A PostgreSQL of its own, with its durable settings, and an app on it. */
export async function makeFixture({ env = {}, clock, queueClock, transport }: FixtureOptions = {}): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbedded({ dataDir: join(folder, 'data'), sharedDir: join(folder, 'shared') })
  await migrate(postgres.url)
  const key = randomBytes(32)
  const variables = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: key.toString('base64'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...env,
  }
  const config: Config = readConfig(variables)
  const app = await createApp({
    config,
    databaseUrl: postgres.url,
    keyProvider: localKeyProvider(key),
    log: createLog('error'),
    createTransport: (parts) => createTransport(parts, transport),
    ...(clock && { clock }),
    ...(queueClock && { queueClock }),
  })
  const consumerId = await ensureConsumer(app.db, 'bench', app.newId)
  const livemode = false
  const call: Call = {
    caller: { consumerId, consumerName: 'bench', keyId: randomUUID(), livemode, scopes: ['*'], router: false },
    requestId: randomUUID(),
    idempotency: null,
    release: 'at once',
    replayed: false,
  }
  return {
    app,
    databaseUrl: postgres.url,
    env: variables,
    call,
    webhook: (url) => app.services.webhooks.create(call, { url, enabledEvents: ['*'] }),
    async happen(count) {
      for (let left = count; left > 0; left -= 500) {
        const events = Array.from({ length: Math.min(left, 500) }, () =>
          newEvent(
            randomUUID(),
            'identity.created',
            { identity: 'idn_bench', type: 'user' },
            { consumerId, livemode },
            Date.now(),
            bySystem('bench'),
          ),
        )
        await recordEvents(app.db, events)
      }
    },
    async count(where) {
      const { rows } = await app.pool.query(`select count(*)::int as n from webhook_delivery where ${where}`)
      return rows[0].n
    },
    async close() {
      await app.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
