import { type OperationDefinitionNode, parse } from 'graphql'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { costBudget, operationCost } from '../../src/surfaces/graphql/cost.ts'
import { createSchema } from '../../src/surfaces/graphql/schema.ts'
import { readOperation } from '../../src/surfaces/graphql/variables.ts'
import { fillIdentity } from '../support/erasure-scene.ts'
import { evmAddress, failure, iban, registryForTests, registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'
import { eventually } from '../support/webhooks.ts'

const { server, owner, mine } = registryForTests()
const other = forTests(() => server.key({ consumer: 'other' }))

const exportOf = (id: string, key = owner.key) => server.send('GET', `/v1/identities/${id}/export`, { key })
const idsOf = (records: { id: string }[]) => records.map(({ id }) => id).toSorted()
const listOf = async (path: string) => (await mine.get(path)).data as { id: string }[]

test('an export shows everything that its owner wrote and may list, and no address', async () => {
  const { identity, needles } = await fillIdentity(server, owner, other)
  const value = (await listOf(`/v1/identities/${identity}/aliases`)).at(-1) as unknown as { value: string }
  await registryOf(server, other).resolve(value.value)
  const neighbour = await mine.identity({ display_name: 'Neighbour' })
  await mine.username(neighbour.id)
  await mine.grant(neighbour.id, other.consumer)
  const at = `/v1/identities/${identity}`
  const { status, text, body } = await exportOf(identity)

  expect([status, body.object, body.id, body.livemode]).toEqual([200, 'identity_export', identity, false])
  expect(body.identity).toEqual(await mine.get(at))
  expect([body.has_more, body.more_of, body.left_out]).toEqual([false, [], []])
  const removed = await listOf(`/v1/endpoints?identity=${identity}&status=removed&limit=100`)
  const ofIt = (records: { id: string }[]) =>
    records.filter((one) => (one as { identity?: string }).identity === identity)
  const listed: Record<string, { id: string }[]> = {
    aliases: await listOf(`${at}/aliases?limit=100`),
    endpoints: [...(await listOf(`${at}/endpoints?limit=100`)), ...removed],
    payee_names: await listOf(`${at}/payee_names?limit=100`),
    consent_grants: await listOf(`${at}/consent_grants?limit=100`),
    consent_requests: ofIt(await listOf('/v1/consent_requests?direction=incoming&limit=100')),
    claims: [
      ...ofIt(await listOf('/v1/claims?limit=100')),
      ...ofIt(await listOf('/v1/claims?direction=incoming&limit=100')),
    ],
  }
  for (const [kind, records] of Object.entries(listed)) {
    expect([kind, records.length]).not.toEqual([kind, 0])
    expect([kind, body[kind]]).toEqual([kind, records])
  }
  expect(removed).toHaveLength(1)
  expect(idsOf(body.claims)).toHaveLength(2)

  for (const address of [evmAddress, iban, iban.slice(4, 12), evmAddress.slice(2, 20)])
    expect(text).not.toContain(address)
  expect(text).not.toContain(neighbour.id)
  // Texts written by others appear exactly where one of the owner's lists shows them.
  const lists = JSON.stringify([body.identity, listed])
  const shown = needles.filter((needle) => text.includes(needle))
  expect(shown).toEqual(needles.filter((needle) => lists.includes(needle)))
  expect(shown.length).toBeGreaterThan(8)
})

test('an export has disclosures, aliases that were released, and when the identity was erased', async () => {
  const { id } = await mine.identity()
  const kept = await mine.username(id)
  const gone = await mine.username(id)
  await mine.account(id)
  await registryOf(server, other).resolve(kept.value)
  await mine.remove(`/v1/aliases/${gone.id}`)
  await eventually(async () => (await listOf(`/v1/identities/${id}/disclosures`)).length === 1)
  const { body } = await exportOf(id)
  expect(body.aliases.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    [kept.id, 'registered'],
    [gone.id, 'released'],
  ])
  expect(body.disclosures).toEqual(await listOf(`/v1/identities/${id}/disclosures`))
  await mine.patch(`/v1/identities/${id}`, { status: 'closed' })
  await owner.post(`/v1/identities/${id}/erase`, { confirm: id })
  await server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
  const erased = await exportOf(id)
  expect(erased.body.identity.erased_at).toBeTypeOf('number')
  expect(erased.text).not.toContain(kept.value)
})

test('to anybody else, and in the other environment, an identity is not there to export', async () => {
  const { id } = await mine.identity()
  const live = await server.key({ livemode: true })
  const unknown = failure(await exportOf('idn_01h455vb4pex5vsknk084sn02q', other.key))
  expect(unknown).toMatchObject({ code: 'resource_missing' })
  for (const key of [other.key, live.key]) {
    const foreign = await exportOf(id, key)
    expect([foreign.status, failure(foreign)]).toEqual([404, unknown])
    const { body } = await server.graphql(key, 'query ($id: ID!) { identityExport(id: $id) { id } }', { id })
    expect(body).toEqual({ data: { identityExport: null } })
  }
})

