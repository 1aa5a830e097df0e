import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventsOf, failure, freshName, query, registryForTests } from '../support/registry.ts'
import { type Answer, startTestServer } from '../support/server.ts'
import { evmSigner } from '../support/wallets.ts'

const encryptionKey = randomBytes(32)
const { server, owner, mine } = registryForTests({ encryptionKey })

let used = 0
const freshKey = () => `key-${used++}`
const send = (verb: string, path: string, key: string, body?: unknown, apiKey = owner.key) =>
  server.send(verb, path, { key: apiKey, body, headers: { 'idempotency-key': key } })
const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'
const count = async (table: string) =>
  (await query<{ n: number }>(server, `select count(*)::int as n from ${table}`))[0]!.n

test('a replay has the same status and body, the header, a new request id, and no second effect', async () => {
  const key = freshKey()
  const body = { type: 'user', display_name: 'Once' }
  const first = await send('POST', '/v1/identities', key, body)
  const [identities, events] = [await count('identity'), await count('event')]
  const again = await send('POST', '/v1/identities', key, body)
  expect([first.status, isReplay(first), again.status, isReplay(again)]).toEqual([201, false, 201, true])
  expect(again.text).toBe(first.text)
  expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'))
  expect([await count('identity'), await count('event')]).toEqual([identities, events])
})

test('every write of the registry replays', async () => {
  const { id } = await mine.identity()
  const alias = await mine.username(id)
  const wallet = await mine.wallet(id)
  const grant = await mine.grant(id, owner.consumer)
  const writes: [string, string, unknown?][] = [
    ['POST', '/v1/identities', { type: 'user' }],
    ['PATCH', `/v1/identities/${id}`, { display_name: 'Again' }],
    ['POST', '/v1/aliases', { identity: id, type: 'username', value: freshName() }],
    ['PATCH', `/v1/aliases/${alias.id}`, { is_primary: true }],
    ['POST', `/v1/aliases/${alias.id}/verify`, { method: 'otp' }],
    ['DELETE', `/v1/aliases/${alias.id}`],
    ['POST', '/v1/endpoints', { identity: id, type: 'mobile_money', address: '+254712345678' }],
    ['PATCH', `/v1/endpoints/${wallet.id}`, { priority: 9 }],
    ['DELETE', `/v1/endpoints/${wallet.id}`],
    ['PATCH', `/v1/consent_grants/${grant.id}`, { covers: { aliases: [alias.id] } }],
    ['DELETE', `/v1/consent_grants/${grant.id}`],
    ['POST', '/v1/consent_grants', { identity: id, consumer: owner.consumer, covers: { all: true } }],
  ]
  for (const [verb, path, body] of writes) {
    const key = freshKey()
    const first = await send(verb, path, key, body)
    const events = await count('event')
    const again = await send(verb, path, key, body)
    expect([path, first.status < 300, again.status, again.text, isReplay(again)]).toEqual([
      path,
      true,
      first.status,
      first.text,
      true,
    ])
    expect(await count('event')).toBe(events)
  }
})

test('another body, path or verb under a used key is 422', async () => {
  const key = freshKey()
  const { id } = await mine.identity()
  await send('PATCH', `/v1/identities/${id}`, key, { display_name: 'One' })
  for (const [verb, path, body] of [
    ['PATCH', `/v1/identities/${id}`, { display_name: 'Two' }],
    ['PATCH', `/v1/identities/${(await mine.identity()).id}`, { display_name: 'One' }],
    ['POST', '/v1/identities', { type: 'user' }],
  ] as const) {
    const refused = await send(verb, path, key, body)
    expect([refused.status, failure(refused)]).toEqual([
      422,
      {
        type: 'idempotency_error',
        code: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used with another request.',
      },
    ])
  }
  expect((await mine.get(`/v1/identities/${id}`)).display_name).toBe('One')
})

