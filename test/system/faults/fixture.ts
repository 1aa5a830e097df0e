import { randomBytes } from 'node:crypto'
import { issueApiKey } from '../../../src/access/api-keys/service.ts'
import { ensureConsumer } from '../../../src/access/api-keys/store.ts'
import { readConfig } from '../../../src/config/config.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { encodeId } from '../../../src/kernel/id.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { type App, createApp } from '../../../src/process/compose/context.ts'
import { localKeyProvider } from '../../../src/vault/key-provider.ts'
import { startProxy, type TcpProxy, throughProxy } from '../../support/tcp-proxy.ts'
import { askOnce, databaseUrl, type OwnPostgres } from './postgres.ts'
import { type Supervised, supervise } from './supervisor.ts'

export type FixtureKey = { key: string; consumer: string; id: string }

/** A database of one's own behind a proxy, with keys of two consumers. */
export type Fixture = {
  postgres: OwnPostgres
  proxy: TcpProxy
  /** The database itself, past the proxy. */
  databaseUrl: string
  owner: FixtureKey
  payer: FixtureKey
  makeKey(consumer: string, expiresAt?: Date): Promise<FixtureKey>
  /** The real server as a separate process, on the database behind the proxy. */
  serve(env?: Record<string, string>, seeded?: readonly string[]): Promise<Supervised>
  ask<R extends object>(text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

export async function openFixture(postgres: OwnPostgres): Promise<Fixture> {
  const name = `bed_${randomBytes(6).toString('hex')}`
  await postgres.ask(`create database ${name}`)
  const url = databaseUrl(postgres.url, name)
  await migrate(url)
  const proxy = await startProxy({ host: '127.0.0.1', port: postgres.port })
  const secret = randomBytes(32)
  const env = {
    DATABASE_URL: throughProxy(url, proxy),
    ENCRYPTION_KEY: secret.toString('base64'),
    WEBHOOK_WORKER: 'off',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    DRAIN_SECONDS: '0',
  }
  const makeKey = (consumer: string, expiresAt?: Date) =>
    withApp(url, secret, (app) => issue(app, consumer, expiresAt ?? null))
  const servers: Supervised[] = []
  return {
    postgres,
    proxy,
    databaseUrl: url,
    owner: await makeKey('owner'),
    payer: await makeKey('payer'),
    makeKey,
    async serve(more = {}, seeded = []) {
      const server = await supervise({ ...env, ...more }, seeded)
      servers.push(server)
      return server
    },
    ask: (text, values) => askOnce(url, text, values),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await proxy.close()
      await postgres.ask(`drop database if exists ${name} with (force)`)
    },
  }
}

async function withApp<T>(url: string, secret: Buffer, work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp({
    config: readConfig({ RATE_LIMITS: 'off' }),
    databaseUrl: url,
    keyProvider: localKeyProvider(secret),
    log: createLog('error'),
  })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

async function issue(app: App, consumer: string, expiresAt: Date | null): Promise<FixtureKey> {
  const consumerId = await ensureConsumer(app.db, consumer, app.newId)
  const { row, secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
    consumerId,
    livemode: false,
    scopes: ['*'],
    name: null,
    router: false,
    expiresAt,
  })
  return { key: secret, consumer: encodeId('consumer', consumerId), id: encodeId('apiKey', row.id) }
}
