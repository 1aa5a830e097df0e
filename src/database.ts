import { join } from 'node:path'
import type { Config } from './config.ts'
import { ensureKeyFile, type KeyProvider, localKeyProvider, parseKey, readKeyFile } from './crypto/key-provider.ts'
import type { Logger } from './log.ts'
import { readConnection } from './postgres/connection.ts'
import { startEmbedded } from './postgres/embedded.ts'

export type OpenDatabase = { url: string; isEmbedded: boolean; isFresh: boolean; stop(): Promise<void> }

/** The database that the configuration names, or the embedded one in `DATA_DIR`, started when nobody has. */
export async function openDatabase(
  config: Config,
  onProgress: (message: string) => void,
  log?: Logger,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    return { url: config.databaseUrl, isEmbedded: false, isFresh: false, stop: async () => undefined }
  }
  if (config.production)
    throw new Error('NODE_ENV=production needs DATABASE_URL: the embedded PostgreSQL is for development.')
  const embedded = await startEmbedded({ dataDir: config.dataDir, onProgress, ...(log ? { log } : {}) })
  return { url: embedded.url, isEmbedded: true, isFresh: embedded.fresh, stop: () => embedded.stop() }
}

/** For commands beside a running server: its database, by `DATABASE_URL` or through `DATA_DIR`. */
export async function runningDatabaseUrl(config: Config): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl
  const connection = await readConnection(config.dataDir)
  if (connection) return connection.url
  throw new Error(`No database: no server runs in ${config.dataDir} (npm start), and DATABASE_URL is not set.`)
}

/** Who wraps the data keys: `ENCRYPTION_KEY`, `ENCRYPTION_KEY_FILE`, or a key file of our own in `DATA_DIR`. */
export async function chooseKeyProvider(config: Config): Promise<KeyProvider> {
  if (config.encryptionKey !== undefined) return localKeyProvider(parseKey(config.encryptionKey))
  if (config.encryptionKeyFile !== undefined) return localKeyProvider(readKeyFile(config.encryptionKeyFile))
  if (config.production) throw new Error('NODE_ENV=production needs ENCRYPTION_KEY or ENCRYPTION_KEY_FILE.')
  return localKeyProvider(ensureKeyFile(join(config.dataDir, 'encryption.key')))
}