test('keys of other consumers and of the other environment are other keys', async () => {
  const key = freshKey()
  const body = { type: 'user' }
  const stranger = await server.key({ consumer: 'stranger' })
  const live = await server.key({ livemode: true })
  const answers = [
    await send('POST', '/v1/identities', key, body),
    await send('POST', '/v1/identities', key, body, stranger.key),
    await send('POST', '/v1/identities', key, body, live.key),
  ]
  expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual(Array(3).fill([201, false]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
  const sibling = await server.key()
  expect(isReplay(await send('POST', '/v1/identities', key, body, sibling.key))).toBe(true)
})

test('a business refusal is stored with its first request id, and stays when the reason is gone', async () => {
  const { id } = await mine.identity()
  const alias = await mine.username(id)
  const key = freshKey()
  const body = { identity: (await mine.identity()).id, type: 'username', value: alias.value }
  const first = await send('POST', '/v1/aliases', key, body)
  await server.query`delete from alias_reservation where alias_id = (select id from alias
    where value = ${alias.value})`
  await server.query`update alias set status = 'released' where value = ${alias.value}`
  const again = await send('POST', '/v1/aliases', key, body)
  expect([first.status, failure(first).code, again.status, isReplay(again)]).toEqual([409, 'alias_taken', 409, true])
  expect(again.text).toBe(first.text)
  expect(again.headers.get('request-id')).not.toBe(again.body.error.request_id)
  expect((await send('POST', '/v1/aliases', freshKey(), body)).status).toBe(201)
})

test('a refusal inside the work leaves nothing behind: no row, no event', async () => {
  const { id } = await mine.identity()
  await mine.patch(`/v1/identities/${id}`, { status: 'suspended' })
  const before = [await count('alias'), await count('alias_reservation'), await count('event')]
  const refused = await send('POST', '/v1/aliases', freshKey(), { identity: id, type: 'username', value: freshName() })
  expect(refused.status).toBe(409)
  expect([await count('alias'), await count('alias_reservation'), await count('event')]).toEqual(before)
})

test('validation, 401 and 403 are not stored: the key stays free', async () => {
  const key = freshKey()
  const reader = await server.key({ scopes: ['identities:read'] })
  expect((await send('POST', '/v1/identities', key, { type: 'robot' })).status).toBe(400)
  expect((await send('POST', '/v1/identities', key, { type: 'user', nickname: 'x' })).status).toBe(400)
  expect((await send('POST', '/v1/identities', key, '{')).status).toBe(400)
  expect((await send('POST', '/v1/identities', key, { type: 'user' }, reader.key)).status).toBe(403)
  expect((await send('POST', '/v1/identities', key, { type: 'user' }, 'spk_test_nothing')).status).toBe(401)
  const made = await send('POST', '/v1/identities', key, { type: 'user' })
  expect([made.status, isReplay(made)]).toEqual([201, false])
})

test('429 and 5xx are not stored: the key stays free', async () => {
  let now = Date.now()
  const limited = await startTestServer({
    database: server.database,
    encryptionKey,
    env: { RATE_LIMITS: 'on', DATABASE_WAIT_MS: '2000' },
    clock: () => now,
  })
  try {
    const { key: apiKey } = await limited.key({ consumer: 'limited' })
    const key = freshKey()
    const write = () =>
      limited.send('POST', '/v1/identities', {
        key: apiKey,
        body: { type: 'user' },
        headers: { 'idempotency-key': key },
      })
    await Promise.all(Array.from({ length: 200 }, () => limited.send('GET', '/v1/me', { key: apiKey })))
    expect((await write()).status).toBe(429)
    now += 60_000
    await server.query`alter table event add constraint fault check (id is null) not valid`
    const failed = await write().finally(() => server.query`alter table event drop constraint fault`)
    expect(failed.status).toBe(500)
    const pool = await Promise.all(
      Array.from({ length: limited.app.pool.options.max! }, () => limited.app.pool.connect()),
    )
    const unserved = await write().finally(() => {
      for (const one of pool) one.release()
    })
    expect(unserved.status).toBe(503)
    const made = await write()
    expect([made.status, isReplay(made)]).toEqual([201, false])
    expect((await write()).text).toBe(made.text)
  } finally {
    await limited.close()
  }
})

test('a write whose end, proof or time is over by then still replays; a refused end is not stored', async () => {
  let now = Date.now()
  const later = await startTestServer({ database: server.database, encryptionKey, clock: () => now })
  const send = (verb: string, path: string, key: string, body: object) =>
    later.send(verb, path, { key: owner.key, body, headers: { 'idempotency-key': key } })
  try {
    const stranger = await later.key({ consumer: 'stranger' })
    const { id } = await mine.identity()
    const alias = await mine.alias(id, 'username', freshName(), { privacy_level: 'consent_required' })
    const grant = await mine.grant(id, owner.consumer)
    const { body: request } = await later.send('POST', '/v1/consent_requests', {
      key: stranger.key,
      body: { alias: `@${alias.value}` },
    })
    await later.app.jobs.find(({ name }) => name === 'match-consent-requests')!.run()
    const { address, capabilities, sign } = evmSigner('ann')
    const wallet = { identity: id, type: 'crypto_wallet', address, capabilities }
    const { token, message } = (await send('POST', '/v1/endpoints/challenge', freshKey(), wallet)).body
    const soon = () => ({ expires_at: Math.floor(now / 1_000) + 60 })
    const another = (await mine.identity()).id
    const hook = { url: 'https://1.1.1.1/hook', enabled_events: ['*'] }
    const { id: webhook } = (await send('POST', '/v1/webhooks', freshKey(), hook)).body
    const writes: [string, string, object][] = [
      ['POST', '/v1/api_keys', { scopes: ['resolve'], ...soon() }],
      ['POST', '/v1/consent_grants', { identity: another, consumer: owner.consumer, covers: { all: true }, ...soon() }],
      ['PATCH', `/v1/consent_grants/${grant.id}`, soon()],
      ['POST', `/v1/consent_requests/${request.id}/approve`, soon()],
      ['POST', '/v1/endpoints', { ...wallet, proof: { token, signature: sign(message) } }],
      ['POST', `/v1/webhooks/${webhook}/recover`, { since: Math.ceil(now / 1_000) - 14 * 86_400 + 60 }],
    ]
    const done: { first: Answer; again: () => Promise<Answer> }[] = []
    for (const [verb, path, body] of writes) {
      const again = send.bind(null, verb, path, freshKey(), body)
      done.push({ first: await again(), again })
    }
    now += 3_600_000
    for (const [at, { first, again }] of done.entries()) {
      const answer = await again()
      const { status, body } = answer
      const expected = at === 0 ? { ...first.body, key: null } : first.body
      expect([writes[at]![1], first.status < 300, status, body, isReplay(answer)]).toEqual([
        writes[at]![1],
        true,
        first.status,
        expected,
        true,
      ])
    }
    for (const [verb, path, body] of writes) {
      const refused = await send(verb, path, freshKey(), body)
      const code = 'proof' in body ? 'proof_invalid' : 'parameter_invalid'
      expect([path, refused.status, failure(refused).code]).toEqual([path, 400, code])
    }
    const key = freshKey()
    const [verb, path, body] = writes[0]!
    expect((await send(verb, path, key, body)).status).toBe(400)
    expect((await send(verb, path, key, { ...body, ...soon() })).status).toBe(201)
  } finally {
    await later.close()
  }
})

test('a key is 1 to 255 visible ASCII characters', async () => {
  const body = { type: 'user' }
  for (const key of ['x'.repeat(256), 'a b', 'é', '']) {
    const refused = await send('POST', '/v1/identities', key, body)
    expect([key, refused.status, failure(refused).code]).toEqual([key, 400, 'idempotency_key_invalid'])
  }
  for (const key of ['!', '~'.repeat(255)]) expect((await send('POST', '/v1/identities', key, body)).status).toBe(201)
})

test('a key held by a request in flight is 409 at once, with Retry-After 1; afterwards it replays', async () => {
  const key = freshKey()
  const { id } = await mine.identity()
  const holder = await server.app.pool.connect()
  try {
    await holder.query('begin')
    const [row] = await server.query<{ id: string }>`select id from identity order by created_at desc limit 1`
    await holder.query('select 1 from identity where id = $1 for update', [row!.id])
    const slow = send('PATCH', `/v1/identities/${id}`, key, { display_name: 'Slow' })
    for (;;) {
      const waiting = await server.query`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`
      if (waiting.length > 0) break
    }
    const twin = await send('PATCH', `/v1/identities/${id}`, key, { display_name: 'Slow' })
    expect([twin.status, failure(twin).code, twin.headers.get('retry-after')]).toEqual([
      409,
      'idempotency_key_in_use',
      '1',
    ])
    await holder.query('commit')
    expect((await slow).status).toBe(200)
  } finally {
    holder.release()
  }
  expect(isReplay(await send('PATCH', `/v1/identities/${id}`, key, { display_name: 'Slow' }))).toBe(true)
})

test('100 parallel requests with one key have one effect', async () => {
  const before = await count('identity')
  const key = freshKey()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => send('POST', '/v1/identities', key, { type: 'user' })),
  )
  expect(await count('identity')).toBe(before + 1)
  const done = answers.filter(({ status }) => status === 201)
  expect(new Set(done.map(({ body }) => body.id)).size).toBe(1)
  expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1)
  for (const answer of answers) expect([201, 409]).toContain(answer.status)
})

