import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { openJwe, type PayerKey, payerKey, verifyJws } from '../support/open-release.ts'
import { countReads } from '../support/reads.ts'
import { eventsOf, failure, iban, query, registryForTests, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Json, type Key, startTestServer } from '../support/server.ts'

let sealingKey: string
const { server, owner, mine } = registryForTests()
const payer = forTests(() => server.key({ consumer: 'payer' }))
const key = forTests(payerKey)
beforeAll(async () => {
  sealingKey = await registered(key)
})

async function registered({ jwk }: PayerKey, holder = payer): Promise<string> {
  const { body } = await server.send('POST', '/v1/sealing_keys', { key: holder.key, body: { jwk } })
  await activateSealingKey(server.app.db, decodeId('sealingKey', body.id)!)
  return body.id
}

type Scene = { identity: string; alias: string; endpoint: string; grant: string }

/** A payee whose account is released to the payer by a grant. */
async function granted(fields: object = {}, release = true): Promise<Scene> {
  const { id: identity } = await mine.identity()
  const alias = `@${(await mine.username(identity)).value}`
  const { id: endpoint } = await mine.account(identity, { release: 'granted', ...fields })
  const { id: grant } = await mine.grant(identity, payer.consumer, release ? { release: [endpoint] } : {})
  return { identity, alias, endpoint, grant }
}

const ask = (scene: { alias: string; endpoint: string }, more: object = {}, holder = payer) =>
  server.send('POST', '/v1/releases', {
    key: holder.key,
    body: { alias: scene.alias, endpoint: scene.endpoint, sealing_key: sealingKey, ...more },
  })
const read = (id: string, holder = payer) => server.send('GET', `/v1/releases/${id}`, { key: holder.key })
const jwks = async () => (await server.send('GET', '/.well-known/signpost-jwks.json')).body.keys

describe('the content of a release', () => {
  test('is the address, signed by the opener and sealed to the key of the payer: opened by WebCrypto alone', async () => {
    const scene = await granted({ capabilities: [{ asset: 'EUR', rail: 'sepa', max_amount: 10 }] })
    const answer = await ask(scene, { reference: 'Invoice 7' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ object: 'release', status: 'ready', endpoint: scene.endpoint })
    const { header, text } = await openJwe(answer.body.jwe, key)
    expect(header).toEqual({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      epk: { kty: 'OKP', crv: 'X25519', x: expect.any(String) },
      kid: sealingKey,
      cty: 'JWT',
    })
    const { claims } = await verifyJws(text, await jwks())
    expect(claims).toEqual({
      iss: 'signpost',
      aud: payer.consumer,
      sub: scene.identity,
      alias: { type: 'username', value: scene.alias.slice(1) },
      endpoint: scene.endpoint,
      type: 'bank_account',
      address: iban,
      details: null,
      capabilities: [{ asset: 'EUR', rail: 'sepa', max_amount: 10 }],
      reference: 'Invoice 7',
      livemode: false,
      iat: expect.any(Number),
      exp: claims.iat + 600,
      jti: answer.body.id,
    })
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(10)
  })

  test('is opened by no other key, and by nobody who changed a letter', async () => {
    const { body } = await ask(await granted())
    await expect(openJwe(body.jwe, await payerKey())).rejects.toThrow()
    const swapped = body.jwe.split('.').map((part: string, at: number) => (at === 3 ? `A${part.slice(1)}B` : part))
    await expect(openJwe(swapped.join('.'), key)).rejects.toThrow()
    const { text } = await openJwe(body.jwe, key)
    const [head, payload, signature] = text.split('.')
    const forged = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...forged, address: 'GB82WEST12345698765432' })).toString('base64url')
    await expect(verifyJws(`${head}.${other}.${signature}`, await jwks())).rejects.toThrow()
    await expect(verifyJws(text, [])).rejects.toThrow()
  })

  test('takes a purpose of 500 characters at most, and keeps it nowhere', async () => {
    const scene = await granted()
    expect((await ask(scene, { purpose: 'p'.repeat(500) })).status).toBe(201)
    const tooLong = await ask(scene, { purpose: 'p'.repeat(501) })
    expect([tooLong.status, failure(tooLong)]).toMatchObject([400, { code: 'parameter_invalid', param: 'purpose' }])
  })

  test('is in no row, event or log in plain text', async () => {
    const scene = await granted()
    await ask(scene, { reference: 'Canary 4711', purpose: 'Canary 4712' })
    const rows = await server.query<{ text: string }>`select r::text as text from release r`
    const events = JSON.stringify(await eventsOf(server, owner.consumerId))
    for (const text of [...rows.map(({ text }) => text), events, ...server.logged]) {
      expect(text).not.toContain(iban)
      expect(text).not.toMatch(/Canary 471\d/)
    }
  })
})

