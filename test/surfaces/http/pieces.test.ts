import { beforeAll, describe, expect, test, vi } from 'vitest'
import { unauthenticatedLimits } from '../../../src/access/quotas/client-network.ts'
import { CountedRequest } from '../../../src/surfaces/http/server.ts'
import { expectRefusal } from '../../support/envelope.ts'
import { exchange, open, readToEnd } from '../../support/raw.ts'
import { registryForTests } from '../../support/registry.ts'

const { server, owner } = registryForTests()
beforeAll(async () => {
  await owner.get('/v1/me')
})

const chunk = (bytes: string, extension = '') => `${bytes.length.toString(16)}${extension}\r\n${bytes}\r\n`
const end = '0\r\n\r\n'
const post = (path: string, headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n')
const chunked = (path = '/v1/aliases/normalize') =>
  post(path, ['Transfer-Encoding: chunked', `Authorization: Bearer ${owner.key}`])
const alias = chunk('{"alias":"@alice"}')
const last = () =>
  post('/v1/aliases/normalize', ['Content-Length: 18', `Authorization: Bearer ${owner.key}`, 'Connection: close'])
const { free, bytesEach } = unauthenticatedLimits.pieces

describe('a body in pieces', () => {
  test.each([
    ['REST', '/v1/aliases/normalize'],
    ['GraphQL', '/graphql'],
  ])('%s: of too many small ones is refused where it exceeds the bound, however it ends', async (_, path) => {
    const answer = await exchange(server.url, chunked(path) + chunk(' ').repeat(5_000) + alias + end)
    expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(answer.body).toMatch(/"code":"parameter_invalid"/i)
  })

  test('chunk extensions do not count as bytes', async () => {
    const crumbs = chunk(' ', `;${'x'.repeat(bytesEach)}`).repeat(2 * free)
    expectRefusal(await exchange(server.url, chunked() + crumbs + alias + end), 400, 'parameter_invalid')
  })

  test('the connection ends at once, and bytes beyond the bound are not read', async () => {
    const socket = await open(server.url)
    const answer = readToEnd(socket)
    socket.write(chunked() + chunk(' ').repeat(free + 1))
    const timer = setInterval(() => socket.writable && socket.write(chunk(' ').repeat(1_000)), 5)
    expectRefusal(await answer, 400, 'parameter_invalid')
    clearInterval(timer)
  })

  test.each([
    ['with a key', chunked],
    ['without a key', () => post('/graphql', ['Transfer-Encoding: chunked'])],
  ])('%s: of the chunks of one read, those of one slice are delivered', async (_, head) => {
    const push = vi.spyOn(CountedRequest.prototype, 'push')
    await exchange(server.url, head() + chunk(' ').repeat(10_000))
    expect(push.mock.calls.length).toBeGreaterThan(free)
    expect(push.mock.calls.length).toBeLessThan(free + 4_096 / chunk(' ').length + 2)
    push.mockRestore()
  })

  test('a refused body that ends after it was cut ends the connection too, and no later request is lost in it', async () => {
    const socket = await open(server.url)
    const answer = readToEnd(socket, 5_000)
    const body = chunk(' ').repeat(free + 5) + end
    socket.write(post('/v1/resolve', ['Transfer-Encoding: chunked']) + body)
    const { status, headers, ms } = await answer
    expect({ status, connection: headers.connection }).toEqual({ status: 401, connection: 'close' })
    expect(ms).toBeLessThan(4_000)
  })

  test('a body that is cut while its refusal is delayed ends the connection', async () => {
    const socket = await open(server.url)
    const answer = readToEnd(socket, 10_000)
    // A busy machine joins the bytes in fewer reads, so that the cut comes later.
    socket.write(post('/v1/resolve', ['Content-Length: 20000']))
    const timer = setInterval(() => socket.writable && socket.write('x'), 1)
    const { status, ms } = await answer
    clearInterval(timer)
    expect(status).toBe(401)
    expect(ms).toBeLessThan(9_000)
  })

  test('an error of the parser in a long text is answered once', async () => {
    const { text } = await exchange(server.url, 'nonsense '.repeat(5_000))
    expect(text.split('HTTP/1.1 400').length - 1).toBe(1)
  })

  test.each([
    ['as many small ones as are free', chunk(' ').repeat(free - 2)],
    ['any number of larger ones', chunk(' '.repeat(bytesEach)).repeat(240)],
  ])('control: %s is read', async (_, pieces) => {
    const ask = chunked() + pieces + alias + end
    const { text } = await exchange(server.url, `${ask + last()}{"alias":"@alice"}`)
    expect(text.split('HTTP/1.1 200').length - 1).toBe(2)
  })

  test('control: each request of a connection that is kept open has its own', async () => {
    const socket = await open(server.url)
    for (let sent = 0; sent < 4; sent++) {
      const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
      socket.write(chunked() + chunk(' ').repeat(free - 2) + alias + end)
      expect((await answer).slice(9, 12)).toBe('200')
    }
    socket.destroy()
  })
})

describe('a body in chunks that nobody reads', () => {
  test.each<[string, number, string]>([
    ['no key', 401, '/v1/resolve'],
    ['GraphQL without a key', 401, '/graphql'],
    ['an unknown route', 404, '/nowhere'],
  ])('%s: the connection ends with the answer', async (_, status, path) => {
    const answer = await exchange(server.url, post(path, ['Transfer-Encoding: chunked']) + chunk('{'), 5_000)
    expect({ status: answer.status, connection: answer.headers.connection }).toEqual({ status, connection: 'close' })
    expect(answer.ms).toBeLessThan(1_900)
  })
})
