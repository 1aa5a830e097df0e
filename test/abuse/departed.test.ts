import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { open } from './raw.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.key()).key
  await server.send('GET', '/v1/me', { key })
})
afterAll(() => server.close())

/** Keeps the event loop busy, as a heavy request does: what is sent meanwhile is read together with its sender's leaving. */
function busy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const create = (path: string, body: object) => {
  const text = JSON.stringify(body)
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json', `Content-Length: ${text.length}`]
  return [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', text].join('\r\n')
}

const identities = async (): Promise<number> =>
  (await server.send('GET', '/v1/identities?limit=100', { key })).body.data.length

test.each([
  ['REST', create.bind(null, '/v1/identities', { type: 'user' })],
  ['GraphQL', create.bind(null, '/graphql', { query: 'mutation { createIdentity(input: { type: USER }) { id } }' })],
])('%s: a request whose sender has left is not begun', async (_, request) => {
  const before = await identities()
  for (const socket of await Promise.all(Array.from({ length: 10 }, () => open(server.url)))) {
    // Written at once, by the system: the loop has not been back when it leaves.
    socket.write(request())
    socket.resetAndDestroy()
  }
  busy(100)
  // These come behind them, one after another.
  for (let sent = 0; sent < 5; sent++) await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })
  expect(await identities()).toBe(before + 5)
})

test('control: one whose sender waits is', async () => {
  const before = await identities()
  expect((await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).status).toBe(201)
  expect(await identities()).toBe(before + 1)
})
