import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { answerGraceMs } from '../../../src/database/pool.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { type Pooler, startPooler } from '../../support/pgbouncer.ts'
import { type Key, startTestServer, type TestServer } from '../../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../../support/tcp-proxy.ts'

const timeoutMs = 700
const recoveryMs = 5_000

const { pooler: shared, adminUrl, scratch } = inject('postgres')

// With `TEST_POOLER` alone: PgBouncer is not on every machine.
describe.skipIf(shared === null)('a database that goes silent behind PgBouncer', () => {
  let database: TestDatabase
  let proxy: TcpProxy
  let pooler: Pooler
  let server: TestServer
  let owner: Key

  beforeAll(async () => {
    database = await createDatabase()
    proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(database.url).port) })
    const folder = join(scratch, `pooler-${randomBytes(4).toString('hex')}`)
    pooler = await startPooler(throughProxy(adminUrl, proxy), folder, { idleSeconds: 60 })
    server = await startTestServer({
      database: { ...database, url: throughProxy(database.url, pooler) },
      env: {
        DATABASE_TIMEOUT_MS: String(timeoutMs),
        DATABASE_LISTEN_URL: database.url,
        PREPARED_STATEMENTS: 'off',
      },
    })
    owner = await server.key()
  }, 60_000)
  afterAll(async () => {
    await server?.close()
    await pooler?.stop()
    await proxy?.close()
    await database?.drop()
  })

  const create = () => server.send('POST', '/v1/identities', { key: owner.key, body: { type: 'user' } })
  const resolve = () => server.send('POST', '/v1/resolve', { key: owner.key, body: { alias: '@nobody.here' } })

  async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
    const began = performance.now()
    return [await work(), performance.now() - began]
  }

  test('answers writes and look-ups with 503 in bounded time, again and again, and works within 5 s once it answers', async () => {
    expect([(await create()).status, (await resolve()).status]).toEqual([201, 404])
    proxy.blackhole()
    // The role's `statement_timeout` does not reach through: the client's own limit ends the wait.
    for (let round = 0; round < 2; round++) {
      for (const [answer, tookMs] of await Promise.all([timed(create), timed(resolve)])) {
        expect([answer.status, answer.body.error.code]).toEqual([503, 'service_unavailable'])
        expect(answer.headers.get('retry-after')).not.toBeNull()
        expect(tookMs).toBeLessThan(timeoutMs + answerGraceMs + 2_000)
      }
    }
    proxy.heal()
    await expect.poll(async () => (await create()).status, { timeout: recoveryMs, interval: 100 }).toBe(201)
    expect((await resolve()).status).toBe(404)
  }, 60_000)
})
