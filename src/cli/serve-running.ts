import type { ChildProcess } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { hasConsumers } from '../access/api-keys/store.ts'
import { type Channel, serveBuckets } from '../access/quotas/cluster-store.ts'
import { createMemoryBuckets } from '../access/quotas/memory-store.ts'
import { type Config, readConfig } from '../app/config.ts'
import { type App, createApp } from '../app/context.ts'
import type { Role } from '../app/role.ts'
import { readLacking } from '../database/engine.ts'
import { migrate } from '../database/migrate.ts'
import { createServiceLog, type Logger } from '../kernel/log.ts'
import { renewEpoch } from '../maintenance/changes/epoch-store.ts'
import { createMetrics } from '../observability/metrics.ts'
import { openAdminTokens, startAdminServer } from '../process/admin-server.ts'
import { receiveOrders, report, startWorkers } from '../process/cluster.ts'
import { readDemoKey, seedDemo } from '../process/demo.ts'
import { openExporter } from '../process/metrics-server.ts'
import { answerScrapes, type Child, createGathering, scrapeOf } from '../process/scrape.ts'
import { ownMetrics, startServer } from '../process/server.ts'
import { startWarnings } from '../process/start-warnings.ts'
import { ignoreClosedTerminal, serveOnMs, stopInTime, stopOnSignals } from '../process/stopping.ts'
import { keepWorkerChild } from '../process/worker-child.ts'
import type { KeyProvider } from '../vault/key-provider.ts'
import { createTransport } from '../webhooks/transport/http.ts'
import { startWebhookWorker } from '../webhooks/worker/worker.ts'
import { chooseKeyProvider, type OpenDatabase, openDatabase } from './database.ts'
import { invocation } from './invocation.ts'
import { startFailure } from './start-failure.ts'

const say = (message: string) => process.stdout.write(`${message}\n`)

function announce(url: string, key: string | null, config: Config): void {
  say(`\nSignpost listens on ${url}\n`)
  if (config.databaseUrl !== undefined) {
    say(`Make a key:  ${invocation()} keys create --consumer NAME --new --env test --scopes resolve\n`)
    return
  }
  if (!key) return
  say(`Demo key (test mode):  ${key}\n`)
  say('Try it:\n')
  say(
    `  curl -s ${url}/v1/resolve -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"alias":"@alice"}'\n`,
  )
  say(
    `Or open ${url} in a browser: the console, the documentation, the GraphQL explorer and the API reference are there.\n`,
  )
}

const address = ({ host, port }: Partial<Config>) => ({ host: host ?? '', port: port ?? 0 })

/** Runs the service until a signal stops it. @throws StartFailure · ConfigError */
export async function serve({ role }: { role?: Role } = {}): Promise<void> {
  let config: Config | undefined
  try {
    const read = readConfig()
    config = { ...read, role: role ?? read.role }
    ignoreClosedTerminal()
    const log = createServiceLog(config)
    if (cluster.isPrimary) for (const warning of startWarnings(config)) log.warn(warning)
    if (cluster.isWorker) await serveAsWorker(config, log)
    else await serveAsRoot(config, log)
  } catch (error) {
    const failure = startFailure(error, address(config ?? {}))
    if (!cluster.isWorker) throw failure
    // The root process says it, once.
    await report({ kind: 'failed', message: failure.message })
    process.exit(1)
  }
}

async function openApp(config: Config, databaseUrl: string, log: Logger, given?: KeyProvider): Promise<App> {
  const keyProvider = given ?? (await chooseKeyProvider(config))
  return createApp({ config, databaseUrl, keyProvider, log, createTransport })
}

type Running = { url: string; demoKey: string | null; stop(): Promise<void>; abort(): void }

/** Only the root process has a database to start, migrations to run and a demo to make. */
async function serveAsRoot(config: Config, log: Logger): Promise<void> {
  const starting = start(config, log)
  // Also while it starts: a database that is being made must not be left behind.
  stopOnSignals(
    async () => (await starting).stop(),
    () => starting.then(({ abort }) => abort()),
    log,
  )
  const { url, demoKey } = await starting
  announce(url, demoKey, config)
}

