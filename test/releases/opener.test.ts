import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import type { OpenerProcess } from '../../src/process/compose/opener.ts'
import { addressSealer } from '../../src/vault/address-key.ts'
import { recordOf } from '../support/bound.ts'
import { openJwe, verifyJws } from '../support/open-release.ts'
import { type OpenerMachine, openerMachine } from '../support/opener.ts'
import { eventsOf, failure, iban } from '../support/registry.ts'
import { type Payee, type Releasing, releasing, settled } from '../support/releasing.ts'
import { type Answer, startTestServer, type TestServer } from '../support/server.ts'

/*
 * Addresses are sealed to a key that the gateway does not hold. The opener is composed as `signpost opener` composes it, on
 * the same PostgreSQL.
 */

let machine: OpenerMachine
/** It gives up at once when no opener answers. */
let hasty: TestServer
let server: TestServer
let scene: Releasing
let openers: OpenerProcess[] = []
beforeAll(async () => {
  machine = openerMachine()
  const encryptionKey = Buffer.alloc(32, 7)
  server = await startTestServer({ env: { ...machine.env, RELEASE_WAIT_MS: '8000' }, encryptionKey })
  hasty = await startTestServer({
    env: { ...machine.env, RELEASE_WAIT_MS: '0' },
    encryptionKey,
    database: server.database,
  })
  scene = await releasing(server)
})
afterEach(async () => {
  await Promise.all(openers.map((opener) => opener.stop()))
  openers = []
  machine.logged.length = 0
})
afterAll(async () => {
  await hasty.close()
  await server.close()
  machine.remove()
})

const open = async (env: Record<string, string> = {}) => {
  openers.push(await machine.start(server, env))
}

/** Asks a gateway that does not wait. */
const askHastily = ({ alias, endpoint }: Payee, more: object = {}): Promise<Answer> =>
  hasty.send('POST', '/v1/releases', {
    key: scene.payer.key,
    body: { alias, endpoint, sealing_key: scene.sealingKey, ...more },
  })

const addressIn = async (jwe: string) => {
  const { text } = await openJwe(jwe, scene.key)
  return (await verifyJws(text, await scene.jwks())).claims
}

/** Returns the waiting jobs; expired jobs are left to retention. */
const jobs = () => server.query`select j.id from release_job j join release r on r.id = j.id where r.expires_at > now()`
const recordsOf = async ({ identity }: Payee) =>
  (await scene.mine.get(`/v1/identities/${identity}/disclosures`)).data.filter(
    ({ kind }: { kind: string }) => kind === 'release',
  )

