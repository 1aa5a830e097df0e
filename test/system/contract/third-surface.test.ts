import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SignpostError } from '../../../src/kernel/errors.ts'
import { type Operation, perform } from '../../../src/surfaces/perform.ts'
import { startNdjson } from '../../support/ndjson-surface.ts'
import { freshName, registryForTests, registryOf } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'

/**
 * A surface of forty lines that names no duty of the gate has all of them, because `perform` does them.
 */
let ndjson: { port: number; server: Server }
let socket: Socket
let lines: Interface
let now = Date.now()

const env = { RATE_LIMITS: 'on', METRICS_TOKEN: 'a-token-of-16-characters' }
const { server, owner } = registryForTests({ env, clock: () => now })
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
beforeAll(async () => {
  ndjson = await startNdjson(server.app)
  socket = connect(ndjson.port, '127.0.0.1')
  lines = createInterface({ input: socket })
})
afterAll(async () => {
  socket.end()
  ndjson.server.close()
})
// Full buckets.
beforeEach(() => {
  now += 86_400_000
})

type Answer = { status: number; headers: Record<string, string>; body: string }

async function ask(line: object): Promise<Answer> {
  const answered = once(lines, 'line')
  socket.write(`${JSON.stringify(line)}\n`)
  const [text] = await answered
  return JSON.parse(text)
}

const codeOf = ({ body }: Answer) => JSON.parse(body).error?.code
const resolve = (alias: string, key = payer.key) => ask({ key, operation: 'Query.resolve', body: { alias } })
const create = (displayName: string, idempotencyKey?: string) => ({
  key: owner.key,
  idempotencyKey,
  operation: 'Mutation.createIdentity',
  body: { type: 'user', display_name: displayName },
})

test('a wrong key is refused, and counted against its network until the network has no failures left', async () => {
  const wrong = await resolve('@nobody', `${payer.key.slice(0, -1)}${payer.key.endsWith('0') ? '1' : '0'}`)
  expect([wrong.status, codeOf(wrong), wrong.headers['www-authenticate']]).toEqual([401, 'api_key_invalid', 'Bearer'])
  const refusals = server.app.limits.refusals.unauthenticated
  let last = wrong
  for (let tries = 0; tries < 1_000 && last.status === 401; tries++) last = await resolve('@nobody', 'spk_test_wrong')
  expect([last.status, codeOf(last)]).toEqual([429, 'rate_limited'])
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect(server.app.limits.refusals.unauthenticated).toBeGreaterThan(refusals)
})

test('a scope that the key lacks is refused before anything is read', async () => {
  const refused = await ask({ ...create('Ada'), key: payer.key, body: 'no body of any kind' })
  expect([refused.status, codeOf(refused)]).toEqual([403, 'scope_missing'])
  expect(JSON.parse(refused.body).error.param).toBe('identities:write')
})

test('a write with an Idempotency-Key is made once, and replayed', async () => {
  const first = await ask(create('Ada', 'once'))
  const again = await ask(create('Ada', 'once'))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toBe(first.body)
  expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
  expect(codeOf(await ask(create('Grace', 'once')))).toBe('idempotency_key_reused')
  expect(codeOf(await ask(create('Ada', 'not a key')))).toBe('idempotency_key_invalid')
})

