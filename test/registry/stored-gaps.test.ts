import { GraphQLError } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { signpostErrorOf } from '../../src/surfaces/graphql/errors.ts'
import { freshName, query, registryForTests } from '../support/registry.ts'
import { type Body, forTests } from '../support/server.ts'

/* Values that no write of the service leaves, in columns that every record shows: one of them breaks nothing else. */

const { server, owner, mine } = registryForTests()
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeAll(async () => {
  const required = await server.query<{ t: string; c: string }>`select table_name as t, column_name as c
    from information_schema.columns
    where table_schema = current_schema() and is_nullable = 'NO' and column_name not in ('id', 'livemode', 'snapshot')
      and table_name in ('identity', 'alias', 'endpoint', 'consent_grant', 'consent_request')`
  for (const { t, c } of required) await query(server, `alter table ${t} alter ${c} drop not null`)
})

async function world() {
  const identity = await mine.identity()
  const alias = await mine.username(identity.id, freshName())
  const endpoint = await mine.wallet(identity.id)
  return {
    name: alias.value as string,
    identity: identity.id as string,
    ids: {
      identity: decodeId('identity', identity.id)!,
      alias: decodeId('alias', alias.id)!,
      endpoint: decodeId('endpoint', endpoint.id)!,
    },
  }
}

const dates = [
  "'infinity'",
  "'-infinity'",
  "'0044-03-15 BC'",
  "'0044-03-15'",
  "'200000-01-01'",
  "'290000-01-01'",
  'null',
]
const moments = {
  consent_request: ['created_at', 'updated_at', 'expires_at', 'matched_at'],
  identity: ['created_at', 'updated_at'],
  alias: ['created_at', 'updated_at', 'verified_at', 'released_at', 'available_at'],
  endpoint: ['created_at', 'updated_at'],
  consent_grant: ['created_at', 'updated_at', 'expires_at', 'revoked_at'],
}

/** Everything that an owner lists, over both surfaces. @returns what broke */
async function brokenLists(key: string, identities: readonly string[]): Promise<unknown[]> {
  const lists = ['/v1/identities', '/v1/consent_grants', '/v1/consent_requests', '/v1/api_keys']
  lists.push('/v1/consent_grants?role=grantee', '/v1/consent_requests?direction=outgoing')
  const own = ['aliases', 'aliases?status=released', 'endpoints', 'consent_grants', 'disclosures']
  for (const identity of identities) lists.push(...own.map((list) => `/v1/identities/${identity}/${list}`))
  const answers = await Promise.all(lists.map((path) => server.send('GET', path, { key })))
  const document = `{
    identities(first: 50) { edges { node { id createdAt updatedAt
      aliases(first: 20) { edges { node { id value verifiedAt availableAt createdAt updatedAt } } }
      endpoints(first: 20) { edges { node { id priority createdAt updatedAt capabilities { asset } } } }
      consentGrants(first: 20) { edges { node { id status expiresAt revokedAt createdAt covers { all aliases endpoints } } } } } } }
    consentGrants(first: 50) { edges { node { id consumerId identityId identity { id } status expiresAt revokedAt createdAt updatedAt
      covers { all aliases endpoints } } } }
    consentRequests(first: 50) { edges { node { id value expiresAt createdAt updatedAt } } } }`
  const { body } = await server.graphql(key, document)
  return [...answers.filter(({ status }) => status !== 200).map(({ text }) => text), ...(body.errors ?? [])]
}

/** A grant and a matched request on a new identity, with a date in the column of a table. */
async function dated(table: string, column: string, date: string) {
  const { identity, name, ids } = await world()
  const grant = await mine.grant(identity, payer.consumer)
  const asked = await payer.post('/v1/consent_requests', { alias: name })
  const consent_grant = decodeId('consentGrant', grant.id)!
  const consent_request = decodeId('consentRequest', asked.body.id)!
  const id = { ...ids, consent_grant, consent_request }[table]
  await server.query`update consent_request
    set owner_id = ${owner.consumerId}, identity_id = ${ids.identity}, alias_id = ${ids.alias}, matched_at = now()
    where id = ${consent_request}`
  await query(server, `update ${table} set ${column} = ${date} where id = $1`, [id])
  const restore = () =>
    query(server, `delete from ${table} where id = $1`, [id]).catch(() =>
      query(server, `update ${table} set ${column} = now() where id = $1`, [id]),
    )
  return { identity, records: [`/v1/consent_grants/${grant.id}`, `/v1/identities/${identity}`], restore }
}

test.each(Object.entries(moments).flatMap(([table, columns]) => columns.map((column) => [table, column] as const)))(
  'no date in %s.%s breaks a list or a record',
  async (table, column) => {
    const rows = await Promise.all(dates.map((date) => dated(table, column, date)))
    const identities = rows.map(({ identity }) => identity)
    expect(await brokenLists(owner.key, identities)).toEqual([])
    expect(await brokenLists(payer.key, [])).toEqual([])
    for (const path of rows.flatMap(({ records }) => records))
      expect([path, (await owner.get(path)).status]).toEqual([path, 200])
    for (const { restore } of rows) await restore()
  },
)

