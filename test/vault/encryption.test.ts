import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openOrm } from '../../src/database/orm.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { refreshSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { wrappingContext } from '../../src/vault/data-key-store.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { reencrypt } from '../../src/vault/rotation/reencrypt.ts'
import { recordOfEndpoint } from '../support/bound-values.ts'
import { createDatabase } from '../support/database.ts'
import { openIndependently, type Payee, pointerOf, seedPayees } from '../support/sealed.ts'
import { type Answer, forTests, startTestServer } from '../support/server.ts'

// `npm run evidence -- tamper` sends 10,000 of them.
const tampered = Number(process.env.TAMPERED ?? 250)

const encryptionKey = randomBytes(32)
let payees: Payee[]

const database = forTests(createDatabase)
const server = forTests(() => startTestServer({ database, encryptionKey }))
beforeAll(async () => {
  payees = await seedPayees(server, 4)
})

const stored = (id: string) =>
  server.app.db
    .selectFrom('endpoint')
    .select(['id', 'livemode', 'address', 'projection'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function write(id: string, column: 'projection' | 'address', value: Uint8Array): Promise<void> {
  const { identity_id } = await server.app.db
    .updateTable('endpoint')
    .set({ [column]: Buffer.from(value) })
    .where('id', '=', id)
    .returning('identity_id')
    .executeTakeFirstOrThrow()
  await refreshSnapshots(server.app.db, [identity_id])
}

const surfaces: ((payee: Payee) => Promise<Answer>)[] = [
  ({ key, alias }) => server.send('POST', '/v1/resolve', { key: key.key, body: { alias } }),
  ({ key, alias }) => server.send('POST', '/v1/resolve/bulk', { key: key.key, body: { items: ['@nobody', alias] } }),
  ({ key, endpoint }) => server.send('GET', `/v1/endpoints/${endpoint}`, { key: key.key }),
  ({ key, identity }) => server.send('GET', `/v1/identities/${identity}/endpoints`, { key: key.key }),
  ({ key, endpoint }) =>
    server.send('PATCH', `/v1/endpoints/${endpoint}`, { key: key.key, body: { priority: randomInt(100_000) / 1_000 } }),
  ({ key, alias }) =>
    server.graphql(
      key.key,
      'query ($alias: String) { resolve(input: { alias: $alias }) { identityId endpoints { id } } }',
      {
        alias,
      },
    ),
]

/**
 * No id of the endpoint and no part of what was sealed: a look-up leaves the endpoint out. Where the value names a key that is not
 * there it is 500 with the envelope and nothing else, or a bulk's entry that says the same. The owner reads its record without a
 * preview.
 */
function expectRefused({ status, text, body }: Answer, payee: Payee): void {
  expect(text).not.toContain('pay.example.com')
  const record = body.object === 'list' ? body.data[0] : body.object === 'endpoint' ? body : null
  if (record) {
    expect([status, record.id, record.address_preview]).toEqual([200, payee.endpoint, null])
    return
  }
  const shown = body.identity ? body : (body.results?.[1] ?? body.data?.resolve)
  const identity = shown?.identity ?? shown?.identityId
  if (identity) {
    expect([status, identity, shown.endpoints]).toEqual([200, payee.identity, []])
    expect(text).not.toContain(payee.endpoint)
    return
  }
  const error = body.error ?? body.results?.[1].error ?? body.errors[0].extensions
  expect(error.code.toLowerCase(), text).toBe('decryption_failed')
  expect(status).toBe(body.error ? 500 : 200)
  expect(body.data?.resolve ?? null).toBeNull()
  for (const part of [payee.identity, payee.endpoint]) expect(text).not.toContain(part)
}

test(`${tampered} tampered or moved projections: the endpoint is left out, and no partial data`, {
  timeout: 900_000,
}, async () => {
  const originals = await Promise.all(payees.map(({ endpoint }) => stored(decodeId('endpoint', endpoint)!)))
  const victim = originals[0]!
  const payee = payees[0]!
  const good = Buffer.from(victim.projection!)
  const moved = [
    ...originals.slice(1).map(({ projection }) => projection!),
    victim.address!,
    ...originals.slice(1).map(({ address }) => address!),
    server.app.keyring.seal('webhook_secret', victim.id, false, '{}'),
    server.app.keyring.seal('projection', victim.id, true, '{}'),
    server.app.keyring.seal('projection', randomUUID(), false, '{}'),
  ]
  let refusals = 0
  for (let n = 0; refusals < tampered; n++) {
    let value = Buffer.from(moved[n % moved.length]!)
    if (n >= moved.length) {
      const bit = (n - moved.length) % (good.length * 8)
      value = Buffer.from(good)
      value[bit >> 3]! ^= 1 << (bit & 7)
      if (n % 50 === 0) value = good.subarray(0, n % good.length)
    }
    await write(victim.id, 'projection', value)
    const [first, second] = [surfaces[n % surfaces.length]!, surfaces[(n + 1) % surfaces.length]!]
    const answers = await Promise.all([first(payee), second(payee)])
    for (const answer of answers) expectRefused(answer, payee)
    refusals += answers.length
  }
  await write(victim.id, 'projection', good)
  for (const surface of surfaces) expect((await surface(payee)).text).toMatch(/pay\.example\.com|end_/)
  console.log(`tampered or moved projections over HTTP: ${refusals} refused, 0 shown`)
  expect(server.logged.join('')).not.toContain('pay.example.com')
})

test('a tampered idempotency body: 500 decryption_failed', async () => {
  const { key } = payees[0]!
  const again = () =>
    server.send('POST', '/v1/identities', {
      key: key.key,
      body: { type: 'user' },
      headers: { 'idempotency-key': 'once' },
    })
  await again()
  const row = await server.app.db
    .selectFrom('idempotency_record')
    .select(['id', 'outcome'])
    .where('consumer_id', '=', key.consumerId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const outcome = Buffer.from(row.outcome)
  outcome[outcome.length - 1]! ^= 1
  await server.app.db.updateTable('idempotency_record').set({ outcome }).where('id', '=', row.id).execute()
  const answer = await again()
  expect(answer.status).toBe(500)
  expect(answer.body.error.code).toBe('decryption_failed')
})

describe('a stored endpoint', () => {
  test('are two sealed values under two keys, which another library opens with the unwrapped keys', async () => {
    for (const [n, payee] of payees.entries()) {
      const row = await stored(decodeId('endpoint', payee.endpoint)!)
      for (const column of ['address', 'projection'] as const) {
        const record = Buffer.from(row[column]!)
        const keyId = server.app.keyring.primaryId(column, row.livemode)
        const dataKey = server.app.keyring.keys().find(({ id }) => id === keyId)!
        const place = await recordOfEndpoint(server.app.db, row.id)
        const opened = openIndependently(column, place, row.livemode, dataKey.key, record)
        expect(opened).toBe(column === 'address' ? pointerOf(n) : JSON.stringify({ url: pointerOf(n) }))
      }
      expect(server.app.keyring.primaryId('address', row.livemode)).not.toBe(
        server.app.keyring.primaryId('projection', row.livemode),
      )
    }
  })
})

test('no request opens an address: with its keys replaced by garbage all requests work, and re-encryption fails', async () => {
  const provider = localKeyProvider(encryptionKey)
  const { db } = server.app
  const rows = await db.selectFrom('data_key').selectAll().where('purpose', '=', 'address').execute()
  for (const row of rows) {
    const wrapped = await provider.wrap(randomBytes(32), wrappingContext(row))
    await db.updateTable('data_key').set({ wrapped }).where('id', '=', row.id).execute()
  }
  const poisoned = await startTestServer({ database, encryptionKey })
  const payee = payees[1]!
  const { key, alias, endpoint, identity } = payee
  const requests: [string, string, unknown?][] = [
    ['POST', '/v1/resolve', { alias }],
    ['POST', '/v1/resolve/bulk', { items: [alias, '@nobody'] }],
    ['GET', `/v1/endpoints/${endpoint}`],
    ['GET', `/v1/identities/${identity}/endpoints`],
    ['PATCH', `/v1/endpoints/${endpoint}`, { status: 'disabled' }],
    ['PATCH', `/v1/endpoints/${endpoint}`, { status: 'active' }],
    ['POST', '/v1/endpoints', { identity, type: 'payment_pointer', address: '$pay.example.com/new' }],
    ['DELETE', `/v1/endpoints/${endpoint}`],
    ['PATCH', `/v1/identities/${identity}`, { status: 'closed' }],
  ]
  for (const [method, path, body] of requests) {
    const answer = await poisoned.send(method, path, { key: key.key, ...(body ? { body } : {}) })
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300)
  }
  const graphql = await poisoned.graphql(
    payees[0]!.key.key,
    'query ($alias: String!, $id: ID!) { resolve(input: { alias: $alias }) { endpoints { id } } endpoint(id: $id) { addressPreview } }',
    { alias: payees[0]!.alias, id: payees[0]!.endpoint },
  )
  expect(graphql.body.errors).toBeUndefined()
  await expect(reencrypt({ db, provider, purposes: ['address'], graceMs: 0 })).rejects.toThrow(/cannot be opened/)
  await poisoned.close()
})

test('a data key made elsewhere opens at once, and is sealed with once it is primary', async () => {
  const fresh = await createDatabase()
  const one = await startTestServer({ database: fresh, encryptionKey })
  const [payee] = await seedPayees(one, 1)
  const before = one.app.keyring.primaryId('projection', false)
  const orm = await openOrm(fresh.url)
  await reencrypt({ db: orm.em.fork().getKysely(), provider: localKeyProvider(encryptionKey), graceMs: 0 })
  await orm.close()
  const { key, alias } = payee!
  const resolved = await one.send('POST', '/v1/resolve', { key: key.key, body: { alias } })
  expect(resolved.body.endpoints).toHaveLength(1)
  expect(one.app.keyring.primaryId('projection', false)).not.toBe(before)
  await one.close()
  const nodes = await server.app.db.selectFrom('node').select('id').execute()
  expect(nodes).toHaveLength(1)
  await fresh.drop()
})
