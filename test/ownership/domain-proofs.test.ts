import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { startNameServer, type Zone } from '../support/names.ts'
import { registryOf } from '../support/registry.ts'
import {
  type Answer,
  type Body,
  type Key,
  startTestServer,
  type TestServer,
  testEnvironment,
} from '../support/server.ts'

/** Creates a self-signed certificate for every name below proof.example. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = 'subjectAltName=DNS:*.proof.example,DNS:proof.example'
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=proof']
  execFileSync('openssl', ['req', '-x509', ...kind, '-days', '2', '-addext', names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key), cert: readFileSync(cert), path: cert }
}

const zone: Zone = new Map()
let names: Awaited<ReturnType<typeof startNameServer>>
let host: Server
let pages: Map<
  string,
  (respond: (status: number, body: string | null, headers?: Record<string, string>) => void) => void
>
let visited: string[]
/** Two processes on one database. */
let server: TestServer
let other: TestServer
let live: Key
beforeAll(async () => {
  names = await startNameServer(zone)
  const { key, cert, path } = certificate()
  pages = new Map()
  visited = []
  host = createServer({ key, cert }, (request, response) => {
    visited.push(`${request.headers.host} ${request.url}`)
    const page = pages.get(request.url!)
    if (!page) return void response.writeHead(404).end()
    page((status, body, headers = {}) => {
      response.writeHead(status, headers)
      if (body === null) response.write('slow')
      else response.end(body)
    })
  })
  await new Promise<void>((ready) => void host.listen(0, '127.0.0.1', ready))
  const env = {
    PROOF_DNS_SERVERS: names.address,
    PROOF_ALLOW_CIDRS: '127.0.0.1/32',
    PROOF_TLS_CA: path,
    PROOF_HTTPS_PORT: String((host.address() as AddressInfo).port),
  }
  const encryptionKey = Buffer.alloc(32, 7)
  server = await startTestServer({ env, encryptionKey })
  other = await startTestServer({ env, encryptionKey, database: server.database })
  live = await server.key({ livemode: true })
})
afterAll(async () => {
  await other.close()
  await server.close()
  host.closeAllConnections()
  host.close()
  await names.close()
})
beforeEach(() => {
  zone.clear()
  pages.clear()
  visited.length = 0
  zone.set('shop.proof.example', { a: ['127.0.0.1'] })
})

let serial = 0
async function link(path = '', key = live.key, name = `shop${++serial}.proof.example`): Promise<Body> {
  zone.set(name, { a: ['127.0.0.1'] })
  const mine = registryOf(server, { key })
  return mine.alias((await mine.identity()).id, 'payment_link', `https://${name}${path}`)
}
const ask = async (alias: Body, method: string, key = live.key): Promise<Body> =>
  (await server.send('POST', `/v1/aliases/${alias.id}/challenges`, { key, body: { method } })).body
const look = (challenge: Body, key = live.key, body: object = {}): Promise<Answer> =>
  server.send('POST', `/v1/challenges/${challenge.id}/answer`, { key, body })
const read = async (alias: Body) => (await server.send('GET', `/v1/aliases/${alias.id}`, { key: live.key })).body
const pathOf = (url: string) => new URL(url).pathname

test('a TXT record under the host proves the link, also behind a CNAME and in pieces', async () => {
  const alias = await link()
  const challenge = await ask(alias, 'dns_txt')
  const { record_name: name, record_value: value } = challenge.instructions
  expect(name).toBe(`_signpost-challenge.${new URL(alias.value).hostname}`)
  expect(challenge.expires_at - challenge.created).toBe(7 * 86_400)
  expect((await look(challenge)).body).toMatchObject({ status: 'pending', attempts_left: 4 })
  zone.set(name, { txt: [['another']] })
  expect((await look(challenge)).body).toMatchObject({ status: 'pending', attempts_left: 3 })
  zone.set(name, { cname: 'far.proof.example' })
  zone.set('far.proof.example', { cname: 'farther.proof.example' })
  zone.set('farther.proof.example', { txt: [['another'], [value.slice(0, 9), value.slice(9)]] })
  expect((await look(challenge)).body).toMatchObject({ status: 'met', attempts_left: 2 })
  const proved = await read(alias)
  expect(proved).toMatchObject({ verification: 'proved', verified_method: 'dns_txt' })
  expect(proved.proof_expires_at - proved.verified_at).toBe(398 * 86_400)
})