test.each([
  ['covers_endpoints = null'],
  ['covers_aliases = null'],
  ['covers_all = null, covers_aliases = null, covers_endpoints = null'],
  ['covers_endpoints = array[null::uuid], covers_aliases = array[null::uuid]'],
  ['covers_endpoints = array[array[gen_random_uuid()], array[gen_random_uuid()]]'],
  ['covers_aliases = array[array[$alias::uuid], array[null::uuid]], covers_endpoints = array[array[$endpoint::uuid]]'],
  ['identity_id = null'],
  ['consumer_id = null'],
])('a grant with %s covers nothing that it cannot name, and breaks nothing', async (change) => {
  const { identity, name, ids } = await world()
  await mine.patch(`/v1/endpoints/${(await mine.get(`/v1/identities/${identity}/endpoints`)).data[0].id}`, {
    privacy_level: 'consent_required',
  })
  const grant = await mine.grant(identity, payer.consumer)
  const sql = change.replace('$alias', `'${ids.alias}'`).replace('$endpoint', `'${ids.endpoint}'`)
  await server.query`update consent_grant set covers_all = false where id = ${decodeId('consentGrant', grant.id)}`
  await query(server, `update consent_grant set ${sql} where id = $1`, [decodeId('consentGrant', grant.id)])
  const bulk = { items: [name, 'nobody.at.all'] }
  const [single, many] = await Promise.all([
    payer.post('/v1/resolve', { alias: name }),
    payer.post('/v1/resolve/bulk', bulk),
  ])
  expect([single.status, single.body.endpoints]).toEqual([200, []])
  expect([many.status, many.body.results.map(({ status }: Body) => status)]).toEqual([200, ['resolved', 'error']])
  expect(await brokenLists(owner.key, [identity])).toEqual([])
  const byId = await owner.get(`/v1/consent_grants/${grant.id}`)
  if (byId.status === 200) expect(byId.body.covers).toEqual({ all: false, aliases: [], endpoints: [] })
  else expect([byId.status, change]).toEqual([404, expect.stringContaining('_id = null')])
  await server.query`delete from consent_grant where id = ${decodeId('consentGrant', grant.id)}`
})

test.each(["'NaN'", "'Infinity'", "'-Infinity'", 'null'])(
  'a priority of %s is 0, in lists and in the order',
  async (priority) => {
    const { identity, name, ids } = await world()
    const above = await mine.wallet(identity, { priority: 1 })
    const below = await mine.wallet(identity, { priority: -1 })
    await query(server, `update endpoint set priority = ${priority} where id = $1`, [ids.endpoint])
    expect(await brokenLists(owner.key, [identity])).toEqual([])
    const own = encodeId('endpoint', ids.endpoint)
    expect((await mine.get(`/v1/endpoints/${own}`)).priority).toBe(0)
    const { body } = await mine.resolve(name)
    expect(body.endpoints.map(({ id }: Body) => id)).toEqual([above.id, own, below.id])
  },
)

test.each(['value', 'type', 'norm_version'])('an alias without its %s breaks no list', async (column) => {
  const { identity, ids } = await world()
  await query(server, `update alias set ${column} = null where id = $1`, [ids.alias])
  expect(await brokenLists(owner.key, [identity])).toEqual([])
})

test('an endpoint without its type is not disclosed, on any surface', async () => {
  const { name, identity, ids } = await world()
  await server.query`update endpoint set type = null where id = ${ids.endpoint}`
  expect((await mine.resolve(name)).body).toMatchObject({ endpoints: [], disclosure: { total_endpoints: 1 } })
  const { body } = await owner.graphql(`{ resolve(input: { alias: "${name}" }) { endpoints { id type } } }`)
  expect(body).toEqual({ data: { resolve: { endpoints: [] } } })
  expect(await brokenLists(owner.key, [identity])).toEqual([])
})

test.each(["'infinity'", "'-infinity'", "'200000-01-01'"])('a key that ends at %s has ended', async (end) => {
  const key = await server.key({ consumer: 'endless' })
  await query(server, `update api_key set expires_at = ${end} where consumer_id = $1`, [key.consumerId])
  const { status, body } = await server.send('GET', '/v1/identities', { key: key.key })
  expect([status, body.error.code]).toEqual([401, 'api_key_expired'])
})

test('a stored value that a scalar cannot write is an error of ours, never of the document', () => {
  const failure = new GraphQLError('Float cannot represent non numeric value: NaN')
  const located = new GraphQLError(failure.message, { originalError: failure, path: ['endpoint', 'priority'] })
  expect(signpostErrorOf(located).code).toBe('internal_error')
  expect(signpostErrorOf(failure).code).toBe('graphql_invalid')
})
