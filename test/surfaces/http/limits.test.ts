import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../../src/process/server.ts'
import { createHttpServer } from '../../../src/surfaces/http/server.ts'
import { expectRefusal } from '../../support/envelope.ts'
import { exchange, open } from '../../support/raw.ts'
import { registryForTests } from '../../support/registry.ts'

const { server, owner } = registryForTests()

const kib = 1024
const raw = (head: string, body = '') => exchange(server.url, `${head}\r\nConnection: close\r\n\r\n${body}`, 5_000)
const post = (path: string, headers: string, body: string) =>
  raw(`POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.key}\r\n${headers}`, body)
const json = (body: string) => `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`

test("the options are really Node's: timeouts, header size, and how often late requests are looked for", async () => {
  const { fastify } = await createServer(server.app)
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = fastify.server
  const inner = fastify.server as unknown as { connectionsCheckingInterval: number; maxHeaderSize: number }
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 72_000,
    timeout: 0,
  })
  expect(inner.connectionsCheckingInterval).toBeLessThanOrEqual(1_000)
  expect(inner.maxHeaderSize).toBe(16 * kib)
  await fastify.close()
})

describe('sizes', () => {
  test('headers above 16 KiB are 431 with the envelope; 15 KiB pass', async () => {
    const large = await raw(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(17 * kib)}`)
    expectRefusal(large, 431, 'headers_too_large')
    const fine = await raw(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(15 * kib)}`)
    expect(fine.status).toBe(200)
  })

  test('requests behind another on their connection have 128 KiB of headers: more end the connection', async () => {
    const held: ServerResponse[] = []
    const { server: http } = createHttpServer(server.app, (_, response) => void held.push(response))
    let received = 0
    http.on('request', () => received++).listen(0, '127.0.0.1')
    await once(http, 'listening')
    onTestFinished(() => void http.close().closeAllConnections())
    const large = `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(15 * kib)}\r\n\r\n`
    const socket = (await open(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)).resume()
    socket.write(large.repeat(9))
    await expect.poll(() => received).toBe(9)
    await turn()
    expect([held.length, socket.closed]).toEqual([1, false])
    socket.write(large)
    await expect.poll(() => socket.closed).toBe(true)
  })

  test.each([
    ['/v1/resolve', 64],
    ['/v1/identities', 64],
    ['/v1/resolve/bulk', 128],
    ['/graphql', 128],
  ])('%s takes %i KiB and not a byte more, with a length or in chunks', async (path, limit) => {
    const filled = (length: number) => `{"pad":"${'a'.repeat(length - 10)}"}`
    const fits = filled(limit * kib)
    expect(fits.length).toBe(limit * kib)
    expect((await post(path, json(fits), fits)).status).toBe(400)

    const over = filled(limit * kib + 1)
    const answer = await post(path, json(over), over)
    expect(answer.status).toBe(413)
    expect(answer.body).toMatch(/body_too_large/i)

    const chunks = `${over.length.toString(16)}\r\n${over}\r\n0\r\n\r\n`
    const chunked = await post(path, 'Content-Type: application/json\r\nTransfer-Encoding: chunked', chunks)
    expect(chunked.status).toBe(413)
    expect(chunked.body).toMatch(/body_too_large/i)
  })
})