describe('who may', () => {
  const refused = async (scene: { alias: string; endpoint: string }, more: object = {}, holder = payer) => {
    const before = server.app.quantise.counts.single.released
    const answer = await ask(scene, more, holder)
    expect([answer.status, failure(answer)]).toEqual([
      404,
      { type: 'not_found_error', code: 'release_not_found', message: expect.any(String) },
    ])
    expect(server.app.quantise.counts.single.released).toBe(before + 1)
  }

  test('nobody by default; with granted, consumers whose grant names the endpoint', async () => {
    await refused(await granted({ release: undefined }))
    await refused(await granted({ release: 'never' }))
    await refused(await granted({}, false))
    const scene = await granted()
    const stranger = await server.key({ consumer: 'stranger' })
    const slk = await registered(await payerKey(), stranger)
    await refused(scene, { sealing_key: slk }, stranger)
  })

  test("another's sealing key, and a live one for a test key, are no key of the caller's", async () => {
    const scene = await granted()
    const stranger = await server.key({ consumer: 'stranger' })
    const live = await server.key({ consumer: 'payer', livemode: true })
    for (const holder of [stranger, live]) {
      const answer = await ask(scene, { sealing_key: await registered(await payerKey(), holder) })
      expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_missing'])
    }
  })

  test('every want is one answer: of an alias, an endpoint, sight, a grant, an active identity', async () => {
    const scene = await granted()
    const other = await granted()
    await refused({ ...scene, alias: '@nobody.at.all' })
    await refused({ ...scene, endpoint: 'end_00000000000000000000000000' })
    await refused({ ...scene, endpoint: 'nonsense' })
    await refused({ ...scene, endpoint: other.endpoint })
    await refused({ ...scene, alias: other.alias })
    await refused(scene, { token: 'tok_wrong' })
    await mine.patch(`/v1/endpoints/${scene.endpoint}`, { privacy_level: 'private' })
    await refused(scene)
    await mine.patch(`/v1/identities/${other.identity}`, { status: 'suspended' })
    await refused(other)
  })

  test('with public, everybody who resolves it', async () => {
    const scene = await granted({ release: 'public' }, false)
    const stranger = await server.key({ consumer: 'anybody' })
    const pair = await payerKey()
    const slk = await registered(pair, stranger)
    const { body } = await ask(scene, { sealing_key: slk }, stranger)
    const { text } = await openJwe(body.jwe, pair)
    expect((await verifyJws(text, await jwks())).claims).toMatchObject({ address: iban, aud: stranger.consumer })
  })

  test('with the token that resolve shows, when one is given', async () => {
    const scene = await granted()
    const { body } = await payer.post('/v1/resolve', { alias: scene.alias })
    expect((await ask(scene, { token: body.endpoints[0].token })).status).toBe(201)
  })

  test('a grant that covers all releases only named endpoints', async () => {
    const scene = await granted({}, false)
    await refused(scene)
    await mine.patch(`/v1/consent_grants/${scene.grant}`, { release: [scene.endpoint] })
    expect((await ask(scene)).status).toBe(201)
    await mine.patch(`/v1/consent_grants/${scene.grant}`, { release: [] })
    await refused(scene)
  })
})