test('a page below the path of the link proves it, trimmed', async () => {
  const alias = await link('/pay/ann?x=1')
  expect((await ask(alias, 'dns_txt')).error.code).toBe('parameter_invalid')
  const challenge = await ask(alias, 'well_known')
  const { url, content } = challenge.instructions
  expect(pathOf(url)).toMatch(/^\/pay\/ann\/\.well-known\/signpost-challenge\/[\w-]{22}$/)
  pages.set(pathOf(url), (respond) => respond(200, `\n ${content} \r\n`))
  expect((await look(challenge)).body.status).toBe('met')
  expect(visited).toEqual([`${new URL(url).host} ${pathOf(url)}`])
  expect((await read(alias)).verified_method).toBe('well_known')
})

const refused: Record<string, (url: string, content: string, name: string) => void> = {
  'an echo of the path': (url) => pages.set(pathOf(url), (respond) => respond(200, pathOf(url).split('/').at(-1)!)),
  'a redirect': (url, content) => {
    pages.set(pathOf(url), (respond) => respond(302, '', { location: '/elsewhere' }))
    pages.set('/elsewhere', (respond) => respond(200, content))
  },
  'another status': (url, content) => pages.set(pathOf(url), (respond) => respond(201, content)),
  'an answer of more than 1 KiB': (url, content) =>
    pages.set(pathOf(url), (respond) => respond(200, content + ' '.repeat(1_024))),
  'text around it': (url, content) => pages.set(pathOf(url), (respond) => respond(200, `is ${content}`)),
  'a private address': (url, content, name) => {
    pages.set(pathOf(url), (respond) => respond(200, content))
    zone.set(name, { a: ['10.1.2.3'] })
  },
  'a good address and a bad one': (url, content, name) => {
    pages.set(pathOf(url), (respond) => respond(200, content))
    zone.set(name, { a: ['127.0.0.1', '192.168.0.1'] })
  },
  'a private address behind a CNAME': (url, content, name) => {
    pages.set(pathOf(url), (respond) => respond(200, content))
    zone.set(name, { cname: 'inner.proof.example' })
    zone.set('inner.proof.example', { a: ['169.254.169.254'] })
  },
  'a chain of names without an end': (url, content, name) => {
    pages.set(pathOf(url), (respond) => respond(200, content))
    zone.set(name, { cname: name })
  },
  'a name of another certificate': (url, content, name) => {
    pages.set(pathOf(url), (respond) => respond(200, content))
    zone.delete(name)
  },
}

test.each(Object.entries(refused))('%s proves nothing, and the attempt is spent', async (_, arrange) => {
  const alias = await link('/pay')
  const challenge = await ask(alias, 'well_known')
  const { url, content } = challenge.instructions
  arrange(url, content, new URL(url).hostname)
  expect((await look(challenge)).body).toMatchObject({ status: 'pending', attempts_left: 4 })
  expect(visited.some((one) => one.endsWith('/elsewhere'))).toBe(false)
  expect((await read(alias)).verification).toBe('none')
})

test('a certificate of no known authority, or for another name, proves nothing', async () => {
  const alias = await link('', live.key, `shop${++serial}.other.example`)
  const challenge = await ask(alias, 'well_known')
  pages.set(pathOf(challenge.instructions.url), (respond) => respond(200, challenge.instructions.content))
  expect((await look(challenge)).body.status).toBe('pending')
})

test('an answer that never ends is left, and the look ends', { timeout: 20_000 }, async () => {
  const challenge = await ask(await link(), 'well_known')
  pages.set(pathOf(challenge.instructions.url), (respond) => respond(200, null))
  expect((await look(challenge)).body).toMatchObject({ status: 'pending', attempts_left: 4 })
})

test('two consumers have different authorizations for one link: publishing one proves nothing for the other', async () => {
  const alias = await link()
  const first = await ask(alias, 'dns_txt')
  const second = await ask(alias, 'dns_txt')
  expect(second.instructions.record_value).not.toBe(first.instructions.record_value)
  zone.set(first.instructions.record_name, { txt: [[first.instructions.record_value]] })
  expect((await look(second)).body.status).toBe('pending')
  expect((await look(first)).body.error.code).toBe('challenge_closed')
})

