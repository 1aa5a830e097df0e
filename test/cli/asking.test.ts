import { once } from 'node:events'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { verifySignature } from '../../src/verifier/verify.ts'
import { type Finished, runCommand, startCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'
import { forTests, startTestServer } from '../support/server.ts'

// Each command is a separate process.
vi.setConfig({ testTimeout: 120_000 })

const folder = folderForTests('asking')
const credentials = join(folder, 'signpost/credentials.json')
let key: string
const server = forTests(startTestServer)
beforeAll(async () => {
  key = (await server.key()).key
})

/** Configuration folders with and without stored credentials. */
const stored = { XDG_CONFIG_HOME: folder }
const nobody = { XDG_CONFIG_HOME: join(folder, 'nobody') }

/** Runs a command with a key of the environment. */
const asked = (...args: string[]): Promise<Finished> =>
  runCommand(args, { ...nobody, SIGNPOST_API_KEY: key, SIGNPOST_URL: server.url })

const record = async (...args: string[]) => {
  const { code, stdout, stderr } = await asked(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const login = (typed: string, ...args: string[]): Promise<Finished> =>
  runCommand(['login', ...args], stored, { input: `${typed}\n` })

test('login verifies the key, stores it for this user alone, and prints its consumer; logout deletes it', async () => {
  const { code, stdout, stderr } = await login(key, '--url', server.url)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Logged in at \S+ as \S+, test mode: /)
  expect(JSON.parse(readFileSync(credentials, 'utf8'))).toEqual({ url: server.url, key })
  expect([statSync(credentials).mode & 0o777, statSync(join(folder, 'signpost')).mode & 0o777]).toEqual([0o600, 0o700])
  expect(stdout).not.toContain(key)

  expect((await runCommand(['identities', 'list'], stored)).code).toBe(0)
  chmodSync(credentials, 0o644)
  const open = await runCommand(['identities', 'list'], stored)
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('chmod 600')])
  chmodSync(credentials, 0o600)

  expect((await runCommand(['logout'], stored)).code).toBe(0)
  expect(statSync(credentials, { throwIfNoEntry: false })).toBeUndefined()
  const after = await runCommand(['identities', 'list'], stored)
  expect([after.code, after.stderr]).toEqual([2, expect.stringMatching(/login, or set SIGNPOST_API_KEY\.$/m)])
})

test.each([
  ['what is no key', 'canary-of-the-key', 'http://127.0.0.1:4000', /^The key is no API key/],
  ['nothing', '', 'http://127.0.0.1:4000', /^The key is no API key/],
  ['a key that does not work', `spk_test_${'canary'.padEnd(40, 'x')}`, undefined, /^api_key_invalid: /],
  [
    'a URL without TLS that is not on this machine',
    `spk_test_${'canary'.padEnd(40, 'x')}`,
    'http://pay.example.com',
    /^--url must be https/,
  ],
])('login stores nothing, and repeats nothing: %s', async (_, typed, url, says) => {
  const { code, stdout, stderr } = await login(typed, '--url', url ?? server.url)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)])
  expect(stderr).not.toContain('canary')
  expect(statSync(credentials, { throwIfNoEntry: false })).toBeUndefined()
})

test('a stored key is sent to the service that it was stored for, and to no other', async () => {
  const heard: string[] = []
  const other = createServer((request, response) => response.end(String(heard.push(request.url!))))
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await login(key, '--url', server.url)
  for (const [args, env] of [
    [['--url', elsewhere], {}],
    [[], { SIGNPOST_URL: elsewhere }],
  ] as const) {
    const { code, stderr } = await runCommand(['identities', 'list', ...args], { ...stored, ...env })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^The stored key is for another service/)])
  }
  // A key of the environment wins. It goes to the default address, and would succeed only where the stored one belongs.
  const { code, stdout } = await runCommand(['identities', 'list'], { ...stored, SIGNPOST_API_KEY: key })
  expect([code === 0, stdout]).toEqual([false, ''])
  other.close()
  expect(heard).toEqual([])
  await runCommand(['logout'], stored)
})

