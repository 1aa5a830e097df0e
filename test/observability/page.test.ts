import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { metricsToken, namesIn } from '../support/scrape.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let open: TestServer
let closed: TestServer
beforeAll(async () => {
  // An error's `doc_url` names the service's address: two servers answer alike when they have one.
  const env = { PUBLIC_URL: 'http://signpost.example' }
  open = await startTestServer({ env: { ...env, METRICS_TOKEN: metricsToken } })
  closed = await startTestServer({ env })
})
afterAll(() => Promise.all([open.close(), closed.close()]))

/** The bytes of the answer, what differs from one to the next blotted out. */
function raw(url: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((settle, fail) => {
    let heard = ''
    const socket = connect(Number(port), hostname)
    socket.on('error', fail)
    socket.on('data', (chunk) => (heard += chunk))
    socket.on('end', () => settle(heard.replaceAll(/req_\w{26}/g, 'req_*').replace(/^date: .*$/im, 'date: *')))
    socket.write(`${lines.join('\r\n')}\r\nhost: x\r\nconnection: close\r\n\r\n`)
  })
}

const authorizations = {
  none: [],
  'a wrong token': ['authorization: Bearer wrong-token-of-a-length'],
  'half of the token': [`authorization: Bearer ${metricsToken.slice(0, 10)}`],
  'the token with more': [`authorization: Bearer ${metricsToken}x`],
  'another scheme': [`authorization: Basic ${metricsToken}`],
}

test('/metrics in a browser is a page that does not exist, byte by byte', async () => {
  const page = (path: string) => raw(open.url, [`GET ${path} HTTP/1.1`, 'accept: text/html'])
  const [metrics, nothing] = await Promise.all([page('/metrics'), page('/nothing')])
  expect(metrics).toMatch(/^HTTP\/1\.1 404 [\s\S]*<html/)
  expect(nothing).toBe(metrics)
})

test.each(Object.entries(authorizations))(
  '/metrics with %s is a route that does not exist, byte by byte',
  async (_, header) => {
    const answers = await Promise.all(
      [
        { url: open.url, path: '/metrics' },
        { url: open.url, path: '/nothing' },
        { url: closed.url, path: '/metrics' },
      ].map(({ url, path }) => raw(url, [`GET ${path} HTTP/1.1`, ...header])),
    )
    expect(answers[0]).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"route_not_found"/)
    expect(answers[1]).toBe(answers[0])
    expect(answers[2]).toBe(answers[0])
  },
)

test.each(['POST', 'HEAD', 'PUT', 'OPTIONS'])('%s /metrics is no route, even with the token', async (method) => {
  const lines = (path: string) => [`${method} ${path} HTTP/1.1`, `authorization: Bearer ${metricsToken}`]
  expect(await raw(open.url, lines('/metrics'))).toBe(await raw(open.url, lines('/nothing')))
})

test('the token in the query opens nothing', async () => {
  const { status } = await open.send('GET', `/metrics?token=${metricsToken}`)
  expect(status).toBe(404)
})

test('a holder of the token reads the metrics, as text that is not cached', async () => {
  const { status, headers, text } = await open.send('GET', '/metrics', { key: metricsToken })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect([...namesIn(text)]).toEqual(
    expect.arrayContaining(['signpost_build_info', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds']),
  )
})

test('without a port or a token nothing is measured', () => {
  expect(closed.app.metrics).toBeNull()
})

test.each(['short', 'a token with spaces in it', 'é'.repeat(20)])(
  'a METRICS_TOKEN like %j is refused at the start',
  (token) => {
    expect(() => readConfig({ METRICS_TOKEN: token })).toThrow(
      'METRICS_TOKEN must be 16 visible ASCII characters or more.',
    )
  },
)

test('a METRICS_PORT that is no port is refused at the start', () => {
  expect(() => readConfig({ METRICS_PORT: '70000' })).toThrow('METRICS_PORT must be a whole number from 0 to 65535.')
})
