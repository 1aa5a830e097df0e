import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll } from 'vitest'
import { issueApiKey } from '../../src/access/api-keys/service.ts'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { readConfig } from '../../src/config/config.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { createLog } from '../../src/kernel/log.ts'
import { type App, createApp } from '../../src/process/compose/context.ts'
import { type Server, startServer } from '../../src/process/server.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { createTransport, type TransportOverrides } from '../../src/webhooks/transport/transport.ts'
import { administer } from './admin.ts'
import { startBalancer } from './balancer.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { reach } from './pooler.ts'

export type Json = { [name: string]: unknown }
// biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire gave, and says itself what it expects there.
export type Body = any

export type Answer = { status: number; headers: Headers; text: string; body: Body }

type Headed = Record<string, string>

export type Key = {
  key: string
  consumer: string
  consumerId: string
  keyId: string
  livemode: boolean
  /** Requests with this key, to the server that made it. */
  get(path: string, headers?: Headed): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headed): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Headed): Promise<Answer>
  remove(path: string, body?: unknown, headers?: Headed): Promise<Answer>
  graphql(query: string, variables?: Json, headers?: Headed): Promise<Answer>
}

export type KeyOptions = {
  consumer?: string
  livemode?: boolean
  scopes?: readonly string[]
  router?: boolean
  expiresAt?: Date
}

export type TestServer = {
  url: string
  /** The first gateway's, where there are several. */
  app: App
  database: TestDatabase
  /** The settings with which another process works on the same database. */
  env: { DATABASE_URL: string; ENCRYPTION_KEY: string }
  /** Logged lines so far. */
  logged: string[]
  /** Creates a key, by default of the consumer `owner` in test mode with every scope. */
  key(options?: KeyOptions): Promise<Key>
  send(method: string, path: string, options?: { key?: string; body?: unknown; headers?: Headed }): Promise<Answer>
  graphql(key: string | undefined, query: string, variables?: Json, headers?: Headed): Promise<Answer>
  /** Runs SQL with its values in place: for what no operation shows, and to move the database's clock. */
  query<R extends Json = Json>(text: TemplateStringsArray, ...values: unknown[]): Promise<R[]>
  close(): Promise<void>
}

export type TestServerOptions = {
  /** Environment variables, over the quiet defaults of a test. */
  env?: Record<string, string>
  clock?: () => number
  database?: TestDatabase
  logLevel?: string
  /** The key-encryption key: the same for servers that share a database. */
  encryptionKey?: Buffer
  /** Replaces the network access of webhooks. */
  transport?: TransportOverrides
  queueClock?: () => Date
  /** The destination of the spans. */
  spanExporter?: SpanExporter
}

export const testEnvironment = {
  PORT: '0',
  // Sample payees would be among the rows that tests count.
  SANDBOX: 'off',
  RATE_LIMITS: 'off',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  CHALLENGE_SENDER: join(import.meta.dirname, 'null-sender.mjs'),
  // A machine that is busy with other suites is not the overload that a test is about.
  DATABASE_WAIT_MS: '20000',
  DATABASE_TIMEOUT_MS: '20000',
  DATABASE_LIST_TIMEOUT_MS: '20000',
  MAX_IN_FLIGHT: '2000',
  // As the quotas, the opener's limits are off where a test is not about them.
  OPENER_CONSUMER_PER_MINUTE: '1000000',
  OPENER_CONSUMER_PER_DAY: '1000000',
  OPENER_PER_DAY: '1000000',
}

/** With `TEST_GATEWAYS=2` whatever a test starts is two gateways on one database, behind a balancer that takes them in turn. */
const gatewayCount = Number(process.env.TEST_GATEWAYS ?? 1)

/** Several gateways are one service, so links in their answers are the same. */
const behindBalancer = gatewayCount > 1 ? { PUBLIC_URL: 'http://localhost:4000' } : {}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  }
}

