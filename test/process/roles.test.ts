import { beforeAll, describe, expect, test } from 'vitest'
import { registryOf } from '../support/registry.ts'
import { forTests, startTestServer, type TestServer } from '../support/server.ts'
import { countStatements } from '../support/statement-log.ts'

/** Two processes of one service on one database: one answers look-ups, the other all else. */
let identity: string
const encryptionKey = Buffer.alloc(32, 7)

const control = forTests(() => startTestServer({ env: { ROLE: 'control' }, encryptionKey }))
const resolver = forTests(() =>
  startTestServer({
    env: { ROLE: 'resolver', RATE_LIMITS: 'on', RATE_LIMIT_STORE: 'postgres', DISCLOSURE_RECORDS_SYNC: 'on' },
    encryptionKey,
    database: control.database,
  }),
)
const owner = forTests(() => control.key())
const payer = forTests(() => control.key({ consumer: 'payer', scopes: ['*'] }))
const registry = registryOf(control, owner)
beforeAll(async () => {
  identity = (await registry.identity()).id
  await registry.wallet(identity)
  await registry.username(identity, 'shown.role')
  await registry.username(identity, 'hidden.role', { privacy_level: 'consent_required' })
})

const entities = (server: TestServer, representation: object) =>
  server.graphql(payer.key, 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }', {
    r: [representation],
  })
const resolve = (server: TestServer, alias: string) => server.send('POST', '/v1/resolve', { ...payer, body: { alias } })

describe('a resolver', () => {
  test('resolves one alias and many, over REST, GraphQL and a federation router, and answers health', async () => {
    expect((await resolve(resolver, '@shown.role')).body.identity).toBe(identity)
    const bulk = await resolver.send('POST', '/v1/resolve/bulk', {
      ...payer,
      body: { items: [{ alias: '@shown.role' }] },
    })
    expect(bulk.status).toBe(200)
    const { body } = await resolver.graphql(payer.key, '{ resolve(input: { alias: "@shown.role" }) { identityId } }')
    expect(body.data.resolve.identityId).toBe(identity)
    const { body: found } = await entities(resolver, { __typename: 'Resolution', alias: '@shown.role' })
    expect(found.data._entities).toEqual([{ __typename: 'Resolution' }])
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/v1/me', '/v1/limits']) {
      expect((await resolver.send('GET', path, payer)).status).toBe(200)
    }
  })

  test('takes a request for consent, which the control plane shows to the owner', async () => {
    const asked = await resolver.send('POST', '/v1/consent_requests', {
      ...payer,
      body: { alias: '@hidden.role', purpose: 'payout' },
    })
    expect(asked.status).toBe(202)
    expect((await resolver.send('GET', `/v1/consent_requests/${asked.body.id}`, payer)).status).toBe(200)
    const approve = `/v1/consent_requests/${asked.body.id}/approve`
    expect((await resolver.send('POST', approve, { ...owner, body: {} })).body.error.code).toBe('route_not_found')
    // The control plane's jobs find out whom it concerns.
    for (const job of control.app.jobs) await job.run()
    expect((await control.send('POST', approve, { ...owner, body: {} })).status).toBe(200)
    expect((await resolve(resolver, '@hidden.role')).status).toBe(200)
  })

  test.each([
    ['POST', '/v1/identities'],
    ['GET', '/v1/identities'],
    ['POST', '/v1/aliases'],
    ['POST', '/v1/api_keys'],
    ['GET', '/v1/webhooks'],
    ['GET', '/v1/events'],
    ['GET', '/console'],
  ])('has no route %s %s', async (method, path) => {
    const { status, body } = await resolver.send(method, path, owner)
    expect([status, body.error.code]).toEqual([404, 'route_not_found'])
  })

  test.each([
    ['a query', '{ identities { edges { node { id } } } }'],
    [
      'a query beside a look-up',
      '{ resolve(input: { alias: "@shown.role" }) { identityId } webhooks { edges { cursor } } }',
    ],
    ['a field behind a fragment', 'query { ...F } fragment F on Query { node(id: "idt_1") { id } }'],
    ['a mutation', 'mutation { createIdentity(input: { type: USER }) { id } }'],
  ])('refuses %s of the control plane before anything of it runs', async (_, text) => {
    for (let time = 0; time < 2; time++) {
      const { status, body } = await resolver.graphql(owner.key, text)
      expect([status, body.errors[0].extensions.code, body.data]).toEqual([404, 'ROUTE_NOT_FOUND', undefined])
    }
  })

  test('refuses a reference to an entity of the control plane', async () => {
    const { body } = await entities(resolver, { __typename: 'Identity', id: identity })
    expect(body.errors[0].extensions.code).toBe('ROUTE_NOT_FOUND')
  })

  test('describes the same schema, so that a gateway composes with it', async () => {
    const text = '{ _service { sdl } }'
    const [ours, theirs] = await Promise.all([resolver, control].map((server) => server.graphql(owner.key, text)))
    expect(ours!.body.data._service.sdl).toBe(theirs!.body.data._service.sdl)
  })

  test('has no job and no way out to the network', async () => {
    expect(resolver.app.jobs).toEqual([])
    await expect(resolver.app.transport.permits(new URL('https://example.com'), payer.consumerId)).resolves.toBe(false)
    expect(control.app.jobs.length).toBeGreaterThan(0)
  })

  test('touches only keys, quotas, look-ups, their records and requests for consent', async () => {
    const { statements } = await countStatements(control.database.url, async () => {
      await resolve(resolver, '@shown.role')
      await resolve(resolver, '@nobody.role')
      await resolver.send('GET', '/v1/consent_requests', payer)
    })
    const text = statements.join('\n')
    expect(text).toContain('disclosure')
    expect(text).not.toMatch(/\b(?:webhook\w*|event|idempotency\w*)\b/)
    expect(text).not.toMatch(/^listen/im)
  })
})

describe('a control plane', () => {
  test('resolves nothing, and does all else', async () => {
    expect((await resolve(control, '@shown.role')).body.error.code).toBe('route_not_found')
    const { body } = await payer.graphql('{ resolve(input: { alias: "@shown.role" }) { identityId } }')
    expect(body.errors[0].extensions.code).toBe('ROUTE_NOT_FOUND')
    const entity = await entities(control, { __typename: 'Resolution', alias: '@shown.role' })
    expect(entity.body.errors[0].extensions.code).toBe('ROUTE_NOT_FOUND')
    expect((await registry.get(`/v1/identities/${identity}`)).id).toBe(identity)
  })
})

test('the document of a role has the operations that it answers', async () => {
  const paths = async (server: TestServer) => Object.keys((await server.send('GET', '/openapi.json')).body.paths)
  expect(await paths(resolver)).toContain('/v1/resolve')
  expect(await paths(resolver)).not.toContain('/v1/identities')
  expect(await paths(control)).toContain('/v1/identities')
})
