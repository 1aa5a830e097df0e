import { expect, test } from 'vitest'
import { mendSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { failure, freshName, query, registryForTests, registryOf } from '../support/registry.ts'
import { type Answer, type Body, forTests } from '../support/server.ts'

const { server, owner, mine } = registryForTests()
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
const payers = registryOf(server, payer)

const bulk = (items: unknown, key = payer.key) => server.send('POST', '/v1/resolve/bulk', { key, body: { items } })
const anonymous = (text: string) => text.replaceAll(/req_\w+/g, 'req')
const headersOf = ({ headers }: Answer) =>
  [...headers].filter(([name]) => !['date', 'request-id'].includes(name)).sort()

/** One alias of every hidden kind: all of them are well-formed misses. */
async function hiddenAliases(): Promise<Record<string, string>> {
  const { id } = await mine.identity()
  await mine.wallet(id)
  const names: Record<string, string> = { unknown: '@nobody.at.all', reserved: '@admin', 'look-alike': '@vi51ble.one' }
  const hide = (kind: string, name: string): string => {
    names[kind] = name
    return name
  }
  await mine.username(id, 'visible.one')
  await mine.username(id, hide('private', 'kept.private'), { privacy_level: 'private' })
  await mine.username(id, hide('without a grant', 'kept.consent'), { privacy_level: 'consent_required' })
  for (const status of ['suspended', 'closed']) {
    const other = (await mine.identity()).id
    await mine.username(other, hide(status, `kept.${status}`))
    await mine.patch(`/v1/identities/${other}`, { status })
  }
  const revoked = (await mine.identity()).id
  await mine.username(revoked, hide('with a revoked grant', 'kept.revoked'), { privacy_level: 'consent_required' })
  await mine.remove(`/v1/consent_grants/${(await mine.grant(revoked, payer.consumer)).id}`)
  const expired = (await mine.identity()).id
  await mine.username(expired, hide('with an expired grant', 'kept.expired'), { privacy_level: 'consent_required' })
  await mine.grant(expired, payer.consumer, { expires_at: 4_000_000_000 })
  await server.query`update consent_grant set expires_at = now() where expires_at = to_timestamp(4000000000)`
  const live = registryOf(server, await server.key({ livemode: true }))
  await live.username((await live.identity()).id, hide('in the other environment', 'kept.live'))
  const released = await mine.username(id, hide('released and cooling', 'kept.released'))
  await mine.remove(`/v1/aliases/${released.id}`)
  const unknownLevel = await mine.username(id, hide('of an unknown level', 'kept.odd'))
  await server.query`alter table alias drop constraint alias_privacy_level`
  await server.query`update alias set privacy_level = null where value = ${unknownLevel.value}`
  return names
}

test('every well-formed miss is the same 404: same bytes but for the request id, same headers, and null over GraphQL without an error', async () => {
  const names = await hiddenAliases()
  expect((await payers.resolve('visible.one')).status).toBe(200)
  const document = 'query ($input: ResolveInput!) { resolve(input: $input) { identityId } }'
  const seen = await Promise.all(
    Object.values(names).map(async (alias) => [
      await payers.resolve(alias),
      await payer.graphql(document, { input: { alias } }),
    ]),
  )
  const [[rest, graphql]] = seen as [[Answer, Answer]]
  expect(rest.status).toBe(404)
  expect(failure(rest)).toEqual({ type: 'not_found_error', code: 'alias_not_found', message: 'No alias matches.' })
  expect([graphql.status, graphql.body]).toEqual([200, { data: { resolve: null } }])
  for (const [index, name] of Object.keys(names).entries()) {
    const [overRest, overGraphql] = seen[index] as [Answer, Answer]
    expect([name, overRest.status, anonymous(overRest.text)]).toEqual([name, 404, anonymous(rest.text)])
    expect([name, headersOf(overRest)]).toEqual([name, headersOf(rest)])
    expect([name, overGraphql.status, anonymous(overGraphql.text)]).toEqual([name, 200, anonymous(graphql.text)])
  }
  const { results } = (await bulk(Object.values(names))).body
  for (const [index, alias] of Object.values(names).entries()) {
    expect(results[index]).toEqual({
      alias,
      status: 'error',
      error: { type: 'not_found_error', code: 'alias_not_found' },
    })
  }
})

test('a matched skeleton of another value is a miss: a look-alike never leads to its twin', async () => {
  const { id } = await mine.identity()
  await mine.username(id, 'bob.l0ng')
  expect((await payers.resolve('@bob.long')).status).toBe(404)
  expect((await payers.resolve('@bob.1ong')).status).toBe(404)
  expect((await payers.resolve('@bob.l0ng')).status).toBe(200)
})

test('the owner has no bypass: its own private alias is 404 to it too', async () => {
  const { id } = await mine.identity()
  await mine.username(id, 'my.own', { privacy_level: 'private' })
  expect((await mine.resolve('my.own')).status).toBe(404)
})

test('levels of alias and endpoint intersect, and an unknown endpoint level is private', async () => {
  const { id } = await mine.identity()
  const name = freshName('levels')
  await mine.username(id, name, { privacy_level: 'unlisted' })
  const open = await mine.wallet(id)
  for (const privacy_level of ['unlisted', 'private', 'consent_required']) await mine.wallet(id, { privacy_level })
  const odd = await mine.wallet(id, { priority: 77 })
  await server.query`alter table endpoint drop constraint endpoint_privacy_level`
  await server.query`update endpoint set privacy_level = 'friends' where priority = 77`
  await mendSnapshots(server.app.db)
  const { body } = await payers.resolve(name)
  expect(body.endpoints.map(({ id }: Body) => id)).toEqual([open.id])
  expect(body.disclosure).toEqual({ consumer: payer.consumer, total_endpoints: 5, disclosed: 1 })
  expect(await mine.get(`/v1/endpoints/${odd.id}`)).toMatchObject({ privacy_level: 'private' })
})

test('each type discloses its projection and no more, a bank token only under a covering grant', async () => {
  const { id } = await mine.identity()
  const name = freshName('types')
  await mine.username(id, name)
  const capabilities = [
    { asset: 'EUR', network: 'sepa', rail: 'sct', supports_instant: true, min_amount: 1, max_amount: 2 },
    { asset: 'USD', rail: 'x' },
  ]
  const shown = [
    { asset: 'EUR', network: 'sepa', rail: 'sct' },
    { asset: 'USD', rail: 'x' },
  ]
  const level = { privacy_level: 'public' }
  const made = [
    await mine.wallet(id, { priority: 4, capabilities }),
    await mine.account(id, { priority: 3, capabilities }),
  ]
  for (const [priority, type, address] of [
    [2, 'mobile_money', '+254712345678'],
    [1, 'payment_pointer', '$wallet.example/ann'],
    [0.5, 'upi', 'maria.silva@okbank'],
    [0.4, 'pix_key', '+55 11 98765-4321'],
    [0.3, 'lightning_address', 'bob@pay.example'],
  ]) {
    const { body } = await owner.post('/v1/endpoints', {
      identity: id,
      type,
      address,
      priority,
      capabilities,
      ...level,
    })
    made.push(body)
  }
  const own = [
    { address: '0x5290…9EE7' },
    { last4: '3000', token: null },
    { last4: '5678' },
    { url: 'https://wallet.example/ann' },
    { masked: 'mar…@okbank' },
    { masked: '…21' },
    { masked: '…@pay.example' },
  ]
  const expected = made.map(({ id, type }, index) => ({ id, type, capabilities: shown, ...own[index] }))
  expect((await payers.resolve(name)).body.endpoints).toEqual(expected)

  const narrow = await mine.grant(id, payer.consumer, { covers: { endpoints: [made[0].id] } })
  expect((await payers.resolve(name)).body.endpoints).toEqual(expected)
  await mine.remove(`/v1/consent_grants/${narrow.id}`)
  await mine.grant(id, payer.consumer)
  const token = (await payers.resolve(name)).body.endpoints[1].token
  expect(token).toMatch(/^tok_[\w-]{32}$/)
  expect((await payers.resolve(name)).body.endpoints[1].token).toBe(token)
  await mine.grant(id, owner.consumer)
  expect((await mine.resolve(name)).body.endpoints[1].token).not.toBe(token)
})

test('malformed input is 400 by the input alone, and both forms at once are a conflict', async () => {
  for (const [body, code, param] of [
    [{ alias: '@a..b' }, 'alias_invalid_format', 'alias'],
    [{ alias: '' }, 'alias_value_required', 'alias'],
    [{ alias: '@@bob' }, 'alias_invalid_characters', 'alias'],
    [{ type: 'fax', value: '1' }, 'alias_type_unsupported', 'type'],
    [{ type: 'email', value: 'x' }, 'email_invalid', 'value'],
    [{ alias: '@bob', type: 'username' }, 'parameter_conflict', 'alias'],
    [{ alias: '@bob', type: 'username', value: 'bob' }, 'parameter_conflict', 'alias'],
    [{}, 'parameter_missing', 'alias'],
    [{ type: 'username' }, 'parameter_missing', 'value'],
    [{ value: 'bob' }, 'parameter_missing', 'type'],
    [{ alias: 5 }, 'parameter_invalid', 'alias'],
    [{ alias: null }, 'parameter_invalid', 'alias'],
    [{ alias: '@bob', hint: 'x' }, 'parameter_unknown', 'hint'],
  ] as const) {
    const refused = await payer.post('/v1/resolve', body)
    expect([body, refused.status, failure(refused)]).toMatchObject([
      body,
      400,
      { type: 'invalid_request_error', code, param },
    ])
  }
})

const resolvedAs = (identity: string, value: string) => ({
  status: 'resolved',
  identity,
  type: 'user',
  matched_alias: { type: 'username', value },
  endpoints: [],
  disclosure: { consumer: payer.consumer, total_endpoints: 0, disclosed: 0 },
})

test('bulk: 101 items are refused and processed not at all; 0, 1 and 100 are answered', async () => {
  const name = freshName('many')
  const { id } = await mine.identity()
  await mine.username(id, name)
  expect((await bulk([])).body).toMatchObject({
    results: [],
    livemode: false,
    request_id: expect.stringMatching(/^req_/),
  })
  expect(failure(await bulk(Array(101).fill(name)))).toMatchObject({ code: 'bulk_limit_exceeded', param: 'items' })
  for (const count of [1, 100]) {
    const answer = await bulk(Array(count).fill(name))
    expect([answer.status, answer.body.results.length]).toEqual([200, count])
    for (const entry of answer.body.results) expect(entry).toEqual({ alias: name, ...resolvedAs(id, name) })
  }
  for (const body of [
    {},
    { items: null },
    { items: 'alice' },
    { items: { 0: 'alice' } },
    [],
    { items: ['a'], more: 1 },
  ]) {
    expect((await payer.post('/v1/resolve/bulk', body)).status).toBe(400)
  }
})

test('bulk: entries in the order of the items, bad ones of any JSON as separate entries', async () => {
  const name = freshName('order')
  const { id } = await mine.identity()
  await mine.username(id, name)
  const hit = resolvedAs(id, name)
  const bad = (code: string) => ({ status: 'error', error: { type: 'invalid_request_error', code } })
  const miss = { status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } }
  const cases: [unknown, object][] = [
    [`@${name}`, { alias: `@${name}`, ...hit }],
    [5, { alias: '', ...bad('parameter_invalid') }],
    [
      { type: 'username', value: name.toUpperCase() },
      { alias: name.toUpperCase(), ...hit },
    ],
    [null, { alias: '', ...bad('parameter_invalid') }],
    [[name], { alias: '', ...bad('parameter_invalid') }],
    [{}, { alias: '', ...bad('parameter_missing') }],
    [{ type: 'username' }, { alias: '', ...bad('parameter_missing') }],
    [
      { type: 'username', value: 5 },
      { alias: '', ...bad('parameter_invalid') },
    ],
    [
      { type: 5, value: 'x' },
      { alias: 'x', ...bad('parameter_invalid') },
    ],
    [
      { type: 'fax', value: 'x' },
      { alias: 'x', ...bad('alias_type_unsupported') },
    ],
    [
      { type: 'username', value: name, extra: 1 },
      { alias: name, ...bad('parameter_unknown') },
    ],
    [
      { type: 'constructor', value: 'x' },
      { alias: 'x', ...bad('alias_type_unsupported') },
    ],
    ['', { alias: '', ...bad('alias_value_required') }],
    ['@a..b', { alias: '@a..b', ...bad('alias_invalid_format') }],
    ['x'.repeat(600), { alias: 'x'.repeat(600), ...bad('alias_too_long') }],
    ['a\ud800b', { alias: 'a\ud800b', ...bad('alias_invalid_characters') }],
    [true, { alias: '', ...bad('parameter_invalid') }],
    ['@nobody.here', { alias: '@nobody.here', ...miss }],
    [`@${name}`, { alias: `@${name}`, ...hit }],
  ]
  const answer = await bulk(cases.map(([item]) => item))
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body)).toEqual(['results', 'livemode', 'request_id'])
  expect(answer.body).toEqual({
    results: cases.map(([, entry]) => entry),
    livemode: false,
    request_id: answer.headers.get('request-id'),
  })
})

