import { expect, test } from 'vitest'
import {
  eventsOf,
  failure,
  freshName,
  query,
  registryForTests,
  registryOf,
  unsetOfIdentity,
} from '../../support/registry.ts'

const { server, owner, mine } = registryForTests()

const missing = { type: 'not_found_error', code: 'resource_missing', message: 'No such record.' }
const absent = 'idn_00000000000000000000000000'

test('a created identity carries every field of the record and its defaults', async () => {
  const before = Math.floor(Date.now() / 1000)
  const answer = await owner.post('/v1/identities', { type: 'machine' })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    object: 'identity',
    id: expect.stringMatching(/^idn_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    livemode: false,
    type: 'machine',
    status: 'active',
    display_name: null,
    default_privacy_level: 'unlisted',
    primary_alias: null,
    ...unsetOfIdentity,
    created: answer.body.updated,
    updated: expect.any(Number),
  })
  expect(answer.body.created - before).toBeLessThan(30)
  expect(answer.body.created).toBeGreaterThanOrEqual(before - 1)
})

test.each(['user', 'merchant', 'business', 'organization', 'machine'])('an identity may be a %s', async (type) => {
  expect(await mine.identity({ type })).toMatchObject({ type })
})

test('a display name holds 200 characters and not one more, no NUL and no lone surrogate', async () => {
  const { id } = await mine.identity({ display_name: 'n'.repeat(200) })
  for (const display_name of ['n'.repeat(201), 'a\0b', 'a\ud800b']) {
    const refused = await mine.patch(`/v1/identities/${id}`, { display_name })
    expect([refused.status, failure(refused)]).toMatchObject([
      400,
      { code: 'parameter_invalid', param: 'display_name' },
    ])
  }
  expect((await mine.get(`/v1/identities/${id}`)).display_name).toBe('n'.repeat(200))
  expect((await mine.patch(`/v1/identities/${id}`, { display_name: null })).body.display_name).toBeNull()
})

test('the identity default becomes the level of new aliases and endpoints that name none', async () => {
  const { id } = await mine.identity({ default_privacy_level: 'consent_required' })
  const alias = await owner.post('/v1/aliases', { identity: id, type: 'username', value: freshName() })
  expect(alias.body.privacy_level).toBe('consent_required')
  await mine.patch(`/v1/identities/${id}`, { default_privacy_level: 'private' })
  const endpoint = await owner.post('/v1/endpoints', { identity: id, type: 'mobile_money', address: '+254712345678' })
  expect(endpoint.body.privacy_level).toBe('private')
  expect((await mine.get(`/v1/aliases/${alias.body.id}`)).privacy_level).toBe('consent_required')
})

test('DELETE is 405 and lists the allowed methods: an identity is permanent', async () => {
  const { id } = await mine.identity()
  const answer = await mine.remove(`/v1/identities/${id}`)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PATCH'])
  expect((await mine.get(`/v1/identities/${id}`)).status).toBe('active')
})

test('status moves between active and suspended, into closed, and never out of it', async () => {
  const moves: [string, string, number][] = [
    ['active', 'suspended', 200],
    ['suspended', 'active', 200],
    ['active', 'closed', 200],
    ['suspended', 'closed', 200],
    ['closed', 'active', 409],
    ['closed', 'suspended', 409],
    ['active', 'active', 200],
    ['suspended', 'suspended', 200],
    ['closed', 'closed', 200],
  ]
  for (const [from, to, status] of moves) {
    const { id } = await mine.identity()
    if (from !== 'active') await mine.patch(`/v1/identities/${id}`, { status: from })
    const answer = await mine.patch(`/v1/identities/${id}`, { status: to })
    expect([from, to, answer.status]).toEqual([from, to, status])
    if (status === 409)
      expect(failure(answer)).toEqual({
        type: 'conflict_error',
        code: 'status_transition_invalid',
        message: 'The status cannot change in this way.',
        param: 'status',
      })
    expect((await mine.get(`/v1/identities/${id}`)).status).toBe(status === 200 ? to : from)
  }
})

