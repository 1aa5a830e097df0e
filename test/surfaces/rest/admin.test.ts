import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { encodeId } from '../../../src/kernel/id.ts'
import { type AdminServer, openAdminTokens, startAdminServer } from '../../../src/process/admin-server.ts'
import { startWarnings } from '../../../src/process/starting.ts'
import { adminRoutes } from '../../../src/surfaces/rest/admin/routes.ts'
import { isOneOf, readAdminTokens } from '../../../src/surfaces/tokens.ts'
import { folderForTests } from '../../support/folder.ts'
import { payerKey } from '../../support/open-release.ts'
import { query, registryOf } from '../../support/registry.ts'
import { type Body, startTestServer, type TestServer } from '../../support/server.ts'

const folder = folderForTests('admin')
const tokenFile = join(folder, 'tokens')
const [token, next] = [randomBytes(32).toString('hex'), randomBytes(32).toString('base64url')]
let now = Date.now()
let server: TestServer
let admin: AdminServer
beforeAll(async () => {
  writeFileSync(tokenFile, `${token}\n${next}\n`, { mode: 0o600 })
  const env = { ADMIN_PORT: '0', ADMIN_TOKEN_FILE: tokenFile, RATE_LIMITS: 'on' }
  server = await startTestServer({ env, clock: () => now })
  admin = await startAdminServer(server.app, openAdminTokens(server.app.config)!)
})
afterAll(async () => {
  await admin.close()
  await server.close()
})
// Every bucket is full again.
beforeEach(() => {
  now += 86_400_000
})

type Options = { as?: string | null; body?: unknown; headers?: Record<string, string> }

