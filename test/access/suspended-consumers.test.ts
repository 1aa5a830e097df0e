import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Consumers } from '../../src/access/consumers/service.ts'
import { operatorCall } from '../../src/cli/app.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { callOf } from '../support/call.ts'
import { createDatabase } from '../support/database.ts'
import { payerKey } from '../support/open-release.ts'
import { query, type Registry, registryOf } from '../support/registry.ts'
import { type Answer, forTests, type Key, startTestServer, type TestServer } from '../support/server.ts'

let consumers: Consumers
let serial = 0
let owner: Key
let mine: Registry

const database = forTests(createDatabase)
const shared = { database, encryptionKey: randomBytes(32), env: { RESPONSE_STEP_SINGLE_MS: '1' } }
const server = forTests(() => startTestServer(shared))
const other = forTests(() => startTestServer(shared))
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeAll(async () => {
  consumers = server.app.services.consumers
})
beforeEach(async () => {
  owner = await server.key({ consumer: `owner ${++serial}` })
  mine = registryOf(server, owner)
})

const call = () => operatorCall(server.app)
const suspend = () => consumers.suspend(call(), owner.consumer)
const resume = () => consumers.resume(call(), owner.consumer)
const resolveAt = (at: TestServer, alias: string) => at.send('POST', '/v1/resolve', { key: payer.key, body: { alias } })
const me = (at: TestServer, key: string) => at.send('GET', '/v1/me', { key })
const codeOf = ({ status, body }: Answer) => [status, body?.error?.code]
const refused = [403, 'consumer_suspended']

/** A payee whose alias is public. */
async function payee(): Promise<{ identity: string; alias: string }> {
  const { id: identity } = await mine.identity()
  await mine.wallet(identity)
  return { identity, alias: `@${(await mine.username(identity)).value}` }
}

describe('every key of a suspended consumer', () => {
  test('answers 403 on REST and on GraphQL, in every environment, at every gateway, and works again afterwards', async () => {
    const live = await server.key({ consumer: `owner ${serial}`, livemode: true, scopes: ['resolve'] })
    for (const key of [owner, live]) for (const at of [server, other]) expect((await me(at, key.key)).status).toBe(200)
    await suspend()
    expect(codeOf(await me(server, owner.key))).toEqual(refused)
    for (const key of [owner, live]) {
      await expect.poll(async () => codeOf(await me(other, key.key))).toEqual(refused)
      const answer = await other.graphql(key.key, '{ viewer { id } }')
      expect(answer.status).toBe(403)
      expect(answer.body.errors[0].extensions.code).toBe('CONSUMER_SUSPENDED')
    }
    await resume()
    expect((await me(server, owner.key)).status).toBe(200)
    for (const key of [owner, live]) await expect.poll(async () => (await me(other, key.key)).status).toBe(200)
  })

  test('is refused as revoked or expired first: only a working key learns of the suspension', async () => {
    const gone = await server.key({ consumer: `owner ${serial}` })
    await server.query`update api_key set revoked_at = now() where id = ${decodeId('apiKey', gone.keyId)}`
    await suspend()
    expect(codeOf(await me(server, gone.key))).toEqual([401, 'api_key_revoked'])
  })

  test('that is made meanwhile is refused too, and other consumers notice nothing', async () => {
    await suspend()
    const made = await server.key({ consumer: `owner ${serial}` })
    expect(codeOf(await me(server, made.key))).toEqual(refused)
    expect((await me(server, payer.key)).status).toBe(200)
  })
})

describe('an identity of a suspended consumer', () => {
  test('is a miss from the very next look-up on at every gateway, and resolves again afterwards', async () => {
    const { alias, identity } = await payee()
    expect((await resolveAt(other, alias)).body.identity).toBe(identity)
    const absent = await resolveAt(other, '@nobody.at.all')
    for (let round = 0; round < 5; round++) {
      await suspend()
      const hidden = await resolveAt(other, alias)
      expect([hidden.status, Object.keys(hidden.body.error)]).toEqual([404, Object.keys(absent.body.error)])
      const bulk = await other.send('POST', '/v1/resolve/bulk', { key: payer.key, body: { items: [{ alias }] } })
      expect(bulk.body.results[0].error.code).toBe('alias_not_found')
      await resume()
      expect((await resolveAt(other, alias)).body.identity).toBe(identity)
    }
  })

  test('loses nothing: its alias stays taken, its grants stay, and everything is there afterwards', async () => {
    const { alias, identity } = await payee()
    const grant = await mine.grant(identity, payer.consumer)
    const seen = async () => (await payer.get(`/v1/consent_grants/${grant.id}`)).body.status
    const before = await mine.get(`/v1/identities/${identity}`)
    expect(await seen()).toBe('active')
    await suspend()
    // To the grantee it is as when the identity itself is suspended.
    expect(await seen()).toBe('revoked')
    const taken = registryOf(server, payer)
    const { id } = await taken.identity()
    const body = { identity: id, type: 'username', value: alias.slice(1), privacy_level: 'public' }
    expect(codeOf(await payer.post('/v1/aliases', body))).toEqual([409, 'alias_taken'])
    await resume()
    expect(await mine.get(`/v1/identities/${identity}`)).toEqual(before)
    expect(await seen()).toBe('active')
  })

  test('is suspended by SQL as well', async () => {
    const { alias } = await payee()
    await server.query`update consumer set suspended_at = now() where id = ${owner.consumerId}`
    expect((await resolveAt(other, alias)).status).toBe(404)
  })
})

describe('releases', () => {
  async function scene() {
    const { jwk } = await payerKey()
    const key = (await payer.post('/v1/sealing_keys', { jwk })).body.id
    await activateSealingKey(server.app.db, decodeId('sealingKey', key)!)
    const { id: identity } = await mine.identity()
    const alias = `@${(await mine.username(identity)).value}`
    const { id: endpoint } = await mine.account(identity, { release: 'granted' })
    await mine.grant(identity, payer.consumer, { release: [endpoint] })
    return { alias, endpoint, sealing_key: key }
  }
  const ask = (body: object, key = payer.key) => server.send('POST', '/v1/releases', { key, body })

  test('are refused like absent ones, and earlier releases become unreadable', async () => {
    const asked = await scene()
    const made = await ask(asked)
    expect(made.status).toBe(201)
    await suspend()
    expect(codeOf(await ask(asked))).toEqual([404, 'release_not_found'])
    const kept = await payer.get(`/v1/releases/${made.body.id}`)
    expect(kept.body).toMatchObject({ status: 'failed', jwe: null })
    await resume()
    expect((await ask(asked)).status).toBe(201)
  })

  test('that race a suspension are made before its commit or not at all', async () => {
    const asked = await scene()
    await server.app.db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('consumer').set({ suspended_at: new Date() }).where('id', '=', owner.consumerId).execute()
        const racing = ask(asked)
        const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await query(server, waits)).length).toBeGreaterThan(0)
        return { racing }
      })
      .then(async ({ racing }) => expect(codeOf(await racing)).toEqual([404, 'release_not_found']))
  })
})

test('a suspension that is repeated changes nothing, and nobody but the operator may do it', async () => {
  const first = await suspend()
  expect(await suspend()).toEqual(first)
  expect(first).toMatchObject({ status: 'suspended' })
  expect((await resume()).status).toBe('active')
  for (const does of ['suspend', 'resume', 'show'] as const) {
    await expect(consumers[does](callOf({}), owner.consumer)).rejects.toThrow('No such route')
  }
})
