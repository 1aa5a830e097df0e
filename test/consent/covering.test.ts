import { beforeAll, expect, test } from 'vitest'
import { registryForTests, registryOf } from '../support/registry.ts'
import type { Body, Key } from '../support/server.ts'

const payers: Key[] = []
const { server, owner, mine } = registryForTests()
beforeAll(async () => {
  for (let n = 0; n < 6; n++) payers.push(await server.key({ consumer: `payer ${n}`, scopes: ['resolve'] }))
})

const list = async (asked: string, key = owner.key) =>
  (await server.send('GET', `/v1/consent_grants?${asked}`, { key })).body
const idsOf = ({ data }: Body): string[] => data.map(({ id }: Body) => id)

test('the grants that cover a record are listed: active ones that cover everything or name it, the newest first', async () => {
  const { id } = await mine.identity()
  const [alias, other] = [(await mine.username(id)).id, (await mine.username(id)).id]
  const [endpoint, beside] = [(await mine.wallet(id)).id, (await mine.account(id)).id]
  const made = async (payer: Key, covers: object) => (await mine.grant(id, payer.consumer, { covers })).id
  const [all, named, elsewhere, revoked, expired] = [
    await made(payers[0]!, { all: true }),
    await made(payers[1]!, { aliases: [alias], endpoints: [endpoint] }),
    await made(payers[2]!, { aliases: [other], endpoints: [beside] }),
    await made(payers[3]!, { all: true }),
    await made(payers[4]!, { aliases: [alias, other], endpoints: [endpoint] }),
  ]
  await mine.remove(`/v1/consent_grants/${revoked}`)
  await server.query`update consent_grant set expires_at = now() - interval '1 second'
    where cardinality(covers_aliases) = 2`
  const last = await made(payers[5]!, { endpoints: [endpoint, beside] })
  await mine.grant((await mine.identity()).id, payers[0]!.consumer)

  expect(idsOf(await list(`alias=${alias}`))).toEqual([named, all])
  expect(idsOf(await list(`alias=${other}&role=owner`))).toEqual([elsewhere, all])
  expect(idsOf(await list(`endpoint=${endpoint}`))).toEqual([last, named, all])
  expect(idsOf(await list(`endpoint=${beside}`))).toEqual([last, elsewhere, all])
  expect(idsOf(await list('limit=100'))).toContain(expired)

  const document = `query ($alias: ID, $endpoint: ID) {
    consentGrants(alias: $alias, endpoint: $endpoint) { nodes { id status covers { all } } } }`
  const over = async (variables: object) =>
    (await owner.graphql(document, { ...variables })).body.data.consentGrants.nodes
  expect(await over({ alias })).toEqual([
    { id: named, status: 'ACTIVE', covers: { all: false } },
    { id: all, status: 'ACTIVE', covers: { all: true } },
  ])
  expect((await over({ endpoint })).map((one: Body) => one.id)).toEqual([last, named, all])

  const first = await list(`endpoint=${endpoint}&limit=1`)
  expect([idsOf(first), first.has_more]).toEqual([[last], true])
  expect(idsOf(await list(`endpoint=${endpoint}&starting_after=${last}`))).toEqual([named, all])
  expect(idsOf(await list(`endpoint=${endpoint}&ending_before=${all}`))).toEqual([last, named])
})

test('a record that is absent, malformed, of another kind, owner or environment is covered by no grant', async () => {
  const other = await server.key({ consumer: 'another owner' })
  const live = await server.key({ livemode: true })
  const foreign = async (key: Key, value: string) => {
    const theirs = registryOf(server, key)
    const { id } = await theirs.identity()
    await theirs.grant(id, payers[0]!.consumer)
    return (await theirs.username(id, value)).id
  }
  const empty = JSON.stringify(await list('alias=als_00000000000000000000000000'))
  for (const alias of [await foreign(other, 'theirs.covered'), await foreign(live, 'live.covered'), 'als_x', 'end_x'])
    expect(JSON.stringify(await list(`alias=${alias}`))).toBe(empty)
  expect(idsOf(JSON.parse(empty))).toEqual([])
})

test('two records at once and the grantee’s side are refused, and so is a key that may not read grants', async () => {
  const refused = async (asked: string, key = owner.key) => (await list(asked, key)).error
  expect(await refused('alias=als_x&endpoint=end_x')).toMatchObject({ code: 'parameter_conflict', param: 'endpoint' })
  expect(await refused('alias=als_x&role=grantee')).toMatchObject({ code: 'parameter_conflict', param: 'role' })
  expect(await refused('alias=als_x', payers[0]!.key)).toMatchObject({ code: 'scope_missing', param: 'consents:read' })
})
