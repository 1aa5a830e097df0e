import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { errorCatalogue } from '../../../src/kernel/errors.ts'
import { publicUrlOf } from '../../../src/surfaces/errors.ts'
import { registryForTests } from '../../support/registry.ts'
import type { Answer, TestServer } from '../../support/server.ts'

const { server, owner } = registryForTests()

const refusals = (at: TestServer): Promise<Answer>[] => [
  at.send('GET', '/v1/me'),
  at.send('GET', '/v1/nothing', { key: owner.key }),
  at.send('GET', '/%', { key: owner.key }),
  at.send('POST', '/v1/resolve', { key: owner.key, body: { alias: '@nobody.here' } }),
  at.send('POST', '/v1/resolve', { key: owner.key, body: '{' }),
  at.send('GET', '/v1/identities/idn_x', { key: owner.key, headers: { host: 'attacker.example' } }),
]

test('the doc_url of every refusal leads to the code on the page of errors, for any Host header', async () => {
  for (const { body } of await Promise.all(refusals(server))) {
    const { code, doc_url } = body.error
    const url = new URL(doc_url)
    expect([url.pathname, url.hash, url.hostname]).toEqual(['/docs/errors', `#${code}`, 'localhost'])
  }
})

test('the page has an anchor for every code', async () => {
  const { status, headers, text } = await server.send('GET', '/docs/errors')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const code of Object.keys(errorCatalogue)) expect(text).toContain(`<h3 id="${code}"`)
})

test('doc_url begins with PUBLIC_URL; an invalid one is refused', async () => {
  const { config } = server.app
  const at = { ...config, publicUrl: readConfig({ PUBLIC_URL: 'https://pay.example.com/base/' }).publicUrl }
  expect(publicUrlOf(at, { address: () => null } as never)).toBe('https://pay.example.com/base')
  for (const given of ['pay.example.com', 'ftp://x', 'https://', 'https://x y', 'https://me@x', 'https://x/?a']) {
    expect(() => readConfig({ PUBLIC_URL: given })).toThrow('PUBLIC_URL')
  }
})
