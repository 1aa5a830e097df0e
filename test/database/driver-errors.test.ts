import { sql as sqlOf } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadOn } from '../../src/database/read-index/connection-store.ts'
import { createReadPool } from '../../src/database/read-pool.ts'
import { SignpostError } from '../../src/kernel/errors.ts'
import { noId } from '../../src/kernel/id.ts'
import { withClient } from '../support/admin.ts'
import { createDatabase } from '../support/database.ts'
import { type Answer, forTests, type Key, startTestServer, type TestServer } from '../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../support/tcp-proxy.ts'

const canary = 'canary-7c21e0'
let proxy: TcpProxy
let server: TestServer
let key: Key

const database = forTests(createDatabase)
beforeAll(async () => {
  const { hostname: host, port, pathname } = new URL(database.url)
  await sql(`alter database ${pathname.slice(1)} set statement_timeout = '300ms'`)
  proxy = await startProxy({ host, port: Number(port) })
  server = await startTestServer({
    database: { ...database, url: throughProxy(database.url, proxy) },
    logLevel: 'trace',
  })
  key = await server.key()
})
afterAll(async () => {
  await server?.close()
  await proxy?.close()
})

const sql = (statement: string) => withClient(database.url, (client) => client.query(statement))

const create = () =>
  server.send('POST', '/v1/identities', { key: key.key, body: { type: 'user', display_name: canary } })
const createByGraphql = () =>
  server.graphql(
    key.key,
    'mutation ($name: String) { createIdentity(input: { type: USER, displayName: $name }) { id } }',
    { name: canary },
  )
const resolve = () =>
  server.send('POST', '/v1/resolve', { key: key.key, body: { alias: `@${canary.replace('-', '_')}` } })

/** The canonical answer, and neither there nor in the log a word of SQL, of the driver, or of what was sent. */
function expectPlain(answer: Answer, status: number, code: string): void {
  const error = answer.body.error ?? { ...answer.body.errors[0].extensions, message: answer.body.errors[0].message }
  expect(error.code.toLowerCase(), answer.text).toBe(code)
  if (answer.body.error) expect(answer.status).toBe(status)
  if (status === 503) expect(answer.headers.get('retry-after') ?? '1').toBe('1')
  expect(Object.keys(error).toSorted()).toEqual(
    answer.body.error
      ? ['code', 'doc_url', 'message', 'request_id', 'type']
      : ['code', 'docUrl', 'message', 'requestId', 'type'],
  )
  for (const text of [answer.text, server.logged.join('')]) {
    expect(text).not.toMatch(
      /canary|insert into|select |update |violates|relation "|column "|constraint|\$\d|password|postgres:/i,
    )
    expect(text).not.toContain(new URL(database.url).password || 'no password')
  }
}

test('a value that PostgreSQL refuses is refused by the primary too, and is no failure of the replica', async () => {
  const { db, pool: primary } = server.app
  const answers: unknown[] = []
  const on = { query: async (config: pg.QueryConfig) => (await primary.query(config)).rows, isDirect: () => true }
  const readIndex = ({ read }: { read: ReadOn<unknown, unknown> }) => ({
    async read(asked: unknown) {
      const answer = await read(on as never, asked, new Date().toISOString())
      answers.push(answer)
      return answer
    },
  })
  const lists = { poolSize: 1, timeoutMs: 1_000, waitMs: 1_000 }
  const { readLists } = createReadPool({ db, primary, readIndex: readIndex as never, lists })
  const listing = { table: 'identity', kind: 'identity', belongs: sqlOf<boolean>`t.display_name = ${'\0'}` } as const
  const page = { limit: 1, direction: 'after', cursor: null } as const
  await expect(readLists(noId, listing, [noId], page)).rejects.toMatchObject({ code: '22021' })
  expect(answers).toEqual([{ refusal: expect.any(SignpostError) }])
})

describe('a driver’s error is the plain answer of its code, and its text is nowhere', () => {
  test('500: a unique violation', async () => {
    await sql('create unique index provoked on identity (display_name)')
    expect((await create()).status).toBe(201)
    expectPlain(await create(), 500, 'internal_error')
    expectPlain(await createByGraphql(), 500, 'internal_error')
    await sql('drop index provoked')
  })

  test('500: a check violation, whose detail quotes the whole row', async () => {
    await sql(`alter table identity add constraint provoked check (display_name <> '${canary}') not valid`)
    expectPlain(await create(), 500, 'internal_error')
    expectPlain(await createByGraphql(), 500, 'internal_error')
    await sql('alter table identity drop constraint provoked')
  })

  test('500: a statement that the schema does not understand', async () => {
    await sql('alter table identity rename column display_name to provoked')
    expectPlain(await create(), 500, 'internal_error')
    await sql('alter table identity rename column provoked to display_name')
  })

  test('500: stored data that makes no sense', async () => {
    const { id } = (await create()).body
    await sql(`alter table identity rename column created_at to was;
      alter table identity add column created_at text default '${canary}'`)
    expectPlain(await server.send('GET', `/v1/identities/${id}`, { key: key.key }), 500, 'internal_error')
    await sql('alter table identity drop column created_at; alter table identity rename column was to created_at')
  })

  test('503: a statement timeout, on a write and on resolve', async () => {
    await withClient(database.url, async (client) => {
      await client.query('set statement_timeout = 0; begin; lock table identity, alias in access exclusive mode')
      const [write, graphql, read] = await Promise.all([create(), createByGraphql(), resolve()])
      expectPlain(write!, 503, 'overloaded')
      expectPlain(graphql!, 503, 'overloaded')
      expectPlain(read!, 503, 'overloaded')
      await client.query('rollback')
    })
  })

  test('503: connections ended under the statements', async () => {
    await withClient(database.url, async (client) => {
      await client.query('set statement_timeout = 0; begin; lock table identity, alias in access exclusive mode')
      const answers = Promise.all([create(), resolve()])
      await new Promise((done) => setTimeout(done, 100))
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      for (const answer of await answers) expectPlain(answer, 503, 'service_unavailable')
      await client.query('rollback')
    })
  })

  test('503: no database to connect to', async () => {
    await proxy.close()
    for (const send of [create, createByGraphql, resolve]) expectPlain(await send(), 503, 'service_unavailable')
  })
})