test('an identity, its alias, its endpoint and a grant are made, shown, changed and ended', async () => {
  const identity = await record('identities', 'create', '--type', 'merchant', '--display-name', 'Acme Ltd')
  const alias = await record(
    'aliases',
    'create',
    '--identity',
    identity.id,
    '--type',
    'username',
    '--value',
    '@acme',
    '--privacy-level',
    'public',
    '--primary',
  )
  expect(alias).toMatchObject({ value: 'acme', is_primary: true, identity: identity.id })
  const again = ['--identity', identity.id, '--type', 'username', '--value', '@acme', '--privacy-level', 'public']
  const taken = await asked('aliases', 'create', ...again)
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining(`existing ${alias.id}`)])
  const takenJson = await asked('aliases', 'create', ...again, '--json')
  expect(JSON.parse(takenJson.stdout).error).toMatchObject({ code: 'alias_taken', existing: alias.id })
  const [addressFile, body] = [join(folder, 'address'), join(folder, 'body.json')]
  writeFileSync(addressFile, '0x52908400098527886E0F7030069857D2E4169EE7\n')
  writeFileSync(body, '{"capabilities":[{"asset":"USDC","network":"ethereum","rail":"onchain"}],"priority":9}')
  const made = [
    'endpoints',
    'create',
    '--identity',
    identity.id,
    '--type',
    'crypto_wallet',
    '--privacy-level',
    'public',
  ]
  const endpoint = await record(...made, '--priority', '3', '--address-file', addressFile, '--body', body)
  writeFileSync(body, '{"capabilities":[{"asset":"USDC","rail":"onchain","max_amount":100.00000000000000001}]}')
  const rounded = await asked(...made, '--address-file', addressFile, '--body', body)
  expect([rounded.code, rounded.stderr]).toEqual([2, expect.stringContaining('field capabilities.0.max_amount')])
  // An option overrides the same field of the file.
  expect(endpoint).toMatchObject({ priority: 3, address_preview: '0x5290…9EE7', capabilities: [{ asset: 'USDC' }] })

  const resolved = await asked('resolve', '@Acme')
  expect(resolved.stdout).toBe(`${identity.id}\n  crypto_wallet  0x5290…9EE7\n`)
  expect(await record('resolve', '@acme')).toMatchObject({ identity: identity.id })

  const shown = await asked('identities', 'list')
  expect(shown.stdout).toMatch(/^ID +TYPE +STATUS +NAME +CREATED\n/)
  expect(shown.stdout).toContain(`${identity.id}  merchant  active  Acme Ltd`)
  expect((await asked('identities', 'show', identity.id)).stdout).toMatch(/^status +active$/m)
  expect((await asked('aliases', 'list', '--identity', identity.id, '--status', 'released')).stdout).toBe(
    'There are none.\n',
  )
  expect((await asked('aliases', 'list', '--type', 'username', '--value', 'Acme')).stdout).toContain('acme')

  const { consumer } = await server.key({ consumer: 'payer' })
  const grant = await record(
    'consents',
    'grant',
    '--identity',
    identity.id,
    '--consumer',
    consumer,
    '--alias',
    alias.id,
    '--expires-in',
    '600',
  )
  expect(grant.covers).toMatchObject({ all: false, aliases: [alias.id] })
  const wider = ['--alias', alias.id, '--endpoint', endpoint.id, '--release', endpoint.id, '--if-version', '1']
  expect(await record('consents', 'update', grant.id, ...wider)).toMatchObject({ version: 2, release: [endpoint.id] })
  expect(await record('consents', 'revoke', grant.id)).toMatchObject({ status: 'revoked' })
  expect(await record('endpoints', 'update', endpoint.id, '--status', 'disabled')).toMatchObject({ status: 'disabled' })
  expect(await record('endpoints', 'remove', endpoint.id)).toMatchObject({ id: endpoint.id })
  expect(await record('aliases', 'release', alias.id)).toMatchObject({ status: 'released' })
  expect(await record('identities', 'update', identity.id, '--status', 'closed')).toMatchObject({ status: 'closed' })
})