/** The real server over real HTTP on a new database. */
export async function startTestServer({
  env = {},
  clock,
  database: given,
  logLevel = 'info',
  encryptionKey = randomBytes(32),
  transport = {},
  queueClock,
  spanExporter,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = given ?? (await createDatabase())
  const { DATABASE_URL: databaseUrl, ...reached } = reach(database.url)
  // As `signpost serve` does: a cloned database has no settings of its role.
  if (env.DATABASE_TIMEOUT_MS !== undefined)
    await administer(
      databaseUrl!,
      `alter role current_user in database ${new URL(databaseUrl!).pathname.slice(1)} set statement_timeout = ${Number(env.DATABASE_TIMEOUT_MS)}`,
    )
  const logged: string[] = []
  const gateway = async (): Promise<[App, Server]> => {
    const app = await createApp({
      config: readConfig({ ...testEnvironment, ...behindBalancer, ...reached, ...env }),
      databaseUrl: databaseUrl!,
      keyProvider: localKeyProvider(encryptionKey),
      log: createLog(logLevel, { write: (line) => void logged.push(line) }),
      createTransport: (parts) => createTransport(parts, transport),
      ...(clock ? { clock } : {}),
      ...(queueClock ? { queueClock } : {}),
      ...(spanExporter ? { spanExporter } : {}),
    })
    return [app, await startServer(app)]
  }
  const gateways = [await gateway()]
  while (gateways.length < gatewayCount) gateways.push(await gateway())
  const [app, server] = gateways[0]!
  const balancer = gatewayCount > 1 ? await startBalancer(gateways.map(([, { url }]) => url)) : null
  const url = balancer?.url ?? server.url

  const testServer: TestServer = {
    url,
    app,
    database,
    env: { DATABASE_URL: database.url, ENCRYPTION_KEY: encryptionKey.toString('base64') },
    logged,
    async key({ consumer = 'owner', livemode = false, scopes = ['*'], router = false, expiresAt } = {}) {
      const consumerId = await ensureConsumer(app.db, consumer, app.newId)
      const { row, secret } = await issueApiKey(app.db, app.keyring, app.newId(), {
        consumerId,
        livemode,
        scopes,
        name: null,
        router,
        expiresAt: expiresAt ?? null,
      })
      const by = (method: string) => (path: string, body?: unknown, headers?: Headed) =>
        testServer.send(method, path, { key: secret, body, ...(headers && { headers }) })
      return {
        key: secret,
        consumer: encodeId('consumer', consumerId),
        consumerId,
        keyId: encodeId('apiKey', row.id),
        livemode,
        get: (path, headers) => by('GET')(path, undefined, headers),
        post: by('POST'),
        patch: by('PATCH'),
        remove: by('DELETE'),
        graphql: (...sent) => testServer.graphql(secret, ...sent),
      }
    },
    async send(method, path, { key, body, headers = {} } = {}) {
      return read(
        await fetch(url + path, {
          method,
          headers: {
            ...(key ? { authorization: `Bearer ${key}` } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      )
    },
    async graphql(key, query, variables = {}, headers = {}) {
      return read(
        await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(key ? { authorization: `Bearer ${key}` } : {}),
            ...headers,
          },
          body: JSON.stringify({ query, variables }),
        }),
      )
    },
    async query<R>(parts: TemplateStringsArray, ...values: unknown[]) {
      const text = parts.reduce((whole, part, n) => `${whole}$${n}${part}`)
      return (await app.pool.query(text, values)).rows as R[]
    },
    async close() {
      await balancer?.close()
      for (const [app, server] of gateways) {
        await server.stop()
        await app.close()
      }
      if (!given) await database.drop()
    },
  }
  return testServer
}

/** Starts something for the tests of a file, and closes it behind them. What is returned is empty until the tests begin. */
export function forTests<T extends object>(start: () => T | Promise<T>): T {
  const made = {} as T & { close?(): unknown; drop?(): unknown }
  beforeAll(async () => {
    Object.assign(made, await start())
  })
  afterAll(async () => {
    await made.close?.()
    await made.drop?.()
  })
  return made
}
