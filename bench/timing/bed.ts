import { fork, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readConfig } from '../../src/config.ts'
import { createApp } from '../../src/context.ts'
import { localKeyProvider } from '../../src/crypto/key-provider.ts'
import { createLog } from '../../src/log.ts'
import { ensureConsumer } from '../../src/persistence/api-keys.ts'
import { migrate } from '../../src/persistence/migrate.ts'
import { issueApiKey } from '../../src/services/api-keys.ts'
import type { FloorCounts } from '../../src/services/release-floor.ts'
import { administer, onDatabase } from '../../test/support/admin.ts'
import { plantHidden } from '../../test/support/hidden-aliases.ts'
import { planted } from './planted.ts'

/** A server in a process of its own, with an alias of every hidden class. */
export type Bed = { port: number; key: string; counts(): Promise<FloorCounts>; close(): Promise<void> }

const unlimited = '999999999 + 999999999/s'
const raisedLimits = {
  RATE_LIMIT_REQUESTS_LIVE: unlimited,
  RATE_LIMIT_REQUESTS_TEST: unlimited,
  RATE_LIMIT_RESOLVE: unlimited,
  RATE_LIMIT_MISSES: unlimited,
}

/** A PostgreSQL of one's own, removed in the end. @returns its URL, as a superuser */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const script = new URL('../../test/support/postgres-keeper.ts', import.meta.url).pathname
  const keeper = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of keeper.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.endsWith('\n')) break
  }
  return {
    url: (JSON.parse(said) as { adminUrl: string }).adminUrl,
    async stop() {
      const exit = once(keeper, 'exit')
      keeper.stdin.end()
      await exit
    },
  }
}

/** Plants the registry in the database and starts the server on it. `adminUrl` may make a database of its own. */
export async function makeBed(adminUrl: string, { plantedMs = planted.milliseconds } = {}): Promise<Bed> {
  const name = `timing_${randomUUID().slice(0, 8)}`
  await administer(adminUrl, `create database ${name}`)
  const databaseUrl = onDatabase(adminUrl, name)
  await migrate(databaseUrl)
  const encryptionKey = randomBytes(32)
  const app = await createApp({
    config: readConfig({ RATE_LIMITS: 'off' }),
    databaseUrl,
    keyProvider: localKeyProvider(encryptionKey),
    log: createLog('silent'),
  })
  const consumerId = await ensureConsumer(app.db, 'payer', app.newId)
  const { secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
    consumerId,
    livemode: false,
    scopes: ['resolve'],
    name: null,
    router: false,
    expiresAt: null,
  })
  await plantHidden(app, consumerId)
  await app.close()

  const server = fork(new URL('./server.ts', import.meta.url), [String(plantedMs)], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey.toString('hex'),
      WEBHOOK_WORKER: 'off',
      ...raisedLimits,
    },
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  return {
    port,
    key: secret,
    async counts() {
      const answer = once(server, 'message') as Promise<[{ counts: FloorCounts }]>
      server.send('counts')
      return (await answer)[0].counts
    },
    async close() {
      const exit = once(server, 'exit')
      server.disconnect()
      await exit
      await administer(adminUrl, `drop database ${name} with (force)`)
    },
  }
}
