import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costOf } from '../../support/bystanders.ts'
import { prepareExample, runExample, type Seen, startExample, startWitness } from '../../support/federation-example.ts'
import { type Key, startTestServer, type TestServer } from '../../support/server.ts'
import { countStatements } from '../../support/statement-log.ts'

const isReady = await prepareExample()

describe.skipIf(!isReady)('a supergraph of Signpost and a second subgraph', { timeout: 90_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-router-'))
  const encryptionKey = randomBytes(32)
  let server: TestServer
  let payer: Key
  let witness: { url: string; seen: Seen[]; stop: () => void }
  let env: Record<string, string>
  let chosen: { eur: string; usd: string }

  // 90 aliases that the payer may see, and as many kinds of hidden ones as there are.
  const visible = Array.from({ length: 90 }, (_, n) => `@payee${n}`)
  const hidden = [
    '@private0',
    '@private1',
    '@consent0',
    '@gone0',
    '@nobody',
    'no alias at all',
    '',
    '@!',
    '$nobody',
    '+0',
  ]

  beforeAll(async () => {
    server = await startTestServer({ encryptionKey })
    payer = await server.key({ consumer: 'payer', scopes: ['resolve'] })
    const owner = await server.key()
    await register(owner.key)
    witness = await startWitness(server.url)
    chosen = await registerChoice(owner.key)
    const orders = [...visible, ...hidden, '@chooser'].map((alias, n) => ({
      id: `order-${n}`,
      total: '1.00 EUR',
      alias,
    }))
    writeFileSync(join(folder, 'orders.json'), JSON.stringify(orders))
    env = {
      SIGNPOST_URL: witness.url,
      ORDERS: join(folder, 'orders.json'),
      SUPERGRAPH: join(folder, 'supergraph.graphql'),
    }
  })
  afterAll(async () => {
    witness?.stop()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const query = (first: number) => `{
    orders(first: ${first}) { edges { node { id payee { alias identityId identity { id risk } endpoints { type } disclosure { consumer } } } } }
  }`

  /** 90 payees as this caller sees them, 10 of which nothing is known but the alias, and no error. */
  function requirePayees(answer: { errors?: unknown; data: { orders: { edges: { node: { payee: unknown } }[] } } }) {
    const payees = answer.data.orders.edges.map(({ node }) => node.payee)
    const disclosure = { consumer: payer.consumer }
    const endpoints = [{ type: 'PAYMENT_POINTER' }]
    const [identityId, identity] = [
      expect.stringMatching(/^idn_/),
      { id: expect.stringMatching(/^idn_/), risk: expect.any(Number) },
    ]
    expect(payees.slice(0, 90)).toEqual(
      visible.map((alias) => ({ alias, identityId, identity, endpoints, disclosure })),
    )
    const nothing = { identityId: null, identity: null, endpoints: null, disclosure: null }
    expect(payees.slice(90)).toEqual(hidden.map((alias) => ({ alias, ...nothing })))
    expect(answer.errors).toBeUndefined()
  }

  /** A query that asks one field with several arguments. */
  const choosing = `{
    order(id: "order-100") { payee {
      all: endpoints { id }
      eur: endpoints(for: {asset: "EUR", rail: "sepa"}) { id }
      usd: endpoints(for: {asset: "USD", amount: 500}) { id }
      none: endpoints(for: {asset: "USD", amount: 501}) { id }
    } }
  }`
  const requireChoice = (answer: { errors?: unknown; data?: { order?: { payee?: unknown } } }) => {
    expect(answer.errors).toBeUndefined()
    const [eur, usd] = [[{ id: chosen.eur }], [{ id: chosen.usd }]]
    expect(answer.data!.order!.payee).toEqual({ all: [...usd, ...eur], eur, usd, none: [] })
  }

  test('Hive Gateway: 100 references make one _entities call with the caller’s key, and one SQL statement', async () => {
    const router = await startExample(env)
    const ask = async (asked: number | string) => {
      const response = await fetch(router.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${payer.key}` },
        body: JSON.stringify({ query: typeof asked === 'string' ? asked : query(asked) }),
      })
      return response.json()
    }
    try {
      await ask(1)
      witness.seen.length = 0
      const { result, statements } = await countStatements(server.database.url, () => ask(100))
      requirePayees(result as never)
      console.info(`Hive Gateway, 100 references: ${witness.seen.length} call, ${costOf(statements).length} statement`)
      expect(witness.seen).toEqual([
        { query: expect.stringContaining('_entities'), references: 100, authorization: `Bearer ${payer.key}` },
      ])
      expect(costOf(statements)).toEqual([expect.stringContaining('from unnest(')])
      requireChoice((await ask(choosing)) as never)
    } finally {
      await router.stop()
    }
  })

  test('Apollo’s composition and gateway give the same', async () => {
    witness.seen.length = 0
    const answer = JSON.parse(await runExample('compatibility.ts', [query(100)], { ...env, API_KEY: payer.key }))
    requirePayees(answer)
    const calls = witness.seen.filter(({ query }) => query.includes('_entities'))
    console.info(`Apollo Gateway, 100 references: ${calls.length} call`)
    expect(calls).toMatchObject([{ references: 100, authorization: `Bearer ${payer.key}` }])
    requireChoice(JSON.parse(await runExample('compatibility.ts', [choosing], { ...env, API_KEY: payer.key })))
  })

  test('with trusted documents a router plans its own queries under a router’s key, and under no other', async () => {
    const listed = '{ viewer { id } }'
    const manifest = join(folder, 'trusted.json')
    writeFileSync(manifest, JSON.stringify({ [createHash('sha256').update(listed).digest('hex')]: listed }))
    const strict = await startTestServer({
      database: server.database,
      encryptionKey,
      env: { TRUSTED_DOCUMENTS: manifest },
    })
    const trusted = await strict.key({ consumer: 'payer', scopes: ['resolve'], router: true })
    const router = await startExample({ ...env, SIGNPOST_URL: strict.url })
    const ask = async (key: string) => {
      const response = await fetch(router.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: query(100) }),
      })
      return response.json()
    }
    try {
      requirePayees((await ask(trusted.key)) as never)
      const refused = JSON.stringify(await ask(payer.key))
      expect(refused).toContain('DOCUMENT_UNKNOWN')
      expect(refused).not.toContain('idn_')
      expect((await strict.graphql(payer.key, listed)).body.data.viewer.id).toBe(payer.consumer)
    } finally {
      await router.stop()
      await strict.close()
    }
  })

  const maker = (key: string) =>
    async function make(path: string, body: object): Promise<string> {
      const answer = await server.send('POST', path, { key, body })
      // A busy server sheds: what it refused then is sent again.
      if (answer.status === 503) return make(path, body)
      expect(answer.status).toBe(201)
      return answer.body.id
    }

  /** A payee with two accounts, for different payments. */
  async function registerChoice(key: string): Promise<{ eur: string; usd: string }> {
    const make = maker(key)
    const identity = await make('/v1/identities', { type: 'merchant', default_privacy_level: 'public' })
    const account = (address: string, priority: number, capability: object) =>
      make('/v1/endpoints', { identity, type: 'bank_account', address, priority, capabilities: [capability] })
    await make('/v1/aliases', { identity, type: 'username', value: '@chooser', privacy_level: 'public' })
    return {
      eur: await account('DE89370400440532013000', 1, { asset: 'EUR', rail: 'sepa' }),
      usd: await account('GB33BUKB20201555555555', 2, { asset: 'USD', rail: 'ach', max_amount: 500 }),
    }
  }

  async function register(key: string): Promise<void> {
    const make = maker(key)
    const identity = await make('/v1/identities', { type: 'merchant', default_privacy_level: 'public' })
    const address = 'https://pay.example.com/payee'
    await make('/v1/endpoints', { identity, type: 'payment_pointer', address })
    const alias = (value: string, privacy_level: string) =>
      make('/v1/aliases', { identity, type: 'username', value, privacy_level })
    for (const value of visible) await alias(value, 'public')
    await alias('@private0', 'private')
    await alias('@private1', 'private')
    await alias('@consent0', 'consent_required')
    await server.send('DELETE', `/v1/aliases/${await alias('@gone0', 'public')}`, { key })
  }
})
