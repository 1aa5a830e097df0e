import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../../src/postgres/embedded.ts'
import { withClient } from '../../support/admin.ts'
import { type Canaries, createScanner, formsOf, type Sighting } from '../../support/canaries.ts'
import { placesOf } from '../../support/places.ts'
import { type Answer, type Key, startTestServer, type TestServer } from '../../support/server.ts'

const encryptionKey = randomBytes(32)
let postgres: EmbeddedPostgres
let server: TestServer
let key: Key
const canaries: Canaries = {}
/** Every answer that is an error. */
const refusals: string[] = []

const unique = () => randomBytes(12).toString('hex')

// A separate cluster, which logs every statement.
beforeAll(async () => {
  const { scratch } = inject('postgres')
  postgres = await startEmbedded({
    dataDir: join(scratch, `canary-${unique()}`),
    sharedDir: join(scratch, 'elsewhere'),
    settings: { log_statement: 'all', log_min_duration_statement: '0', fsync: 'off', shared_buffers: '32MB' },
  })
  await migrate(postgres.url)
  server = await startTestServer({
    database: { url: postgres.url, drop: async () => undefined },
    encryptionKey,
    logLevel: 'trace',
  })
  key = await server.key()
  await useEverything()
}, 180_000)
afterAll(async () => {
  await server?.close()
  await postgres?.stop()
})

async function send(...args: Parameters<TestServer['send']>): Promise<Answer> {
  const answer = await server.send(...args)
  if (answer.status >= 400) refusals.push(answer.text, JSON.stringify([...answer.headers]))
  return answer
}