test('an open consent request makes the miss of a bulk entry consent_pending, for unknown aliases alike; single resolve stays 404', async () => {
  const { id } = await mine.identity()
  const hidden = await mine.username(id, freshName('asked'), { privacy_level: 'consent_required' })
  const ask = (value: string, expires = "now() + interval '1 day'", open = true) =>
    query(
      server,
      `insert into consent_request (id, livemode, consumer_id, type, value, skeleton, open, expires_at)
       values (gen_random_uuid(), false, $1, 'username', $2, $2, ${open}, ${expires})`,
      [payer.consumerId, value],
    )
  await ask(hidden.value)
  await ask('nobody.asked')
  await ask('asked.long.ago', "now() - interval '1 second'")
  await ask('asked.and.closed', "now() + interval '1 day'", false)
  const items = [hidden.value, 'nobody.asked', 'asked.long.ago', 'asked.and.closed']
  const { results } = (await bulk(items)).body
  expect(results.map(({ status }: Body) => status)).toEqual(['consent_pending', 'consent_pending', 'error', 'error'])
  expect(results[0]).toEqual({ alias: hidden.value, status: 'consent_pending' })
  expect((await bulk(items, owner.key)).body.results.map(({ status }: Body) => status)).toEqual(Array(4).fill('error'))
  expect((await payers.resolve(hidden.value)).status).toBe(404)
  await mine.grant(id, payer.consumer)
  expect((await bulk([hidden.value])).body.results[0].status).toBe('resolved')
})

