import { expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { freshNumber, writeClaim } from '../../support/claims.ts'
import { freshName, query, registryOf } from '../../support/registry.ts'
import { type Answer, type Body, forTests, type Key, startTestServer, type TestServer } from '../../support/server.ts'

let turn = 0
const server = forTests(() => startTestServer({ env: { WEBHOOK_WORKER: 'off' } }))

const fresh = (options: Parameters<TestServer['key']>[0] = {}): Promise<Key> =>
  server.key({ consumer: `sandbox-${++turn}`, ...options })

const ask = ({ key, consumer }: Key, headers = {}): Promise<Answer> =>
  server.send('POST', '/v1/sandbox/reset', { key, body: { consumer }, headers })

type Ended = { identities: number; grants: number; webhooks: number; requests: number }

/** Repeats the request until it is done. */
async function reset(key: Key): Promise<Ended> {
  const ended: Ended = { identities: 0, grants: 0, webhooks: 0, requests: 0 }
  for (;;) {
    const { status, body, text } = await ask(key)
    if (status === 429) continue
    expect([200, 202], text).toContain(status)
    expect(body.status).toBe(status === 202 ? 'pending' : 'done')
    ended.requests++
    for (const name of ['identities', 'grants', 'webhooks'] as const) ended[name] += body[name]
    if (status === 200) return ended
  }
}

const job = (name: string) => server.app.jobs.find((one) => one.name === name)!.run()
const erase = () => job('erase-identities')
const eventsOf = async ({ key }: Key, type: string): Promise<Body[]> =>
  (await server.send('GET', `/v1/events?limit=100&type=${type}`, { key })).body.data
const take = async ({ key }: Key, type: string, value: string): Promise<Answer> => {
  const { id: identity } = await registryOf(server, { key }).identity()
  return server.send('POST', '/v1/aliases', { key, body: { identity, type, value } })
}
const told = ({ status, body }: Answer) => [status, body.error?.code]

test('a reset closes and erases own test identities, deletes webhooks and ends grants both ways; keys stay', async () => {
  const [mine, theirs] = [await fresh(), await fresh()]
  const [own, other] = [registryOf(server, mine), registryOf(server, theirs)]
  const { id } = await own.identity({ display_name: 'Somebody' })
  const alias = await own.username(id)
  await own.wallet(id)
  await own.identity()
  const { id: foreign } = await other.identity()
  const given = await own.grant(id, theirs.consumer)
  const received = await other.grant(foreign, mine.consumer)
  const hook = await mine.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', enabled_events: ['*'] })
  expect(await reset(mine)).toMatchObject({ identities: 2, grants: 2, webhooks: 1 })
  await erase()
  const identity = await own.get(`/v1/identities/${id}`)
  expect([identity.status, identity.display_name]).toEqual(['closed', null])
  expect(
    await server.query`select erased_at is not null as over from identity where id = ${decodeId('identity', id)}`,
  ).toEqual([{ over: true }])
  expect((await own.resolve(alias.value)).status).toBe(404)
  expect((await own.get('/v1/webhooks')).data).toEqual([])
  expect((await own.get(`/v1/webhooks/${hook.body.id}`)).error.code).toBe('resource_missing')
  expect((await own.get(`/v1/consent_grants/${given.id}`)).status).toBe('revoked')
  expect((await other.get(`/v1/consent_grants/${received.id}`)).status).toBe('revoked')
  for (const side of [mine, theirs]) {
    const revoked = (await eventsOf(side, 'consent.revoked')).map(({ data }) => data.consent_grant)
    expect(revoked.toSorted()).toEqual([given.id, received.id].toSorted())
  }
  expect((await eventsOf(mine, 'identity.erased')).length).toBe(2)
  expect((await own.get('/v1/api_keys')).data.map((key: Body) => key.revoked_at)).toEqual([null])
  expect((await ask(mine)).status).toBe(200)
})

test('the event of an identity that a reset closed names each field that changed, its primary alias too', async () => {
  const mine = await fresh()
  const own = registryOf(server, mine)
  const { id } = await own.identity()
  await own.username(id, undefined, { is_primary: true })
  await reset(mine)
  await erase()
  const [closed] = (await own.get(`/v1/audit?subject=${id}&kind=identity.status_changed`)).data
  expect(closed.changed).toEqual(['status', 'primary_alias', 'erasing'])
})

test('nothing of another consumer, of live mode or of another identity changes', async () => {
  const mine = await fresh()
  const live = await server.key({ consumer: `sandbox-${turn}`, livemode: true })
  const theirs = await fresh()
  const world = async (key: Key) => {
    const registry = registryOf(server, key)
    const { id } = await registry.identity()
    await registry.username(id)
    await registry.wallet(id)
    await server.send('POST', '/v1/webhooks', {
      key: key.key,
      body: { url: 'http://127.0.0.1:1/', enabled_events: ['*'] },
    })
    return id
  }
  const kept = [await world(live), await world(theirs)]
  await registryOf(server, theirs).grant(kept[1]!, (await fresh()).consumer)
  await world(mine)
  const ownTest = '(consumer_id = $1 and not livemode)'
  const ofOthers = {
    identity: `not ${ownTest}`,
    webhook: `not ${ownTest}`,
    webhook_secret: `webhook_id in (select id from webhook where not ${ownTest})`,
    alias: `identity_id in (select id from identity where not ${ownTest})`,
    endpoint: `identity_id in (select id from identity where not ${ownTest})`,
    consent_grant: `identity_id in (select id from identity where not ${ownTest})`,
  }
  const others = () =>
    Promise.all(
      Object.entries(ofOthers).map(([table, where]) =>
        query(server, `select * from ${table} where ${where} order by id`, [mine.consumerId]),
      ),
    )
  const before = await others()
  expect(before.every((rows) => rows.length > 0)).toBe(true)
  expect((await reset(mine)).identities).toBe(1)
  await erase()
  expect(await others()).toEqual(before)
})

test.each([
  ['a live key', { livemode: true }, 400, 'test_key_required'],
  [
    'every scope but *',
    { scopes: ['identities:write', 'identities:erase', 'webhooks:write', 'keys:write'] },
    403,
    'scope_missing',
  ],
])('%s is refused', async (_, options, status, code) => {
  const key = await fresh(options)
  expect(told(await ask(key))).toEqual([status, code])
})

test('another consumer’s id, an absent one and a malformed one are refused alike', async () => {
  const [mine, theirs] = [await fresh(), await fresh()]
  for (const consumer of [theirs.consumer, `apc_${'0'.repeat(26)}`, 'apc_', mine.keyId]) {
    const { status, body } = await mine.post('/v1/sandbox/reset', { consumer })
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'consumer'])
  }
})