describe('with a separate opener', () => {
  test('a release is the address, opened and signed by a process that is no gateway', async () => {
    await open()
    const payee = await scene.payee()
    const { status, body } = await scene.ask(payee, { reference: 'Invoice 7' })
    expect([status, body.status]).toEqual([201, 'ready'])
    expect(await addressIn(body.jwe)).toMatchObject({
      iss: 'signpost',
      aud: scene.payer.consumer,
      sub: payee.identity,
      endpoint: payee.endpoint,
      address: iban,
      reference: 'Invoice 7',
      jti: body.id,
    })
    expect((await scene.read(body.id)).body).toEqual({ ...body, request_id: expect.any(String) })
    expect(await recordsOf(payee)).toHaveLength(1)
    expect(await jobs()).toEqual([])
  })

  test('payers pin keys that no gateway holds', async () => {
    const [pinned] = await scene.jwks()
    const built = server.app.keyring.hash('release_signing', false, 'Ed25519 key of the opener')
    expect(machine.pair.signingSeed(false).equals(built)).toBe(false)
    expect(pinned).toMatchObject({ kty: 'OKP', crv: 'Ed25519', kid: expect.any(String) })
  })

  test('without one in time it is pending, then ready, for ten minutes from then', async () => {
    const payee = await scene.payee()
    const asked = await askHastily(payee)
    expect([asked.status, asked.body]).toMatchObject([202, { status: 'pending', jwe: null, endpoint: payee.endpoint }])
    expect((await scene.read(asked.body.id)).body).toMatchObject({ status: 'pending', jwe: null })
    expect(await recordsOf(payee)).toEqual([])
    await server.query`update release set expires_at = expires_at - interval '9 minutes'
      where id = ${decodeId('release', asked.body.id)}`
    await open()
    const ready = await settled(scene, asked.body.id)
    expect(ready).toMatchObject({ status: 'ready', jwe: expect.any(String) })
    expect(ready.expires_at - Date.now() / 1000).toBeGreaterThan(590)
    expect(await addressIn(ready.jwe)).toMatchObject({ address: iban, jti: asked.body.id })
    await server.query`update release set expires_at = now() - interval '1 second'
      where id = ${decodeId('release', asked.body.id)}`
    expect((await scene.read(asked.body.id)).body).toMatchObject({ status: 'expired', jwe: null })
  })

  test('one that nobody opened in ten minutes has failed, and no opener takes it then', async () => {
    const { body } = await askHastily(await scene.payee())
    await server.query`update release set expires_at = now() - interval '1 second'
      where id = ${decodeId('release', body.id)}`
    await open()
    const later = await scene.ask(await scene.payee())
    expect(later.body.status).toBe('ready')
    expect((await scene.read(body.id)).body).toMatchObject({ status: 'failed', jwe: null })
  })

  test('a refused release is answered at once, as without an opener, and leaves no job', async () => {
    const payee = await scene.payee({ release: 'never' })
    for (const of of [payee, { ...payee, alias: '@nobody.at.all' }, { ...payee, endpoint: 'end_nonsense' }]) {
      const before = server.app.quantise.counts.single.released
      const answer = await scene.ask(of)
      expect([answer.status, failure(answer).code]).toEqual([404, 'release_not_found'])
      expect(server.app.quantise.counts.single.released).toBe(before + 1)
    }
    expect(await jobs()).toEqual([])
    expect(await server.query`select from release where endpoint_id = ${decodeId('endpoint', payee.endpoint)}`).toEqual(
      [],
    )
  })

  test('the opener evaluates itself: an address whose permission ended during the wait is not opened', async () => {
    const takings: ((payee: Payee) => Promise<unknown>)[] = [
      ({ grant }) => scene.mine.remove(`/v1/consent_grants/${grant}`),
      ({ endpoint }) => scene.mine.patch(`/v1/endpoints/${endpoint}`, { status: 'disabled' }),
      ({ endpoint }) => scene.mine.patch(`/v1/endpoints/${endpoint}`, { privacy_level: 'private' }),
      ({ identity }) => scene.mine.patch(`/v1/identities/${identity}`, { status: 'suspended' }),
    ]
    const waiting = []
    for (const take of takings) {
      const payee = await scene.payee()
      const { body } = await askHastily(payee)
      await take(payee)
      waiting.push({ payee, id: decodeId('release', body.id)!, publicId: body.id })
    }
    const before = (await eventsOf(server, scene.owner.consumerId)).length
    await open()
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: 20_000 })
    for (const { payee, id, publicId } of waiting) {
      expect(await server.query`select status, jwe from release where id = ${id}`).toEqual([
        { status: 'failed', jwe: null },
      ])
      expect((await scene.read(publicId)).body).toMatchObject({ status: 'failed', jwe: null })
      expect(
        await server.query`select from disclosure_record where identity_id = ${decodeId('identity', payee.identity)}
          and kind = ${'release'}`,
      ).toEqual([])
    }
    expect((await eventsOf(server, scene.owner.consumerId)).length).toBe(before)
  })

  test('another account in the row, sealed to the public key by a writer of the database, is not released', async () => {
    const payee = await scene.payee()
    const id = decodeId('endpoint', payee.endpoint)!
    const { body: before } = await askHastily(payee)
    const forged = await addressSealer(machine.pair.publicKey).seal(
      await recordOf(server, id),
      false,
      'GB82WEST12345698765432',
    )
    await server.query`update endpoint set address = ${forged} where id = ${id}`
    await open()
    expect(await settled(scene, before.id)).toMatchObject({ status: 'failed', jwe: null })
    expect(machine.logged.join()).toContain('a row differs from its seal')
    expect(machine.logged.join()).not.toContain('GB82')
    expect((await scene.ask(payee)).body).toMatchObject({ status: 'failed', jwe: null })
  })

  const moves = [
    [
      'an alias that leads to Mallory',
      'update alias set identity_id = $2 where identity_id = $1 and $3::uuid is not null',
    ],
    [
      'an account of Mallory under the identity of the payee',
      "update endpoint set identity_id = $1, release = 'public' where id = $3 and identity_id = $2",
    ],
    [
      'sealed columns of Mallory in the row of the payee',
      `update endpoint e set address = m.address, projection = m.projection, mark = m.mark from endpoint m
       where e.identity_id = $1 and m.identity_id = $2 and m.id = $3`,
    ],
  ] as const
  test.each(moves)('%s, written while a release waited, is not handed out', async (_, change) => {
    const [alice, mallory] = [await scene.payee(), await scene.payee()]
    const { body: before } = await askHastily(alice)
    const [hers, his] = [alice, mallory].map(({ identity }) => decodeId('identity', identity))
    const account = decodeId('endpoint', mallory.endpoint)
    const moved = await server.app.pool.query(change, [hers, his, account])
    expect(moved.rowCount).toBe(1)
    await server.query`update identity set snapshot = default`
    await open()
    const own = await settled(scene, before.id)
    if (own.jwe) expect((await addressIn(own.jwe)).endpoint).toBe(alice.endpoint)
    expect((await scene.ask({ ...alice, endpoint: mallory.endpoint })).body.jwe ?? null).toBeNull()
    expect(own.status).toBe(change.includes("'public'") ? 'ready' : 'failed')
  })

  test('the reference is in no row in plain text, and only the opener reads it', async () => {
    const { body } = await askHastily(await scene.payee(), { reference: 'Canary 4712' })
    const [job] = await server.query<{ reference: Buffer }>`select reference from release_job
      where id = ${decodeId('release', body.id)}`
    expect(job!.reference.length).toBeGreaterThan(40)
    expect(job!.reference.toString('latin1')).not.toContain('Canary')
    await open()
    expect((await addressIn((await settled(scene, body.id)).jwe)).reference).toBe('Canary 4712')
  })

  test('several openers share the work: each release is made once', async () => {
    const payees: Payee[] = []
    for (let n = 0; n < 12; n++) payees.push(await scene.payee())
    const asked = []
    for (const payee of payees) asked.push(await askHastily(payee))
    await Promise.all([open(), open(), open()])
    const ready = await Promise.all(asked.map(({ body }) => settled(scene, body.id)))
    expect(new Set(ready.map(({ status }) => status))).toEqual(new Set(['ready']))
    for (const payee of payees) expect(await recordsOf(payee)).toHaveLength(1)
  })

  test('a job that an opener left behind is taken by the next one when its lease has expired, and no sooner', async () => {
    const [held, left] = [await askHastily(await scene.payee()), await askHastily(await scene.payee())]
    const lease = (answer: Answer, minutes: number) =>
      server.query`update release_job
        set lease = gen_random_uuid(), leased_until = now() + ${minutes} * interval '1 minute'
        where id = ${decodeId('release', answer.body.id)}`
    await lease(held, 5)
    await lease(left, -5)
    await open()
    expect((await settled(scene, left.body.id)).status).toBe('ready')
    expect((await scene.read(held.body.id)).body.status).toBe('pending')
  })

  test('a replay shows the status and repeats no sealed text', async () => {
    await open()
    const payee = await scene.payee()
    const first = await scene.ask(payee, {}, { 'idempotency-key': 'opened-once' })
    const again = await scene.ask(payee, {}, { 'idempotency-key': 'opened-once' })
    expect([again.status, again.body]).toEqual([201, { ...first.body, jwe: null }])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('GraphQL answers PENDING, too', async () => {
    const { alias, endpoint } = await scene.payee()
    const { body } = await hasty.graphql(
      scene.payer.key,
      'mutation ($input: ReleaseInput!) { createRelease(input: $input) { id status jwe } }',
      { input: { alias, endpoint, sealingKey: scene.sealingKey } },
    )
    expect(body.data.createRelease).toMatchObject({ status: 'PENDING', jwe: null })
    await open()
    expect((await settled(scene, body.data.createRelease.id)).status).toBe('ready')
  })
})

