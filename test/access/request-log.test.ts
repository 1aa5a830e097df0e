import { expect, test } from 'vitest'
import { unauthenticatedLimits } from '../../src/access/quotas/client-network.ts'
import { exchange } from '../support/raw.ts'
import { registryForTests } from '../support/registry.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const { server, owner } = registryForTests({ env: { RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS_TEST: '400 + 1/min' } })

type Line = { level: number; msg: string; byStatus?: Record<string, number> }
const linesFrom = (start: number): Line[] => server.logged.slice(start).map((line) => JSON.parse(line))
const many = (count: number, send: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, send))

test('requests without a known caller write a bounded number of lines, which count all of them', async () => {
  const start = server.logged.length
  const since = performance.now()
  const kinds = [
    () => server.send('GET', '/v1/me'),
    () => server.send('GET', '/nowhere'),
    () => server.send('GET', '/healthz'),
    () => server.graphql(undefined, '{ nothing }'),
    () => exchange(server.url, 'no request\r\n\r\n'),
  ]
  for (const send of kinds) await many(100, send)
  const counted = () =>
    linesFrom(start).reduce(
      (sum, { msg, byStatus }) =>
        sum + (msg === 'request' ? 1 : Object.values(byStatus ?? {}).reduce((all, one) => all + one, 0)),
      0,
    )
  await expect.poll(counted, { timeout: 5_000 }).toBe(500)
  const { size, refillPerSecond } = unauthenticatedLimits.logLines
  // Lines come back, and one line a second counts the rest.
  const seconds = (performance.now() - since) / 1_000
  expect(linesFrom(start).length).toBeLessThanOrEqual(size + (refillPerSecond + 1) * seconds + 2)
})

test('requests with a key have a line each, until their quota refuses them', async () => {
  const start = server.logged.length
  await many(200, () => owner.get('/v1/me'))
  expect(linesFrom(start).filter(({ msg }) => msg === 'request')).toHaveLength(200)
})

test('X-Forwarded-For of an address that is not trusted is warned of once, and of a trusted one never', async () => {
  const forwarded = { headers: { 'x-forwarded-for': '198.51.100.7' } }
  const warnings = (of: TestServer) => of.logged.filter((line) => line.includes('TRUST_PROXY'))
  for (let count = 0; count < 3; count++) await server.send('GET', '/healthz', forwarded)
  expect(warnings(server)).toHaveLength(1)
  expect(warnings(server)[0]).not.toContain('198.51.100.7')
  const trusting = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  await trusting.send('GET', '/healthz', forwarded)
  expect(warnings(trusting)).toEqual([])
  await trusting.close()
})
