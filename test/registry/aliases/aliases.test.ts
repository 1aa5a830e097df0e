import { expect, test } from 'vitest'
import { eventsOf, failure, freshName, letDaysPass, registryForTests, registryOf } from '../../support/registry.ts'
import { forTests, type Key } from '../../support/server.ts'

const { server, owner, mine } = registryForTests()
const stranger = forTests(() => server.key({ consumer: 'stranger' }))
const theirs = registryOf(server, stranger)

const day = 86_400
const create = (key: Key, identity: string, value: string, fields: object = {}) =>
  server.send('POST', '/v1/aliases', { key: key.key, body: { identity, type: 'username', value, ...fields } })
const answerOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer
  return [status, body.error?.code ?? 'ok']
}
const cool = (value: string, days: number) => letDaysPass(server, value, days)

test('an alias is stored normalized, and its record carries every field', async () => {
  const { id: identity } = await mine.identity()
  const answer = await create(owner, identity, '@Zoe.Q', { privacy_level: 'private', is_primary: true })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    object: 'alias',
    id: expect.stringMatching(/^als_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    livemode: false,
    identity,
    type: 'username',
    value: 'zoe.q',
    privacy_level: 'private',
    is_primary: true,
    status: 'registered',
    verification: 'none',
    verified_at: null,
    verified_method: null,
    proof_expires_at: null,
    external_reference: null,
    metadata: {},
    created: expect.any(Number),
    updated: answer.body.created,
  })
  expect((await mine.get(`/v1/identities/${identity}`)).primary_alias).toBe(answer.body.id)
  expect(await mine.get(`/v1/aliases/${answer.body.id}`)).toEqual(answer.body)
  const [row] = await server.query`select skeleton, norm_version from alias where value = 'zoe.q'`
  expect(row).toEqual({ skeleton: 'zoe.q', norm_version: 1 })
})

test.each([
  ['phone', '+1 (415) 555-2671', '+14155552671'],
  ['email', 'Ann.Lee+x@EXAMPLE.com', 'ann.lee+x@example.com'],
  ['merchant_handle', '$Acme-Shop', 'acme-shop'],
  ['payment_link', 'https://Pay.Example/Ann/', 'https://pay.example/ann'],
])('a %s is stored normalized and resolves', async (type, raw, value) => {
  const { id: identity } = await mine.identity()
  expect(await mine.alias(identity, type, raw)).toMatchObject({ type, value })
  expect((await mine.resolve(raw)).body).toMatchObject({ identity, matched_alias: { type, value } })
})

test('a username and a merchant handle of one name coexist, and so do the environments', async () => {
  const { id } = await mine.identity()
  const name = freshName()
  await mine.alias(id, 'username', name)
  await mine.alias(id, 'merchant_handle', name)
  const live = await server.key({ consumer: 'elsewhere', livemode: true })
  const there = registryOf(server, live)
  expect((await create(live, (await there.identity()).id, name)).body).toMatchObject({ livemode: true })
})

test('a taken alias is 409 alias_taken for everyone, look-alikes included, and its owner alone sees which it is', async () => {
  const { id } = await mine.identity()
  const other = await theirs.identity()
  const { id: alias } = await mine.username(id, 'paypal.bob')
  for (const value of ['paypal.bob', '@PAYPAL.BOB', 'paypa1.b0b', 'раypal.bоb', 'pay\u200bpal.bob']) {
    for (const [key, identity, told] of [
      [owner, id, { existing: alias }],
      [stranger, other.id, {}],
    ] as const) {
      const refused = await create(key, identity, value)
      expect([refused.status, failure(refused)]).toEqual([
        409,
        { type: 'conflict_error', code: 'alias_taken', message: 'The alias is taken.', ...told },
      ])
    }
  }
  expect((await mine.resolve('@paypa1.bob')).status).toBe(404)
})

test.each([
  ['username', 'admin', 'alias_reserved'],
  ['username', '@S1gn-Post', 'alias_reserved'],
  ['merchant_handle', 'supp0rt', 'alias_reserved'],
  ['username', 'josé', 'alias_invalid_characters'],
  ['username', 'a', 'alias_too_short'],
  ['username', '', 'alias_value_required'],
  ['username', '12345', 'alias_invalid_format'],
  ['phone', '415 555 2671', 'phone_country_code_required'],
  ['email', 'not an address', 'email_invalid'],
  ['payment_link', 'http://pay.example/x', 'payment_link_invalid'],
  ['fax', '+14155550000', 'alias_type_unsupported'],
])('%s %s is refused with %s on create, and the value is not repeated', async (type, value, code) => {
  const { id: identity } = await mine.identity()
  const refused = await owner.post('/v1/aliases', { identity, type, value })
  expect([refused.status, failure(refused)]).toMatchObject([400, { type: 'invalid_request_error', code }])
  if (value.length > 4) expect(refused.text).not.toContain(value)
  expect((await mine.get(`/v1/identities/${identity}/aliases`)).data).toEqual([])
})