test('an alias released by a reset can be registered again at once by its consumer alone, erased or not', async () => {
  const [mine, theirs] = [await fresh(), await fresh()]
  const { id } = await registryOf(server, mine).identity()
  const [kept, erased] = [freshName('kept'), freshName('gone')]
  const phone = freshNumber()
  for (const name of [kept, erased]) await registryOf(server, mine).username(id, name)
  await registryOf(server, mine).alias(id, 'phone', phone)
  await reset(mine)
  expect(told(await take(theirs, 'username', kept))).toEqual([409, 'alias_taken'])
  expect((await take(mine, 'username', kept)).status).toBe(201)
  await erase()
  expect(told(await take(theirs, 'username', erased))).toEqual([409, 'alias_taken'])
  expect(told(await take(theirs, 'phone', phone))).toEqual([409, 'alias_taken'])
  expect((await take(mine, 'username', erased)).status).toBe(201)
  expect((await take(mine, 'phone', phone)).status).toBe(201)
  expect(told(await take(mine, 'phone', phone))).toEqual([409, 'alias_taken'])
  // And again, all of it.
  await reset(mine)
  await erase()
  expect((await take(mine, 'username', kept)).status).toBe(201)
  expect(told(await take(theirs, 'username', erased))).toEqual([409, 'alias_taken'])
})

