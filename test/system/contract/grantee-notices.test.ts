import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { verifySignature } from '../../../src/client/client.ts'
import { startReceiver } from '../../support/receiver.ts'
import { freshName, iban } from '../../support/registry.ts'
import { type Body, forTests, type Key } from '../../support/server.ts'
import { eventually, startWebhookServer } from '../../support/webhooks.ts'

/* The payer's side of docs/how-to/consent.md#when-a-payees-endpoints-change: each call is one of its rows. */

const receiver = forTests(startReceiver)
const server = forTests(() => startWebhookServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }))
beforeAll(async () => {
  server.work()
})

/** The rows of the table in the docs: who calls what. */
function documented(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/how-to/consent.md'), 'utf8')
  const section = page.slice(page.indexOf("The payer's side"), page.indexOf('## Grants end'))
  return [...section.matchAll(/^\| \d+ \| (\w+) \| `(\w+ [^`]+)`/gm)].map(([, who, call]) => `${who} ${call}`)
}

test('a payer that saved a payee hears that its account is dead, resolves again, and hears nothing after the revoke', async () => {
  const keys: Record<string, Key> = { owner: server.owner, payer: await server.key({ consumer: 'payer bank' }) }
  const calls: string[] = []
  const call = async (who: 'owner' | 'payer', verb: string, path: string, body?: object): Promise<Body> => {
    const { status, body: answer, text } = await server.send(verb, path, { key: keys[who]!.key, ...(body && { body }) })
    if (status >= 300) throw new Error(`${who} ${verb} ${path}: ${status} ${text}`)
    calls.push(`${who} ${verb} ${path.split('?')[0]!.replace(/\/[a-z]{3}_\w+/g, '/:id')}`)
    return answer
  }
  const make = (path: string, body: object) => server.send('POST', path, { key: keys.owner!.key, body })
  const identity = (await make('/v1/identities', { type: 'merchant' })).body.id
  const alias = `@${freshName('payee')}`
  const named = { identity, type: 'username', value: alias, privacy_level: 'public' }
  expect((await make('/v1/aliases', named)).status).toBe(201)
  const account = (address: string) => ({ identity, type: 'bank_account', address, privacy_level: 'consent_required' })
  const old = (await make('/v1/endpoints', account(iban))).body.id

  const type = 'disclosed_endpoints.changed'
  const webhook = await call('payer', 'POST', '/v1/webhooks', { url: receiver.url, enabled_events: [type] })
  const covers = (...endpoints: string[]) => ({ covers: { endpoints } })
  const grant = (
    await call('owner', 'POST', '/v1/consent_grants', { identity, consumer: keys.payer!.consumer, ...covers(old) })
  ).id
  const saved = await call('payer', 'POST', '/v1/resolve', { alias })
  expect(saved.endpoints.map(({ id }: Body) => id)).toEqual([old])
  const fresh = (await call('owner', 'POST', '/v1/endpoints', account('GB82WEST12345698765432'))).id
  await call('owner', 'PATCH', `/v1/consent_grants/${grant}`, covers(old, fresh))
  await call('owner', 'DELETE', `/v1/endpoints/${old}`)

  const arrival = await eventually(async () => receiver.arrivals.find(({ body }) => body.includes(old)), 15_000)
  await verifySignature(arrival.body, String(arrival.headers['service-signature']), webhook.signing_secret)
  const event = JSON.parse(arrival.body)
  expect([event.type, event.data.consent_grant]).toEqual([type, grant])
  const changes = receiver.arrivals.flatMap(({ body }) => JSON.parse(body).data.endpoints)
  expect(changes.filter(({ public_id }) => public_id === old)).toEqual([
    { public_id: old, type: 'bank_account', change: 'removed' },
  ])
  const again = await call('payer', 'POST', '/v1/resolve', { alias })
  expect(again.endpoints.map(({ id }: Body) => id)).toEqual([fresh])
  const missed = (await call('payer', 'GET', `/v1/events?type=${type}`)).data
  expect(missed.map(({ id }: Body) => id)).toContain(event.id)
  await call('owner', 'DELETE', `/v1/consent_grants/${grant}`)

  const heard = receiver.arrivals.length
  await server.send('DELETE', `/v1/endpoints/${fresh}`, { key: keys.owner!.key })
  await eventually(async () => (await server.query`select from notice_due`).length === 0, 15_000)
  expect(receiver.arrivals.length).toBe(heard)
  expect(calls).toEqual(documented())
})