describe('a stored release', () => {
  /** Leaves the endpoint out of what is covered, and with it out of what is released. */
  async function narrow(identity: string, grant: string) {
    const { data } = await mine.get(`/v1/identities/${identity}/aliases`)
    await mine.patch(`/v1/consent_grants/${grant}`, { covers: { aliases: [data[0].id] } })
  }

  test('is readable by the payer alone, and ends with its permission', async () => {
    const takings: ((scene: Scene) => Promise<unknown>)[] = [
      ({ grant }) => mine.remove(`/v1/consent_grants/${grant}`),
      ({ grant }) => mine.patch(`/v1/consent_grants/${grant}`, { release: [] }),
      ({ identity, grant }) => narrow(identity, grant),
      ({ endpoint }) => mine.patch(`/v1/endpoints/${endpoint}`, { status: 'disabled' }),
      ({ endpoint }) => mine.patch(`/v1/endpoints/${endpoint}`, { release: 'never' }),
      ({ endpoint }) => mine.remove(`/v1/endpoints/${endpoint}`),
      ({ identity }) => mine.patch(`/v1/identities/${identity}`, { status: 'suspended' }),
    ]
    for (const take of takings) {
      const scene = await granted()
      const { body } = await ask(scene)
      expect((await read(body.id)).body).toEqual({ ...body, request_id: expect.any(String) })
      expect((await read(body.id, owner)).status).toBe(404)
      await take(scene)
      const [row] = await server.query<{ jwe: string | null }>`select jwe from release
        where id = ${decodeId('release', body.id)}`
      expect([take.toString(), row!.jwe]).toEqual([take.toString(), null])
      expect((await read(body.id)).body).toMatchObject({ status: 'failed', jwe: null })
    }
  })

  test.each([
    ['public', 'public', []],
    ['public', 'unlisted', ['revoke', 'endpoint']],
    ['consent_required', 'public', ['revoke', 'alias']],
    ['consent_required', 'consent_required', ['revoke', 'alias', 'endpoint']],
  ])(
    'for everybody, behind a %s alias and a %s endpoint, ends with the grant that shows it, and else stays',
    async (aliasLevel, privacy_level, ending) => {
      for (const taken of ['revoke', 'alias', 'endpoint', 'release', 'time']) {
        const scene = await granted({ release: 'public', privacy_level })
        const [alias] = (await mine.get(`/v1/identities/${scene.identity}/aliases`)).data
        await mine.patch(`/v1/aliases/${alias.id}`, { privacy_level: aliasLevel })
        const { body } = await ask(scene)
        const path = `/v1/consent_grants/${scene.grant}`
        const changes: Record<string, Json> = {
          alias: { covers: { endpoints: [scene.endpoint] } },
          endpoint: { covers: { aliases: [alias.id] } },
          release: { release: [] },
          time: { expires_at: Math.floor(Date.now() / 1000) + 3_600 },
        }
        expect((await (taken === 'revoke' ? mine.remove(path) : mine.patch(path, changes[taken]!))).status).toBe(200)
        const [row] = await server.query<{ is_kept: boolean }>`select jwe is not null as is_kept from release
        where id = ${decodeId('release', body.id)}`
        expect([taken, row]).toEqual([taken, { is_kept: !ending.includes(taken) }])
      }
    },
  )

  test('is listed to the payer alone, the newest first, without the sealed text, and for 30 days', async () => {
    const [lister, other] = [await server.key({ consumer: 'lister' }), await server.key({ consumer: 'other lister' })]
    const slk = await registered(await payerKey(), lister)
    const scene = await granted({ release: 'public' })
    const made: Body[] = []
    for (const reference of ['Rent, May', null, 'Rent, June'])
      made.unshift((await ask(scene, { sealing_key: slk, ...(reference && { reference }) }, lister)).body)
    const list = async (holder: Key, query = '') =>
      (await server.send('GET', `/v1/releases${query}`, { key: holder.key })).body.data
    const listed = made.map((one) => ({ ...one, jwe: null, request_id: expect.any(String) }))
    expect(await list(lister)).toEqual(listed)
    expect(listed.map(({ alias_type, reference }) => [alias_type, reference])).toEqual([
      ['username', 'Rent, June'],
      ['username', null],
      ['username', 'Rent, May'],
    ])
    expect(await list(lister, `?limit=1&starting_after=${made[0].id}`)).toEqual([listed[1]])
    expect(await list(other)).toEqual([])
    const [stored] = await server.query<{ text: string }>`select r::text as text from release r
      where id = ${decodeId('release', made[0].id)}`
    expect(stored!.text).not.toContain(Buffer.from('Rent').toString('hex'))
    const days = (n: number) =>
      query(server, `update release set created_at = now() - interval '${n} days', expires_at = now() where id = $1`, [
        decodeId('release', made[2].id),
      ])
    const purge = () => server.app.jobs.find(({ name }) => name === 'purge-releases')!.run()
    await days(29)
    expect((await list(lister)).at(-1).status).toBe('expired')
    await purge()
    expect((await list(lister)).at(-1)).toMatchObject({ id: made[2].id, status: 'expired' })
    await days(31)
    await purge()
    expect(await list(lister)).toHaveLength(2)
  })

  test('is gone when its alias is', async () => {
    const scene = await granted()
    const { body } = await ask(scene)
    const { data } = await mine.get(`/v1/identities/${scene.identity}/aliases`)
    await mine.remove(`/v1/aliases/${data[0].id}`)
    expect((await read(body.id)).body).toMatchObject({ status: 'failed', jwe: null })
  })

  test('is kept or dropped, when its grant changes, by a read of its alias and of no other', async () => {
    const scene = await granted()
    await mine.patch(`/v1/consent_grants/${scene.grant}`, { covers: { endpoints: [scene.endpoint] } })
    const { body } = await ask(scene)
    await query(
      server,
      `insert into alias (id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level)
       select gen_random_uuid(), false, id, consumer_id, 'username', 'of.many' || n, 'of.many' || n, 1, 'public'
       from identity, generate_series(1, 3000) n where id = $1`,
      [decodeId('identity', scene.identity)],
    )
    const [reads] = await server.app.db.transaction().execute((trx) =>
      countReads(trx, 'alias', () =>
        sql`update consent_grant set expires_at = now() + interval '1 day'
          where id = ${decodeId('consentGrant', scene.grant)}`.execute(trx),
      ),
    )
    expect(reads).toBe(1)
    expect((await read(body.id)).body).toMatchObject({ status: 'ready', jwe: expect.any(String) })
  })

  test('is gone after ten minutes', async () => {
    const { body } = await ask(await granted())
    await server.query`update release set expires_at = now() - interval '1 second'
      where id = ${decodeId('release', body.id)}`
    expect((await read(body.id)).body).toMatchObject({ status: 'expired', jwe: null })
  })

  test('is not repeated by a replay', async () => {
    const scene = await granted()
    const send = () =>
      payer.post(
        '/v1/releases',
        { alias: scene.alias, endpoint: scene.endpoint, sealing_key: sealingKey },
        { 'idempotency-key': 'release-once' },
      )
    const first = await send()
    expect(first.body.jwe).toEqual(expect.any(String))
    expect((await send()).body).toEqual({ ...first.body, jwe: null })
  })

  test('is unreadable once a revoke has answered, under any race', async () => {
    for (let round = 0; round < 20; round++) {
      const scene = await granted()
      const [asked, revoked] = await Promise.all([ask(scene), mine.remove(`/v1/consent_grants/${scene.grant}`)])
      expect(revoked.status).toBe(200)
      const [row] = await server.query<{ jwe: string | null }>`select jwe from release
        where endpoint_id = ${decodeId('endpoint', scene.endpoint)} and jwe is not null`
      expect(row).toBeUndefined()
      if (asked.status === 201) expect((await read(asked.body.id)).body.jwe).toBeNull()
      expect((await ask(scene)).status).toBe(404)
    }
  })
})