async function start(config: Config, log: Logger): Promise<Running> {
  const tokens = openAdminTokens(config)
  // A key that is missing is said before a database is waited for.
  const keyProvider = config.databaseUrl === undefined ? undefined : await chooseKeyProvider(config)
  const database = await openDatabase(config, say, log)
  try {
    await migrateAll(database.url, config)
    const app = await openApp(config, database.url, log, keyProvider)
    for (const { capability, instead } of await readLacking(app.db))
      log.warn({ capability, instead }, 'the database lacks something that is used')
    const demoKey = await prepareDemo(app, database, config)
    const count = config.workers === 'auto' ? availableParallelism() : config.workers
    const serving = count === 1 ? await serveAlone(app) : await serveWithWorkers(count, app, database)
    const admin = await serveAdmin(config, database.url, log, tokens)
    const stop = async () => {
      await admin?.stop()
      await serving.stop()
      await database.stop()
    }
    return { ...serving, demoKey, stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function migrateAll(url: string, { databaseRecordsUrl: apart }: Config): Promise<void> {
  await migrate(url, renewEpoch)
  if (apart !== undefined) await migrate(apart)
}

async function prepareDemo(app: App, { isEmbedded }: OpenDatabase, { dataDir, role }: Config): Promise<string | null> {
  // A resolver reads the registry; the demo is made by whoever may write it.
  const isEmpty = isEmbedded && role !== 'resolver' && !(await hasConsumers(app.db))
  return isEmpty ? seedDemo(app, dataDir) : readDemoKey(dataDir)
}

/** The operator's interface is the root process's alone, with connections of its own: its load is nobody else's. */
async function serveAdmin(config: Config, databaseUrl: string, log: Logger, tokens: string[] | null) {
  if (tokens === null) return null
  const own = { ...config, metrics: { port: null, token: null }, databasePoolSize: 2 }
  const app = await openApp(own, databaseUrl, log)
  const server = await startAdminServer(app, tokens).catch(async (error) => {
    await app.close()
    throw error
  })
  log.info({ url: server.url }, 'the admin interface listens')
  return {
    async stop() {
      await server.close()
      await app.close()
    },
  }
}

/** Serving on as long as the balancer needs, and what is under way then, take no longer together than they may. */
function graceOf({ drainSeconds }: Config): { graceMs: number; limitMs: number } {
  const graceMs = drainSeconds * 1_000
  return { graceMs, limitMs: serveOnMs - graceMs }
}

/** A resolver attempts no delivery and repeats no job. */
const delivers = ({ webhookWorker, role }: Config): boolean => webhookWorker && role !== 'resolver'

async function serveAlone(app: App): Promise<Omit<Running, 'demoKey'>> {
  const { webhooks } = app.config
  const server = await startServer(app)
  const exporter = await openExporter(app.config, () => ownMetrics(app))
  const worker = delivers(app.config)
    ? startWebhookWorker(app, {
        pollMs: webhooks.pollMs,
        graceMs: serveOnMs,
      })
    : null
  return {
    url: server.url,
    stop: async () => {
      await Promise.all([server.stop(graceOf(app.config)), worker?.stop()])
      await exporter?.close()
      await app.close()
    },
    abort: () => undefined,
  }
}

async function serveWithWorkers(count: number, app: App, { url }: OpenDatabase): Promise<Omit<Running, 'demoKey'>> {
  await app.close()
  const buckets = createMemoryBuckets({ clock: app.clock })
  const gathering = app.metrics ? createGathering(createMetrics()) : null
  const onFork = (worker: Worker) => {
    serveBuckets(buckets, worker as unknown as Channel)
    gathering?.attach(worker as unknown as Child)
  }
  const workers = await startWorkers({ count, orders: { databaseUrl: url }, log: app.log, onFork })
  const exporter = gathering && (await openExporter(app.config, gathering.scrape))
  const onChild = (child: ChildProcess) => gathering?.attach(child as unknown as Child)
  const webhooks = delivers(app.config) ? keepWorkerChild(app.log, onChild) : null
  app.log.info({ count }, 'worker processes listen')
  return {
    url: workers.url,
    stop: async () => {
      await Promise.all([workers.stop(), webhooks?.stop()])
      await exporter?.close()
    },
    abort: () => {
      workers.kill()
      webhooks?.kill()
    },
  }
}

/** A worker only answers requests. Without its root process it ends: node:cluster sees to that. */
async function serveAsWorker(config: Config, log: Logger): Promise<void> {
  // A terminal sends SIGINT and SIGHUP to the whole group: the root process passes the word on as SIGTERM.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const { databaseUrl } = await receiveOrders()
  const app = await openApp(config, databaseUrl, log)
  const root = process as unknown as Child
  if (app.metrics) answerScrapes(root, app.metrics)
  const server = await startServer(app, { scrape: scrapeOf(root) })
  const stop = async () => {
    await server.stop(graceOf(config))
    await app.close()
  }
  process.once('SIGTERM', () => void stopInTime(stop, log))
  await report({ kind: 'listening', url: server.url })
}