async function send(method: string, path: string, { as = token, body, headers = {} }: Options = {}) {
  const answer = await fetch(`${admin.url}/admin/v1${path}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

let serial = 0
const made = async () => (await send('POST', '/consumers', { body: { name: `tenant ${++serial}` } })).body
const me = (key: string) => server.send('GET', '/v1/me', { key })

describe('tenants', () => {
  test('are made, read, listed, renamed, limited, suspended and resumed', async () => {
    const created = await send('POST', '/consumers', { body: { name: 'acme', display_name: 'Acme Ltd' } })
    expect(created.status).toBe(201)
    const { id } = created.body
    expect(created.body).toMatchObject({ object: 'consumer', name: 'acme', status: 'active', limits: {}, group: null })
    expect((await send('GET', `/consumers/${id}`)).body).toEqual(created.body)
    const twice = await send('POST', '/consumers', { body: { name: 'acme' } })
    expect([twice.status, twice.body.error]).toMatchObject([
      409,
      { type: 'conflict_error', code: 'consumer_name_taken', param: 'name' },
    ])

    const renamed = await send('PATCH', `/consumers/${id}`, { body: { name: 'acme-eu' } })
    expect(renamed.body).toMatchObject({ id, name: 'acme-eu', display_name: 'Acme Ltd' })
    const other = await made()
    expect((await send('PATCH', `/consumers/${other.id}`, { body: { name: 'acme-eu' } })).status).toBe(409)
    const marked = await send('PATCH', `/consumers/${id}`, { body: { group: 'acme group', attests: true } })
    expect(marked.body).toMatchObject({ name: 'acme-eu', group: 'acme group', attests: true })
    const unmarked = await send('PATCH', `/consumers/${id}`, { body: { group: null } })
    expect(unmarked.body).toMatchObject({ group: null, attests: true })
    expect((await send('PATCH', `/consumers/${id}`, { body: { attests: null } })).status).toBe(400)
    const limited = await send('POST', `/consumers/${id}/limits`, { body: { misses: '2000 + 250/min', resolve: null } })
    expect(limited.body.limits).toEqual({ misses: '2000 + 250/min' })
    expect((await send('POST', `/consumers/${id}/limits`, { body: { misses: null } })).body.limits).toEqual({})

    expect((await send('POST', `/consumers/${id}/suspend`)).body).toMatchObject({ status: 'suspended' })
    expect((await send('POST', `/consumers/${id}/resume`)).body).toMatchObject({ status: 'active', suspended_at: null })
    await made()
    const first = await send('GET', '/consumers?limit=1')
    expect(first.body).toMatchObject({ object: 'list', has_more: true })
    const rest = await send('GET', `/consumers?starting_after=${first.body.data[0].id}`)
    expect(rest.body.data.map((one: Body) => one.id)).not.toContain(first.body.data[0].id)
  })

  test('that are renamed by their name under an Idempotency-Key are so once, and again answered alike', async () => {
    const { name } = await made()
    const rename = () =>
      send('PATCH', `/consumers/${encodeURIComponent(name)}`, {
        body: { name: `${name} renamed` },
        headers: { 'idempotency-key': `rename ${name}`.replaceAll(' ', '-') },
      })
    const first = await rename()
    expect([first.status, first.body.name]).toEqual([200, `${name} renamed`])
    const again = await rename()
    expect([again.status, again.body]).toEqual([200, first.body])
  })

  test('that are given one name at the same time are refused but one', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => made()))
    const given = all.map(({ id }) => send('PATCH', `/consumers/${id}`, { body: { name: 'sought-after' } }))
    const statuses = (await Promise.all(given)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(409)])
  })

  test('have keys that work, can be rolled, revoked and listed, and are refused while they are suspended', async () => {
    const { id } = await made()
    const body = { livemode: true, scopes: ['resolve'], name: 'checkout' }
    const key = await send('POST', `/consumers/${id}/keys`, { body })
    expect(key.status).toBe(201)
    expect((await me(key.body.key)).body).toMatchObject({ id, livemode: true })
    const rolled = (await send('POST', `/keys/${key.body.id}/roll`, { body: { expires_in: 0 } })).body
    expect((await me(rolled.key)).status).toBe(200)
    expect((await me(key.body.key)).body.error.code).toBe('api_key_expired')
    await send('POST', `/consumers/${id}/suspend`)
    await expect.poll(async () => (await me(rolled.key)).body.error?.code).toBe('consumer_suspended')
    await send('POST', `/consumers/${id}/resume`)
    await expect.poll(async () => (await me(rolled.key)).status).toBe(200)
    const listed = (await send('GET', `/consumers/${id}/keys`)).body
    expect(listed.data.map((one: Body) => one.id)).toEqual([rolled.id, key.body.id])
    expect(JSON.stringify(listed)).not.toContain(rolled.key)
    expect((await send('DELETE', `/keys/${rolled.id}`)).body).toMatchObject({ id: rolled.id, deleted: true })
    await expect.poll(async () => (await me(rolled.key)).body.error.code).toBe('api_key_revoked')
  })

  test('see who acted, and in which request', async () => {
    const { id } = await made()
    const { key } = (await send('POST', `/consumers/${id}/keys`, { body: { livemode: false, scopes: ['*'] } })).body
    const suspended = await send('POST', `/consumers/${id}/suspend`)
    await send('POST', `/consumers/${id}/resume`)
    await expect.poll(async () => (await me(key)).status).toBe(200)
    const events: Body[] = (await server.send('GET', '/v1/events', { key })).body.data
    // The clock of this file stands still, and so does their order.
    const types = events.map(({ type }) => type).filter((type) => !type.startsWith('api_key.'))
    expect(types.sort()).toEqual(['consumer.resumed', 'consumer.suspended'])
    expect(events.find(({ type }) => type === 'consumer.suspended')).toMatchObject({
      actor: { type: 'operator', id: 'admin_api' },
      request: suspended.headers.get('request-id'),
    })
  })

  test('a write under an Idempotency-Key happens once, and shows a secret once', async () => {
    const headers = { 'idempotency-key': 'make-it-once' }
    const { id } = await made()
    const body = { livemode: false, scopes: ['resolve'] }
    const [first, again] = [
      await send('POST', `/consumers/${id}/keys`, { body, headers }),
      await send('POST', `/consumers/${id}/keys`, { body, headers }),
    ]
    expect(again.body).toEqual({ ...first.body, key: null })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await send('POST', `/consumers/${id}/keys`, { body: { ...body, livemode: true }, headers })
    expect(other.body.error.code).toBe('idempotency_key_reused')
  })

  test('a key whose end is past by then is replayed under its Idempotency-Key, and refused under another', async () => {
    const { id } = await made()
    const body = { livemode: false, scopes: ['resolve'], expires_at: Math.floor(now / 1_000) + 60 }
    const make = (key: string) => send('POST', `/consumers/${id}/keys`, { body, headers: { 'idempotency-key': key } })
    const first = await make('in-time')
    now += 120_000
    const again = await make('in-time')
    expect([first.status, again.status, again.body]).toEqual([201, 201, { ...first.body, key: null }])
    expect((await make('too-late')).body.error).toMatchObject({ code: 'parameter_invalid', param: 'expires_at' })
  })

  test.each<[string, string, unknown, string]>([
    ['POST', '/consumers', { name: '' }, 'parameter_invalid'],
    ['POST', '/consumers', { name: 'a', role: 'root' }, 'parameter_unknown'],
    ['POST', '/consumers', '{', 'invalid_json'],
    ['POST', '/consumers', 'null', 'parameter_invalid'],
    ['POST', '/consumers/ID/limits', 'null', 'parameter_invalid'],
    ['POST', '/consumers/ID/limits', [], 'parameter_invalid'],
    ['POST', '/consumers/ID/suspend', [], 'parameter_unknown'],
    ['POST', '/consumers/ID/limits', { misses: '0 + 0/s' }, 'parameter_invalid'],
    ['POST', '/consumers/ID/limits', { misses: '9'.repeat(4_000) }, 'parameter_invalid'],
    ['POST', '/consumers/ID/limits', { unauthenticated: '1 + 1/s' }, 'parameter_unknown'],
    ['POST', '/consumers/ID/limits', { misses: { size: 1e9 } }, 'parameter_invalid'],
    ['POST', '/consumers/ID/keys', { livemode: true, scopes: ['root'] }, 'parameter_invalid'],
    ['GET', '/consumers?limit=1000', undefined, 'parameter_invalid'],
    ['GET', '/consumers?limit=1e1', undefined, 'parameter_invalid'],
    ['GET', '/consumers?starting_after=nonsense', undefined, 'cursor_invalid'],
    ['GET', `/consumers?starting_after=apc_${'0'.repeat(26)}`, undefined, 'cursor_invalid'],
    ['GET', '/consumers/apc_01h455vb4pex5vsknk084sn02q', undefined, 'resource_missing'],
    ['GET', '/consumers/%00', undefined, 'resource_missing'],
    ['POST', '/consumers/%00/suspend', undefined, 'resource_missing'],
    ['DELETE', '/keys/key_01h455vb4pex5vsknk084sn02q', undefined, 'resource_missing'],
    ['GET', '/nothing', undefined, 'route_not_found'],
  ])('%s %s with %j is %s, and changes nothing', async (method, path, body, code) => {
    const { id, limits } = await made()
    const answer = await send(method, path.replace('ID', id), { body })
    expect(answer.body.error.code).toBe(code)
    expect((await send('GET', `/consumers/${id}`)).body.limits).toEqual(limits)
  })
})

describe('the token', () => {
  const refusal = async (as: string | null) => {
    const { status, body } = await send('GET', '/consumers', { as })
    return [status, body.error.code]
  }

  test('is required on every route, the document and unknown paths included; either of the two is accepted', async () => {
    for (const { verb, path } of [...adminRoutes, { verb: 'GET', path: '/admin/v1/openapi.json' }]) {
      const answer = await send(verb, path.replace('/admin/v1', '').replace(':id', 'x'), { as: null })
      expect([path, answer.status]).toEqual([path, 401])
      now += 60_000
    }
    for (const as of [token, next]) expect((await send('GET', '/consumers', { as })).status).toBe(200)
    expect(await refusal(null)).toEqual([401, 'api_key_missing'])
    for (const as of [`${token}0`, token.slice(1), token.toUpperCase(), 'x'.repeat(10_000)])
      expect(await refusal(as)).toEqual([401, 'api_key_invalid'])
  })

  test('is no API key, and no API key with any scopes is a token', async () => {
    const { key } = await server.key({ scopes: ['*'] })
    expect(await refusal(key)).toEqual([401, 'api_key_invalid'])
    expect((await me(token)).body.error.code).toBe('api_key_invalid')
    const mine = registryOf(server, { key })
    await mine.identity()
    for (const path of ['/admin/v1/consumers', '/admin/v1/openapi.json']) {
      for (const as of [key, token]) expect((await server.send('GET', path, { key: as })).status).toBe(404)
    }
  })

  test('is guessed no faster than API keys, and the right one gets in all the same', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, n) => send('GET', '/consumers', { as: `guess${n}` })),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(401), count(429)]).toEqual([60, 10])
    expect((await send('GET', '/consumers')).status).toBe(200)
    // One bucket for each network, whichever port is tried.
    expect((await server.send('GET', '/v1/me', { key: 'spk_test_guess' })).status).toBe(429)
  })

  test('is compared with every token in constant time', () => {
    const matches = isOneOf(['a'.repeat(40), 'b'.repeat(40)])
    expect(['a'.repeat(40), 'b'.repeat(40), 'a'.repeat(39), '', `${'a'.repeat(39)}b`].map(matches)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('the operator has a quota of requests, too', async () => {
    const answers = await Promise.all(Array.from({ length: 210 }, () => send('GET', '/consumers?limit=1')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

describe('the start', () => {
  const file = (text: string, mode = 0o600) => {
    const path = join(folder, `tokens ${++serial}`)
    writeFileSync(path, text)
    chmodSync(path, mode)
    return path
  }

  test.each([
    ['too short', 'a'.repeat(31), /32 visible ASCII/],
    ['too short beside one that is not', `${'a'.repeat(32)}\nb`, /32 visible ASCII/],
    ['three', ['a', 'b', 'c'].map((one) => one.repeat(32)).join('\n'), /one or two tokens/],
    ['none', '\n \n', /one or two tokens/],
    ['with a space', `${'a'.repeat(20)} ${'b'.repeat(20)}`, /32 visible ASCII/],
  ])('is refused with tokens that are %s, and repeats none of them', (_, text, says) => {
    const path = file(text)
    expect(() => readAdminTokens(path)).toThrow(says)
    const admin = { host: '127.0.0.1', port: 0, tokenFile: path }
    expect(() => openAdminTokens({ admin })).toThrow(
      expect.not.objectContaining({ message: expect.stringMatching(/aaa/) }),
    )
  })

  test('is refused where others can read the file, where there is none, and without a file', () => {
    expect(() => readAdminTokens(file('a'.repeat(32), 0o644))).toThrow(/chmod 600/)
    expect(() => readAdminTokens(join(folder, 'absent'))).toThrow(/no key file/)
    expect(() => readConfig({ ADMIN_PORT: '4001' })).toThrow(/ADMIN_PORT needs ADMIN_TOKEN_FILE/)
    expect(() => readConfig({ ADMIN_PORT: '70000' })).toThrow(/ADMIN_PORT must be/)
  })

  test('is off by default, on loopback unless configured otherwise, with a warning then', () => {
    const config = readConfig({})
    expect([config.admin, openAdminTokens(config)]).toEqual([null, null])
    const on = { ADMIN_PORT: '4001', ADMIN_TOKEN_FILE: tokenFile }
    expect(readConfig(on).admin).toEqual({ host: '127.0.0.1', port: 4001, tokenFile })
    expect(startWarnings(readConfig(on)).join()).not.toMatch(/ADMIN_HOST/)
    expect(startWarnings(readConfig({ ...on, ADMIN_HOST: '0.0.0.0' })).join()).toMatch(
      /ADMIN_HOST .* put TLS before it/,
    )
  })
})

test('the OpenAPI document of the admin interface is the file in docs, and lists every row', async () => {
  const { body } = await send('GET', '/openapi.json')
  const file = new URL('../../../docs/admin.openapi.json', import.meta.url)
  expect(body).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  const listed = Object.entries(body.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs as object).map((verb) => `${verb.toUpperCase()} ${path}`),
  )
  expect(listed.sort()).toEqual(adminRoutes.map(({ verb, path }) => `${verb} ${path.replace(':id', '{id}')}`).sort())
})

test('nothing of the admin interface is logged but names of ours', async () => {
  const { id } = await made()
  await send('PATCH', `/consumers/${id}`, { body: { name: 'canary-name-91' } })
  await send('GET', '/consumers', { as: 'canary-token-91'.repeat(3) })
  await expect.poll(() => server.logged.join('\n')).toMatch(/PATCH.*admin\/v1\/consumers\/:id/)
  for (const needle of ['canary', token, next]) expect(server.logged.join('\n')).not.toContain(needle)
})

describe("a tenant's records", () => {
  test('are exported page by page, by environment, without an address; each page leaves an entry', async () => {
    const tenant = await server.key({ consumer: 'exported' })
    const mine = registryOf(server, tenant)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await mine.identity()).id)
    await mine.account(ids[0]!)
    await mine.username(ids[0]!)
    const path = `/consumers/${tenant.consumer}/export`
    const lines: Body[] = []
    let pages = 0
    for (let next: string | null = null; pages === 0 || next !== null; pages++) {
      const { status, body } = await send('POST', path, { body: { livemode: false, limit: 2, starting_after: next } })
      expect([status, body.has_more]).toEqual([200, body.next !== null])
      lines.push(...body.data)
      next = body.next
    }
    expect([pages, lines.length]).toEqual([2, 5])
    expect(new Set(lines.filter(({ object }) => object === 'identity').map(({ id }) => id))).toEqual(new Set(ids))
    expect(JSON.stringify(lines)).not.toContain('DE89')
    expect((await send('POST', path, { body: { livemode: true } })).body).toEqual({
      ...{ object: 'list', has_more: false, next: null, data: [] },
    })
    const entries = await query<{ n: number }>(
      server,
      `select count(*)::int as n from event where type = 'operator.exported' and '${tenant.consumer}' = any(subjects)`,
    )
    expect(entries).toEqual([{ n: 3 }])
  })

  test('are exported in pages of few megabytes, however many identities are asked for', async () => {
    const tenant = await server.key({ consumer: 'exported in bytes' })
    const mine = registryOf(server, tenant)
    for (let n = 0; n < 4; n++) await mine.identity()
    await server.query`update identity set display_name = repeat('x', 1500000) where consumer_id = ${tenant.consumerId}`
    const page = async (next: string | null) =>
      (await send('POST', `/consumers/${tenant.consumer}/export`, { body: { livemode: false, starting_after: next } }))
        .body
    const first = await page(null)
    const second = await page(first.next)
    expect([first.data.length, first.next]).toEqual([3, first.data[2].id])
    expect([second.data.length, second.next]).toEqual([1, null])
  })

  test('leave an entry each time they are exported, also twice under one Idempotency-Key', async () => {
    const tenant = await made()
    const headers = { 'idempotency-key': 'export-once' }
    const exported = () => send('POST', `/consumers/${tenant.id}/export`, { body: { livemode: true }, headers })
    for (const count of [1, 2]) {
      expect((await exported()).status).toBe(200)
      const entries = await query(
        server,
        `select id from event where type = 'operator.exported' and '${tenant.id}' = any(subjects)`,
      )
      expect(entries).toHaveLength(count)
    }
  })

  test("are no page of another's record, nor of one that is gone: an empty page would read as the end", async () => {
    const [tenant, other] = [await made(), await server.key({ consumer: 'another exported' })]
    const theirs = (await registryOf(server, other).identity()).id
    for (const after of [theirs, encodeId('identity', randomUUID())]) {
      const body = { livemode: false, starting_after: after }
      expect((await send('POST', `/consumers/${tenant.id}/export`, { body })).body.error).toMatchObject({
        ...{ code: 'cursor_invalid', param: 'starting_after' },
      })
    }
  })

  test('are refused by a wrong cursor, an unknown consumer or a limit that is too large', async () => {
    const { id } = await made()
    const refused = async (consumer: string, body: object) =>
      (await send('POST', `/consumers/${consumer}/export`, { body })).body.error.code
    expect(await refused(id, { livemode: false, starting_after: 'idn_x' })).toBe('cursor_invalid')
    expect(await refused('apc_x', { livemode: false })).toBe('resource_missing')
    expect(await refused(id, { livemode: false, limit: 101 })).toBe('parameter_invalid')
    expect(await refused(id, {})).toBe('parameter_missing')
  })

  test('are renormalized by `apply` alone', async () => {
    const plan = { object: 'renormalization', applied: false, kept: 0, moved: 0, obstacles: [], has_more: false }
    expect((await send('POST', '/renormalize')).body).toEqual(plan)
    expect((await send('POST', '/renormalize', { body: { apply: true } })).body).toEqual({ ...plan, applied: true })
  })
})

describe('a confirmation by the operator', () => {
  const eventsOf = async (key: string) =>
    (await server.send('GET', '/v1/events?limit=100', { key })).body.data.map(({ type, data, actor }: Body) => ({
      type,
      data,
      actor,
    }))
  const actor = { type: 'operator', id: 'admin_api' }

  test('ends the delay of a sealing key once, and notifies its consumer alone', async () => {
    const [holder, stranger] = [await server.key({ consumer: 'payer', livemode: true }), await server.key()]
    const { body: key } = await server.send('POST', '/v1/sealing_keys', {
      key: holder.key,
      body: { jwk: (await payerKey()).jwk },
    })
    const path = `/sealing_keys/${key.id}/activate`
    const headers = { 'idempotency-key': 'activate-once' }
    const first = await send('POST', path, { headers })
    expect([first.status, first.body]).toMatchObject([200, { object: 'sealing_key', id: key.id, status: 'usable' }])
    const replayed = await send('POST', path, { headers })
    const again = await send('POST', path)
    expect([replayed.body, again.body]).toEqual([first.body, first.body])

    const data = { sealing_key: key.id }
    const told = (await eventsOf(holder.key)).filter(({ type }: Body) => type === 'sealing_key.activated')
    expect(told).toEqual([{ type: 'sealing_key.activated', data, actor }])
    const elsewhere = (await eventsOf(stranger.key)).map(({ type }: Body) => type)
    expect(elsewhere).not.toContain('sealing_key.activated')

    await server.send('DELETE', `/v1/sealing_keys/${key.id}`, { key: holder.key })
    expect((await send('POST', path)).body.error.code).toBe('resource_missing')
    expect((await send('POST', '/sealing_keys/slk_x/activate')).body.error.code).toBe('resource_missing')
    expect((await send('POST', path, { as: null })).status).toBe(401)
  })

  test('attests a payee name once, never shows it, and notifies the owner of its identity alone', async () => {
    const [holder, stranger] = [await server.key({ consumer: 'payee' }), await server.key()]
    const { id: identity } = await registryOf(server, holder).identity()
    const { body: name } = await server.send('POST', `/v1/identities/${identity}/payee_names`, {
      key: holder.key,
      body: { kind: 'legal', name: 'Zebulon Quartz' },
    })
    const attest = (headers = {}) => send('POST', '/payee_names/attest', { body: { id: name.id }, headers })
    const first = await attest({ 'idempotency-key': 'attest-once' })
    expect([first.status, first.body]).toMatchObject([200, { object: 'payee_name', id: name.id, basis: 'attested' }])
    expect(JSON.stringify(first.body)).not.toMatch(/Zeb|masked/)
    expect((await attest({ 'idempotency-key': 'attest-once' })).body).toEqual(first.body)
    expect((await attest()).body).toEqual(first.body)

    const told = (await eventsOf(holder.key)).filter(({ type }: Body) => type === 'payee_name.attested')
    expect(told).toEqual([{ type: 'payee_name.attested', data: { identity, payee_name: name.id }, actor }])
    expect((await eventsOf(stranger.key)).filter(({ type }: Body) => type === 'payee_name.attested')).toEqual([])
    const { body: other } = await server.send('POST', `/v1/identities/${identity}/payee_names`, {
      key: holder.key,
      body: { kind: 'trade', name: 'Quartz & Sons' },
    })
    const many = await send('POST', '/payee_names/attest', { body: { ids: [other.id, 'pnm_x', name.id] } })
    expect([many.status, many.body.results]).toMatchObject([
      200,
      [
        { object: 'payee_name', id: other.id, basis: 'attested' },
        { id: 'pnm_x', error: { type: 'not_found_error', code: 'resource_missing' } },
        { id: name.id, basis: 'attested' },
      ],
    ])
    for (const body of [{}, { id: name.id, ids: [name.id] }, { ids: [] }])
      expect((await send('POST', '/payee_names/attest', { body })).status).toBe(400)
    const missing = await send('POST', '/payee_names/attest', { body: { id: 'pnm_x' } })
    expect([missing.status, missing.body.error.code]).toEqual([404, 'resource_missing'])
  })
})
