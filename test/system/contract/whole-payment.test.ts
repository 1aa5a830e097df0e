import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminServer, openAdminTokens, startAdminServer } from '../../../src/process/admin-server.ts'
import { folderForTests } from '../../support/folder.ts'
import { openJwe, payerKey, verifyJws } from '../../support/open-release.ts'
import { iban } from '../../support/registry.ts'
import { type Body, type Key, startTestServer, type TestServer } from '../../support/server.ts'

/* The payment of docs/how-to/releases.md#a-whole-payment, in live mode: each call is one of its rows. */

const folder = folderForTests('payment')
const token = randomBytes(32).toString('hex')
let server: TestServer
let admin: AdminServer
let owner: Key
let payer: Key
beforeAll(async () => {
  const tokenFile = join(folder, 'tokens')
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
  server = await startTestServer({ env: { ADMIN_PORT: '0', ADMIN_TOKEN_FILE: tokenFile, RATE_LIMITS: 'on' } })
  admin = await startAdminServer(server.app, openAdminTokens(server.app.config)!)
  owner = await server.key({ consumer: 'payee bank', livemode: true })
  payer = await server.key({ consumer: 'payer bank', livemode: true })
})
afterAll(async () => {
  await admin.close()
  await server.close()
})

/** The rows of the table in the docs: who calls what. */
function documented(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/how-to/releases.md'), 'utf8')
  const section = page.slice(page.indexOf('## A whole payment'))
  return [...section.matchAll(/^\| \d+ \| (\w+) \| `(\w+ [^`]+)`/gm)].map(([, who, call]) => `${who} ${call}`)
}

test('a whole payment in live mode takes ten calls and one visit to the console', async () => {
  const calls: string[] = []
  let visits = 0
  const send = async (who: 'owner' | 'payer', method: string, path: string, body?: object): Promise<Body> => {
    calls.push(`${who} ${method} ${path.replace(/\w{3}_\w{26}/, ':id')}`)
    const {
      status,
      text,
      body: made,
    } = await server.send(method, path, {
      key: (who === 'owner' ? owner : payer).key,
      body,
    })
    if (status >= 300) throw new Error(`${path}: ${text}`)
    return made
  }
  /** A refusal on the way: what it says is its next step. */
  const refused = async (path: string, body: object): Promise<[string, string]> => {
    const { body: answer } = await server.send('POST', path, { key: payer.key, body })
    const { code, message, doc_url } = answer.error
    expect(doc_url).toMatch(new RegExp(`#${code}$`))
    return [code, message]
  }

  const { id: identity } = await send('owner', 'POST', '/v1/identities', { type: 'user' })
  const named = { identity, type: 'username', value: 'nora.weber', privacy_level: 'public' }
  await send('owner', 'POST', '/v1/aliases', named)
  const account = { identity, type: 'bank_account', address: iban, privacy_level: 'consent_required' }
  const capabilities = [{ asset: 'EUR', rail: 'sepa' }]
  const { id: endpoint } = await send('owner', 'POST', '/v1/endpoints', {
    ...account,
    capabilities,
    release: 'granted',
  })
  await send('owner', 'POST', `/v1/identities/${identity}/payee_names`, { kind: 'legal', name: 'Nora Weber' })

  const alias = '@nora.weber'
  const asked = await send('payer', 'POST', '/v1/consent_requests', { alias, purpose: 'Rent', wants: ['release'] })
  const pair = await payerKey()
  const { id: sealing_key, usable_at } = await send('payer', 'POST', '/v1/sealing_keys', { jwk: pair.jwk })
  const wanted = { alias, endpoint, sealing_key, reference: 'Rent' }
  const early = await refused('/v1/releases', wanted)
  expect(early).toEqual(['sealing_key_not_usable', expect.stringContaining('once the operator activates it')])
  expect(early[1]).toContain(new Date(usable_at * 1000).toISOString().slice(0, 19))
  const activated = await fetch(`${admin.url}/admin/v1/sealing_keys/${sealing_key}/activate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  calls.push('operator POST /admin/v1/sealing_keys/:id/activate')
  expect(activated.status).toBe(200)
  expect(await refused('/v1/releases', wanted)).toEqual([
    'release_not_found',
    expect.stringContaining('consent request for a release'),
  ])

  // The owner's one visit: it reads the request and approves it in the console's dialog.
  await server.app.jobs.find(({ name }) => name === 'match-consent-requests')!.run()
  const at = `/v1/consent_requests/${asked.id}`
  const incoming = (await server.send('GET', at, { key: owner.key })).body
  expect(incoming).toMatchObject({ wants: ['disclosure', 'release'], consumer_record: { name: 'payer bank' } })
  const approved = await server.send('POST', `${at}/approve`, { key: owner.key, body: { release: [endpoint] } })
  expect(approved.status).toBe(200)
  visits++

  const found = await send('payer', 'POST', '/v1/resolve', { alias, for: { asset: 'EUR', amount: 25 } })
  expect(found.endpoints.map(({ id }: Body) => id)).toEqual([endpoint])
  expect(found.disclosure).toMatchObject({ total_endpoints: 1, disclosed: 1, visible: 1 })
  const check = await send('payer', 'POST', '/v1/payee_checks', { alias, name: 'Nora Weber' })
  expect(check.verdict).not.toBe('no_match')
  const release = await send('payer', 'POST', '/v1/releases', { ...wanted, token: found.endpoints[0].token })
  const { text } = await openJwe(release.jwe, pair)
  const pinned = (await server.send('GET', '/.well-known/signpost-jwks.json')).body.keys
  expect((await verifyJws(text, pinned)).claims).toMatchObject({ address: iban, sub: identity, reference: 'Rent' })

  expect(calls).toEqual(documented())
  expect([calls.length <= 10, visits]).toEqual([true, 1])
})