test('a change that changes nothing keeps updated and makes no event', async () => {
  const elsewhere = await server.key({ consumer: 'quiet' })
  const theirs = registryOf(server, elsewhere)
  const identity = await theirs.identity({ display_name: 'Same' })
  await server.query`update identity set updated_at = updated_at - interval '1 hour'
    where consumer_id = ${elsewhere.consumerId}`
  const before = await theirs.get(`/v1/identities/${identity.id}`)
  const same = { status: 'active', display_name: 'Same', default_privacy_level: 'unlisted' }
  for (const body of [same, {}]) {
    expect((await theirs.patch(`/v1/identities/${identity.id}`, body)).body).toEqual(before)
  }
  expect((await eventsOf(server, elsewhere.consumerId)).map(({ type }) => type)).toEqual(['identity.created'])
  const changed = (await theirs.patch(`/v1/identities/${identity.id}`, { display_name: 'Other' })).body
  expect(changed.updated).toBeGreaterThan(before.updated)
  expect((await eventsOf(server, elsewhere.consumerId)).at(-1)).toEqual({
    type: 'identity.updated',
    data: { identity: identity.id, type: 'user' },
  })
})

test('closing releases the aliases, disables the endpoints, revokes the grants, and emits exactly those events', async () => {
  const closing = await server.key({ consumer: 'closing' })
  const grantee = await server.key({ consumer: 'closing grantee' })
  const theirs = registryOf(server, closing)
  const identity = await theirs.identity()
  const [first, second] = [
    await theirs.username(identity.id, freshName(), { is_primary: true }),
    await theirs.username(identity.id),
  ]
  const [active, disabled, removed] = [
    await theirs.wallet(identity.id),
    await theirs.wallet(identity.id),
    await theirs.wallet(identity.id),
  ]
  await theirs.patch(`/v1/endpoints/${disabled.id}`, { status: 'disabled' })
  await theirs.remove(`/v1/endpoints/${removed.id}`)
  const [ended, grant] = [
    await theirs.grant(identity.id, closing.consumer),
    await theirs.grant(identity.id, grantee.consumer),
  ]
  await theirs.remove(`/v1/consent_grants/${ended.id}`)
  const before = (await eventsOf(server, closing.consumerId)).length

  const closed = await theirs.patch(`/v1/identities/${identity.id}`, { status: 'closed' })
  expect(closed.body).toMatchObject({ status: 'closed', primary_alias: null })
  for (const { id } of [first, second]) {
    expect(await theirs.get(`/v1/aliases/${id}`)).toMatchObject({
      status: 'released',
      is_primary: false,
      available_at: expect.any(Number),
    })
  }
  expect(await theirs.get(`/v1/endpoints/${active.id}`)).toMatchObject({ status: 'disabled' })
  expect(await theirs.get(`/v1/consent_grants/${grant.id}`)).toMatchObject({
    status: 'revoked',
    revoked_at: expect.any(Number),
  })

  const emitted = (await eventsOf(server, closing.consumerId)).slice(before)
  const about = (type: string, data: object) => ({ type, data: { identity: identity.id, ...data } })
  expect(emitted).toHaveLength(5)
  expect(emitted).toEqual(
    expect.arrayContaining([
      about('identity.status_changed', { type: 'user', status: 'closed' }),
      about('alias.released', { alias: { public_id: first.id, type: 'username' } }),
      about('alias.released', { alias: { public_id: second.id, type: 'username' } }),
      about('endpoint.updated', { endpoint: { public_id: active.id, type: 'crypto_wallet' } }),
      about('consent.revoked', { consent_grant: grant.id, consumer: grantee.consumer }),
    ]),
  )
})

test('nothing new hangs on an identity that is not active', async () => {
  for (const status of ['suspended', 'closed']) {
    const { id } = await mine.identity()
    await mine.patch(`/v1/identities/${id}`, { status })
    const bodies: [string, object][] = [
      ['/v1/aliases', { identity: id, type: 'username', value: freshName() }],
      ['/v1/endpoints', { identity: id, type: 'mobile_money', address: '+254712345678' }],
      ['/v1/consent_grants', { identity: id, consumer: owner.consumer, covers: { all: true } }],
    ]
    for (const [path, body] of bodies) {
      const answer = await owner.post(path, body)
      expect([path, answer.status, failure(answer).code]).toEqual([path, 409, 'identity_not_active'])
    }
  }
})