test('an identity holds 100 registered aliases; a release makes room', async () => {
  const { id } = await mine.identity()
  const first = await mine.username(id)
  await Promise.all(Array.from({ length: 98 }, () => mine.username(id)))
  // The last place, asked for by many at once, goes to one.
  const rush = await Promise.all(Array.from({ length: 6 }, () => answerOf(create(owner, id, freshName('rush')))))
  expect(rush.filter(([status]) => status === 201)).toHaveLength(1)
  expect(rush.filter(([, code]) => code === 'limit_reached')).toHaveLength(5)
  await mine.remove(`/v1/aliases/${first.id}`)
  expect(await answerOf(create(owner, id, freshName()))).toEqual([201, 'ok'])
})

test.each([
  ['username', 30],
  ['phone', 90],
])('a released %s cools down for %i days, stays as a record, and misses on resolve', async (type, days) => {
  const { id: identity } = await mine.identity()
  const value = type === 'phone' ? '+14155550123' : freshName()
  const alias = await mine.alias(identity, type, value)
  const before = await eventsOf(server, owner.consumerId)
  const released = await mine.remove(`/v1/aliases/${alias.id}`)
  expect(released.status).toBe(200)
  expect(released.body).toEqual({
    ...alias,
    status: 'released',
    updated: expect.any(Number),
    available_at: expect.any(Number),
  })
  expect(released.body.available_at - released.body.updated).toBe(days * day)
  expect((await mine.resolve(value)).status).toBe(404)
  expect(await mine.get(`/v1/aliases/${alias.id}`)).toEqual(released.body)

  // Again: unchanged, no event.
  expect((await mine.remove(`/v1/aliases/${alias.id}`)).body).toEqual(released.body)
  const events = (await eventsOf(server, owner.consumerId)).slice(before.length)
  expect(events).toEqual([{ type: 'alias.released', data: { identity, alias: { public_id: alias.id, type } } }])
})

test('during the cooldown the releaser alone gets alias_in_cooldown; everybody else gets alias_taken', async () => {
  const { id } = await mine.identity()
  const other = await theirs.identity()
  const alias = await mine.username(id, 'cool.b0b')
  await mine.remove(`/v1/aliases/${alias.id}`)
  for (const value of ['cool.b0b', 'coo1.bob', 'COOL.BОB']) {
    expect(await answerOf(create(owner, id, value))).toEqual([409, 'alias_in_cooldown'])
    expect(await answerOf(create(stranger, other.id, value))).toEqual([409, 'alias_taken'])
  }
  await cool('cool.b0b', 29.999)
  expect(await answerOf(create(owner, id, 'cool.b0b'))).toEqual([409, 'alias_in_cooldown'])
  await cool('cool.b0b', 0.002)
  const again = await create(stranger, other.id, 'coolbob')
  expect(again.status).toBe(201)
  expect(await answerOf(create(stranger, other.id, 'coo1.bob'))).toEqual([201, 'ok'])
  // The reservation is another's now: its old releaser learns no more than anyone.
  expect(await answerOf(create(owner, id, 'cool.bob'))).toEqual([409, 'alias_taken'])
  expect((await mine.get(`/v1/aliases/${alias.id}`)).status).toBe('released')
})

test('under an Idempotency-Key, where the reservation alone decides, a held alias is refused alike', async () => {
  const { id } = await mine.identity()
  const other = await theirs.identity()
  const decide = async (key: Key, identity: string, value: string) => {
    const { status, body } = await server.send('POST', '/v1/aliases', {
      key: key.key,
      body: { identity, type: 'username', value },
      headers: { 'idempotency-key': freshName('key') },
    })
    return [status, body.error?.code ?? 'ok']
  }
  const alias = await mine.username(id, 'held.only')
  expect(await decide(owner, id, 'he1d.on1y')).toEqual([409, 'alias_taken'])
  await mine.remove(`/v1/aliases/${alias.id}`)
  expect(await decide(owner, id, 'held.only')).toEqual([409, 'alias_in_cooldown'])
  expect(await decide(stranger, other.id, 'held.only')).toEqual([409, 'alias_taken'])
  await cool('held.only', 31)
  expect(await decide(stranger, other.id, 'held.only')).toEqual([201, 'ok'])
  expect(await decide(owner, id, 'held.only')).toEqual([409, 'alias_taken'])
})

