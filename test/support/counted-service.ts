import { join } from 'node:path'
import { type Counted, startCounted } from '../../bench/cpu/counted.ts'
import { freePort } from './free-port.ts'
import { type TestServer, testEnvironment } from './server.ts'

const root = join(import.meta.dirname, '../..')

/** A service in a process of its own that counts what it uses, on the database of a test's server. */
export async function startCountedService(
  { database }: TestServer,
  encryptionKey: Buffer,
  nodeOptions: readonly string[],
  more: Record<string, string> = {},
): Promise<Counted> {
  const env = {
    ...testEnvironment,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    WEBHOOK_WORKER: 'off',
    ...more,
  }
  return startCounted({ tree: root, port: await freePort(), env, nodeOptions })
}
