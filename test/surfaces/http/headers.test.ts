import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createFastify } from '../../../src/surfaces/http/fastify.ts'
import { securityHeaders } from '../../support/envelope.ts'
import { registryForTests } from '../../support/registry.ts'

const { server, owner } = registryForTests()

test.each<[number, string, string, object]>([
  [200, 'GET', '/healthz', {}],
  [200, 'GET', '/readyz', {}],
  [200, 'GET', '/openapi.json', {}],
  [200, 'GET', '/schema.graphql', {}],
  [200, 'GET', '/v1/me', { authorized: true }],
  [400, 'POST', '/v1/resolve', { authorized: true, body: '{' }],
  [401, 'GET', '/v1/me', {}],
  [401, 'POST', '/graphql', { body: { query: '{ viewer { id } }' } }],
  [404, 'POST', '/v1/resolve', { authorized: true, body: { alias: '@nobody' } }],
  [404, 'GET', '/nothing', {}],
  [405, 'PUT', '/v1/resolve', {}],
  [413, 'POST', '/v1/resolve', { authorized: true, body: { alias: 'a'.repeat(70_000) } }],
  [415, 'POST', '/v1/resolve', { authorized: true, body: 'a', headers: { 'content-type': 'text/plain' } }],
  [200, 'POST', '/graphql', { authorized: true, body: { query: '{ viewer { id } }' } }],
])(
  '%i of %s %s carries the security headers, an id, and nothing for other origins',
  async (status, method, path, how) => {
    const { authorized, ...options } = how as { authorized?: boolean }
    const headers = { origin: 'https://evil.example', ...(how as { headers?: object }).headers }
    const answer = await server.send(method, path, { ...options, headers, ...(authorized ? { key: owner.key } : {}) })
    const got = Object.fromEntries(answer.headers)
    expect(answer.status).toBe(status)
    expect(got).toMatchObject(securityHeaders)
    expect(got['request-id']).toMatch(/^req_[0-9a-z]{26}$/)
    expect(Object.keys(got).filter((name) => name.startsWith('access-control-') || name === 'x-powered-by')).toEqual([])
  },
)

test('a preflight is granted nothing', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  for (const path of ['/v1/resolve', '/graphql', '/v1/identities']) {
    const answer = await server.send('OPTIONS', path, { headers })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

describe('the address of the client', () => {
  /** Returns the client address that the server sees for a request over the loopback. */
  async function addressSeen(trustProxy: string, forwarded?: string): Promise<string> {
    const config = readConfig({ TRUST_PROXY: trustProxy })
    const fastify = createFastify({ ...server.app, config }, { isDraining: () => false })
    fastify.get('/ip', async ({ ip }) => ({ ip }))
    try {
      const url = await fastify.listen({ host: '127.0.0.1', port: 0 })
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      return ((await (await fetch(`${url}/ip`, { headers })).json()) as { ip: string }).ip
    } finally {
      await fastify.close()
    }
  }

  test.each<[string, string, string | undefined, string]>([
    ['without trusted proxies the header is ignored', '', '203.0.113.7', '127.0.0.1'],
    ['a proxy elsewhere makes the header of this one no better', '10.0.0.0/8', '203.0.113.7', '127.0.0.1'],
    ['a trusted proxy is believed', '127.0.0.0/8', '203.0.113.7', '203.0.113.7'],
    ['a trusted proxy alone is itself', '127.0.0.0/8', undefined, '127.0.0.1'],
    [
      'what the client wrote before the proxy added its address is ignored',
      '127.0.0.1',
      '198.51.100.1, 203.0.113.7',
      '203.0.113.7',
    ],
    ['through two trusted proxies', '127.0.0.1,10.0.0.0/8', '198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['IPv6', '127.0.0.1', '2001:db8::7', '2001:db8::7'],
  ])('%s', async (_, trusted, forwarded, expected) => {
    expect(await addressSeen(trusted, forwarded)).toBe(expected)
  })

  test('an invalid address or range is refused at the start', () => {
    for (const bad of ['true', '10.0.0.0/64', 'proxy.example', '*']) {
      expect(() => readConfig({ TRUST_PROXY: bad })).toThrow(/^TRUST_PROXY must be/)
    }
  })
})
