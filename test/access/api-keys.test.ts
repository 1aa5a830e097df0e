import { describe, expect, test } from 'vitest'
import { createKeyUsage } from '../../src/access/key-usage.ts'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(() => startTestServer({ logLevel: 'trace' }))
const admin = forTests(() => server.key())

const me = (key: string) => server.send('GET', '/v1/me', { key })
const roll = (keyId: string, body?: object, key = admin.key) =>
  server.send('POST', `/v1/api_keys/${keyId}/roll`, { key, ...(body ? { body } : {}) })

describe('401', () => {
  test('every refusal carries WWW-Authenticate, on REST and on GraphQL', async () => {
    const answers = [
      await server.send('GET', '/v1/me'),
      await me('nonsense'),
      await server.graphql(undefined, '{ viewer { id } }'),
      await server.graphql('nonsense', '{ viewer { id } }'),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('a revoked or expired key is called so only to who holds its secret', async () => {
    const revoked = await server.key()
    await admin.remove(`/v1/api_keys/${revoked.keyId}`)
    const expired = await server.key({ expiresAt: new Date(Date.now() - 1) })
    expect((await me(revoked.key)).body.error.code).toBe('api_key_revoked')
    expect((await me(expired.key)).body.error.code).toBe('api_key_expired')
    // The cached refusal says the same.
    expect((await me(revoked.key)).body.error.code).toBe('api_key_revoked')
    const { newApiKey } = await import('../../src/vault/secret.ts')
    expect((await me(newApiKey(false))).body.error.code).toBe('api_key_invalid')
  })

  test('a key in the query string is refused, also beside a good header, and never logged', async () => {
    const { key } = await server.key()
    const paths = [
      `/v1/me?api_key=${key}`,
      `/v1/me?access_token=Bearer%20${key}`,
      `/v1/me?x=${key.replace('spk', '%73pk')}`,
      `/graphql?query={viewer{id}}&key=${key}`,
    ]
    for (const path of paths) {
      for (const headers of [{}, { authorization: `Bearer ${admin.key}` }]) {
        const answer = await server.send('GET', path, { headers: { ...headers, 'apollo-require-preflight': '1' } })
        expect(answer.status, path).toBe(401)
        expect(answer.text).not.toContain(key)
      }
    }
    expect((await server.send('GET', `/healthz?key=${key}`)).status).toBeLessThan(500)
    expect(server.logged.join('')).toContain('"route":"/v1/me"')
    expect(server.logged.join('')).not.toContain(key.slice(9, 30))
  })
})

describe('a roll', () => {
  test('makes a key with the same rights; both work until the old one ends, a day later by default', async () => {
    const old = await server.key({ scopes: ['resolve', 'aliases:read'], router: true })
    const router = await server.key({ router: true })
    const rolled = await roll(old.keyId, undefined, router.key)
    expect(rolled.status).toBe(200)
    expect(rolled.body).toMatchObject({ object: 'api_key', scopes: ['resolve', 'aliases:read'], router: true })
    expect((await me(rolled.body.key)).status).toBe(200)
    expect((await me(old.key)).status).toBe(200)
    const listed = await admin.get('/v1/api_keys?limit=100')
    const row = listed.body.data.find(({ id }: { id: string }) => id === old.keyId)
    expect(row.rolled_to).toBe(rolled.body.id)
    expect(Math.abs(row.expires_at - Date.now() / 1000 - 86_400)).toBeLessThan(60)
    expect(JSON.stringify(listed.body)).not.toContain(old.key.slice(20, 40))
  })

  test('that ends the old key at once is obeyed though the key was remembered', async () => {
    const old = await server.key()
    expect((await me(old.key)).status).toBe(200)
    const rolled = await roll(old.keyId, { expires_in: 0 })
    expect((await me(old.key)).body.error.code).toBe('api_key_expired')
    expect((await me(rolled.body.key)).status).toBe(200)
  })

  test('never makes the old key live longer', async () => {
    const old = await server.key({ expiresAt: new Date(Date.now() + 60_000) })
    await roll(old.keyId, { expires_in: 604_800 })
    const { expires_at } = await server.app.db
      .selectFrom('api_key')
      .select('expires_at')
      .where('rolled_to_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(expires_at!.getTime()).toBeLessThan(Date.now() + 61_000)
  })

  test('409 twice, also when two come at once', async () => {
    const old = await server.key()
    const answers = await Promise.all(Array.from({ length: 5 }, () => roll(old.keyId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body.error.code).toBe('roll_in_progress')
  })

  test.each([-1, 604_801, 1.5, '10'])('400 for expires_in %s', async (expires_in) => {
    const { keyId } = await server.key()
    const answer = await roll(keyId, { expires_in })
    expect(answer.body.error).toMatchObject({ code: 'parameter_invalid', param: 'expires_in' })
  })

  test('403 without every scope of that key; so is making one', async () => {
    const weak = await server.key({ scopes: ['keys:write', 'resolve'] })
    const strong = await server.key({ scopes: ['resolve', 'aliases:write'] })
    expect((await roll(strong.keyId, undefined, weak.key)).status).toBe(403)
    const body = { scopes: ['aliases:read'] }
    expect((await weak.post('/v1/api_keys', body)).status).toBe(403)
    const same = await server.key({ scopes: ['resolve'] })
    expect((await roll(same.keyId, undefined, weak.key)).status).toBe(200)
  })

  test('404 for another consumer’s key, one of the other environment, and a revoked one', async () => {
    const others = await server.key({ consumer: 'other' })
    const live = await server.key({ livemode: true })
    const revoked = await server.key()
    await admin.remove(`/v1/api_keys/${revoked.keyId}`)
    for (const { keyId } of [others, live, revoked]) expect((await roll(keyId)).status).toBe(404)
  })

  test('replayed under its Idempotency-Key shows no secret', async () => {
    const { keyId } = await server.key()
    const again = () => admin.post(`/v1/api_keys/${keyId}/roll`, undefined, { 'idempotency-key': 'roll-1' })
    const [first, second] = [await again(), await again()]
    expect(first.body.key).toMatch(/^spk_test_/)
    expect(second.body).toEqual({ ...first.body, key: null })
  })
})

describe('no key gains by another', () => {
  const make = (key: string, body: object) =>
    server.send('POST', '/v1/api_keys', { key, body: { scopes: ['resolve'], ...body } })
  const revoke = (id: string, key: string) => server.send('DELETE', `/v1/api_keys/${id}`, { key })
  const minutes = (count: number) => new Date(Math.floor(Date.now() / 1000 + count * 60) * 1000)
  const unix = (at: Date) => at.getTime() / 1000

  test('a router key is made, rolled and revoked by a router key alone', async () => {
    const [plain, router] = [await server.key(), await server.key({ router: true })]
    for (const refused of [
      await make(plain.key, { router: true }),
      await roll(router.keyId, undefined, plain.key),
      await revoke(router.keyId, plain.key),
    ]) {
      expect(refused.status).toBe(403)
      expect(refused.body.error).toMatchObject({ code: 'scope_missing', param: 'router' })
    }
    const field = 'createApiKey(input: { scopes: [RESOLVE], router: true }) { key }'
    const { body } = await plain.graphql(`mutation { ${field} }`)
    expect(body.errors[0].extensions).toMatchObject({ code: 'SCOPE_MISSING', param: 'router' })
    const made = await make(router.key, { router: true })
    expect(made.body.router).toBe(true)
    expect((await make(plain.key, { router: false })).status).toBe(201)
    expect((await revoke(made.body.id, router.key)).status).toBe(200)
  })

  test('a key with fewer rights cannot revoke a wider one', async () => {
    const [weak, wide] = [await server.key({ scopes: ['keys:write', 'resolve'] }), await server.key()]
    const refused = await revoke(wide.keyId, weak.key)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({ code: 'scope_missing', param: 'scopes' })
    expect((await me(wide.key)).status).toBe(200)
    expect((await revoke(weak.keyId, weak.key)).status).toBe(200)
  })

  test('a made key ends no later than its maker, and a rolled one when it would have ended', async () => {
    const end = minutes(10)
    const brief = await server.key({ expiresAt: end })
    expect((await make(brief.key, {})).body.expires_at).toBe(unix(end))
    expect((await make(brief.key, { expires_at: unix(end) - 60 })).body.expires_at).toBe(unix(end) - 60)
    const longer = await make(brief.key, { expires_at: unix(end) + 60 })
    expect(longer.body.error).toMatchObject({ code: 'parameter_invalid', param: 'expires_at' })
    expect((await roll(brief.keyId, { expires_in: 60 }, brief.key)).body.expires_at).toBe(unix(end))
    // Keys that it rolls for others expire with it too, or it would get hold of a key that outlives it.
    const again = await server.key({ expiresAt: end })
    const endless = await server.key()
    expect((await roll(endless.keyId, { expires_in: 60 }, again.key)).body.expires_at).toBe(unix(end))
    expect((await make(admin.key, {})).body.expires_at).toBe(null)
  })

  test('a rolled key makes none that outlive its overlap', async () => {
    const old = await server.key()
    await roll(old.keyId, { expires_in: 600 })
    const made = await make(old.key, {})
    expect(made.status).toBe(201)
    expect(made.body.expires_at).toBeLessThanOrEqual(Date.now() / 1000 + 601)
  })

  test('an expired key can’t be rolled into a working one', async () => {
    const gone = await server.key({ expiresAt: new Date(Date.now() - 1_000) })
    expect((await roll(gone.keyId)).status).toBe(404)
  })
})

test('a key is read by its id; absent, foreign and malformed ids are the same 404', async () => {
  const key = await server.key({ scopes: ['resolve'] })
  const read = await admin.get(`/v1/api_keys/${key.keyId}`)
  expect(read.status).toBe(200)
  expect(read.body).toMatchObject({ object: 'api_key', id: key.keyId, scopes: ['resolve'], last4: key.key.slice(-4) })
  expect(read.text).not.toContain(key.key)
  const others = [await server.key({ consumer: 'other' }), await server.key({ livemode: true })]
  const texts = await Promise.all(
    [...others.map(({ keyId }) => keyId), 'key_00000000000000000000000000', 'nonsense'].map(async (id) => {
      const answer = await admin.get(`/v1/api_keys/${id}`)
      expect(answer.status).toBe(404)
      return answer.text.replace(/req_[a-z0-9]{26}/g, 'req_')
    }),
  )
  expect(new Set(texts).size).toBe(1)
  expect((await server.send('GET', `/v1/api_keys/${key.keyId}`, { key: key.key })).status).toBe(403)
})

test('a revoke repeated is 200 and changes nothing', async () => {
  const { keyId } = await server.key()
  const revoke = () => admin.remove(`/v1/api_keys/${keyId}`)
  const first = await revoke()
  expect(first.body).toEqual({ id: keyId, object: 'api_key', livemode: false, deleted: true })
  expect((await revoke()).body).toEqual(first.body)
})

test('GraphQL makes, lists, rolls and revokes too', async () => {
  const made = await admin.graphql(
    'mutation { createApiKey(input: { scopes: [RESOLVE], name: "till" }) { key apiKey { id name last4 } } }',
  )
  const { key, apiKey } = made.body.data.createApiKey
  expect(apiKey).toMatchObject({ name: 'till', last4: key.slice(-4) })
  const rolled = await admin.graphql(
    'mutation ($id: ID!) { rollApiKey(id: $id, expiresIn: 0) { key apiKey { id } } }',
    { id: apiKey.id },
  )
  expect((await me(key)).status).toBe(401)
  const { id } = rolled.body.data.rollApiKey.apiKey
  const read = await admin.graphql('query ($id: ID!) { apiKey(id: $id) { rolledToId } }', { id: apiKey.id })
  expect(read.body.data.apiKey.rolledToId).toBe(id)
  await admin.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id })
  expect((await me(rolled.body.data.rollApiKey.key)).body.error.code).toBe('api_key_revoked')
})

describe('the last use', () => {
  test('is written in one statement for many keys, later than the requests', async () => {
    const keys = await Promise.all([server.key(), server.key()])
    for (const { key } of [...keys, ...keys]) await me(key)
    const row = (id: string) =>
      admin.get('/v1/api_keys?limit=100').then(({ body }) => {
        return body.data.find((each: { id: string }) => each.id === id)
      })
    expect((await row(keys[0].keyId)).last_used_at).toBeNull()
    await server.app.keyUsage.flush()
    for (const { keyId } of keys) expect((await row(keyId)).last_used_at).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  test('is written once when the end comes during a write that fails', async () => {
    const failing = Promise.withResolvers<void>()
    const written: number[] = []
    let attempts = 0
    const usage = createKeyUsage({
      write: async (uses) => {
        if (attempts++ === 0) await failing.promise
        written.push(...uses.map(({ requests }) => requests))
      },
      warn: () => undefined,
    })
    usage.used({ keyId: 'a', consumerId: 'one', livemode: false })
    void usage.flush()
    const closed = usage.close()
    failing.reject(new Error('down'))
    await closed
    expect(written).toEqual([1])
  })

  test('is kept for the next batch when it can’t be written', async () => {
    const written: [key: string, requests: number][][] = []
    const use = (keyId: string) => usage.used({ keyId, consumerId: 'one', livemode: false })
    let isDown = true
    const usage = createKeyUsage({
      write: async (uses) => {
        if (isDown) throw new Error('down')
        written.push(uses.map(({ keyId, requests }) => [keyId, requests]))
      },
      warn: () => undefined,
    })
    use('a')
    await usage.flush()
    use('b')
    use('a')
    isDown = false
    await usage.close()
    expect(written.map((ids) => ids.toSorted())).toEqual([
      [
        ['a', 2],
        ['b', 1],
      ],
    ])
  })
})
