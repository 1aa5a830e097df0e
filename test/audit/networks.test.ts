import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { registryForTests } from '../support/registry.ts'
import { type Body, type Key, startTestServer } from '../support/server.ts'

const { server, owner } = registryForTests({ env: { TRUST_PROXY: '127.0.0.1' } })

const from = (address: string, { key }: Key = owner) => ({ key, headers: { 'x-forwarded-for': address } })
const uses = async (address: string, key: Key) => {
  expect((await server.send('GET', '/v1/me', from(address, key))).status).toBe(200)
  await server.app.keyNetworks.flush()
}
const raised = async ({ key, keyId }: Key): Promise<Body[]> =>
  (
    await server.send('GET', `/v1/audit?kind=api_key.new_network&subject=${keyId}`, {
      key,
      headers: from('203.0.113.9').headers,
    })
  ).body.data

test('a key that is used from a new network is told of, once, and never of the first', async () => {
  const key = await server.key({ consumer: 'moving' })
  await uses('203.0.113.7', key)
  await uses('203.0.113.200', key)
  expect(await raised(key)).toEqual([])
  await uses('198.51.100.1', key)
  await uses('198.51.100.2', key)
  expect((await raised(key)).map(({ kind, actor }) => [kind, actor.type, actor.id])).toEqual([
    ['api_key.new_network', 'api_key', key.keyId],
  ])
  await uses('2001:db8:1:2::3', key)
  await uses('2001:db8:1:ffff::3', key)
  expect(await raised(key)).toHaveLength(2)
  expect(JSON.stringify(await raised(key))).not.toMatch(/198\.51|2001:db8/)
})

test('a key has 64 networks at most, as keyed hashes, which are forgotten after 30 days without use', async () => {
  const key = await server.key({ consumer: 'roaming' })
  for (let n = 0; n < 70; n++) await uses(`198.18.${n}.1`, key)
  const stored = async () =>
    server.query<{ network: string }>`select encode(network, 'hex') as network from api_key_network
      where key_id = ${decodeId('apiKey', key.keyId)}`
  const rows = await stored()
  expect(rows).toHaveLength(64)
  for (const { network } of rows) expect(network).toMatch(/^[0-9a-f]{64}$/)
  await server.query`update api_key_network set seen_at = now() - interval '31 days'`
  await server.app.jobs.find(({ name }) => name === 'purge-key-networks')!.run()
  expect(await stored()).toEqual([])
})

test('behind a proxy that is not named, a private address is nobody’s network', async () => {
  const plain = await startTestServer()
  try {
    const key = await plain.key()
    await plain.send('GET', '/v1/me', { key: key.key })
    await plain.app.keyNetworks.flush()
    expect(await plain.query`select 1 from api_key_network`).toEqual([])
  } finally {
    await plain.close()
  }
})

test('the network of a change lies apart from its entry, cut to its first bytes', async () => {
  const prefixOf = async (address: string) => {
    const { body } = await server.send('POST', '/v1/identities', { ...from(address), body: { type: 'user' } })
    const [entry] = (await server.send('GET', `/v1/audit?subject=${body.id}`, from(address))).body.data
    expect(JSON.stringify(entry)).not.toContain(address.slice(0, 8))
    const rows = await server.query<{ prefix: string }>`select prefix from audit_network
      where entry = ${decodeId('auditEntry', entry.id)}`
    return rows.map(({ prefix }) => prefix)
  }
  expect(await prefixOf('203.0.113.77')).toEqual(['203.0.113.0/24'])
  expect(await prefixOf('2001:db8:aaaa:bbbb::1')).toEqual(['2001:db8:aaaa::/48'])
})

test('an export leaves an entry before its first byte; where it can leave none, there is no export', async () => {
  const { body } = await server.send('POST', '/v1/identities', { ...from('203.0.113.7'), body: { type: 'user' } })
  const path = `/v1/identities/${body.id}/export`
  const entries = async () =>
    (await server.send('GET', `/v1/audit?kind=identity.exported&subject=${body.id}`, from('203.0.113.7'))).body.data
  expect((await server.send('GET', path, from('203.0.113.7'))).status).toBe(200)
  expect(await entries()).toHaveLength(1)
  await server.query`alter table event add constraint no_exports check (type <> 'identity.exported') not valid`
  try {
    const refused = await server.send('GET', path, from('203.0.113.7'))
    expect([refused.status, refused.text.includes(body.id)]).toEqual([500, false])
  } finally {
    await server.query`alter table event drop constraint no_exports`
  }
  expect(await entries()).toHaveLength(1)
  const other = await server.key({ consumer: 'stranger' })
  expect((await server.send('GET', path, from('203.0.113.7', other))).status).toBe(404)
  expect(await entries()).toHaveLength(1)
})