test('a list prints the requested number of records over several pages, one JSON object per line', async () => {
  const { key: own } = await server.key({ consumer: 'lister' })
  for (let n = 0; n < 3; n++) await server.send('POST', '/v1/identities', { key: own, body: { type: 'machine' } })
  const env = { ...nobody, SIGNPOST_API_KEY: own, SIGNPOST_URL: server.url }
  const { stdout } = await runCommand(['identities', 'list', '--limit', '2', '--json'], env)
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).object)).toEqual(['identity', 'identity'])
})

test.each([
  ['a record that is not there', ['identities', 'show', 'idn_00000000000000000000000000'], 1, 'resource_missing'],
  ['a miss', ['resolve', '@nobody.here'], 1, 'alias_not_found'],
  ['a value that is refused', ['aliases', 'create', '--body', '-'], 2, ''],
  ['a key without the scope', ['identities', 'list'], 2, 'scope_missing'],
])(
  'a refusal is one line with its code, and its exit code tells mistakes from outages: %s',
  async (title, args, exit, says) => {
    const { key: limited } = await server.key({ scopes: ['resolve'] })
    const env = { ...nobody, SIGNPOST_API_KEY: title.includes('scope') ? limited : key, SIGNPOST_URL: server.url }
    const { code, stdout, stderr } = await runCommand(args, env, { input: '{"value":"canary!!"}' })
    expect([code, stdout]).toEqual([exit, ''])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(says)
    expect(stderr).not.toContain('canary')
  },
)

test('the service judges values: none is refused before that is not blank', async () => {
  const { id: identity } = await record('identities', 'create', '--type', 'user', '--display-name', 'میک\u200cبوک')
  const phone = ['--identity', identity, '--type', 'phone', '--value', '\u202a+4915123456789\u202c']
  expect(await record('aliases', 'create', ...phone, '--privacy-level', 'private')).toMatchObject({
    value: '+4915123456789',
  })
  const body = join(folder, 'wallet.json')
  writeFileSync(body, '{"type":"crypto_wallet","address":"0x52908400098527886E0F7030069857D2E4169EE7"}')
  const wallet = ['--identity', identity, '--privacy-level', 'private', '--body', body]
  expect(await record('endpoints', 'create', ...wallet, '--priority', '-1.5')).toMatchObject({ priority: -1.5 })
  const { consumer } = await server.key({ consumer: 'payer' })
  const granted = ['--identity', identity, '--consumer', consumer, '--all', '--purpose', 'p'.repeat(500)]
  expect(await record('consents', 'grant', ...granted)).toMatchObject({ status: 'active' })
})

test('a destination is checked as the guessed type, and each verdict has its own exit code', async () => {
  const { id: identity } = await record('identities', 'create', '--type', 'merchant')
  const named = ['--type', 'username', '--value', '@print.shop', '--privacy-level', 'public']
  await record('aliases', 'create', '--identity', identity, ...named)
  const file = join(folder, 'account.txt')
  writeFileSync(file, 'DE89370400440532013000')
  const level = join(folder, 'level.json')
  writeFileSync(level, '{"privacy_level":"public"}')
  const made = ['--type', 'bank_account', '--address-file', file, '--body', level]
  const { id } = await record('endpoints', 'create', '--identity', identity, ...made)
  const match = await asked('check-destination', '@print.shop', 'DE89 3704 0044 0532 0130 00')
  expect([match.code, match.stdout.trim()]).toEqual([0, `match  ${id}, changed today`])
  expect(match.stderr).toContain('Checked as bank_account')
  const none = await asked('check-destination', '--json', '@print.shop', 'FR1420041010050500013M02606')
  expect([none.code, JSON.parse(none.stdout)]).toMatchObject([3, { verdict: 'no_match', type: 'bank_account' }])
  const unchecked = await asked('check-destination', '--type', 'upi', '@print.shop', 'shop@okbank')
  expect([unchecked.code, unchecked.stderr]).toEqual([4, ''])
  expect(unchecked.stdout).toContain('not checked')
  expect((await asked('check-destination', '@print.shop', 'DE89')).code).toBe(2)
})