test('five looks at once spend five attempts, and a sixth is refused', async () => {
  const challenge = await ask(await link(), 'dns_txt')
  const answers = await Promise.all(Array.from({ length: 8 }, () => look(challenge)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ body }) => body.error?.code === 'challenge_closed')).toHaveLength(3)
  const { body } = await server.send('GET', `/v1/challenges/${challenge.id}`, { key: live.key })
  expect(body).toMatchObject({ status: 'failed', attempts_left: 0 })
})

test('a look under an Idempotency-Key replays, its refusal too, and spends one attempt', async () => {
  const challenge = await ask(await link(), 'dns_txt')
  const under = (key: string, body: object = {}): Promise<Answer> =>
    server.send('POST', `/v1/challenges/${challenge.id}/answer`, {
      ...{ key: live.key, body },
      headers: { 'idempotency-key': `${challenge.id}-${key}` },
    })
  const attemptsLeft = async () =>
    (await server.send('GET', `/v1/challenges/${challenge.id}`, { key: live.key })).body.attempts_left
  const early = await under('early')
  expect([early.status, early.body]).toMatchObject([200, { status: 'pending', attempts_left: 4 }])
  zone.set(challenge.instructions.record_name, { txt: [[challenge.instructions.record_value]] })
  expect((await under('early')).text).toBe(early.text)
  expect((await under('early', { code: 'another body' })).body.error.code).toBe('idempotency_key_reused')
  expect(await attemptsLeft()).toBe(4)
  const first = await under('late')
  const again = await under('late')
  expect([first.status, first.body]).toMatchObject([200, { status: 'met', attempts_left: 3 }])
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
  const closed = await under('closed')
  const closedAgain = await under('closed')
  expect([closed.status, closed.body.error.code]).toEqual([409, 'challenge_closed'])
  expect([closedAgain.text, closedAgain.headers.get('idempotent-replayed')]).toEqual([closed.text, 'true'])
})

test('a look whose twin is in progress, in any process, is refused until that has ended, and spends no attempt', async () => {
  const challenge = await ask(await link(), 'well_known')
  const page = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  pages.set(pathOf(challenge.instructions.url), async (respond) => {
    asked.resolve()
    await page.promise
    respond(404, 'later')
  })
  const twin = (at = server) =>
    at.send('POST', `/v1/challenges/${challenge.id}/answer`, {
      ...{ key: live.key, body: {} },
      headers: { 'idempotency-key': challenge.id },
    })
  const first = twin()
  await asked.promise
  const twins = await Promise.all([server, other, server, other].map(twin))
  page.resolve()
  expect((await first).body).toMatchObject({ status: 'pending', attempts_left: 4 })
  for (const { status, body, headers } of twins)
    expect([status, body.error?.code, headers.get('retry-after')]).toEqual([409, 'idempotency_key_in_use', '1'])
  expect((await twin()).text).toBe((await first).text)
  expect((await look(challenge)).body.attempts_left).toBe(3)
})

test('a look that fails for a technical reason leaves its key free: the retry looks again', async () => {
  const challenge = await ask(await link(), 'well_known')
  const answer = () =>
    server.send('POST', `/v1/challenges/${challenge.id}/answer`, {
      ...{ key: live.key, body: {} },
      headers: { 'idempotency-key': challenge.id },
    })
  // The outcome takes the place of what the look has begun.
  await server.query`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`
  await server.query`create trigger refuse before update on idempotency_record for each row execute function refuse()`
  expect((await answer()).status).toBe(500)
  await server.query`drop function refuse cascade`
  const second = await answer()
  expect([second.status, second.body]).toMatchObject([200, { status: 'pending', attempts_left: 3 }])
})

test('a code that is registered here alone has no proof; in test mode 000000 meets a challenge of a link', async () => {
  const testKey = (await server.key()).key
  const mine = registryOf(server, { key: testKey })
  const code = await mine.alias((await mine.identity()).id, 'payment_link', 'ann-2026')
  expect((await ask(code, 'well_known', testKey)).error.code).toBe('parameter_invalid')
  const alias = await link('', testKey)
  const asked = names.asked.length
  const challenge = await ask(alias, 'dns_txt', testKey)
  expect((await look(challenge, testKey, { code: '000000' })).body.status).toBe('met')
  expect(names.asked.length).toBe(asked)
})