async function post(path: string, body: unknown, headers = {}): Promise<Answer['body']> {
  const answer = await send('POST', path, { key: key.key, body, headers })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** A payer's own secrets: the account that it holds, and its reference of its customer. */
async function checkDestination(): Promise<void> {
  const [held, payer] = [`CANARY${unique().toUpperCase()}77`, unique()]
  canaries.heldAccount = Buffer.from(held.slice(0, -4))
  canaries.payer = Buffer.from(payer)
  const body = { alias: '@canary', destination: { type: 'bank_account', address: held }, payer }
  expect((await send('POST', '/v1/destination_checks', { key: key.key, body })).status).toBe(200)
  await send('POST', '/v1/destination_checks/bulk', { key: key.key, body: { items: [body, { ...body, payer: held }] } })
}

/** Puts a canary into each secret there is, over both edges, and sends them where they don't belong. */
async function useEverything(): Promise<void> {
  const wallet = `Wallet"${unique()}/%+&\\${unique()}=tail`
  const pointer = `https://pay.example.com/canary-${unique()}`
  const account = `CANARY${unique().toUpperCase()}99`
  const text = { wallet: wallet.slice(6, -4), pointer: pointer.slice(24), account: account.slice(0, -4) }
  for (const [name, value] of Object.entries(text)) canaries[name] = Buffer.from(value)

  const { id: identity } = await post('/v1/identities', { type: 'user' })
  const alias = { identity, type: 'username', value: '@canary', privacy_level: 'public' }
  await post('/v1/aliases', alias)
  const other = [{ asset: 'X', network: 'examplenet', rail: 'onchain' }]
  const endpoint = (type: string, address: string, more = {}) => ({
    identity,
    type,
    address,
    privacy_level: 'public',
    ...more,
  })
  const idempotent = () => ({ 'idempotency-key': unique() })
  await post('/v1/endpoints', endpoint('crypto_wallet', wallet, { capabilities: other }), idempotent())
  await post('/v1/endpoints', endpoint('payment_pointer', pointer), idempotent())
  const { id: removed } = await post('/v1/endpoints', endpoint('bank_account', account))
  const create = `mutation ($input: CreateEndpointInput!) { createEndpoint(input: $input) { id addressPreview } }`
  const input = { identity, type: 'PAYMENT_POINTER', address: pointer, privacyLevel: 'PUBLIC' }
  expect((await server.graphql(key.key, create, { input }, idempotent())).body.errors).toBeUndefined()

  await statePurposes(identity)
  await noteEverywhere(identity)

  await send('POST', '/v1/resolve', { key: key.key, body: { alias: '@canary' } })
  await checkDestination()
  await send('DELETE', `/v1/endpoints/${removed}`, { key: key.key })
  const made = await post('/v1/api_keys', { scopes: ['resolve'] }, idempotent())
  canaries.apiKey = Buffer.from(made.key.slice(12, -4))
  canaries.issuedKey = Buffer.from(key.key.slice(12, -4))
  await send('GET', '/v1/me', { key: made.key })
  await send('DELETE', `/v1/api_keys/${made.id}`, { key: key.key })
  await send('GET', '/v1/me', { key: made.key })
  await webhookSecret()

  canaries.encryptionKey = encryptionKey
  for (const { id, key: dataKey } of server.app.keyring.keys()) canaries[`data key ${id}`] = dataKey

  await send('GET', `/v1/me?key=${made.key}`)
  await send('GET', `/v1/${made.key}`, { key: key.key })
  await send('POST', '/v1/endpoints', {
    key: key.key,
    body: endpoint('crypto_wallet', wallet, { capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain' }] }),
  })
  await send('POST', '/v1/endpoints', { key: key.key, body: endpoint('nonsense', wallet) })
  await send('POST', '/v1/endpoints', {
    key: key.key,
    body: { [wallet]: account, ...endpoint('bank_account', `${account}!`) },
  })
  await send('POST', '/v1/endpoints', { key: key.key, body: `{"address": ${JSON.stringify(wallet)}, ` })
  await send('POST', '/v1/resolve', { key: key.key, body: { type: 'payment_link', value: wallet } })
  for (const variables of [{ input: { ...input, type: pointer } }, { input: pointer }, { input: { [pointer]: 1 } }]) {
    refusals.push((await server.graphql(key.key, create, variables)).text)
  }
  refusals.push((await server.graphql(key.key, `{ identity(id: "${account}") { nothing } }`)).text)
  refusals.push((await server.graphql(key.key, `{ identity(id: ${JSON.stringify(wallet)} `)).text)
  await server.app.keyUsage.flush()
}

/** As a grantee's and a requester's words, over both edges, kept for replays, approved, and refused. */
async function statePurposes(identity: string): Promise<void> {
  const [granted, asked, refused] = [0, 1, 2].map(() => `Purpose ${unique()} of`) as [string, string, string]
  Object.assign(canaries, {
    grantPurpose: Buffer.from(granted),
    requestPurpose: Buffer.from(asked),
    refusedPurpose: Buffer.from(refused),
  })
  const payer = await server.key({ consumer: 'payer' })
  const grant = { identity, consumer: payer.consumer, covers: { all: true } }
  const idempotent = () => ({ 'idempotency-key': unique() })
  await post('/v1/consent_grants', { ...grant, purpose: granted }, idempotent())
  const ask = `mutation ($input: RequestConsentInput!) { requestConsent(input: $input) { id purpose } }`
  const input = { alias: '@canary', purpose: asked }
  const { body } = await server.graphql(payer.key, ask, { input }, idempotent())
  expect(body.data?.requestConsent.purpose, JSON.stringify(body)).toBe(asked)
  await server.app.jobs.find(({ name }) => name === 'match-consent-requests')!.run()
  const request = body.data.requestConsent.id
  const approved = await send('POST', `/v1/consent_requests/${request}/approve`, {
    key: key.key,
    body: {},
    headers: idempotent(),
  })
  expect(approved.body).toMatchObject({ status: 'approved', purpose: asked })
  await send('POST', '/v1/consent_grants', { key: key.key, body: { ...grant, purpose: `${refused}\u202e` } })
}

/** As an owner's notes on each kind of record: made, changed, kept for replays, and refused. */
async function noteEverywhere(identity: string): Promise<void> {
  const [reference, noted, refused] = [0, 1, 2].map(() => `Note ${unique()} of`) as [string, string, string]
  Object.assign(canaries, {
    externalReference: Buffer.from(reference),
    metadata: Buffer.from(noted),
    refusedNote: Buffer.from(refused),
  })
  const idempotent = () => ({ 'idempotency-key': unique() })
  const notes = { external_reference: reference, metadata: { [noted.slice(0, 30)]: noted } }
  const bodies = {
    identities: { type: 'user' },
    aliases: { identity, type: 'username', value: '@canary.two' },
    endpoints: { identity, type: 'mobile_money', address: '+254712345678' },
  }
  for (const [kind, body] of Object.entries(bodies)) {
    const { id } = await post(`/v1/${kind}`, { ...body, ...notes }, idempotent())
    const patch = { metadata: { [noted.slice(0, 30)]: null, other: noted } }
    await send('PATCH', `/v1/${kind}/${id}`, { key: key.key, body: patch, headers: idempotent() })
    await send('POST', `/v1/${kind}`, { key: key.key, body: { ...body, ...notes }, headers: idempotent() })
    for (const metadata of [{ [refused]: 1 }, { a: [refused] }, refused, { [`${refused}${'k'.repeat(40)}`]: '' }])
      await send('PATCH', `/v1/${kind}/${id}`, { key: key.key, body: { metadata } })
    await send('PATCH', `/v1/${kind}/${id}`, { key: key.key, body: { external_reference: `${refused}\u202e` } })
  }
  const create = `mutation ($input: CreateIdentityInput!) { createIdentity(input: $input) { id metadata } }`
  for (const metadata of [{ [refused]: 1 }, [refused], refused]) {
    const answer = await server.graphql(key.key, create, { input: { type: 'USER', metadata } })
    expect(answer.body.errors).toBeDefined()
    refusals.push(answer.text)
  }
  const made = await server.graphql(key.key, create, { input: { type: 'USER', metadata: { noted } } })
  expect(made.body.data.createIdentity.metadata).toEqual({ noted })
}

async function webhookSecret(): Promise<void> {
  const { signing_secret } = await post('/v1/webhooks', { url: 'https://127.0.0.1:8443/in', enabled_events: ['*'] })
  canaries.webhookSecret = Buffer.from(signing_secret.slice(6))
}

/** Every place that keeps or shows something, read again. */
async function places(): Promise<Map<string, Buffer[]>> {
  const events = await withClient(postgres.url, async (client) => {
    const { rows } = await client.query('select body from event_body')
    return rows.map(({ body }) => Buffer.from(body))
  })
  const metrics = await server.send('GET', '/metrics')
  return new Map([
    ['log', server.logged.map((line) => Buffer.from(line))],
    ...(await placesOf(postgres)),
    ['metrics', [Buffer.from(metrics.text)]],
    ['error answers', refusals.map((text) => Buffer.from(text))],
    ['event bodies', events],
  ])
}

function sightings(contents: Map<string, Buffer[]>, sought: Canaries): Sighting[] {
  const scan = createScanner(sought)
  return [...contents].flatMap(([place, buffers]) => buffers.flatMap((buffer) => scan(place, buffer)))
}

test('no secret is found in any place, in any form', { timeout: 120_000 }, async () => {
  const contents = await places()
  for (const place of ['log', 'PostgreSQL’s log', 'dump', 'data files', 'WAL', 'error answers', 'event bodies']) {
    expect(
      contents.get(place)!.reduce((sum, { length }) => sum + length, 0),
      `${place} holds something`,
    ).toBeGreaterThan(500)
  }
  expect(contents.get('PostgreSQL’s log')!.join('')).toMatch(/statement: |execute /)
  expect(contents.get('dump')!.join('')).toContain('\\\\x01')
  expect(sightings(contents, canaries)).toEqual([])
  const bytes = [...contents.values()].flat().reduce((sum, { length }) => sum + length, 0)
  const forms = Object.values(canaries).reduce((sum, canary) => sum + formsOf(canary).size, 0)
  console.log(
    `canary scan: ${Object.keys(canaries).length} canaries, ${forms} forms, ${(bytes / 1e6).toFixed(0)} MB, 0 hits`,
  )
})

test('seeded canaries are found, in each place and each form', { timeout: 120_000 }, async () => {
  const seeded = Buffer.from(`Seeded"${unique()}/%+&\\${unique()}=`)
  const forms = formsOf(seeded)
  await withClient(postgres.url, async (client) => {
    await client.query('create table seeded (form text)')
    for (const form of forms.values()) {
      // The log of changes is cut into pages, whose headers may fall into the middle of one copy, not of each.
      for (let copy = 0; copy < 4; copy++)
        await client.query('insert into seeded values ($1)', [form.toString('latin1')])
      await client.query(`select 1 /* ${form.toString('latin1')} */`)
    }
  })
  const contents = await places()
  for (const form of forms.values()) {
    for (const place of ['log', 'metrics', 'error answers', 'event bodies']) {
      contents.get(place)!.push(Buffer.concat([Buffer.from('{"any":"'), form, Buffer.from('"}')]))
    }
  }
  const found = sightings(contents, { seeded })
  const missed = [...contents.keys()].flatMap((place) =>
    [...forms.keys()]
      .filter((form) => !found.some((sighting) => sighting.place === place && sighting.form === form))
      .map((form) => `${form} in ${place}`),
  )
  // A dump writes backslashes twice: there, those forms are found as the dumped ones.
  const doubled = [...forms].filter(([, bytes]) => bytes.includes('\\')).map(([form]) => `${form} in dump`)
  expect(missed.filter((miss) => !doubled.includes(miss))).toEqual([])
  expect(found.some(({ place, form }) => place === 'dump' && form.endsWith(', dumped'))).toBe(true)
})
