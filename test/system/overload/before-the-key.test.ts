import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/envelope.ts'
import { exchange, open, readToEnd } from '../../support/raw.ts'
import { forTests, startTestServer } from '../../support/server.ts'

let key: string
let neighbour: string
const env = {
  MAX_IN_FLIGHT: '128',
  RESPONSE_STEP_SINGLE_MS: '4000',
  MAX_CONNECTIONS: '1600',
  REQUEST_TIMEOUT_MS: '3000',
}
const server = forTests(() => startTestServer({ env }))
beforeAll(async () => {
  key = (await server.key({ consumer: 'attacker' })).key
  neighbour = (await server.key({ consumer: 'neighbour' })).key
  for (const one of [key, neighbour]) await server.send('GET', '/v1/me', { key: one })
})

const times = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index))
const openMany = (count: number) => Promise.all(times(count, () => open(server.url)))
const closeAll = (sockets: Socket[]) => sockets.forEach((socket) => void socket.destroy())

/** The statuses of a neighbour's requests, with and without a body, and of the health pages. */
async function neighbours(): Promise<Set<number>> {
  const answers = await Promise.all(
    times(25, () => [
      server.send('GET', '/v1/me', { key: neighbour }),
      server.send('POST', '/v1/aliases/normalize', { key: neighbour, body: { alias: '@alice' } }),
      server.send('GET', '/healthz'),
    ]).flat(),
  )
  return new Set(answers.map(({ status }) => status))
}