const check = () => server.app.jobs.find(({ name }) => name === 'check-domain-proofs')!.run()
const due = () => server.query`update domain_proof set next_check_at = now()`
const unverified = (alias: Body) =>
  server.query`select body from event_body where type = 'alias.unverified' and body like '%' || ${alias.id} || '%'`

test('a proof is checked weekly; after three days of failures it is withdrawn, with an event', async () => {
  const alias = await link()
  const challenge = await ask(alias, 'dns_txt')
  const { record_name: name, record_value: value } = challenge.instructions
  zone.set(name, { txt: [[value]] })
  await look(challenge)
  const [proof] = await server.query`select next_check_at - now() as wait from domain_proof
    order by next_check_at desc`
  expect(JSON.stringify(proof)).toContain('"days":6')
  await due()
  await check()
  expect((await read(alias)).verification).toBe('proved')
  zone.delete(name)
  await due()
  await check()
  expect((await read(alias)).verification).toBe('proved')
  // Two days and a half of failures are borne; a success in between begins again.
  await server.query`update domain_proof set failing_since = failing_since - interval '60 hours'`
  zone.set(name, { txt: [[value]] })
  await due()
  await check()
  zone.delete(name)
  await due()
  await check()
  await server.query`update domain_proof set failing_since = failing_since - interval '60 hours'`
  await due()
  await check()
  expect([(await read(alias)).verification, await unverified(alias)]).toEqual(['proved', []])
  await server.query`update domain_proof set failing_since = failing_since - interval '12 hours'`
  await due()
  await check()
  expect(await read(alias)).toMatchObject({
    verification: 'none',
    verified_at: null,
    verified_method: null,
    proof_expires_at: null,
  })
  const [event] = await unverified(alias)
  expect(JSON.parse(String(event!.body)).data).toEqual({
    identity: alias.identity,
    alias: { public_id: alias.id, type: 'payment_link' },
  })
})

test('a released link’s proof is deleted when its check is due: no run reads the proofs that are not', async () => {
  const alias = await link()
  const challenge = await ask(alias, 'dns_txt')
  zone.set(challenge.instructions.record_name, { txt: [[challenge.instructions.record_value]] })
  await look(challenge)
  await server.send('DELETE', `/v1/aliases/${alias.id}`, { key: live.key })
  await check()
  expect(await proofsOf(alias.identity)).toHaveLength(1)
  await due()
  await check()
  expect(await proofsOf(alias.identity)).toEqual([])
})

test('a proof that has run out is taken back', async () => {
  const alias = await link()
  const challenge = await ask(alias, 'dns_txt')
  zone.set(challenge.instructions.record_name, { txt: [[challenge.instructions.record_value]] })
  await look(challenge)
  await server.query`update alias set proof_expires_at = now() where proof_expires_at is not null`
  await check()
  expect((await read(alias)).verification).toBe('none')
})

test('proofs that cannot be taken back now keep no other waiting', async () => {
  const [first, second] = [await link(), await link()]
  for (const alias of [first, second]) {
    const challenge = await ask(alias, 'dns_txt')
    zone.set(challenge.instructions.record_name, { txt: [[challenge.instructions.record_value]] })
    await look(challenge)
  }
  await server.query`update alias set proof_expires_at = now() - interval '1 day' where id = ${decodeId('alias', first.id)}`
  await server.query`update alias set proof_expires_at = now() where id = ${decodeId('alias', second.id)}`
  await server.query`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`
  await server.app.pool.query(
    `create trigger refuse before update on alias for each row when (new.id = '${decodeId('alias', first.id)}') execute function refuse()`,
  )
  await expect(check()).rejects.toThrow('refused')
  expect((await read(second)).verification).toBe('none')
  await server.query`drop trigger refuse on alias`
  await check()
  expect((await read(first)).verification).toBe('none')
})

