import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { createApp } from '../context.ts'
import { chooseKeyProvider, type OpenDatabase, openDatabase } from '../database.ts'
import { createLog, type Logger } from '../log.ts'
import { migrate } from '../persistence/migrate.ts'
import { startServer } from '../server.ts'
import { createOutlet } from '../webhooks/outlet.ts'
import { startWebhookWorker } from '../webhooks/worker.ts'
import { readDemoKey, seedDemo } from './demo.ts'

const say = (message: string) => process.stdout.write(`${message}\n`)

function announce(url: string, key: string | null, config: Config): void {
  say(`\nSignpost listens on ${url}\n`)
  if (config.databaseUrl !== undefined) {
    say('Make a key:  npm run -s signpost -- keys create --consumer NAME --env test --scopes resolve\n')
    return
  }
  if (!key) return
  say(`Demo key (test mode):  ${key}\n`)
  say('Try it:\n')
  say(
    `  curl -s ${url}/v1/resolve -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"alias":"@alice"}'\n`,
  )
  say(`Or open ${url}/graphql in a browser.\n`)
}

/** Runs the service until a signal stops it. */
export async function serve(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  if (!config.rateLimits) log.warn('RATE_LIMITS=off: nothing limits how fast a caller may guess aliases')
  const database = await openDatabase(config, say, log)
  try {
    await serveOn(database, config, log)
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function serveOn(database: OpenDatabase, config: Config, log: Logger): Promise<void> {
  await migrate(database.url)
  const keyProvider = await chooseKeyProvider(config)
  const app = await createApp({ config, databaseUrl: database.url, keyProvider, log, createOutlet })
  const isEmpty =
    database.isEmbedded && (await app.db.selectFrom('consumer').select('id').limit(1).execute()).length === 0
  const demoKey = isEmpty ? await seedDemo(app, config.dataDir) : readDemoKey(config.dataDir)
  const server = await startServer(app)
  const worker = config.webhookWorker
    ? startWebhookWorker(app, { listenUrl: config.databaseListenUrl ?? database.url })
    : null
  announce(server.url, demoKey, config)

  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    const deadline = setTimeout(() => process.exit(1), 25_000)
    deadline.unref()
    await Promise.all([server.stop(), worker?.stop()])
    await app.close()
    await database.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Run the service (with DATABASE_URL, or an embedded PostgreSQL in DATA_DIR)')
    .action(serve)
}