test('a release by hand cools down for its own consumer too, before and after a reset, erased or not', async () => {
  const mine = await fresh()
  const registry = registryOf(server, mine)
  const { id } = await registry.identity()
  const [before, after] = [await registry.username(id), await registry.username(id)]
  await registry.remove(`/v1/aliases/${before.id}`)
  await reset(mine)
  await erase()
  expect(told(await take(mine, 'username', before.value))).toEqual([409, 'alias_in_cooldown'])
  const again = await take(mine, 'username', after.value)
  expect(again.status).toBe(201)
  await registry.remove(`/v1/aliases/${again.body.id}`)
  expect(told(await take(mine, 'username', after.value))).toEqual([409, 'alias_in_cooldown'])
  const owner = again.body.identity
  await registry.patch(`/v1/identities/${owner}`, { status: 'closed' })
  await mine.post(`/v1/identities/${owner}/erase`, { confirm: owner })
  await erase()
  expect(told(await take(mine, 'username', after.value))).toEqual([409, 'alias_in_cooldown'])
})

test('an alias that is claimed stays the claim’s after a reset of its holder, until the claim has ended', async () => {
  const [mine, theirs] = [await fresh(), await fresh()]
  const { id } = await registryOf(server, mine).identity()
  const { id: identity } = await registryOf(server, theirs).identity()
  const value = freshNumber()
  const alias = await registryOf(server, mine).alias(id, 'phone', value)
  const claimer = { consumerId: theirs.consumerId, identity }
  const claim = await writeClaim(server, { claimer, value, alias: alias.id, livemode: false })
  await reset(mine)
  expect(told(await take(mine, 'phone', value))).toEqual([409, 'alias_in_cooldown'])
  await erase()
  expect((await registryOf(server, theirs).get(`/v1/claims/${claim}`)).status).toBe('cancelled')
  expect(told(await take(theirs, 'phone', value))).toEqual([409, 'alias_taken'])
  expect((await take(mine, 'phone', value)).status).toBe(201)
})

test('a sandbox of many records is emptied page by page, and any request may be repeated or be the last', async () => {
  const mine = await fresh()
  await query(
    server,
    `insert into identity (id, livemode, consumer_id, type, status, default_privacy_level)
     select gen_random_uuid(), false, $1, 'user', case n % 3 when 0 then 'active' when 1 then 'suspended' else 'closed' end, 'public'
     from generate_series(1, 103) n`,
    [mine.consumerId],
  )
  const first = await ask(mine)
  expect([first.status, first.body.identities]).toEqual([202, 25])
  const ended = await reset(mine)
  expect([ended.identities, ended.requests]).toEqual([78, 4])
  const left = 'select count(*)::int as n from identity where consumer_id = $1 and erasing_at is null'
  expect(await query(server, left, [mine.consumerId])).toEqual([{ n: 0 }])
  expect(await reset(mine)).toEqual({ identities: 0, grants: 0, webhooks: 0, requests: 1 })
})

test('one request deletes a webhook however many deliveries wait for it', async () => {
  const mine = await fresh()
  const { body: hook } = await mine.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', enabled_events: ['*'] })
  await registryOf(server, mine).identity()
  await query(
    server,
    `insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind, lease_token)
     select gen_random_uuid(), false, d.event_id, d.event_created_at, d.webhook_id, 'redelivery', gen_random_uuid()
     from webhook_delivery d, generate_series(1, 4500) where d.webhook_id = $1`,
    [decodeId('webhook', hook.id)],
  )
  expect(await reset(mine)).toMatchObject({ webhooks: 1, requests: 1 })
  await job('purge-deliveries')
  const states = 'select state, count(*)::int as n from webhook_delivery where webhook_id = $1 group by 1'
  expect(await query(server, states, [decodeId('webhook', hook.id)])).toEqual([{ state: 'cancelled', n: 4501 }])
})

