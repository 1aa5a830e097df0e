import { beforeAll, describe, expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { registryForTests, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'

let identity: string
let alias: string
let value: string
let grant: Body
const named = () => ({ id: grantee.consumer, name: 'grantee', display_name: 'Grantee Ltd' })
const node = () => ({ id: grantee.consumer, name: 'grantee', displayName: 'Grantee Ltd' })

const { server, owner, mine } = registryForTests({ env: { DISCLOSURE_RECORDS_SYNC: 'on' } })
const grantee = forTests(() => server.key({ consumer: 'grantee' }))
const stranger = forTests(() => server.key({ consumer: 'stranger' }))
beforeAll(async () => {
  await server.app.services.consumers.update(operatorCall(server.app), 'grantee', { displayName: 'Grantee Ltd' })
  identity = (await mine.identity()).id
  const made = await mine.username(identity, 'named.payee', { privacy_level: 'consent_required' })
  alias = made.id
  value = made.value
  grant = await mine.grant(identity, grantee.consumer)
})

const get = async (path: string, { key }: Key = owner): Promise<Body> => (await server.send('GET', path, { key })).body
const ask = async (document: string, key = owner.key): Promise<Body> => (await server.graphql(key, document)).body
const runJob = (name: string) => server.app.jobs.find((job) => job.name === name)!.run()

describe('on REST a consumer has its name beside its id', () => {
  test('in grants, read, listed, made and revoked: to the owner alone', async () => {
    expect(grant).toMatchObject({ consumer: grantee.consumer, consumer_record: named() })
    expect(await get(`/v1/consent_grants/${grant.id}`)).toMatchObject({ consumer_record: named() })
    expect((await get('/v1/consent_grants')).data[0]).toMatchObject({ consumer_record: named() })
    expect((await get(`/v1/identities/${identity}/consent_grants`)).data[0]).toMatchObject({ consumer_record: named() })
    expect(await get(`/v1/consent_grants/${grant.id}`, grantee)).not.toHaveProperty('consumer_record')
  })

  test('in requests and disclosures', async () => {
    const asked = { key: stranger.key, body: { alias: `@${value}` } }
    const { body } = await server.send('POST', '/v1/consent_requests', asked)
    expect(body).not.toHaveProperty('consumer_record')
    await runJob('match-consent-requests')
    const incoming = (await get('/v1/consent_requests?direction=incoming')).data
    expect(incoming[0]).toMatchObject({
      consumer: stranger.consumer,
      consumer_record: { id: stranger.consumer, name: 'stranger', display_name: null },
    })
    await grantee.post('/v1/resolve', { alias: `@${value}` })
    await expect
      .poll(async () => (await get(`/v1/identities/${identity}/disclosures`)).data[0], { timeout: 10_000 })
      .toMatchObject({ consumer: grantee.consumer, consumer_record: named() })
  })

  test('a list reads the names of all its records with one statement', async () => {
    const { key } = await server.key({ consumer: 'many' })
    const many = registryOf(server, { key })
    for (let n = 0; n < 3; n++) await many.grant((await many.identity()).id, [grantee, stranger, owner][n]!.consumer)
    const list = () => server.send('GET', '/v1/consent_grants', { key })
    await list()
    const { statements } = await countStatements(server.database.url, async () => void (await list()))
    expect(statements.filter((text) => /from "consumer"/.test(JSON.stringify(text))).length).toBeLessThanOrEqual(1)
  })

  test('an owner who is renamed is shown so at once', async () => {
    const call = operatorCall(server.app)
    await server.app.services.consumers.update(call, 'grantee', { name: 'renamed' })
    expect((await get(`/v1/consent_grants/${grant.id}`)).consumer_record.name).toBe('renamed')
    await server.app.services.consumers.update(call, 'renamed', { name: 'grantee' })
  })
})

/** Counts reads of what records name: statements of jobs and updates of a key's last use are none. */
const readsOf = (statements: readonly unknown[]): number =>
  statements.filter((text) => /from "(?:consumer|identity)"/.test(JSON.stringify(text).replaceAll('\\"', '"'))).length

describe('in GraphQL', () => {
  test('a record that another one names stands beside its id', async () => {
    const { data, errors } = await ask(`{ consentGrant(id: "${grant.id}") {
      identityId consumerId identity { id type } consumer { id name displayName } } }`)
    expect(errors).toBeUndefined()
    expect(data.consentGrant).toEqual({
      identityId: identity,
      consumerId: grantee.consumer,
      identity: { id: identity, type: 'USER' },
      consumer: node(),
    })
    const seen = await ask(`{ identity(id: "${identity}") { disclosures { edges { node {
      consumerId consumer { name } alias { value } grant { id } identity { id } } } } } }`)
    expect(seen.data.identity.disclosures.edges[0].node).toEqual({
      consumerId: grantee.consumer,
      consumer: { name: 'grantee' },
      alias: { value },
      grant: { id: grant.id },
      identity: { id: identity },
    })
  })

  test('they are null without the scope, without an error, and the ids stay', async () => {
    const { key } = await server.key({ scopes: ['consents:read'] })
    const { data, errors } = await ask(
      `{ consentGrant(id: "${grant.id}") { identityId identity { type } it: identity { id } consumer { name } } }`,
      key,
    )
    expect(errors).toBeUndefined()
    expect(data.consentGrant).toEqual({
      identityId: identity,
      identity: null,
      it: { id: identity },
      consumer: { name: 'grantee' },
    })
  })

  test('a mutation that selects one without its scope writes nothing', async () => {
    const { key } = await server.key({ scopes: ['consents:write'] })
    const { id } = await mine.grant((await mine.identity()).id, stranger.consumer)
    const { errors } = await ask(`mutation { revokeConsent(id: "${id}") { identity { type } } }`, key)
    expect(errors[0].extensions).toMatchObject({ code: 'SCOPE_MISSING', param: 'identities:read' })
    expect((await get(`/v1/consent_grants/${id}`)).status).toBe('active')
  })

  test('the grantee sees the id of the identity and nothing more, and no consumer', async () => {
    const { data, errors } = await ask(
      `{ consentGrant(id: "${grant.id}") { identity { id } more: identity { id type } list: identity { aliases { nodes { id } } }
        consumer { id } } }`,
      grantee.key,
    )
    expect(errors).toBeUndefined()
    expect(data.consentGrant).toEqual({ identity: { id: identity }, more: null, list: null, consumer: null })
  })

  test('the id of a record that is named costs no statement more than the plain id', async () => {
    const { key } = await server.key({ consumer: 'thrifty' })
    const lister = registryOf(server, { key })
    for (let n = 0; n < 3; n++) await lister.grant((await lister.identity()).id, grantee.consumer)
    const count = async (fields: string) => {
      const document = `{ consentGrants(first: 3, role: OWNER) { nodes { ${fields} } } }`
      expect((await ask(document, key)).errors).toBeUndefined()
      const { statements } = await countStatements(server.database.url, async () => void (await ask(document, key)))
      return readsOf(statements)
    }
    const plain = await count('identityId consumerId')
    expect(await count('identity { __typename id } consumer { ...on Consumer { id } }')).toBe(plain)
    expect(await count('identity { id status } consumer { id name }')).toBeGreaterThan(plain)
  })

  test('however many records are listed, each kind beside them costs one statement', async () => {
    const { key } = await server.key({ consumer: 'lister' })
    const lister = registryOf(server, { key })
    for (let n = 0; n < 6; n++) await lister.grant((await lister.identity()).id, grantee.consumer)
    const count = async (first: number) => {
      const document = `{ consentGrants(first: ${first}) { edges { node { identity { status } consumer { name } } } } }`
      await ask(document, key)
      const { statements } = await countStatements(server.database.url, async () => void (await ask(document, key)))
      return readsOf(statements)
    }
    const many = await count(6)
    expect([many, many > 0]).toEqual([await count(1), true])
  })

  test('deliveries name their webhook and their event', async () => {
    const body = { url: 'https://127.0.0.1:8443/hook', enabled_events: ['*'] }
    const hook = (await owner.post('/v1/webhooks', body)).body.id
    await mine.identity()
    const { data } = await ask(`{ webhookDeliveries(webhook: "${hook}") { edges { node {
      webhookId eventId webhook { id url } event { id type actor { id } } } } } }`)
    const [{ node }] = data.webhookDeliveries.edges
    expect(node).toMatchObject({
      webhookId: hook,
      webhook: { id: hook, url: body.url },
      event: { id: node.eventId, type: 'identity.created', actor: { id: owner.keyId } },
    })
  })
})

describe('the entity Consumer', () => {
  const entity = async (id: unknown, { key }: Key) =>
    (
      await server.graphql(
        key,
        'query ($all: [_Any!]!) { _entities(representations: $all) { ... on Consumer { id name displayName } } }',
        { all: [{ __typename: 'Consumer', id }] },
      )
    ).body
  const nobody = 'apc_01h455vb4pex5vsknk084sn02q'

  test('names the caller, its grantees and who asked it, and nobody else', async () => {
    expect((await entity(grantee.consumer, owner)).data._entities[0]).toEqual(node())
    expect((await entity(stranger.consumer, owner)).data._entities[0].name).toBe('stranger')
    expect((await entity(stranger.consumer, stranger)).data._entities[0].name).toBe('stranger')
    for (const id of [owner.consumer, grantee.consumer]) {
      expect((await entity(id, stranger)).data._entities[0]).toEqual({ id, name: null, displayName: null })
    }
    const live = await server.key({ livemode: true })
    expect((await entity(grantee.consumer, live)).data._entities[0].name).toBeNull()
  })

  test('is no directory: who is not tied and who does not exist are one answer', async () => {
    const shape = async (id: string) =>
      JSON.stringify(await entity(id, stranger))
        .replaceAll(id, 'ID')
        .replace(/req_\w+/, '')
    expect(await shape(owner.consumer)).toBe(await shape(nobody))
    for (const malformed of ['apc_x', identity, '', 7, null]) {
      expect((await entity(malformed, owner)).data?._entities?.[0] ?? null).toBeNull()
    }
  })

  test('a disclosed endpoint is for others to extend: it is no reference of ours', async () => {
    const { body } = await owner.graphql('query ($all: [_Any!]!) { _entities(representations: $all) { __typename } }', {
      all: [{ __typename: 'DisclosedBankAccount', id: 'end_x' }],
    })
    expect(body.errors[0].extensions.code).toBe('GRAPHQL_INVALID')
    expect(body.errors[0].message).not.toMatch(/Disclosed/)
  })
})

test('a claim names who claims, to both sides', async () => {
  const claimed = '+12125550147'
  await mine.alias(identity, 'phone', claimed)
  const theirs = registryOf(server, stranger)
  const body = { identity: (await theirs.identity()).id, type: 'phone', value: claimed, kind: 'ownership' }
  const made = (await stranger.post('/v1/claims', body)).body
  const shown = {
    consumer: stranger.consumer,
    consumer_record: { id: stranger.consumer, name: 'stranger', display_name: null },
  }
  expect(made).toMatchObject(shown)
  await server.query`update claim set donor_id = ${owner.consumerId}, donor_identity_id = (select id from identity
    where consumer_id = ${owner.consumerId} limit 1)`
  expect((await get('/v1/claims?direction=incoming')).data[0]).toMatchObject(shown)
  const { data } = await ask(
    '{ claims(direction: INCOMING) { edges { node { consumerId consumer { name } identity { id } } } } }',
  )
  expect(data.claims.edges[0].node).toMatchObject({ consumerId: stranger.consumer, consumer: { name: 'stranger' } })
  expect(alias).toMatch(/^als_/)
})