test('a cooldown of the other environment is none of ours', async () => {
  const live = await server.key({ livemode: true })
  const there = registryOf(server, live)
  const alias = await there.username((await there.identity()).id, 'two.worlds')
  await there.remove(`/v1/aliases/${alias.id}`)
  expect(await answerOf(create(owner, (await mine.identity()).id, 'two.worlds'))).toEqual([201, 'ok'])
})

test('a create that races a release never slips past the cooldown', async () => {
  const { id } = await mine.identity()
  const other = await theirs.identity()
  for (let round = 0; round < 10; round++) {
    const name = freshName('edge')
    const alias = await mine.username(id, name)
    const [release, ...creates] = await Promise.all([
      mine.remove(`/v1/aliases/${alias.id}`),
      ...Array.from({ length: 6 }, (_, n) => create(n % 2 ? owner : stranger, n % 2 ? id : other.id, name)),
    ])
    expect(release.status).toBe(200)
    for (const [n, answer] of creates.entries()) {
      expect(answer.status).toBe(409)
      expect(failure(answer).code).toMatch(n % 2 ? /^alias_(?:taken|in_cooldown)$/ : /^alias_taken$/)
    }
  }
})

test('at most one alias is primary, also when a hundred swaps race', async () => {
  const { id } = await mine.identity()
  const aliases = await Promise.all(Array.from({ length: 10 }, () => mine.username(id)))
  const swaps = Array.from({ length: 100 }, (_, n) =>
    mine.patch(`/v1/aliases/${aliases[n % 10].id}`, { is_primary: n % 7 !== 0 }),
  )
  const reads = Array.from({ length: 20 }, async () => {
    const { data } = await mine.get(`/v1/identities/${id}/aliases?limit=100`)
    return data.filter(({ is_primary }: { is_primary: boolean }) => is_primary).length
  })
  expect((await Promise.all(swaps)).map(({ status }) => status)).toEqual(Array(100).fill(200))
  for (const count of await Promise.all(reads)) expect(count).toBeLessThanOrEqual(1)
  const last = await mine.patch(`/v1/aliases/${aliases[3].id}`, { is_primary: true })
  expect(last.body.is_primary).toBe(true)
  const { data } = await mine.get(`/v1/identities/${id}/aliases?limit=100`)
  expect(data.filter(({ is_primary }: { is_primary: boolean }) => is_primary)).toMatchObject([{ id: aliases[3].id }])
  expect((await mine.get(`/v1/identities/${id}`)).primary_alias).toBe(aliases[3].id)
})

test('a swap of the primary reports the identity and both aliases, once each', async () => {
  const swapping = await server.key({ consumer: 'swapping' })
  const their = registryOf(server, swapping)
  const { id: identity } = await their.identity()
  const first = await their.username(identity, freshName(), { is_primary: true })
  const second = await their.username(identity)
  const before = (await eventsOf(server, swapping.consumerId)).length
  expect((await their.patch(`/v1/aliases/${second.id}`, { is_primary: true })).body.is_primary).toBe(true)
  const emitted = (await eventsOf(server, swapping.consumerId)).slice(before)
  const about = (id: string) => ({
    type: 'alias.updated',
    data: { identity, alias: { public_id: id, type: 'username' } },
  })
  expect(emitted).toHaveLength(3)
  expect(emitted).toEqual(
    expect.arrayContaining([
      about(first.id),
      about(second.id),
      { type: 'identity.updated', data: { identity, type: 'user' } },
    ]),
  )
  expect((await their.get(`/v1/aliases/${first.id}`)).is_primary).toBe(false)
  await their.remove(`/v1/aliases/${second.id}`)
  expect((await their.get(`/v1/identities/${identity}`)).primary_alias).toBeNull()
})