test('a refusal as JSON is an object with its code', async () => {
  const { code, stdout, stderr } = await asked('resolve', '@nobody.here', '--json')
  expect([code, stderr]).toEqual([1, ''])
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'alias_not_found', request_id: expect.any(String) })
})

test('colours are for a terminal: none in a pipe, and none where NO_COLOR is set', async () => {
  const env = { ...nobody, SIGNPOST_API_KEY: key, SIGNPOST_URL: server.url }
  const plain = await runCommand(['identities', 'list'], env)
  expect(plain.stdout).not.toContain('\u001b')
  const forced = await runCommand(['identities', 'list'], { ...env, FORCE_COLOR: '1' })
  expect(forced.stdout).toContain('\u001b[1m')
  const refused = await runCommand(['identities', 'list'], { ...env, NO_COLOR: '1' })
  expect(refused.stdout).not.toContain('\u001b')
})

/** A receiver on this machine, and what it was sent. */
async function receiver() {
  const sent: { body: string; signature: string }[] = []
  const http = createServer(async (request, response) => {
    const chunks = await request.toArray()
    sent.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['service-signature']) })
    response.writeHead(204).end()
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return { sent, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`, close: () => http.close() }
}

test('events are printed as they happen, each once, and a signal is no failure', async () => {
  const env = { ...nobody, SIGNPOST_API_KEY: key, SIGNPOST_URL: server.url }
  await server.send('POST', '/v1/identities', { key, body: { type: 'machine' } })
  const tail = startCommand(['events', 'tail', '--interval', '1', '--last', '1', '--json'], env)
  await tail.saying(/identity\.created/)
  const { body } = await server.send('POST', '/v1/identities', { key, body: { type: 'merchant' } })
  await tail.saying(new RegExp(body.id))
  const { body: next } = await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })
  await tail.saying(new RegExp(next.id))
  tail.child.kill('SIGINT')
  const { code, stdout, stderr } = await tail.finished
  expect([code, stderr]).toEqual([0, ''])
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toHaveLength(3)
})

test('events are forwarded to a receiver on this machine, signed with the printed secret, and nothing is left behind', async () => {
  const env = { ...nobody, SIGNPOST_API_KEY: key, SIGNPOST_URL: server.url }
  const at = await receiver()
  const listening = startCommand(['listen', '--forward-to', at.url, '--interval', '1', '--json'], env)
  const [, secret] = await listening.saying(/"secret":"(whsec_[^"]+)"/)
  // It begins with what comes after its first look.
  await expect
    .poll(
      async () => {
        await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })
        return at.sent.length
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBeGreaterThan(0)
  const [{ body, signature }] = at.sent as [{ body: string; signature: string }]
  expect(() => verifySignature(body, signature, secret!)).not.toThrow()
  expect(Object.keys(JSON.parse(body))).toEqual(['id', 'type', 'created', 'livemode', 'data'])
  listening.child.kill('SIGTERM')
  expect((await listening.finished).code).toBe(0)
  at.close()
  const { body: webhooks } = await server.send('GET', '/v1/webhooks', { key })
  expect(webhooks.data).toEqual([])
})

test('a sample event is signed and sent to a receiver, and asks no service', async () => {
  const at = await receiver()
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const args = ['webhooks', 'trigger', 'alias.created', '--secret', secret]
  const { code, stdout } = await runCommand([...args, '--to', at.url], nobody)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ 204 {2}alias\.created {2}evt_\w{26}\n$/)])
  const [{ body, signature }] = at.sent as [{ body: string; signature: string }]
  expect(() => verifySignature(body, signature, secret)).not.toThrow()
  at.close()
  const gone = await runCommand([...args, '--to', at.url, '--json'], nobody)
  expect([gone.code, JSON.parse(gone.stdout).error]).toEqual([1, 'unreachable'])
  expect(gone.stdout).not.toContain(secret)
})