test('an outcome older than 24 hours is forgotten', async () => {
  const key = freshKey()
  const first = await send('POST', '/v1/identities', key, { type: 'user' })
  await server.query`update idempotency_record set expires_at = expires_at - interval '24 hours'
    where created_at = (select max(created_at) from idempotency_record)`
  const again = await send('POST', '/v1/identities', key, { type: 'machine' })
  expect([again.status, isReplay(again), again.body.id === first.body.id]).toEqual([201, false, false])
  expect(isReplay(await send('POST', '/v1/identities', key, { type: 'machine' }))).toBe(true)
})

test('a stored outcome is sealed, and a replay shows a secret as null', async () => {
  const key = freshKey()
  const body = { scopes: ['resolve'], name: 'canary-name' }
  const first = await send('POST', '/v1/api_keys', key, body)
  expect(first.body.key).toMatch(/^spk_test_/)
  const again = await send('POST', '/v1/api_keys', key, body)
  expect([again.status, isReplay(again), again.body]).toEqual([201, true, { ...first.body, key: null }])
  const [{ outcome }] = (await server.query<{ outcome: Buffer }>`select outcome from idempotency_record
    order by created_at desc limit 1`) as [{ outcome: Buffer }]
  for (const text of ['canary-name', first.body.key, first.body.id]) expect(outcome.includes(text)).toBe(false)
})