test('a patch that changes nothing keeps updated and makes no event; a released alias takes no change', async () => {
  const quiet = await server.key({ consumer: 'quiet' })
  const their = registryOf(server, quiet)
  const { id: identity } = await their.identity()
  const alias = await their.username(identity)
  await server.query`update alias set updated_at = updated_at - interval '1 hour' where value = ${alias.value}`
  const before = await their.get(`/v1/aliases/${alias.id}`)
  for (const body of [
    {},
    { privacy_level: 'public' },
    { is_primary: false },
    { privacy_level: 'public', is_primary: false },
  ]) {
    expect((await their.patch(`/v1/aliases/${alias.id}`, body)).body).toEqual(before)
  }
  expect((await eventsOf(server, quiet.consumerId)).map(({ type }) => type)).toEqual([
    'identity.created',
    'alias.created',
  ])
  const changed = (await their.patch(`/v1/aliases/${alias.id}`, { privacy_level: 'private' })).body
  expect([changed.privacy_level, changed.updated > before.updated]).toEqual(['private', true])

  await their.remove(`/v1/aliases/${alias.id}`)
  const late = await their.patch(`/v1/aliases/${alias.id}`, { privacy_level: 'public' })
  const verified = await quiet.post(`/v1/aliases/${alias.id}/verify`, { method: 'otp' })
  for (const answer of [late, verified]) expect([answer.status, failure(answer).code]).toEqual([409, 'alias_released'])
})

test.each(['otp', 'email_link', 'document', 'other'])(
  'an owner verifies by %s: verified_at and alias.verified, once',
  async (method) => {
    const verifying = await server.key({ consumer: `verifying ${method}` })
    const their = registryOf(server, verifying)
    const { id: identity } = await their.identity()
    const alias = await their.username(identity)
    const verify = () => verifying.post(`/v1/aliases/${alias.id}/verify`, { method })
    const answer = await verify()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...alias,
      verification: 'attested',
      verified_method: method,
      verified_at: expect.any(Number),
      updated: expect.any(Number),
    })
    expect((await verify()).body).toEqual(answer.body)
    const events = await eventsOf(server, verifying.consumerId)
    expect(events.filter(({ type }) => type === 'alias.verified')).toEqual([
      { type: 'alias.verified', data: { identity, alias: { public_id: alias.id, type: 'username' } } },
    ])
  },
)

test('verification keeps the primary mark in its answer', async () => {
  const { id } = await mine.identity()
  const alias = await mine.username(id, freshName(), { is_primary: true })
  const answer = await owner.post(`/v1/aliases/${alias.id}/verify`, { method: 'otp' })
  expect(answer.body.is_primary).toBe(true)
})

test("the list shows registered aliases unless asked for released ones, and only its identity's", async () => {
  const { id } = await mine.identity()
  const kept = await mine.username(id)
  const gone = await mine.username(id)
  await mine.username((await mine.identity()).id)
  await mine.remove(`/v1/aliases/${gone.id}`)
  const ids = async (search: string) =>
    (await mine.get(`/v1/identities/${id}/aliases${search}`)).data.map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([kept.id])
  expect(await ids('?status=registered')).toEqual([kept.id])
  expect(await ids('?status=released')).toEqual([gone.id])
  expect((await owner.get(`/v1/identities/${id}/aliases?status=all`)).status).toBe(400)
  expect(await mine.get(`/v1/identities/${id}/aliases`)).toMatchObject({
    object: 'list',
    url: `/v1/identities/${id}/aliases`,
    has_more: false,
  })
})

test('normalize returns the stored form to any key, and reveals nothing about existing aliases', async () => {
  const { id } = await mine.identity()
  await mine.username(id, 'known.one')
  const { key } = await server.key({ consumer: 'nobody', scopes: ['webhooks:read'] })
  const normalize = (body: object) => server.send('POST', '/v1/aliases/normalize', { key, body })
  const answers = [
    await normalize({ alias: '@Known.One' }),
    await normalize({ alias: '@Nobody.Here' }),
    await normalize({ type: 'username', value: 'ADMIN' }),
  ]
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { type: 'username', value: 'known.one' }],
    [200, { type: 'username', value: 'nobody.here' }],
    [200, { type: 'username', value: 'admin' }],
  ])
  expect(failure(await normalize({ alias: '@a', type: 'username', value: 'b' })).code).toBe('parameter_conflict')
  expect(failure(await normalize({}))).toMatchObject({ code: 'parameter_missing', param: 'alias' })
  expect(failure(await normalize({ type: 'email' }))).toMatchObject({ code: 'parameter_missing', param: 'value' })
  expect(failure(await normalize({ value: 'x' }))).toMatchObject({ code: 'parameter_missing', param: 'type' })
})