const head = (method: string, path: string, headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
const json = 'Content-Type: application/json'

describe('unfinished bodies', () => {
  test.each([
    ['without a key', () => []],
    ['in chunks, with a key', () => [`Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked']],
    ['with a key', () => [`Authorization: Bearer ${key}`]],
  ])('%s hold no place: no neighbour is refused', async (_, headers) => {
    const sockets = await openMany(160)
    const length = headers().some((line) => line.startsWith('Transfer')) ? [] : ['Content-Length: 400']
    for (const socket of sockets) socket.write(`${head('POST', '/graphql', [json, ...length, ...headers()])}`)
    for (const path of ['/v1/resolve', '/nowhere']) {
      for (const socket of await openMany(20))
        sockets.push(socket) && socket.write(head('POST', path, [json, ...length]))
    }
    try {
      expect(await neighbours()).toEqual(new Set([200]))
    } finally {
      closeAll(sockets)
    }
  })

  test('a body that does not come is 408 at its deadline, and the connection ends', async () => {
    const ask = head('POST', '/graphql', [json, `Authorization: Bearer ${key}`, 'Content-Length: 400'])
    const answer = await exchange(server.url, ask, 9_000)
    expectRefusal(answer, 408, 'request_timeout')
    expect(answer.ms).toBeLessThan(8_500)
  })

  test('of one network only so many connections are kept for them: the oldest are closed, and the newest is served', async () => {
    const sockets = await openMany(430)
    const ask = head('POST', '/v1/aliases/normalize', [json, `Authorization: Bearer ${key}`, 'Content-Length: 18'])
    for (const socket of sockets) socket.resume().write(ask)
    const newest = await open(server.url)
    newest.write(`${ask}{"alias":"@alice"}`)
    const answered = await new Promise((resolve) => newest.once('data', (chunk) => resolve(String(chunk).slice(9, 12))))
    expect(answered).toBe('200')
    const isOpen = () => sockets.filter((socket) => !socket.destroyed).length
    await expect.poll(isOpen, { timeout: 2_000 }).toBeLessThanOrEqual(400)
    closeAll([...sockets, newest])
  })
})

describe('an answer before the body is read', () => {
  test.each<[string, number, () => string]>([
    ['an unknown route', 404, () => head('POST', '/nowhere', [json, 'Content-Length: 60000'])],
    ['a method that the route does not take', 405, () => head('PUT', '/v1/resolve', [json, 'Content-Length: 60000'])],
    ['no key', 401, () => head('POST', '/v1/resolve', [json, 'Content-Length: 60000'])],
    [
      'a key of nobody',
      401,
      () => head('POST', '/v1/resolve', ['Authorization: Bearer spk_test_x', 'Content-Length: 9']),
    ],
    [
      'GraphQL with a key of nobody',
      401,
      () => head('POST', '/graphql', ['Authorization: Bearer x', 'Content-Length: 9']),
    ],
    ['GraphQL of more than 4 kB without a key', 401, () => head('POST', '/graphql', [json, 'Content-Length: 4097'])],
    ['GraphQL in chunks without a key', 401, () => head('POST', '/graphql', [json, 'Transfer-Encoding: chunked'])],
    ['what is too large for anybody', 413, () => head('POST', '/graphql', [json, 'Content-Length: 1000000'])],
  ])('%s: %i', async (_, status, bytes) => {
    const socket = await open(server.url)
    const since = performance.now()
    const first = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
    socket.write(bytes())
    expect((await first).slice(9, 12)).toBe(String(status))
    expect(performance.now() - since).toBeLessThan(1_900)
    socket.destroy()
  })

  test('100 Continue is sent to admitted requests alone', async () => {
    const body = '{"alias":"@alice"}'
    const ask = (bearer: string) =>
      head('POST', '/v1/aliases/normalize', [
        json,
        `Authorization: Bearer ${bearer}`,
        'Expect: 100-continue',
        'Content-Length: 18',
      ])
    const refused = await exchange(server.url, ask('spk_test_nobody'), 9_000)
    expectRefusal(refused, 401, 'api_key_invalid')
    expect(refused.headers.connection).toBe('close')
    const socket = await open(server.url)
    const next = () => new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
    const first = next()
    socket.write(ask(key))
    expect(await first).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    const second = next()
    socket.write(body)
    expect((await second).slice(9, 12)).toBe('200')
    socket.destroy()
  })
})

describe('answers that nobody reads', () => {
  const answersIn = (text: string) => text.split('HTTP/1.1 200').length - 1

  test('more than 64 pipelined requests end the connection, and no neighbour notices', async () => {
    const sockets = await openMany(5)
    for (const socket of sockets) socket.pause().write(head('GET', '/openapi.json', []).repeat(500))
    expect(await neighbours()).toEqual(new Set([200]))
    for (const { text } of await Promise.all(sockets.map((socket) => readToEnd(socket.resume(), 5_000)))) {
      expect(answersIn(text)).toBeLessThanOrEqual(64)
    }
  })

  test('control: 60 pipelined requests are answered in their order', async () => {
    const socket = await open(server.url)
    const paths = times(30, () => ['/openapi.json', '/healthz']).flat()
    const end = readToEnd(socket, 20_000)
    const last = head('GET', '/healthz', ['Connection: close'])
    socket.write(paths.map((path) => head('GET', path, [])).join('') + last)
    const { text } = await end
    expect(answersIn(text)).toBe(61)
    expect([...text.matchAll(/"openapi":|"status":"ok"/g)].map(([found]) => found.slice(1, 7))).toEqual([
      ...times(30, () => ['openap', 'status']).flat(),
      'status',
    ])
  })
})

test('answers that wait for their release step take no place: a neighbour is served, and nobody is refused', async () => {
  const body = { alias: '@nobody.here' }
  const slow = times(200, () => server.send('POST', '/v1/resolve', { key, body }).then(({ status }) => status))
  await pause(200)
  expect((await server.send('GET', '/v1/me', { key: neighbour })).status).toBe(200)
  expect(new Set(await Promise.all(slow))).toEqual(new Set([404]))
})

test('idle connections beyond the bound are closed, the oldest first, and the next request is served', async () => {
  const sockets = await openMany(430)
  const isOpen = () => sockets.filter((socket) => !socket.destroyed).length
  for (const socket of sockets) socket.resume()
  expect(await neighbours()).toEqual(new Set([200]))
  await expect.poll(isOpen, { timeout: 5_000 }).toBeLessThanOrEqual(400)
  expect(sockets.at(-1)!.destroyed).toBe(false)
  closeAll(sockets)
})

const neighbourIsServed = async () => (await server.send('GET', '/v1/me', { key: neighbour })).status === 200

test('a client that hangs up is no error of ours', async () => {
  const before = server.logged.length
  for (const path of ['/v1/aliases/normalize', '/graphql']) {
    const socket = await open(server.url)
    socket.write(`${head('POST', path, [json, `Authorization: Bearer ${key}`, 'Content-Length: 400'])}{"alias":`)
    const line = server.logged.length
    await expect.poll(() => neighbourIsServed()).toBe(true)
    socket.resetAndDestroy()
    const isNoticed = () => server.logged.slice(line).some((text) => text.includes('"unfinished":true'))
    await expect.poll(isNoticed, { timeout: 5_000 }).toBe(true)
  }
  expect(server.logged.slice(before).filter((line) => /"level":(?:50|60)/.test(line))).toEqual([])
})

test('the answer to a refused, discarded body is delayed, and the connection stays', async () => {
  const post = (bytes: number, more: string[] = []) =>
    head('POST', '/graphql', [json, `Content-Length: ${bytes}`, ...more]) + ' '.repeat(bytes)
  const answer = await exchange(server.url, post(100_000) + post(100_000) + post(100_000, ['Connection: close']))
  expect(answer.text.split('HTTP/1.1 401').length - 1).toBe(3)
  expect(answer.ms).toBeGreaterThan(3 * 290)
})
