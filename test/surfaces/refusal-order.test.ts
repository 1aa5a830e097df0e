import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { registryOf } from '../support/registry.ts'
import { type Answer, forTests, type Key, startTestServer } from '../support/server.ts'

/*
 * The order of judgement: transport, authentication, rate, scope, content type, validation, ownership and existence, state. Each
 * request breaks two neighbouring stages, and the earlier one answers.
 */

let [own, foreign] = [
  { identity: '', released: '' },
  { identity: '', released: '' },
]
let keys: { good: Key; reader: Key; spent: Key; spentReader: Key; spentRevoked: Key }
const now = Date.now()

async function released(consumer: string) {
  const mine = registryOf(server, await server.key({ consumer }))
  const { id: identity } = await mine.identity()
  const { id } = await mine.username(identity)
  await mine.remove(`/v1/aliases/${id}`)
  return { identity, released: id as string }
}

const server = forTests(() => startTestServer({ env: { RATE_LIMITS: 'on' }, clock: () => now }))
beforeAll(async () => {
  const keyOf = (consumer: string, scopes = ['*']) => server.key({ consumer, scopes })
  keys = {
    good: await keyOf('good'),
    reader: await keyOf('good', ['webhooks:read']),
    spent: await keyOf('spent'),
    spentReader: await keyOf('spent', ['webhooks:read']),
    spentRevoked: await keyOf('spent'),
  }
  own = await released('good')
  foreign = await released('another')
  await server.query`update api_key set revoked_at = now() where id = ${decodeId('apiKey', keys.spentRevoked.keyId)}`
  await Promise.all(Array.from({ length: 200 }, () => server.send('GET', '/v1/me', { key: keys.spent.key })))
})

/** Sends a header that is longer than `fetch` allows. */
const withLongHeader = () =>
  new Promise<number>((settle, fail) => {
    const sent = request(`${server.url}/v1/me`, { headers: { 'x-long': 'a'.repeat(17 * 1024) } }, (response) => {
      response.resume()
      settle(response.statusCode!)
    })
    sent.on('error', fail).end()
  })

const told = ({ status, body }: Answer) => [status, body.error.code]
const send = async (key: Key | null, verb: string, path: string, body?: unknown, type = 'application/json') =>
  told(await server.send(verb, path, { ...(key && { key: key.key }), body, headers: { 'content-type': type } }))

test('transport before authentication', async () => {
  expect(await withLongHeader()).toBe(431)
  expect(await send(null, 'PUT', '/v1/me', {})).toEqual([405, 'method_not_allowed'])
})

test('authentication before rate', async () => {
  expect(await send(keys.spentRevoked, 'GET', '/v1/me')).toEqual([401, 'api_key_revoked'])
})

test('rate before scope', async () => {
  expect(await send(keys.spentReader, 'POST', '/v1/identities', { type: 'user' })).toEqual([429, 'rate_limited'])
})

test('scope before content type', async () => {
  expect(await send(keys.reader, 'POST', '/v1/identities', 'a', 'text/plain')).toEqual([403, 'scope_missing'])
})

test('content type before validation', async () => {
  expect(await send(keys.good, 'POST', '/v1/identities', '{', 'text/plain')).toEqual([415, 'content_type_unsupported'])
})

test('validation before ownership and existence', async () => {
  const path = `/v1/aliases/${foreign.released}`
  expect(await send(keys.good, 'PATCH', path, { privacy_level: 'secret' })).toEqual([400, 'parameter_invalid'])
  const alias = { identity: foreign.identity, type: 'username', value: '..' }
  expect(await send(keys.good, 'POST', '/v1/aliases', alias)).toMatchObject([400, expect.stringMatching(/^alias_/)])
})

test('ownership and existence before state', async () => {
  const change = { privacy_level: 'private' }
  expect(await send(keys.good, 'PATCH', `/v1/aliases/${foreign.released}`, change)).toEqual([404, 'resource_missing'])
  expect(await send(keys.good, 'PATCH', `/v1/aliases/${own.released}`, change)).toEqual([409, 'alias_released'])
})
