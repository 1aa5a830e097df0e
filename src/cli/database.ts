import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, ConfigError } from '../config/config.ts'
import { type Database, openOrm } from '../database/orm.ts'
import { readServerVersion } from '../database/probe.ts'
import type { Logger } from '../kernel/log.ts'
import { makeFolder, readConnection } from '../postgres/connection.ts'
import { startEmbedded } from '../postgres/embedded.ts'
import {
  ensureKeyFile,
  type KeyProvider,
  localKeyProvider,
  parseKey,
  readKeyFile,
  withFormer,
  withRetries,
} from '../vault/key-provider.ts'
import { databaseFailure } from './failure.ts'

export type OpenDatabase = { url: string; isEmbedded: boolean; stop(): Promise<void> }

/** Returns the configured database, or the embedded one in `DATA_DIR`, which it starts if it isn't running. */
export async function openDatabase(
  config: Config,
  onProgress: (message: string) => void,
  log?: Logger,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    await requireAnswer(config)
    return { url: config.databaseUrl, isEmbedded: false, stop: async () => undefined }
  }
  if (config.production)
    throw new ConfigError(
      'NODE_ENV=production needs DATABASE_URL (postgres://user:password@host:5432/database): the embedded PostgreSQL is for development.',
    )
  const embedded = await startEmbedded({ dataDir: config.dataDir, onProgress, ...(log ? { log } : {}) })
  return { url: embedded.url, isEmbedded: true, stop: () => embedded.stop() }
}

/**
 * Connects once, so that an unreachable database is an error within seconds. @throws StartFailure, or the driver's
 * error
 */
async function requireAnswer({ databaseUrl, databaseRecordsUrl }: Config): Promise<void> {
  const urls = { DATABASE_URL: databaseUrl, DATABASE_RECORDS_URL: databaseRecordsUrl }
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined) continue
    await readServerVersion(url).catch((error) => {
      throw databaseFailure(error, { name, url }) ?? error
    })
  }
}

/** Returns the database of a running server, by `DATABASE_URL` or `DATA_DIR`. */
export async function runningDatabaseUrl(config: Config): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await requireAnswer(config)
    return config.databaseUrl
  }
  const connection = await readConnection(config.dataDir)
  if (connection) return connection.url
  throw new Error(`No database: no server runs in ${config.dataDir} (npm start), and DATABASE_URL is not set.`)
}

/** Returns the same for a command, which has no time limit. */
export const commandDatabaseUrl = async (config: Config): Promise<string> =>
  withoutTimeLimit(await runningDatabaseUrl(config))

/** Runs work on a database, with connections of its own. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const orm = await openOrm(url)
  try {
    return await work(orm.em.fork().getKysely())
  } finally {
    await orm.close()
  }
}

/**
 * Chooses the provider that wraps the data keys: `KEY_PROVIDER` (a module for a KMS), `ENCRYPTION_KEY`,
 * `ENCRYPTION_KEY_FILE`, or a generated key file in `DATA_DIR`. Keys wrapped by `ENCRYPTION_KEY_FORMER` are unwrapped
 * too.
 */
export async function chooseKeyProvider(config: Config): Promise<KeyProvider> {
  const current = await currentKeyProvider(config)
  if (config.encryptionKeyFormer === undefined) return current
  return withFormer(current, localKeyProvider(parseKey(config.encryptionKeyFormer)))
}

async function currentKeyProvider(config: Config): Promise<KeyProvider> {
  const { keyProvider, encryptionKey, encryptionKeyFile } = config
  if ([keyProvider, encryptionKey, encryptionKeyFile].filter((given) => given !== undefined).length > 1) {
    throw new ConfigError('Set one of KEY_PROVIDER, ENCRYPTION_KEY and ENCRYPTION_KEY_FILE, not several.')
  }
  if (keyProvider !== undefined) return withRetries(await loadKeyProvider(keyProvider))
  if (encryptionKey !== undefined) return localKeyProvider(parseKey(encryptionKey))
  if (encryptionKeyFile !== undefined) return localKeyProvider(readKeyFile(encryptionKeyFile))
  if (!config.embeddedKey) {
    throw new ConfigError(
      'NODE_ENV=production needs ENCRYPTION_KEY (openssl rand -base64 32 makes one), ENCRYPTION_KEY_FILE or KEY_PROVIDER.',
    )
  }
  await makeFolder(resolve(config.dataDir))
  return localKeyProvider(ensureKeyFile(join(config.dataDir, 'encryption.key')))
}

/** Loads the provider: the default export of a module. */
async function loadKeyProvider(path: string): Promise<KeyProvider> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as {
    default?: () => KeyProvider | Promise<KeyProvider>
  }
  if (typeof module.default !== 'function') throw new ConfigError('KEY_PROVIDER must export a function by default.')
  return module.default()
}

/**
 * Lifts the role's `statement_timeout` for the sessions of a command. A pooler may refuse the option: the limit holds
 * then.
 */
async function withoutTimeLimit(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c statement_timeout=0')
  return readServerVersion(url.href).then(
    () => url.href,
    () => databaseUrl,
  )
}