test('the port is for tests alone, and an invalid name server or certificate stops the start', () => {
  const read = (env: Record<string, string>) => () => readConfig({ ...testEnvironment, ...env })
  expect(read({ NODE_ENV: 'production', PROOF_HTTPS_PORT: '8443' })).toThrow('PROOF_HTTPS_PORT is for tests')
  expect(read({ PROOF_DNS_SERVERS: 'dns.example' })).toThrow('PROOF_DNS_SERVERS')
  expect(read({ PROOF_TLS_CA: '/nowhere' })).toThrow('PROOF_TLS_CA')
  expect(read({ PROOF_ALLOW_CIDRS: '10.0.0.1/8' })).toThrow('PROOF_ALLOW_CIDRS')
})

const advance = () => server.app.jobs.find(({ name }) => name === 'advance-claims')!.run()
/** A claim of a link that the claimer's domain shows to be theirs. @returns the record under its host that shows it */
async function claimed(value: string, key: string, identity: string): Promise<{ claim: Body; record: string }> {
  const send = (path: string, body: object = {}) => server.send('POST', `/v1/${path}`, { key, body })
  const { body: claim } = await send('claims', { type: 'payment_link', value, identity, kind: 'ownership' })
  const { body: challenge } = await send(`claims/${claim.id}/challenges`, { method: 'dns_txt' })
  const { record_name: record, record_value: shown } = challenge.instructions
  zone.set(record, { txt: [[shown]] })
  expect((await look(challenge, key)).body.status).toBe('met')
  await advance()
  return { claim, record }
}
const proofsOf = (identity: string) =>
  server.query`select alias_id from domain_proof where identity_id = ${decodeId('identity', identity)}`

test('a link that moved by a claim is checked weekly too, and withdrawn like any other', async () => {
  const name = `shop${++serial}.proof.example`
  zone.set(name, { a: ['127.0.0.1'] })
  const mine = registryOf(server, live)
  const identity = (await mine.identity()).id
  const { record } = await claimed(`https://${name}`, live.key, identity)
  const { body } = await server.send('GET', `/v1/identities/${identity}/aliases`, { key: live.key })
  const [alias] = body.data
  expect(alias).toMatchObject({ verification: 'proved', verified_method: 'dns_txt' })
  const lookAgain = async () => {
    await due()
    await check()
    const [row] = await server.query`select failing_since from domain_proof order by alias_id desc limit 1`
    return row!.failing_since === null
  }
  expect(await lookAgain()).toBe(true)
  zone.delete(record)
  expect(await lookAgain()).toBe(false)
  await server.query`update domain_proof set failing_since = failing_since - interval '73 hours'`
  await due()
  await check()
  expect((await read(alias)).verification).toBe('none')
})

test('a donor’s domain is no longer checked once the link has moved', async () => {
  const alias = await link()
  const other = await server.key({ consumer: 'claimer of links', livemode: true })
  const identity = (await registryOf(server, other).identity()).id
  const { claim } = await claimed(alias.value, other.key, identity)
  const challenge = await ask(alias, 'dns_txt')
  zone.set(challenge.instructions.record_name, { txt: [[challenge.instructions.record_value]] })
  expect((await look(challenge)).body.status).toBe('met')
  expect(await proofsOf(alias.identity)).toHaveLength(1)
  const { body } = await server.send('POST', `/v1/claims/${claim.id}/confirm`, { key: live.key, body: {} })
  expect(body.status).toBe('completed')
  expect(await proofsOf(alias.identity)).toEqual([])
  expect(await proofsOf(identity)).toHaveLength(1)
})

test('a donor who contests by the domain has a proof that expires and is checked', async () => {
  const alias = await link()
  const other = await server.key({ consumer: 'contested claimer', livemode: true })
  const identity = (await registryOf(server, other).identity()).id
  const { claim } = await claimed(alias.value, other.key, identity)
  const path = `/v1/claims/${claim.id}`
  await server.send('POST', `${path}/contest`, { key: live.key, body: { method: 'dns_txt' } })
  const { body } = await server.send('GET', path, { key: live.key })
  const { body: challenge } = await server.send('GET', `/v1/challenges/${body.challenge}`, { key: live.key })
  zone.set(challenge.instructions.record_name, { txt: [[challenge.instructions.record_value]] })
  expect((await look(challenge)).body.status).toBe('met')
  const proved = await read(alias)
  expect(proved.proof_expires_at - proved.verified_at).toBe(398 * 86_400)
  expect(await proofsOf(alias.identity)).toHaveLength(1)
})