describe('JSON that means harm', () => {
  const paths = ['/v1/resolve', '/v1/resolve/bulk', '/v1/identities', '/graphql']
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  test.each(paths)('%s refuses prototypes and constructors, and nothing is polluted', async (path) => {
    const inItem = '{"items":[{"__proto__":{"polluted":1}}]}'
    for (const body of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"\\u005f_proto__":{"polluted":1}}',
      '{"items":[],"__proto__":{"polluted":1}}',
      '{"items":[],"constructor":{"prototype":{"polluted":1}}}',
      '{"items":{"__proto__":{"polluted":1}}}',
      '{"query":"{__typename}","variables":{"__proto__":{"polluted":1}}}',
      ...(path === '/v1/resolve/bulk' ? [] : [inItem]),
    ]) {
      const answer = await owner.post(path, body)
      expect({ body, status: answer.status }).toEqual({ body, status: 400 })
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test.each(paths)('%s refuses 30,000 levels of nesting', async (path) => {
    for (const value of [nested(30_000), objects(10_000), '['.repeat(60_000)]) {
      const inItem = `{"items":[${value}]}`
      const around = [`{"items":[],"a":${value}}`, `{"items":{"a":${value}}}`]
      const elsewhere = [value, ...around, `{"query":"{__typename}","variables":{"a":${value}}}`]
      for (const body of path === '/v1/resolve/bulk' && /[\]}]$/.test(value) ? elsewhere : [...elsewhere, inItem]) {
        const answer = await owner.post(path, body)
        expect({ start: body.slice(0, 40), status: answer.status }).toEqual({ start: body.slice(0, 40), status: 400 })
      }
    }
  })

  test('brackets inside of strings are no nesting', async () => {
    const body = JSON.stringify({ items: [`"\\${'['.repeat(500)}`] })
    expect((await owner.post('/v1/resolve/bulk', body)).status).toBe(200)
  })

  test('not JSON, half of JSON, nothing, and bytes that are no UTF-8 are 400', async () => {
    for (const body of ['{', 'null', '""', '[]', '1e999', '{"alias":"\ud800"}', '\u0000', '{"alias":1,}']) {
      const answer = await owner.post('/v1/resolve', body)
      expect({ body, status: answer.status }).toEqual({ body, status: 400 })
    }
    const bytes = await post('/v1/resolve', json('{"alias":"xxxx"}'), '{"alias":"\xff\xfe\xc0\x80"}')
    expect(bytes.status).toBe(400)
  })
})

describe('bytes that are hardly HTTP', () => {
  test.each([
    ['no request line', 'hello\r\n\r\n'],
    ['a bad version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a bad method', 'FOO-BAR / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a control character', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\nTransfer-Encoding\r\n : chunked\r\n\r\n'],
    ['two lengths', 'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    ['a length that is no number', 'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n{}'],
    ['a length below zero', 'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    [
      'chunks that are not the last coding',
      'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    [
      'a coding that only looks like chunks',
      'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    ['an empty Host line only', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ])('%s: one refusal with the envelope, and the connection ends', async (_, bytes) => {
    const answer = await exchange(server.url, bytes, 5_000)
    expect(answer.text.split('HTTP/1.1 ').length - 1).toBe(1)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expectRefusal(answer, answer.status, JSON.parse(answer.body).error.code)
  })

  test('a chunk extension that never ends is refused', async () => {
    const answer = await post(
      '/v1/resolve',
      'Content-Type: application/json\r\nTransfer-Encoding: chunked',
      `1;${'a'.repeat(20 * kib)}\r\n{\r\n`,
    )
    expect([400, 413]).toContain(answer.status)
  })

  test('a path that no route matches is 404 with the envelope', async () => {
    for (const path of [
      '/%',
      '/v1/%zz',
      '/v1/aliases/%ff%fe',
      '/v1/identities/%E0%A4%A',
      '//',
      '/..%2f..%2fetc/passwd',
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x`)
      expectRefusal(answer, 404, 'route_not_found')
    }
  })

  test('an unknown expectation, an upgrade and an absolute address change nothing', async () => {
    for (const head of [
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-miracle',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
      'GET http://other.example/healthz HTTP/1.1\r\nHost: x',
    ]) {
      const { status, headers } = await raw(head)
      expect({ head, status: [200, 404].includes(status), id: headers['request-id'] !== undefined }).toEqual({
        head,
        status: true,
        id: true,
      })
    }
  })

  test('the server still answers', async () => {
    expect((await owner.get('/v1/me')).status).toBe(200)
  })
})
