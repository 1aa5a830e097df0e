import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { issueApiKey } from '../src/access/api-keys/service.ts'
import { ensureConsumer } from '../src/access/api-keys/store.ts'
import { readConfig } from '../src/config/config.ts'
import { migrate } from '../src/database/migrate.ts'
import { type Call, nobody, systemCall } from '../src/kernel/call.ts'
import { createLog } from '../src/kernel/log.ts'
import { startEmbedded } from '../src/postgres/embedded.ts'
import { type App, createApp } from '../src/process/compose/context.ts'
import { localKeyProvider } from '../src/vault/key-provider.ts'
import { createTransport } from '../src/webhooks/transport/transport.ts'
import { startService } from '../test/support/service-process.ts'
import { openWire, type Wire } from '../test/support/wire.ts'

export type Environment = Record<string, string>

/** The options of the command line, which are numbers, with their defaults. */
export function numbersOf<Name extends string>(standard: Readonly<Record<Name, number>>): Record<Name, number> {
  const names = Object.keys(standard) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  return Object.fromEntries(names.map((name) => [name, Number(values[name] ?? standard[name])])) as Record<Name, number>
}

/** Reports progress on standard error. */
export const note = (text: string): boolean => process.stderr.write(`${text}\n`)

/** The value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The milliseconds of each round of some work, one after the other. */
export async function timesOf(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await work(round)
    times.push(performance.now() - began)
  }
  return times
}

const unlimited = '999999999 + 999999999/s'
const policies = ['REQUESTS_LIVE', 'REQUESTS_TEST', 'RESOLVE', 'MISSES', 'REGISTRATIONS', 'GRANTS']

/** Quotas that are counted and never reached, so that a consumer's own limits don't affect the measurement. */
export const raisedLimits: Environment = {
  ...Object.fromEntries(
    [...policies, 'RELEASES', 'ENDPOINT_RELEASES'].map((name) => [`RATE_LIMIT_${name}`, unlimited]),
  ),
  OPENER_CONSUMER_PER_MINUTE: '1000000',
  OPENER_CONSUMER_PER_DAY: '10000000',
  OPENER_PER_DAY: '10000000',
}

/** Starts a PostgreSQL with durable settings, in a folder that is removed in the end. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
  // PostgreSQL runs as a separate user, which must be able to enter the folder.
  await chmod(folder, 0o711)
  const postgres = await startEmbedded({ dataDir: join(folder, 'data'), sharedDir: join(folder, 'shared') })
  async function stop(): Promise<void> {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}

/** Composes the service in this process, without a server. */
export const openApp = (databaseUrl: string, encryptionKey: Buffer, env: NodeJS.ProcessEnv = {}): Promise<App> =>
  createApp({
    config: readConfig({ RATE_LIMITS: 'off', ...env }),
    databaseUrl,
    keyProvider: localKeyProvider(encryptionKey),
    log: createLog('silent'),
    createTransport,
  })

/** Issues a key of a consumer, which is created if absent. @returns the consumer's id and the key's secret */
export async function issueKey(app: App, consumer: string, scopes: readonly string[], livemode = false) {
  const consumerId = await ensureConsumer(app.db, consumer, app.newId)
  const wanted = { consumerId, livemode, scopes: [...scopes], name: null, router: false, expiresAt: null }
  const { secret } = await issueApiKey(app.db, app.keyring, app.newId(), wanted)
  return { consumerId, secret }
}

/** A call of a consumer with every scope, as the gate would make it. */
export const callOf = ({ newId }: Pick<App, 'newId'>, consumerId: string, livemode = false): Call =>
  systemCall({ ...nobody, consumerId, keyId: newId(), livemode, scopes: ['*'] }, newId())

/** The service in this process, on a new PostgreSQL with one consumer. `env` is for other processes on the same database. */
export async function openOwner(more: Environment = {}) {
  const postgres = await startPostgres()
  await migrate(postgres.url)
  const key = randomBytes(32)
  const env = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: key.toString('base64'), ...more }
  const app = await openApp(postgres.url, key, env)
  const { consumerId } = await issueKey(app, 'owner', ['*'])
  async function close(): Promise<void> {
    await app.close()
    await postgres.stop()
  }
  return { app, env, consumerId, call: () => callOf(app, consumerId), close }
}

/** Runs work as that consumer. */
export async function withOwner<T>(
  work: (owner: Awaited<ReturnType<typeof openOwner>>) => Promise<T>,
  env: Environment = {},
): Promise<T> {
  const owner = await openOwner(env)
  return work(owner).finally(owner.close)
}

/** Makes records with a key, each by the path of its list. @returns the record's id */
export const makerOf =
  (wire: Wire, key: string) =>
  async (path: string, body: object): Promise<string> =>
    (await wire.send('POST', path, { key, body })).body.id

/** Opens a service in a process of its own, with the key of its demo consumer. */
export async function openService(env: Environment, connections = 16) {
  const service = await startService(env)
  const [key, wire] = [service.key!, openWire(service.url, { connections })]
  async function close(): Promise<void> {
    await wire.close()
    await service.stop()
  }
  return { url: service.url, pid: service.process.pid!, dataDir: service.dataDir!, key, wire, close }
}

/** Runs work with a service. `make` makes records with its key. */
export async function withService<T>(
  env: Environment,
  work: (service: Awaited<ReturnType<typeof openService>> & { make: ReturnType<typeof makerOf> }) => Promise<T>,
): Promise<T> {
  const service = await openService(env)
  return work({ ...service, make: makerOf(service.wire, service.key) }).finally(service.close)
}