test('the owner hears of it once an hour, and finds each release among the disclosure records', async () => {
  const scene = await granted()
  const before = (await eventsOf(server, owner.consumerId)).length
  for (const { status } of await Promise.all([ask(scene), ask(scene), ask(scene)])) expect(status).toBe(201)
  const events = (await eventsOf(server, owner.consumerId)).slice(before)
  expect(events).toEqual([
    {
      type: 'endpoint.released',
      data: {
        identity: scene.identity,
        endpoint: { public_id: scene.endpoint, type: 'bank_account' },
        consumer: payer.consumer,
      },
    },
  ])
  const { data } = await mine.get(`/v1/identities/${scene.identity}/disclosures`)
  expect(data.map(({ kind, endpoints, grant }: Body) => [kind, endpoints, grant])).toEqual(
    Array.from({ length: 3 }, () => ['release', [scene.endpoint], scene.grant]),
  )
})

describe('a sealing key', () => {
  const create = (jwk: unknown, holder = payer) =>
    server.send('POST', '/v1/sealing_keys', { key: holder.key, body: { jwk } })
  const point = (hex: string) => ({ kty: 'OKP', crv: 'X25519', x: Buffer.from(hex, 'hex').toString('base64url') })

  test('of test mode is usable at once', async () => {
    const holder = await server.key({ consumer: 'tester' })
    const { body } = await create((await payerKey()).jwk, holder)
    expect(body).toMatchObject({ livemode: false, status: 'usable', usable_at: body.created })
    const scene = await granted({ release: 'public' })
    expect((await ask(scene, { sealing_key: body.id }, holder)).status).toBe(201)
  })

  test('is usable by the database’s clock, however far behind a process estimates it', async () => {
    const late = await startTestServer({ clock: () => Date.now() - 60_000 })
    try {
      const { key } = await late.key()
      const { body } = await late.send('POST', '/v1/sealing_keys', { key, body: { jwk: (await payerKey()).jwk } })
      expect(body).toMatchObject({ status: 'usable', usable_at: body.created })
      const live = await late.key({ livemode: true })
      const made = await late.send('POST', '/v1/sealing_keys', { key: live.key, body: { jwk: (await payerKey()).jwk } })
      expect(made.body.status).toBe('waiting')
      await activateSealingKey(late.app.db, decodeId('sealingKey', made.body.id)!)
      const { body: listed } = await late.send('GET', '/v1/sealing_keys', { key: live.key })
      expect(listed.data[0].status).toBe('usable')
    } finally {
      await late.close()
    }
  })

  test('of live mode waits a day before anything is sealed to it, and the operator can end the wait', async () => {
    const holder = await server.key({ consumer: 'newcomer', livemode: true })
    const { jwk } = await payerKey()
    const made = await create(jwk, holder)
    expect(made.body).toMatchObject({ object: 'sealing_key', jwk, status: 'waiting' })
    expect(made.body.usable_at - made.body.created).toBe(86_400)
    const live = registryOf(server, await server.key({ livemode: true }))
    const { id: identity } = await live.identity()
    const alias = `@${(await live.username(identity)).value}`
    const scene = { alias, endpoint: (await live.account(identity, { release: 'public' })).id }
    const early = await ask(scene, { sealing_key: made.body.id }, holder)
    expect([early.status, failure(early).code]).toEqual([409, 'sealing_key_not_usable'])
    await activateSealingKey(server.app.db, decodeId('sealingKey', made.body.id)!)
    expect((await ask(scene, { sealing_key: made.body.id }, holder)).status).toBe(201)
    const list = await server.send('GET', '/v1/sealing_keys', { key: holder.key })
    expect(list.body.data[0]).toMatchObject({ id: made.body.id, status: 'usable' })
  })

  test('is removed with everything sealed to it, and is no longer usable', async () => {
    const holder = await server.key({ consumer: 'leaver' })
    const slk = await registered(await payerKey(), holder)
    const scene = await granted({ release: 'public' })
    const { body } = await ask(scene, { sealing_key: slk }, holder)
    await server.send('DELETE', `/v1/sealing_keys/${slk}`, { key: holder.key })
    expect((await read(body.id, holder)).body).toMatchObject({ status: 'failed', jwe: null })
    expect(failure(await ask(scene, { sealing_key: slk }, holder)).code).toBe('sealing_key_not_usable')
    expect(failure(await ask(scene, { sealing_key: slk })).code).toBe('resource_missing')
  })

  test('with its private half is refused with a specific code, and not registered', async () => {
    const answer = await create({ ...point('09'.padEnd(64, '0')), d: 'AAAA' })
    expect([answer.status, failure(answer)]).toMatchObject([400, { code: 'sealing_key_private', param: 'jwk' }])
    expect(failure(answer).message).toContain("register another's public half")
  })

  test('is registered as WebCrypto exports it', async () => {
    const { publicKey } = (await crypto.subtle.generateKey('X25519', true, ['deriveBits'])) as { publicKey: CryptoKey }
    const exported = await crypto.subtle.exportKey('jwk', publicKey)
    expect(Object.keys(exported)).toContain('key_ops')
    const made = await create({ ...exported, use: 'enc', kid: 'mine' })
    expect([made.status, made.body.jwk]).toEqual([201, { kty: 'OKP', crv: 'X25519', x: exported.x }])
  })

  test.each([
    ['an unknown member', { ...point('09'.padEnd(64, '1')), x5c: [] }],
    ['another curve', { kty: 'OKP', crv: 'Ed25519', x: point('01'.padEnd(64, '2')).x }],
    ['a short point', point('0102')],
    ['a point of low order: 0', point('00'.padEnd(64, '0'))],
    ['a point of low order: 1', point('01'.padEnd(64, '0'))],
    ['a point of low order: 8', point('e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800')],
    ['a point of low order: 8, the other', point('5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157')],
    ['p − 1', point('ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f')],
    ['p, which is 0', point('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f')],
    ['a point with its highest bit set', point('09'.padEnd(62, '0') + '80')],
  ])('%s is refused', async (_, jwk) => {
    const answer = await create(jwk)
    expect([answer.status, failure(answer).code]).toEqual([400, 'sealing_key_invalid'])
  })

  test('is registered once, by whomever, and five are the most: a removed one keeps its place', async () => {
    expect(failure(await create(key.jwk, await server.key({ consumer: 'copycat' }))).code).toBe('sealing_key_invalid')
    const holder = await server.key({ consumer: 'collector' })
    const answers = await Promise.all(Array.from({ length: 9 }, async () => create((await payerKey()).jwk, holder)))
    expect(answers.filter(({ status }) => status === 201).length).toBe(5)
    const made = answers.find(({ status }) => status === 201)!
    await server.send('DELETE', `/v1/sealing_keys/${made.body.id}`, { key: holder.key })
    expect(failure(await create((await payerKey()).jwk, holder)).code).toBe('limit_reached')
  })

  test('needs its own scope, which keys:write does not include', async () => {
    const { key: narrow } = await server.key({ consumer: 'payer', scopes: ['keys:write', 'resolve'] })
    const answer = await server.send('POST', '/v1/sealing_keys', { key: narrow, body: { jwk: key.jwk } })
    expect([answer.status, failure(answer)]).toMatchObject([
      403,
      { code: 'scope_missing', param: 'sealing_keys:write' },
    ])
  })
})

test('GraphQL works like REST', async () => {
  const scene = await granted()
  const { body } = await payer.graphql(
    `mutation ($input: ReleaseInput!) { createRelease(input: $input) { id status endpointId sealingKeyId jwe } }`,
    { input: { alias: scene.alias, endpoint: scene.endpoint, sealingKey } },
  )
  expect(body.data.createRelease).toMatchObject({
    status: 'READY',
    endpointId: scene.endpoint,
    sealingKeyId: sealingKey,
  })
  expect((await openJwe(body.data.createRelease.jwe, key)).header.kid).toBe(sealingKey)
  const again = await payer.graphql(`{ release(id: "${body.data.createRelease.id}") { jwe } }`)
  expect(again.body.data.release.jwe).toBe(body.data.createRelease.jwe)
})
