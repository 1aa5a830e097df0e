import { randomBytes } from 'node:crypto'
import { createDatabase, type TestDatabase } from './database.ts'
import { reach } from './pooler.ts'
import { startTestServer } from './server.ts'
import { type Service, startService } from './service-process.ts'

export type RunningService = Service & {
  database: TestDatabase
  key: string
  encryptionKey: string
  close(): Promise<void>
}

/** `signpost serve` as a separate process on a new database, with a key for it and `@alice` in it. */
export async function runService(env: Record<string, string> = {}): Promise<RunningService> {
  const database = await createDatabase()
  const secret = randomBytes(32)
  const encryptionKey = secret.toString('base64')
  const key = await prepare(database, secret)
  const service = await startService({
    ...reach(database.url),
    ENCRYPTION_KEY: encryptionKey,
    ...env,
  })
  return {
    ...service,
    database,
    key,
    encryptionKey,
    async close() {
      service.process.kill('SIGKILL')
      await service.exited
      await database.drop()
    },
  }
}

async function prepare(database: TestDatabase, encryptionKey: Buffer): Promise<string> {
  const server = await startTestServer({ database, encryptionKey })
  try {
    const { key } = await server.key()
    const { body } = await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })
    await server.send('POST', '/v1/aliases', {
      key,
      body: { identity: body.id, type: 'username', value: '@alice', privacy_level: 'public' },
    })
    return key
  } finally {
    await server.close()
  }
}

export const resolveAlice = (url: string, key: string) => ({
  url,
  method: 'POST',
  path: '/v1/resolve',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: '{"alias":"@alice"}',
})
