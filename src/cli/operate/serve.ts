import { countWorkingKeys } from '../../access/api-keys/store.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { Role } from '../../config/processes.ts'
import { readLacking } from '../../database/engine.ts'
import { createServiceLog, type Logger } from '../../kernel/log.ts'
import { openAdminTokens, startAdminServer } from '../../process/admin-server.ts'
import { type App, createApp } from '../../process/compose/context.ts'
import { prepareDemo } from '../../process/demo.ts'
import { openExporter } from '../../process/metrics-server.ts'
import { seedSandbox } from '../../process/sandbox.ts'
import { startServer } from '../../process/server.ts'
import { startWarnings } from '../../process/starting.ts'
import { ignoreClosedTerminal, serveOnMs, stopOnSignals } from '../../process/stopping.ts'
import type { KeyProvider } from '../../vault/key-provider.ts'
import { createTransport } from '../../webhooks/transport/transport.ts'
import { startWebhookWorker } from '../../webhooks/worker/worker.ts'
import { chooseKeyProvider, openDatabase } from '../database.ts'
import { startFailure } from '../failure.ts'
import { invocation } from '../terminal.ts'
import { migrateAll } from './migrate.ts'

const say = (message: string) => process.stdout.write(`${message}\n`)

function announce({ url, demoKey: key, hasKeys }: Running): void {
  const lines = [`\nSignpost listens on ${url}\n`]
  if (!hasKeys)
    lines.push(`Make a key:  ${invocation()} keys create --consumer NAME --new --env test --scopes resolve\n`)
  if (key) lines.push(...trial(url, key))
  say(lines.join('\n'))
}

const trial = (url: string, key: string): string[] => [
  `Demo key (test mode):  ${key}\n`,
  'Try it:\n',
  `  curl -s ${url}/v1/resolve -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"alias":"@alice"}'\n`,
  `Or open ${url} in a browser for the console, the documentation, the GraphQL explorer and the API reference.\n`,
]

const address = ({ host, port }: Partial<Config>) => ({ host: host ?? '', port: port ?? 0 })

/** Runs the service until a signal stops it. @throws StartFailure · ConfigError */
export async function serve(options: { role?: Role } = {}): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(undefined, options)
    ignoreClosedTerminal()
    const log = createServiceLog(config)
    for (const warning of startWarnings(config)) log.warn(warning)
    const starting = start(config, log)
    // Signals are handled during the start too, so that no database is left half made.
    stopOnSignals(async () => (await starting).stop(), log)
    announce(await starting)
  } catch (error) {
    throw startFailure(error, address(config ?? {}))
  }
}

async function openApp(config: Config, databaseUrl: string, log: Logger, given?: KeyProvider): Promise<App> {
  const keyProvider = given ?? (await chooseKeyProvider(config))
  return createApp({ config, databaseUrl, keyProvider, log, createTransport })
}

type Serving = { url: string; stop(): Promise<void> }
type Running = Serving & { demoKey: string | null; hasKeys: boolean }

async function start(config: Config, log: Logger): Promise<Running> {
  const tokens = openAdminTokens(config)
  // A missing key is reported before the wait for a database.
  const keyProvider = config.databaseUrl === undefined ? undefined : await chooseKeyProvider(config)
  const database = await openDatabase(config, say, log)
  try {
    await migrateAll(database.url, config)
    const app = await openApp(config, database.url, log, keyProvider)
    for (const { capability, fallback } of await readLacking(app.db))
      log.warn({ capability, fallback }, 'the database lacks a required capability')
    const demoKey = await prepareDemo(app, database.isEmbedded)
    const hasKeys = (await countWorkingKeys(app.db)).active > 0
    // The port for callers is the last one: a start that fails has answered none of them.
    const admin = await serveAdmin(config, database.url, log, tokens)
    const serving = await serveApp(app)
    const stop = async () => {
      await Promise.all([admin?.stop(), serving.stop()])
      await database.stop()
    }
    return { ...serving, demoKey, hasKeys, stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The operator's interface has separate connections, so that its load slows no caller down. */
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

/**
 * Returns the two parts of a stop: serving on for the load balancer, and finishing requests. Together they fit the
 * limit.
 */
function graceOf({ drainSeconds }: Config): { graceMs: number; limitMs: number } {
  const graceMs = drainSeconds * 1_000
  return { graceMs, limitMs: serveOnMs - graceMs }
}

/** Process 0 alone does work that is needed once; a resolver does none of it. */
const isFirst = ({ role, processIndex }: Config): boolean => role !== 'resolver' && processIndex === 0

const delivers = (config: Config): boolean => config.webhookWorker && isFirst(config)

/**
 * Makes the sample payees without blocking the start: a name that another consumer has, or an unreachable database, is
 * logged.
 */
async function seed(app: App): Promise<void> {
  if (!app.config.sandbox || !isFirst(app.config)) return
  await seedSandbox(app).catch((error) => app.log.warn({ error }, 'the sample payees of test mode are not complete'))
}

async function serveApp(app: App): Promise<Serving> {
  const { webhooks } = app.config
  const exporter = await openExporter(app)
  const server = await startServer(app)
  const seeding = seed(app)
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
      await seeding
      await app.close()
    },
  }
}
