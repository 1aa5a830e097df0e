import { afterAll, beforeAll, expect, test } from 'vitest'
import { privacyLevels } from '../../src/kernel/privacy.ts'
import { type PreviewedGrant, previewFor } from '../../web/console/src/identities/preview.ts'
import { freshName, query, type Registry, registryOf } from '../support/registry.ts'
import { type Body, type Key, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let owner: Key
let registry: Registry
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.key()
  registry = registryOf(server, owner.key)
})
afterAll(() => server.close())

const facts = /* GraphQL */ `
  query ($id: ID!) {
    identity(id: $id) {
      id livemode status
      aliases(first: 100) { edges { node { id livemode type status privacyLevel value verification verifiedMethod proofExpiresAt } } }
      endpoints(first: 100) { edges { node { id livemode status privacyLevel priority createdAt } } }
      consentGrants(first: 100) { edges { node { consumerId livemode status covers { all aliases endpoints } } } }
    }
  }`

/** An alias and an account of each level, a disabled account, and callers with every kind of grant on them. */
async function makeScene() {
  const identity = (await registry.identity()).id
  const aliases: Record<string, Body> = {}
  const accounts: Record<string, Body> = {}
  for (const [index, level] of privacyLevels.entries()) {
    aliases[level] = await registry.username(identity, freshName('seen'), { privacy_level: level })
    accounts[level] = await registry.account(identity, { privacy_level: level, priority: index % 2 })
  }
  const disabled = await registry.account(identity)
  await registry.patch(`/v1/endpoints/${disabled.id}`, { status: 'disabled' })

  const everything = { covers: { all: true } }
  const account = accounts.consent_required.id
  const alias = aliases.consent_required.id
  const callers = [
    await caller('stranger'),
    await caller('all', identity, everything),
    await caller('alias', identity, { covers: { aliases: [alias] } }),
    await caller('endpoint', identity, { covers: { endpoints: [account, accounts.public.id, accounts.private.id] } }),
    await caller('revoked', identity, everything),
    await caller('expired', identity, everything),
  ]
  await registry.remove(`/v1/consent_grants/${callers[4]!.grant}`)
  await query(server, "update consent_grant set expires_at = now() - interval '1 second' where consumer_id = $1", [
    callers[5]!.key.consumerId,
  ])
  return { identity, callers }
}

async function caller(consumer: string, identity?: string, grant?: object) {
  const key = await server.key({ consumer: `${consumer}-${freshName()}`, scopes: ['resolve'] })
  const made = identity && (await registry.grant(identity, key.consumer, { ...grant }))
  return { key, grant: made ? made.id : null }
}

/** Returns the console's preview and the service's answer for that caller. */
async function compare(identity: string, { key }: { key: Key }) {
  const { aliases, endpoints, consentGrants, ...record } = (await server.graphql(owner.key, facts, { id: identity }))
    .body.data.identity
  const nodes = ({ edges }: Body) => edges.map(({ node }: Body) => node)
  const grant: PreviewedGrant | null =
    nodes(consentGrants).find(({ consumerId }: Body) => consumerId === key.consumer) ?? null
  const previews = previewFor<Body, Body>({
    identity: record,
    aliases: nodes(aliases),
    endpoints: nodes(endpoints),
    grant,
    requiredProofs: [],
  })

  return Promise.all(
    previews.map(async ({ alias, isOpen, endpoints }) => {
      const body = { type: 'username', value: alias.value }
      const answer = await server.send('POST', '/v1/resolve', { key: key.key, body })
      const shown = endpoints.filter(({ isShown }) => isShown)
      return {
        level: alias.privacyLevel,
        previewed: isOpen
          ? shown.map(({ endpoint, isCovered }) => ({ id: endpoint.id, hasToken: isCovered }))
          : 'alias_not_found',
        answered:
          answer.status === 200
            ? answer.body.endpoints.map(({ id, token }: Body) => ({ id, hasToken: token !== null }))
            : answer.body.error.code,
      }
    }),
  )
}

test('the console’s preview of a caller’s view equals resolve’s answer, for every level and grant', async () => {
  const { identity, callers } = await makeScene()
  const seen: unknown[] = []
  for (const status of ['active', 'suspended']) {
    await registry.patch(`/v1/identities/${identity}`, { status })
    for (const each of callers) {
      for (const { level, previewed, answered } of await compare(identity, each)) {
        expect({ status, level, seen: previewed }).toEqual({ status, level, seen: answered })
        seen.push(answered)
      }
    }
  }
  expect(seen).toHaveLength(2 * 6 * 4)
  // Both outcomes, and more than one length of answer: else nothing was compared.
  expect(new Set(seen.map((answered) => (Array.isArray(answered) ? answered.length : answered)))).toEqual(
    new Set(['alias_not_found', 1, 2, 3]),
  )
})

test('an alias that REQUIRE_PROOF hides is not shown as one that resolves', async () => {
  const strict = await startTestServer({ env: { REQUIRE_PROOF: 'phone,payment_link' } })
  try {
    const [live, tester] = [await strict.key({ livemode: true }), await strict.key()]
    const asked = (key: Key) => strict.graphql(key.key, '{ viewer { requiredProofs } }')
    expect((await asked(tester)).body.data.viewer.requiredProofs).toEqual([])
    const { requiredProofs } = (await asked(live)).body.data.viewer
    expect(requiredProofs).toEqual(['phone', 'payment_link'])

    const its = registryOf(strict, live.key)
    const { id } = await its.identity()
    await its.username(id)
    const phone = { identity: id, type: 'phone', value: '+4915112345678', privacy_level: 'public' }
    const { body: hidden } = await strict.send('POST', '/v1/aliases', { key: live.key, body: phone })
    const preview = async () => {
      const { aliases, endpoints, ...identity } = (await strict.graphql(live.key, facts, { id })).body.data.identity
      const nodes = ({ edges }: Body) => edges.map(({ node }: Body) => node)
      const registry = { identity, aliases: nodes(aliases), endpoints: nodes(endpoints), grant: null, requiredProofs }
      return previewFor<Body, Body>(registry).find(({ alias }) => alias.type === 'PHONE')!
    }
    const resolve = async () => {
      const body = { type: 'phone', value: '+4915112345678' }
      return (await strict.send('POST', '/v1/resolve', { key: live.key, body })).status
    }
    expect([await resolve(), await preview()]).toMatchObject([
      404,
      { isOpen: false, because: 'The service requires a proof' },
    ])
    await query(
      strict,
      `update alias set verification = 'proved', verified_method = 'sms_code', verified_at = now() where id =
        (select a.id from alias a where a.type = 'phone')`,
    )
    expect([await resolve(), (await preview()).isOpen]).toEqual([200, true])
    expect(hidden.id).toMatch(/^als_/)
  } finally {
    await strict.close()
  }
})
