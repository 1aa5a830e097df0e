import { request as rawRequest } from 'node:http'
import { Compile } from 'typebox/compile'
import { beforeAll, expect, test } from 'vitest'
import { matchOnce } from '../../../src/consent/requests/store.ts'
import { type ErrorCode, errorCatalogue } from '../../../src/kernel/errors.ts'
import { freshNumber } from '../../support/claims.ts'
import { amount, inconclusive, report } from '../../support/judge.ts'
import { dereferenced } from '../../support/openapi.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { isStarved, unlessStarved } from '../../support/starved.ts'
import { warmUp } from '../../support/warm-up.ts'
import { inLanes, openWire, type Reply } from '../../support/wire.ts'
import { Dice } from './dice.ts'
import { type Callers, freshJwk, makeCallers, stockChallenges, stockClaims, stockReleases } from './pool.ts'
import {
  badAliases,
  breakages,
  brokenRequest,
  type Operation,
  operationsOf,
  type Request,
  type Schema,
  validRequest,
} from './rest-requests.ts'
import { unreachable } from './unreachable.ts'

const count = amount('FUZZ_REST', 2_000)
const seed = amount('SEED', 20_261_121)

let callers: Callers
let operations: Operation[]
const server = forTests(() =>
  startTestServer({
    env: { RESPONSE_STEP_SINGLE_MS: '1', RESPONSE_STEP_BULK_MS: '1', DATABASE_POOL_SIZE: '20' },
    logLevel: 'error',
  }),
)
const wire = forTests(() => openWire(server.url, { connections: 12 }))
beforeAll(async () => {
  await warmUp(server)
  callers = await makeCallers(server)
  await stockClaims(server, callers)
  await stockReleases(server, callers)
  await stockChallenges(server, callers)
  operations = operationsOf(dereferenced((await wire.send('GET', '/openapi.json')).body))
})

const tally = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1)
const listed = (map: Map<string, number>) =>
  [...map]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, times]) => `${name} ${times}`)
    .join(' · ')

/** The schema with every object closed: an answer shows nothing that the document leaves out. */
function closed(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value as Schema)]))
  return schema.properties ? { ...inner, additionalProperties: false } : inner
}

const validators = new Map<Schema, ReturnType<typeof Compile>>()
function fits(schema: Schema, value: unknown): string | null {
  const validator = validators.get(schema) ?? Compile(closed(schema) as never)
  validators.set(schema, validator)
  if (validator.Check(value)) return null
  return JSON.stringify((validator.Errors(value) as unknown as unknown[])[0])
}

/** The record that a refusal names. */
const existingOf: Readonly<Record<string, RegExp>> = {
  alias_taken: /^als_[0-9a-z]{26}$/,
  grant_exists: /^cgr_[0-9a-z]{26}$/,
}

function problemOf(
  { operation, method, path, broken }: Request,
  { status, headers, text, body }: Reply,
): string | null {
  const at = `${method} ${path.slice(0, 120)} (${broken ?? 'valid'}): ${status} ${text.slice(0, 400)}`
  if (status >= 500 && !isStarved(body?.error?.code)) return `a 5xx: ${at}`
  if (!/^req_[0-9a-z]{26}$/.test(String(headers['request-id']))) return `no Request-Id: ${at}`
  if (status >= 400) {
    const { error, ...rest } = body ?? {}
    const { type, code, message, param, existing, doc_url, request_id, ...more } = error ?? {}
    const isEnvelope =
      Object.keys(rest).length === 0 &&
      Object.keys(more).length === 0 &&
      Object.hasOwn(errorCatalogue, String(code)) &&
      type === errorCatalogue[code as ErrorCode].type &&
      typeof message === 'string' &&
      (param === undefined || typeof param === 'string') &&
      (existing === undefined || existingOf[String(code)]?.test(String(existing)) === true) &&
      String(doc_url).endsWith(`/docs/errors#${code}`) &&
      /^req_[0-9a-z]{26}$/.test(String(request_id))
    if (!isEnvelope) return `not the envelope: ${at}`
    const isDocumented =
      operation === null ||
      operation.method !== method ||
      status === 405 ||
      code === 'route_not_found' ||
      operation.responses[String(status)] !== undefined
    return isDocumented ? null : `a status that the document leaves out: ${at}`
  }
  // Another method may be another operation of the same path, which then answers by its own schema.
  const answering = operations.find((one) => one.path === operation?.path && one.method === method)
  const schema = answering?.responses[String(status)]
  if (!schema) return `a status that the document leaves out: ${at}`
  const misfit = fits(schema, body)
  return misfit === null ? null : `does not fit its schema: ${misfit} ${at}`
}

