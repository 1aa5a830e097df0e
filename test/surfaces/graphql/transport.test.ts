import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { registryForTests } from '../../support/registry.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { countStatements } from '../../support/statement-log.ts'

let productionKey: string
const { server, owner } = registryForTests()
const production = forTests(() => startTestServer({ env: { NODE_ENV: 'production' } }))
beforeAll(async () => {
  productionKey = (await production.key()).key
})

const mutation = 'mutation { createIdentity(input: { type: USER }) { id } }'
const identities = async () => (await owner.get('/v1/identities?limit=100')).body.data.length

test('a form of another site reaches nothing: no type that a browser sends by itself is read', async () => {
  const before = await identities()
  const body = JSON.stringify({ query: mutation })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
    const answer = await owner.post('/graphql', body, { 'content-type': type })
    expect({ type, status: answer.status }).toEqual({ type, status: 415 })
  }
  for (const path of [`/graphql?query=${encodeURIComponent(mutation)}`, '/graphql?query={__typename}']) {
    expect((await server.send('GET', path)).status).toBe(401)
  }
  expect(await identities()).toBe(before)
})

test('content types that a lax parser takes for another are refused or read as JSON, never run as something else', async () => {
  const before = await identities()
  const body = JSON.stringify({ type: 'user', evil: 1 })
  for (const type of [
    'application/json; charset=utf-8; x="',
    'application/json ; a',
    'application/json;foo',
    'application/jsonx',
    'text/json',
    'application/json\ttext/plain',
    'application/JSON',
    ' application/json',
    'application/json,text/plain',
  ]) {
    const answer = await owner.post('/v1/identities', body, { 'content-type': type })
    // Read as JSON, `evil` is unknown: the schema is applied however the type is spelt.
    expect({ type, refused: [400, 415].includes(answer.status) }).toEqual({ type, refused: true })
  }
  expect(await identities()).toBe(before)
})

test('a body that names another charset than UTF-8 is refused, before it is read', async () => {
  const before = await identities()
  for (const charset of ['utf-16', 'UTF-16LE', 'iso-8859-1', '"utf-7"', '', 'utf-8; charset=utf-16']) {
    for (const [path, body] of [
      ['/v1/identities', '{"type":"user"}'],
      ['/graphql', JSON.stringify({ query: mutation })],
    ] as const) {
      const headers = { 'content-type': `application/json; charset=${charset}` }
      const { status, text } = await owner.post(path, body, headers)
      expect({ charset, path, status }).toEqual({ charset, path, status: 415 })
      expect(text).toMatch(/content_type_unsupported/i)
    }
  }
  expect(await identities()).toBe(before)
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8']) {
    const headers = { 'content-type': `application/json;charset=${charset}` }
    const { status } = await owner.post('/v1/resolve', '{"alias":"no.one"}', headers)
    expect({ charset, status }).toEqual({ charset, status: 404 })
  }
})

test('GET never changes anything, with the header that passes the CSRF check or without', async () => {
  const before = await identities()
  const answer = await owner.get(`/graphql?query=${encodeURIComponent(mutation)}`, { 'apollo-require-preflight': '1' })
  expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
  const named = `query a { __typename } ${mutation.replace('mutation', 'mutation b')}`
  const other = await owner.get(`/graphql?operationName=b&query=${encodeURIComponent(named)}`, {
    'x-apollo-operation-name': 'a',
  })
  expect(other.status).toBe(405)
  expect(await identities()).toBe(before)
})

test('a batch over HTTP is refused as a whole', async () => {
  const before = await identities()
  const answer = await owner.post('/graphql', [{ query: mutation }, { query: mutation }])
  expect(answer.status).toBe(400)
  expect(await identities()).toBe(before)
})

test('no client can store a document under a hash: one that sends a hash is asked for the text', async () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
  for (const body of [{ extensions }, { query: '{__typename}', extensions }, { extensions }]) {
    const answer = await owner.post('/graphql', body)
    expect([answer.status, answer.body.data]).toEqual([200, undefined])
    expect(answer.body.errors).toMatchObject([
      { message: 'PersistedQueryNotSupported', extensions: { code: 'GRAPHQL_INVALID' } },
    ])
  }
})

test('no answer shows a stack or a file, and production hints at no names of the schema', async () => {
  for (const query of ['{', '{ viewr { id } }', '{ identity(id: 1, nonsense: 2) { id } }', '{ viewer { idd } }']) {
    const open = await owner.graphql(query)
    const closed = await production.graphql(productionKey, query)
    for (const { text } of [open, closed]) expect(text).not.toMatch(/stack|node_modules|\.ts\b|\bat /)
    expect(closed.text).not.toMatch(/did you mean/i)
  }
  expect((await owner.graphql('{ viewr { id } }')).text).toMatch(/did you mean/i)
})

test('an operation that takes too long is answered 503 and given up: nothing of it begins afterwards', async () => {
  const slow = await startTestServer({ env: { OPERATION_TIMEOUT_MS: '1500', DATABASE_POOL_SIZE: '1' } })
  try {
    const { key: slowKey } = await slow.key()
    const { id } = (await slow.graphql(slowKey, mutation)).body.data.createIdentity
    const held = await slow.app.pool.connect()
    const query = `{ identity(id: "${id}") { displayName aliases { edges { cursor } } } }`
    const answer = await slow.graphql(slowKey, query)
    expect({ status: answer.status, code: answer.body.errors[0].extensions.code }).toEqual({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    })
    expect(answer.headers.get('retry-after')).toBe('1')
    const { statements } = await countStatements(slow.database.url, async () => {
      held.release()
      await pause(300)
    })
    // The read that was waiting runs, or not; the one below it must not.
    expect(statements.filter((text) => text.includes('alias_record'))).toEqual([])
    expect((await slow.graphql(slowKey, '{ viewer { id } }')).status).toBe(200)
  } finally {
    await slow.close()
  }
})