test('another owner, and the same owner with a key of the other environment, meet an identity as if it were absent', async () => {
  const { id } = await mine.identity({ display_name: 'mine' })
  const stranger = await server.key({ consumer: 'stranger' })
  const live = await server.key({ livemode: true })
  for (const { key } of [stranger, live]) {
    for (const [verb, path, body] of [
      ['GET', `/v1/identities/${id}`, undefined],
      ['PATCH', `/v1/identities/${id}`, { display_name: 'theirs' }],
      ['PATCH', `/v1/identities/${id}`, { status: 'closed' }],
      ['GET', `/v1/identities/${id}/aliases`, undefined],
      ['GET', `/v1/identities/${id}/endpoints`, undefined],
      ['GET', `/v1/identities/${id}/consent_grants`, undefined],
      ['POST', '/v1/aliases', { identity: id, type: 'username', value: freshName() }],
      ['POST', '/v1/endpoints', { identity: id, type: 'mobile_money', address: '+254712345678' }],
      ['POST', '/v1/consent_grants', { identity: id, consumer: owner.consumer, covers: { all: true } }],
    ] as const) {
      const foreign = await server.send(verb, path, { key, body })
      const there = JSON.parse(JSON.stringify(body ?? null).replaceAll(id, absent))
      const nowhere = await server.send(verb, path.replace(id, absent), { key, ...(there ? { body: there } : {}) })
      expect([path, foreign.status, failure(foreign)]).toEqual([path, 404, missing])
      expect(foreign.text.replace(/req_\w+/, '')).toBe(nowhere.text.replace(/req_\w+/, ''))
    }
    const listed = await server.send('GET', '/v1/identities?limit=100', { key })
    expect(listed.body.data.map(({ id }: { id: string }) => id)).not.toContain(id)
  }
  expect(await mine.get(`/v1/identities/${id}`)).toMatchObject({ display_name: 'mine', status: 'active' })
})

test('the database itself refuses a row that references the other environment', async () => {
  const test = await mine.identity()
  const [row] = await server.query<{ id: string }>`select id from identity where livemode = false
    order by created_at desc limit 1`
  expect(test.livemode).toBe(false)
  const inserts: [string, string][] = [
    [
      'alias',
      "insert into alias (id, livemode, identity_id, type, value, skeleton, norm_version) values (gen_random_uuid(), true, $1, 'username', 'x.y', 'x.y', 1)",
    ],
    [
      'endpoint',
      "insert into endpoint (id, livemode, identity_id, type, address) values (gen_random_uuid(), true, $1, 'bank_account', 'x')",
    ],
    [
      'consent_grant',
      `insert into consent_grant (id, livemode, identity_id, consumer_id, covers_all) values (gen_random_uuid(), true, $1, '${owner.consumerId}', true)`,
    ],
  ]
  for (const [table, text] of inserts) {
    const code = await query(server, text, [row!.id]).catch(({ code }) => code)
    expect([table, code]).toEqual([table, '23503'])
  }
  const alias = await mine.username(test.id)
  const live = registryOf(server, await server.key({ livemode: true }))
  const other = await live.identity()
  const swap = server.query`update identity set primary_alias_id = (select id from alias where value = ${alias.value}
    and not livemode)
    where livemode and display_name is null and id = (select id from identity where livemode
    order by created_at desc limit 1)`
  await expect(swap).rejects.toMatchObject({ code: '23503' })
  expect((await live.get(`/v1/identities/${other.id}`)).primary_alias).toBeNull()
})

test('the list filters by type and status and refuses values that are none', async () => {
  const filtering = await server.key({ consumer: 'filtering' })
  const theirs = registryOf(server, filtering)
  const [user, merchant] = [await theirs.identity(), await theirs.identity({ type: 'merchant' })]
  await theirs.patch(`/v1/identities/${merchant.id}`, { status: 'suspended' })
  const ids = async (search: string) =>
    (await theirs.get(`/v1/identities${search}`)).data.map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([merchant.id, user.id])
  expect(await ids('?type=user')).toEqual([user.id])
  expect(await ids('?status=suspended')).toEqual([merchant.id])
  expect(await ids('?type=user&status=suspended')).toEqual([])
  for (const search of [
    'type=USER',
    'status=gone',
    'type=',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=ten',
    'type=user&type=user',
  ]) {
    const refused = await filtering.get(`/v1/identities?${search}`)
    expect([search, refused.status, failure(refused).code]).toEqual([search, 400, 'parameter_invalid'])
  }
  expect(failure(await filtering.get('/v1/identities?colour=red'))).toMatchObject({
    code: 'parameter_unknown',
    param: 'colour',
  })
})
