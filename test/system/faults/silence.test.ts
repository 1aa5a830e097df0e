import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../support/database.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { startProxy, throughProxy } from '../../support/tcp-proxy.ts'

const timeoutMs = 700
const encryptionKey = randomBytes(32)

const database = forTests(createDatabase)
const proxy = forTests(() => startProxy({ host: '127.0.0.1', port: Number(new URL(database.url).port) }))
const server = forTests(() =>
  startTestServer({
    database: { ...database, url: throughProxy(database.url, proxy) },
    encryptionKey,
    env: {
      DATABASE_TIMEOUT_MS: String(timeoutMs),
      DATABASE_WAIT_MS: '2000',
      DATABASE_POOL_SIZE: '1',
      DATABASE_LISTEN_URL: database.url,
    },
  }),
)
const owner = forTests(() => server.key())

const create = () => owner.post('/v1/identities', { type: 'user' })
const backend = async (): Promise<number> => (await server.app.pool.query('select pg_backend_pid() as pid')).rows[0].pid

test('a statement that waits for a lock too long is cancelled: 503, and its connection serves on', async () => {
  const before = await backend()
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin; lock table identity in access exclusive mode')
  const refused = await create()
  expect([refused.status, refused.body.error.code]).toEqual([503, 'overloaded'])
  expect(refused.headers.get('retry-after')).toBe('1')
  // Nothing goes on waiting for the lock on the caller's behalf.
  const { rows } = await holder.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and pid = $1", [
    before,
  ])
  expect(rows).toEqual([])
  await holder.query('rollback')
  await holder.end()
  expect((await create()).status).toBe(201)
  expect(await backend()).toBe(before)
})

test('a look-up that waits for a lock too long is refused as overloaded, and the next one is answered when the lock is gone', async () => {
  const resolve = () => owner.post('/v1/resolve', { alias: '@nobody.here' })
  expect((await resolve()).status).toBe(404)
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin; lock table alias in access exclusive mode')
  const refused = await resolve()
  expect([refused.status, refused.body.error.code]).toEqual([503, 'overloaded'])
  await holder.query('rollback')
  await holder.end()
  expect((await resolve()).status).toBe(404)
})

test('a connection whose other end is gone without a word is closed: 503, and the next request gets another', async () => {
  async function forgetThenCreate() {
    const before = await backend()
    proxy.forget()
    return { before, answer: await create() }
  }
  let met = await forgetThenCreate()
  // A job of the service may meet the silence first. The request behind it then gets the new connection.
  while (met.answer.status === 201) {
    expect(await backend()).not.toBe(met.before)
    met = await forgetThenCreate()
  }
  const { answer: refused, before } = met
  expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable'])
  expect((await create()).status).toBe(201)
  expect(await backend()).not.toBe(before)
})

test('a transaction that is only held is no silence', async () => {
  const client = await server.app.pool.connect()
  await client.query('begin')
  await pause(timeoutMs * 2)
  const { rows } = await client.query('select 1 as one')
  await client.query('rollback')
  client.release()
  expect(rows).toEqual([{ one: 1 }])
})

test('a connection that takes longer to make than a request waits is there for the next', async () => {
  // Three answers until it is made: more than a request waits, less than it may take.
  proxy.delay(750)
  proxy.cut()
  expect((await create()).status).toBe(503)
  await expect.poll(async () => (await create()).status, { timeout: 20_000 }).toBe(201)
  proxy.delay(0)
})

test('one that is found gone takes those with it that are as silent, idle ones too', async () => {
  const wide = await startTestServer({
    database: { ...database, url: throughProxy(database.url, proxy) },
    encryptionKey,
    env: { DATABASE_TIMEOUT_MS: String(timeoutMs), DATABASE_POOL_SIZE: '4', DATABASE_LISTEN_URL: database.url },
  })
  const { key } = await wide.key()
  const make = () => wide.send('POST', '/v1/identities', { key, body: { type: 'user' } })
  await Promise.all([1, 2, 3, 4].map(() => wide.app.pool.query('select pg_sleep(0.1)')))
  await make()
  await expect.poll(() => wide.app.pool.idleCount).toBe(4)
  proxy.forget()
  expect((await make()).status).toBe(503)
  const answers = await Promise.all([make(), make(), make(), make()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  await wide.close()
})