test('the table holds no key: a keyed hash that differs by consumer and environment stands for it', async () => {
  const key = 'order-4711-for-ann@example.com'
  const stranger = await server.key({ consumer: 'stranger' })
  const live = await server.key({ livemode: true })
  for (const of of [owner, stranger, live]) await send('POST', '/v1/identities', key, { type: 'user' }, of.key)
  const rows = await server.query<{ key: string; whole: string }>`select key, r::text as whole
    from idempotency_record r order by created_at desc limit 3`
  for (const { whole } of rows) expect(whole).not.toMatch(/order-4711|ann@example/)
  expect(new Set(rows.map((row) => row.key)).size).toBe(3)
})

test("nobody can hold the lock of another's key: its number is not the hash of what is known", async () => {
  const key = freshKey()
  await server.app.db.transaction().execute(async (trx) => {
    const name = `${owner.consumerId}|false|${key}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7))`.execute(trx)
    expect((await send('POST', '/v1/identities', key, { type: 'user' })).status).toBe(201)
  })
})

const rename = `mutation ($id: ID!, $name: String) { updateIdentity(id: $id, input: { displayName: $name }) { id displayName } }`
const overGraphql = (query: string, variables: object, key: string) =>
  owner.graphql(query, { ...variables }, { 'idempotency-key': key })

test('GraphQL: one mutation replays by document and variables, and another is refused', async () => {
  const { id } = await mine.identity()
  const key = freshKey()
  const first = await overGraphql(rename, { id, name: 'A' }, key)
  const events = await eventsOf(server, owner.consumerId)
  const again = await overGraphql(rename, { id, name: 'A' }, key)
  expect([first.body, isReplay(first)]).toEqual([{ data: { updateIdentity: { id, displayName: 'A' } } }, false])
  expect([again.text, isReplay(again)]).toEqual([first.text, true])
  expect(await eventsOf(server, owner.consumerId)).toHaveLength(events.length)
  for (const [document, name] of [
    [rename, 'B'],
    [`${rename} `, 'A'],
  ] as const) {
    const refused = await overGraphql(document, { id, name }, key)
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      type: 'idempotency_error',
    })
  }
  const two = await overGraphql(
    `mutation ($id: ID!) { a: updateIdentity(id: $id, input: {}) { id } b: updateIdentity(id: $id, input: {}) { id } }`,
    { id },
    freshKey(),
  )
  expect([two.status, two.body.errors[0].extensions.code]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID'])
})

test("GraphQL: a replayed refusal carries the first request's id, and queries ignore the key", async () => {
  const { id } = await mine.identity()
  await mine.patch(`/v1/identities/${id}`, { status: 'closed' })
  const key = freshKey()
  const reopen = 'mutation ($id: ID!) { updateIdentity(id: $id, input: { status: ACTIVE }) { id } }'
  const first = await overGraphql(reopen, { id }, key)
  const again = await overGraphql(reopen, { id }, key)
  expect(first.body.errors[0].extensions).toEqual({
    code: 'STATUS_TRANSITION_INVALID',
    type: 'conflict_error',
    param: 'status',
    docUrl: expect.stringMatching(/#status_transition_invalid$/),
    requestId: first.headers.get('request-id'),
  })
  expect([again.text, isReplay(again)]).toEqual([first.text, true])
  const asked = 'query ($id: ID!) { identity(id: $id) { displayName } }'
  const other = freshKey()
  await overGraphql(asked, { id }, other)
  expect(isReplay(await overGraphql(asked, { id }, other))).toBe(false)
})