test('releases that wait for an opener take no place, and keep no other consumer from waiting', async () => {
  const small = await startTestServer({
    env: { ...machine.env, RELEASE_WAIT_MS: '3000', MAX_IN_FLIGHT: '4' },
    encryptionKey: Buffer.alloc(32, 7),
    database: server.database,
  })
  try {
    const modest = await releasing(small, { owner: 'owner', payer: 'modest' })
    const [payee, other] = [await scene.payee(), await modest.payee()]
    const body = { alias: payee.alias, endpoint: payee.endpoint, sealing_key: scene.sealingKey }
    const greedy = Array.from({ length: 12 }, () => small.send('POST', '/v1/releases', { key: scene.payer.key, body }))
    // No opener runs: what may not wait is pending at once, and the rest waits.
    expect((await Promise.race(greedy)).status).toBe(202)
    for (const key of [modest.payer.key, scene.payer.key])
      expect((await small.send('POST', '/v1/resolve', { key, body: { alias: other.alias } })).status).toBe(200)
    const asked = modest.ask(other)
    const isWaiting = await Promise.race([
      asked.then(() => false),
      new Promise((settle) => setTimeout(settle, 1_000, true)),
    ])
    expect([isWaiting, (await asked).status]).toEqual([true, 202])
    expect((await Promise.all(greedy)).map(({ status }) => status)).toEqual(Array(12).fill(202))
  } finally {
    await small.close()
  }
})

test('without OPENER_PUBLIC_KEY there is no opener to wait for: 503, and nothing is left behind', async () => {
  const { OPENER_PUBLIC_KEY: _, ...env } = machine.env
  const alone = await startTestServer({ env, encryptionKey: Buffer.alloc(32, 7), database: server.database })
  const { alias, endpoint } = await scene.payee()
  const answer = await alone.send('POST', '/v1/releases', {
    key: scene.payer.key,
    body: { alias, endpoint, sealing_key: scene.sealingKey },
  })
  expect([answer.status, answer.body.error.code]).toEqual([503, 'service_unavailable'])
  expect((await alone.send('GET', '/.well-known/signpost-jwks.json')).body).toEqual({ keys: [] })
  await alone.close()
})