test('resolve looks nothing up under an Idempotency-Key and stores nothing', async () => {
  const { id } = await mine.identity()
  const name = freshName('fresh')
  const send = (path: string, body: object) => payer.post(path, body, { 'idempotency-key': 'one' })
  const stored = () => server.query`select id from idempotency_record order by id`
  const before = await stored()
  expect((await send('/v1/resolve', { alias: name })).status).toBe(404)
  await mine.username(id, name)
  const now = await send('/v1/resolve', { alias: name })
  expect([now.status, now.headers.get('idempotent-replayed')]).toEqual([200, null])
  expect((await send('/v1/resolve/bulk', { items: [name] })).body.results[0].status).toBe('resolved')
  expect((await send('/v1/aliases/normalize', { alias: name })).status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('concurrent callers in one batch never see the other’s granted records', async () => {
  const callers = await Promise.all(Array.from({ length: 4 }, (_, n) => server.key({ consumer: `caller ${n}` })))
  const secrets = await Promise.all(
    callers.map(async (caller) => {
      const { id } = await mine.identity()
      const alias = await mine.username(id, freshName('secret'), { privacy_level: 'consent_required' })
      await mine.grant(id, caller.consumer)
      return alias.value as string
    }),
  )
  const rounds = Array.from({ length: 60 }, (_, n) => [n % 4, (n * 7 + Math.floor(n / 4)) % 4] as const)
  const answers = await Promise.all(
    rounds.map(([who, what]) => registryOf(server, callers[who]!).resolve(secrets[what]!)),
  )
  for (const [index, [who, what]] of rounds.entries()) {
    expect([who, what, answers[index]!.status]).toEqual([who, what, who === what ? 200 : 404])
    if (who === what) expect(answers[index]!.body.disclosure.consumer).toBe(callers[who]!.consumer)
  }
})
