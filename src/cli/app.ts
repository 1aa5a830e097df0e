import { readConfig } from '../config/config.ts'
import { type Call, operatorBy, systemCall } from '../kernel/call.ts'
import { createLog } from '../kernel/log.ts'
import { type App, createApp } from '../process/compose/context.ts'
import { chooseKeyProvider, commandDatabaseUrl } from './database.ts'

/** Runs a command on the database of the running server, or on that of `DATABASE_URL`. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  // An operator's command has no time limit.
  const config = { ...readConfig(), role: 'all' as const, databaseTimeoutMs: 0 }
  const databaseUrl = await commandDatabaseUrl(config)
  const app = await createApp({
    config,
    databaseUrl,
    keyProvider: await chooseKeyProvider(config),
    log: createLog('warn'),
  })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** The operator at the command line, without a request. */
export const operatorCall = ({ newId }: Pick<App, 'newId'>): Call => systemCall(operatorBy('cli'), newId())
