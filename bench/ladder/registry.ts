import { issueApiKey } from '../../src/access/api-keys/service.ts'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { readConfig } from '../../src/app/config.ts'
import { createApp } from '../../src/app/context.ts'
import { createLog } from '../../src/kernel/log.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { seed } from './seed.ts'

export type Environment = Record<string, string>

/** A filled registry, the key that asks it, and what a server on it is started with. */
export type Registry = { databaseUrl: string; secret: string; env: Environment; aliases: number }

const raised = { size: 1e9, refillPerSecond: 1e9 }

/** Fills a migrated database, whose one consumer has a key for everything and raised limits. */
export async function fillRegistry(databaseUrl: string, encryptionKey: Buffer, aliases: number): Promise<Registry> {
  const app = await createApp({
    config: readConfig({ RATE_LIMITS: 'off' }),
    databaseUrl,
    keyProvider: localKeyProvider(encryptionKey),
    log: createLog('silent'),
  })
  const consumerId = await ensureConsumer(app.db, 'bench', app.newId)
  const key = { consumerId, livemode: false, scopes: ['*'] as const, name: null, router: false, expiresAt: null }
  const { secret } = await issueApiKey(app.db, app.keyring, app.newId(), key as never)
  const limits = JSON.stringify({ requests: raised, resolve: raised, misses: raised, grants: raised })
  await app.db
    .updateTable('consumer')
    .set({ limits: limits as never })
    .where('id', '=', consumerId)
    .execute()
  await seed({ url: databaseUrl, encryptionKey, consumerId, aliases }, app)
  await app.close()
  const env = {
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_CONSUMER: consumerId,
    WEBHOOK_WORKER: 'off',
    NODE_ENV: 'production',
    INTROSPECTION: 'on',
  }
  return { databaseUrl, secret, env, aliases }
}