describe('a hidden alias and an absent one', () => {
  const [hidden, absent] = [freshName('hidden'), freshName('absent')]
  beforeAll(async () => {
    const registry = registryOf(server, owner)
    const { id } = await registry.identity()
    await registry.wallet(id)
    await registry.username(id, hidden, { privacy_level: 'private' })
    await registry.username(id, 'shown.alias')
  })

  const blot = ({ status, headers, body }: Answer, alias: string) => ({
    status,
    headers: { ...headers, 'request-id': '*' },
    body: body.replaceAll(/req_[0-9a-z]{26}/g, '*').replaceAll(alias, '*'),
  })

  test('have equal answers, both released on the grid; a found one does not wait', async () => {
    const answers = []
    for (const alias of [hidden, absent]) {
      now += 86_400_000
      const before = server.app.quantise.counts.single.released
      const sentAt = performance.now()
      answers.push(blot(await resolve(`@${alias}`), alias))
      expect(performance.now() - sentAt).toBeGreaterThanOrEqual(server.app.config.releaseSteps.singleMs - 1)
      expect(server.app.quantise.counts.single.released).toBe(before + 1)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 404 })
    const before = structuredClone(server.app.quantise.counts)
    expect((await resolve('@shown.alias')).status).toBe(200)
    expect(server.app.quantise.counts).toEqual(before)
  })

  test('are rendered before the wait begins', async () => {
    const order: string[] = []
    const wait = Object.assign(async () => void order.push('wait'), server.app.quantise)
    const miss: Operation<string> = {
      name: 'miss',
      scope: null,
      payload: null,
      read: () => null,
      run(context) {
        context.release = 'single'
      },
      render() {
        order.push('render')
        return { status: 200, text: '' }
      },
    }
    const incoming = { authorization: `Bearer ${payer.key}`, address: '127.0.0.1' }
    const failing: typeof miss = {
      ...miss,
      run(context) {
        context.release = 'single'
        throw new SignpostError('resource_missing')
      },
      envelope() {
        order.push('envelope')
        return ''
      },
    }
    const app = { ...server.app, quantise: wait }
    await perform(app, miss, { incoming, sent: '' })
    await perform(app, failing, { incoming, sent: '' })
    expect(order).toEqual(['render', 'wait', 'envelope', 'wait'])
  })
})

test('quotas are charged and shown', async () => {
  const remaining = async () => {
    const { body } = await server.send('GET', '/v1/limits', payer)
    return Object.fromEntries(
      body.data.map((one: { policy: string; remaining: number }) => [one.policy, one.remaining]),
    )
  }
  const before = await remaining()
  const { headers } = await resolve('@nobody.at.all')
  const after = await remaining()
  expect([before.resolve - after.resolve, before.misses - after.misses]).toEqual([1, 1])
  // Each of the two readings is a request, too.
  expect(before.requests - after.requests).toBe(2)
  expect(headers.ratelimit).toMatch(/"misses"/)
  expect(headers['ratelimit-policy']).toMatch(/"requests"/)
})

test('an error is in the canonical envelope, with the id of its request', async () => {
  const { status, headers, body } = await ask({ ...create('Ada'), body: { type: 'nothing' } })
  expect(status).toBe(400)
  expect(JSON.parse(body).error).toEqual({
    type: 'invalid_request_error',
    code: 'parameter_invalid',
    message: expect.any(String),
    param: 'type',
    doc_url: expect.stringMatching(/\/docs\/errors#parameter_invalid$/),
    request_id: headers['request-id'],
  })
  expect(codeOf(await ask({ key: owner.key, operation: 'Mutation.nothing' }))).toBe('route_not_found')
})

test('each request has one line in the log and one in the count, which name the operation and nothing that was sent', async () => {
  const start = server.logged.length
  const { headers } = await resolve('@nobody.to.log')
  const written = server.logged.slice(start).filter((line) => line.includes('"msg":"request"'))
  expect(written.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ requestId: headers['request-id'], operation: 'Query.resolve', status: 404 }),
  ])
  expect(written.join()).not.toContain('nobody')
  const { text } = await server.send('GET', '/metrics', { key: 'a-token-of-16-characters' })
  expect(text).toMatch(/signpost_operations_total\{operation="Query\.resolve",status="4xx"\} \d+/)
})

/** Files of the surfaces that do one of the gate's duties themselves. */
const offenders = (sources: readonly { path: string; text: string }[]) =>
  sources
    .filter(({ path }) => path !== 'src/surfaces/perform.ts')
    .filter(({ text }) => /\b(?:quantise|admitRequest|authenticate)\b(?=\s*[(.])/.test(text))
    .map(({ path }) => path)

test('no surface admits, authenticates or waits by itself', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = globSync('src/surfaces/**/*.ts', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  expect(sources.length).toBeGreaterThan(50)
  expect(offenders(sources)).toEqual([])
  const control = { path: 'src/surfaces/grpc/mount.ts', text: 'await app.quantise(context.release, since)' }
  expect(offenders([...sources, control])).toEqual([control.path])
})