test('a kind that the key may not read is null, and left_out names it', async () => {
  const { id } = await mine.identity()
  await mine.username(id)
  const { key } = await server.key({ scopes: ['identities:read', 'aliases:read'] })
  const { body } = await exportOf(id, key)
  expect([body.aliases.length, body.disclosures]).toEqual([1, []])
  const leftOut = ['endpoints', 'payee_names', 'consent_grants', 'consent_requests', 'claims']
  expect(body.left_out).toEqual(leftOut)
  for (const kind of leftOut) expect(body[kind]).toBeNull()
  const document = 'query ($id: ID!) { identityExport(id: $id) { leftOut aliases { id } claims { id } } }'
  const asked = await server.graphql(key, document, { id })
  expect(asked.body.data.identityExport).toEqual({
    leftOut: leftOut.map((kind) => kind.toUpperCase()),
    aliases: [{ id: body.aliases[0].id }],
    claims: null,
  })
})

test('a list ends after its newest 1,000, and each further page costs a request', async () => {
  const now = Date.now()
  const env = { RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS_TEST: '1000 + 1/s' }
  const metered = await startTestServer({ env, clock: () => now })
  const key = await metered.key()
  const theirs = registryOf(metered, key)
  const { id } = await theirs.identity()
  await theirs.username(id)
  const asker = await metered.key({ consumer: 'asker' })
  await metered.query`insert into consent_request
      (id, livemode, consumer_id, type, value, skeleton, expires_at, matched_at, owner_id, identity_id, alias_id, open)
    select gen_random_uuid(), false, ${asker.consumerId}, 'username', 'many', 'many', now() + interval '1 day', now(),
      i.consumer_id, i.id, a.id, false
    from identity i join alias a on a.identity_id = i.id, generate_series(1, 1001)
    where i.id = ${decodeId('identity', id)}`
  const caller = { consumerId: key.consumerId, livemode: false }
  const left = async () =>
    (await metered.app.limits.read({ caller } as never)).find(({ policy }) => policy === 'requests')!.remaining
  const before = await left()
  const { body } = await metered.send('GET', `/v1/identities/${id}/export`, { key: key.key })
  expect([body.consent_requests.length, body.has_more, body.more_of]).toEqual([1_000, true, ['consent_requests']])
  expect(before - (await left())).toBe(10)
  await metered.close()
})

test('one GraphQL document holds few exports', () => {
  const costOf = (text: string) => {
    const document = parse(text)
    return operationCost(
      readOperation(createSchema(), document, document.definitions[0] as OperationDefinitionNode, {}),
    )
  }
  const lists =
    'aliases { id } endpoints { id } payeeNames { id } consentGrants { id } consentRequests { id } claims { id }'
  const whole = `identityExport(id: "x") { identity { id } ${lists} disclosures { id } moreOf }`
  expect(costOf(`{ ${whole} }`)).toBeLessThan(costBudget)
  expect(costOf(`{ a: ${whole} b: ${whole} c: ${whole} }`)).toBeGreaterThan(costBudget)
  expect(costOf('{ identityExport(id: "x") { disclosures { consumer { name } } } }')).toBeGreaterThan(1_000)
  expect(costOf('{ identityExport(id: "x") { aliases { metadata } } }')).toBeLessThan(costBudget)
  const twice = '{ identityExport(id: "x") { aliases { metadata } endpoints { metadata } } }'
  expect(costOf(twice)).toBeGreaterThan(costBudget)
})

test('metadata of ended records is shown up to 4 MB, and no other data is left out for it', async () => {
  const { id } = await mine.identity()
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, 'x'.repeat(500)]))
  const kept = await mine.username(id, undefined, { metadata })
  const endpoint = await mine.account(id, { metadata })
  const removeMany = async () => {
    for (let at = 0; at < 50; at++) await mine.remove(`/v1/endpoints/${(await mine.account(id, { metadata })).id}`)
  }
  // 300 of 26 kB each: more than the pages that 4 MB may end on.
  await Promise.all(Array.from({ length: 6 }, removeMany))
  const { body, text } = await exportOf(id)
  expect(text.length).toBeLessThan(8 * 1024 * 1024)
  expect([body.has_more, body.more_of]).toEqual([true, ['endpoints']])
  expect(body.endpoints.length).toBeLessThan(300)
  expect(body.endpoints[0].id).toBe(endpoint.id)
  expect(idsOf(body.aliases)).toEqual([kept.id])
}, 60_000)