test('resets at the same time, of two consumers who granted each other something, each end all once', async () => {
  const [a, b] = [await fresh(), await fresh()]
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const registry = registryOf(server, from)
    for (let n = 0; n < 6; n++) await registry.grant((await registry.identity()).id, to.consumer)
  }
  const ended = await Promise.all([a, a, b, b, a, b].map(reset))
  const sum = (name: 'identities' | 'grants') => ended.reduce((all, one) => all + one[name], 0)
  expect([sum('identities'), sum('grants')]).toEqual([12, 12])
  for (const side of [a, b]) {
    const grants = (await eventsOf(side, 'consent.revoked')).map(({ data }) => data.consent_grant)
    expect([grants.length, new Set(grants).size]).toEqual([12, 12])
  }
})

test('one reset of a consumer runs at a time: another has to wait', async () => {
  const mine = await fresh()
  const turnOf = server.app.keyring.hash('fingerprint', false, `sandbox reset|${mine.consumerId}`).readBigInt64BE()
  const client = await server.app.pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [turnOf.toString()])
    const { status, body, headers } = await ask(mine, { 'idempotency-key': 'once' })
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([429, 'reset_in_progress', '1'])
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect((await ask(mine, { 'idempotency-key': 'once' })).status).toBe(200)
})

test('registrations during a reset leave no alias registered on a closed identity', async () => {
  const mine = await fresh()
  const registry = registryOf(server, mine)
  const identities = await Promise.all(Array.from({ length: 10 }, () => registry.identity()))
  const creating = identities.flatMap(({ id }) =>
    [1, 2, 3].map(() => mine.post('/v1/aliases', { identity: id, type: 'username', value: freshName('race') })),
  )
  const [answers] = await Promise.all([Promise.all(creating), reset(mine)])
  expect(answers.every(({ status, body }) => status === 201 || body.error.code === 'identity_not_active')).toBe(true)
  const stray = `select count(*)::int as n from alias a join identity i on i.id = a.identity_id
    where i.consumer_id = $1 and i.status = 'closed' and a.status = 'registered'`
  expect(await query(server, stray, [mine.consumerId])).toEqual([{ n: 0 }])
  for (const { status, body } of answers)
    if (status === 201) expect((await take(mine, 'username', body.value)).status).toBe(201)
})

test('pending and ready releases end with their grants, on both sides', async () => {
  const [mine, theirs] = [await fresh(), await fresh()]
  const registry = registryOf(server, mine)
  const { id } = await registry.identity()
  const alias = await registry.username(id)
  const endpoint = await registry.account(id)
  const sealingKey = server.app.newId()
  await server.query`insert into sealing_key (id, livemode, consumer_id, x, usable_at)
    values (${sealingKey}, false, ${theirs.consumerId}, 'a point', now())`
  await query(
    server,
    `insert into release (id, livemode, consumer_id, identity_id, alias_id, endpoint_id, sealing_key_id, alias_type, status, jwe, expires_at)
     values (gen_random_uuid(), false, $1, $2, $3, $4, $5, 'username', 'ready', 'sealed text', now() + interval '1 hour'),
       (gen_random_uuid(), false, $1, $2, $3, $4, $5, 'username', 'pending', null, now() + interval '1 hour')`,
    [
      theirs.consumerId,
      decodeId('identity', id),
      decodeId('alias', alias.id),
      decodeId('endpoint', endpoint.id),
      sealingKey,
    ],
  )
  await reset(mine)
  await erase()
  // One that waits has nothing to open any more, and fails when its time is over.
  const left =
    "select count(*) filter (where jwe is not null or status = 'ready')::int as n from release where identity_id = $1"
  expect(await query(server, left, [decodeId('identity', id)])).toEqual([{ n: 0 }])
  const addresses = 'select count(address)::int as n from endpoint where identity_id = $1'
  expect(await query(server, addresses, [decodeId('identity', id)])).toEqual([{ n: 0 }])
})

test('the mutation of GraphQL does the same', async () => {
  const mine = await fresh()
  await registryOf(server, mine).identity()
  const document = `mutation { resetSandbox(consumer: "${mine.consumer}") { consumerId livemode status identities grants webhooks } }`
  const { body } = await mine.graphql(document)
  expect(body.data.resetSandbox).toEqual({
    consumerId: mine.consumer,
    livemode: false,
    status: 'DONE',
    identities: 1,
    grants: 0,
    webhooks: 0,
  })
})