async function perform(request: Request): Promise<Reply> {
  // Does the worker's job of each second: a request reaches its owner once it is matched.
  if (request.path === '/v1/consent_requests') await matchOnce(server.app.db, 500)
  const query = new URLSearchParams(request.query.map(([name, value]) => [name, value])).toString()
  return unlessStarved(() =>
    wire.send(request.method, `${request.path}${query ? `?${query}` : ''}`, {
      ...(request.key === null ? {} : { key: request.key }),
      ...(request.body === undefined ? {} : { body: request.body }),
      headers: request.headers,
    }),
  )
}

function learn({ key }: Request, { status, body }: Reply): void {
  const pool = callers.pools.find((one) => one.key === key)
  if (status >= 300 || !pool || typeof body !== 'object' || body === null) return
  pool.add(body)
  // Keys are not learnt from lists: the caller's own is among them.
  for (const record of body.object === 'list' ? body.data : []) if (record.object !== 'api_key') pool.add(record)
}

test(`${count} requests generated from the OpenAPI document are answered by its rules`, {
  timeout: 3_600_000,
}, async (context) => {
  const dice = new Dice(seed)
  const statuses = new Map<string, number>()
  const codes = new Map<string, number>()
  const routes = new Map<string, number>()
  const good = new Map<string, number>()
  const broken = new Map<string, number>()
  const problems: string[] = []

  const judge = (request: Request, reply: Reply) => {
    learn(request, reply)
    tally(statuses, String(reply.status))
    if (reply.body?.error?.code) tally(codes, reply.body.error.code)
    if (request.broken !== null) tally(broken, request.broken)
    const route = `${request.operation?.method} ${request.operation?.path}`
    tally(routes, route)
    if (reply.status < 300) tally(good, route)
    const problem = problemOf(request, reply)
    if (problem) problems.push(problem)
  }
  // A reset empties the pool of its caller, for whom nothing succeeds any more: it has its turn among the states.
  const drawn = operations.filter(({ path }) => path !== '/v1/sandbox/reset')
  const order = drawn.map((operation) => ({ operation, rank: rankOf(operation) })).sort((a, b) => a.rank - b.rank)
  const seeds = order.flatMap(({ operation }) => Array<Operation>(operation.body ? 6 : 1).fill(operation))
  const draw = async (operation: Operation) => {
    const request = validRequest(operation, dice, callers)
    judge(request, await perform(request))
  }
  for (const operation of seeds) await draw(operation)
  const hasFailed = ({ method, path }: Operation) => !good.has(`${method} ${path}`)
  /** A draw may have met only records that were gone: an operation that has never succeeded is drawn again. */
  const drawAgain = async () => {
    for (let round = 0; round < 20; round += 1) for (const one of drawn.filter(hasFailed)) await draw(one)
  }
  await drawAgain()
  await inLanes(Array.from({ length: count - seeds.length }), 10, async () => {
    const operation = dice.pick(drawn)
    const request = dice.chance(0.72)
      ? validRequest(operation, dice, callers)
      : brokenRequest([operation], dice, callers)
    judge(request, await perform(request))
  })
  await drawAgain()
  // A rule that few operations have may not have been drawn.
  for (const rule of Object.keys(breakages).filter((name) => !broken.has(name))) {
    const request = brokenRequest(drawn, dice, callers, [rule])
    judge(request, await perform(request))
  }
  await warmUp(server)
  for (const [request, reply] of await corners()) judge(request, reply)

  const total = [...statuses.values()].reduce((sum, times) => sum + times, 0)
  const share = [...good.values()].reduce((sum, times) => sum + times, 0) / total
  report(`fuzz REST: ${total} requests, seed ${seed}, ${(share * 100).toFixed(1)} % answered 2xx`)
  report(`fuzz REST, status: ${listed(statuses)}`)
  report(`fuzz REST, code: ${listed(codes)}`)
  report(`fuzz REST, route: ${listed(routes)}`)
  report(`fuzz REST, rules broken: ${listed(broken)}`)
  const missed = Object.keys(errorCatalogue).filter((code) => !codes.has(code))
  for (const code of missed)
    report(`fuzz REST, not reached: ${code} (${unreachable[code as ErrorCode] ?? 'NO REASON'})`)

  expect([...new Set(problems)].slice(0, 20)).toEqual([])
  expect(share).toBeGreaterThanOrEqual(0.4)
  expect(operations.filter(hasFailed).map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(missed.filter((code) => unreachable[code as ErrorCode] === undefined)).toEqual([])
  expect(Object.keys(breakages).filter((name) => !broken.has(name))).toEqual([])
  expect((await wire.send('GET', '/healthz')).status).toBe(200)
  const starved = [...codes].reduce((sum, [code, times]) => sum + (isStarved(code) ? times : 0), 0)
  if (starved > 0) inconclusive(context, `${starved} requests waited over a second for a connection of the database`)
  expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

/** Operations that create records, which run first. */
const makers = ['identities', 'aliases', 'endpoints', 'consent_grants', 'consent_requests']
  .map((noun) => `POST /v1/${noun}`)
  .concat('POST /v1/aliases/{id}/challenges', 'POST /v1/claims', 'POST /v1/releases')
const rankOf = ({ method, path }: Operation): number => {
  const rank = makers.indexOf(`${method} ${path}`)
  return rank < 0 ? makers.length : rank
}

/** States that take several requests to reach: each ends in the one that meets its code. */
async function corners(): Promise<[Request, Reply][]> {
  const { key } = callers.pools[0]!
  const of = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Request => ({
    operation:
      operations.find((one) => one.method === method && one.path === path.replace(/[a-z]{3}_[0-9a-z]{26}/, '{id}')) ??
      null,
    method,
    path,
    query: [],
    key,
    headers,
    body,
    broken: 'a state',
  })
  const done: [Request, Reply][] = []
  const send = async (request: Request): Promise<Reply> => {
    const reply = await perform(request)
    done.push([request, reply])
    return reply
  }
  const made = async (path: string, body: unknown) => (await send(of('POST', path, body))).body.id as string

  const identity = await made('/v1/identities', { type: 'user' })
  for (const _ of [1, 2]) await send(of('POST', '/v1/identities', { type: 'user', external_reference: 'corner-case' }))
  for (const [type, value] of badAliases) await send(of('POST', '/v1/aliases', { identity, type, value }))
  const open = await made('/v1/aliases', { identity, type: 'username', value: 'open-case', privacy_level: 'public' })
  await send(of('POST', '/v1/aliases', { identity, type: 'username', value: 'open-case' }))
  await send(of('PATCH', `/v1/aliases/${open}`, { is_primary: true }))
  const number = await made('/v1/aliases', { identity, type: 'phone', value: freshNumber() })
  const challenge = await made(`/v1/aliases/${number}/challenges`, { method: 'sms_code' })
  for (const _ of [1, 2]) await send(of('POST', `/v1/challenges/${challenge}/answer`, { code: '000000' }))
  await send(of('GET', '/v1/identities?cursor=none'))
  await send(of('GET', `/v1/identities?starting_after=${identity}&ending_before=${identity}`))
  const request = await made('/v1/consent_requests', { alias: '@open-case' })
  await matchOnce(server.app.db, 500)
  for (const _ of [1, 2]) await send(of('POST', `/v1/consent_requests/${request}/decline`))
  await send(of('POST', '/v1/aliases', { identity, type: 'username', value: 'asked-case', privacy_level: 'public' }))
  const asked = await made('/v1/consent_requests', { alias: '@asked-case' })
  await matchOnce(server.app.db, 500)
  await send(of('POST', `/v1/consent_requests/${asked}/approve`))
  await send(of('POST', '/v1/resolve', { alias: '@open-case' }))
  for (const url of ['http://127.0.0.1:8443/', 'ftp://127.0.0.1/', 'https://10.0.0.1/']) {
    await send(of('POST', '/v1/webhooks', { url, enabled_events: ['*'] }))
  }
  await send(of('POST', '/v1/webhooks', { url: 'https://127.0.0.1:8443/', enabled_events: ['nothing.*'] }))
  await send(of('POST', '/v1/aliases', { identity }))
  await send(of('POST', '/v1/resolve/bulk', { items: [] }))
  await send(of('POST', '/v1/resolve/bulk', { items: Array(101).fill('@open-case') }))
  await send(of('POST', '/v1/endpoints', { identity, type: 'bank_account', address: 'DE00' }))
  const alias = await made('/v1/aliases', { identity, type: 'username', value: 'corner-case' })
  await send(of('DELETE', `/v1/aliases/${alias}`))
  await send(of('PATCH', `/v1/aliases/${alias}`, { privacy_level: 'public' }))
  await send(of('POST', '/v1/aliases', { identity, type: 'username', value: 'c0rner-case' }))
  const endpoint = { identity, type: 'mobile_money', address: '+254712345678' }
  const owned = { identity, type: 'crypto_wallet', address: '0x52908400098527886E0F7030069857D2E4169EE7' }
  const capabilities = [{ asset: 'USDC', network: 'base', rail: 'onchain' }]
  await send(of('POST', '/v1/endpoints', { ...owned, capabilities, proof: { token: 'none', signature: '0x00' } }))
  const wallet = await made('/v1/endpoints', endpoint)
  for (let n = 0; n < 50; n++) await send(of('POST', '/v1/endpoints', endpoint))
  const terms = { identity, consumer: callers.pools[2]!.consumer, covers: { all: true } }
  const grant = await made('/v1/consent_grants', terms)
  await send(of('POST', '/v1/consent_grants', terms))
  await send(of('PATCH', `/v1/consent_grants/${grant}`, { covers: { all: true }, version: 99 }))
  await send(of('DELETE', `/v1/consent_grants/${grant}`))
  await send(of('PATCH', `/v1/consent_grants/${grant}`, { covers: { all: true } }))
  await send(of('POST', '/v1/sealing_keys', { jwk: { ...freshJwk(), d: 'A'.repeat(43) } }))
  const { webhook: sealing_key } = callers.pools[0]!.all('payable')[0]!
  await send(of('POST', '/v1/releases', { alias: '@nobody-here', endpoint: wallet, sealing_key }))
  await send(of('PATCH', `/v1/identities/${identity}`, { status: 'closed' }))
  await send(of('PATCH', `/v1/identities/${identity}`, { status: 'active' }))
  await send(of('POST', '/v1/endpoints', endpoint))
  await send(of('POST', `/v1/identities/${identity}/erase`, { confirm: identity }))
  const rolled = await made('/v1/api_keys', { scopes: ['resolve'] })
  await send(of('POST', `/v1/api_keys/${rolled}/roll`, {}))
  await send(of('POST', `/v1/api_keys/${rolled}/roll`, {}))
  for (const type of ['user', 'merchant']) {
    await send(of('POST', '/v1/identities', { type }, { 'idempotency-key': 'one-for-two' }))
  }
  const twin = of('POST', '/v1/identities', { type: 'user' }, { 'idempotency-key': 'twins' })
  await Promise.all(Array.from({ length: 30 }, () => send(twin)))
  await send(of('POST', '/v1/claims', { identity, type: 'username', value: 'open-case', kind: 'ownership' }))
  await send(of('POST', '/v1/sealing_keys', { jwk: { ...freshJwk(), x: 'AA' } }))
  const [, live, other] = callers.pools
  const reset = of('POST', '/v1/sandbox/reset', { consumer: other!.consumer })
  await send({ ...reset, key: live!.key })
  await Promise.all(Array.from({ length: 10 }, () => send({ ...reset, key: other!.key })))
  return done
}

test('headers past their limit are refused with the envelope', async () => {
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = rawRequest(`${server.url}/v1/me`, { headers: { 'x-long': 'x'.repeat(20_000) } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end()
  })
  expect(status).toBe(431)
  expect(JSON.parse(text).error.code).toBe('headers_too_large')
})
