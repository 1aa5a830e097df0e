import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { clients, filesOf } from '../../scripts/clients.ts'
import { openApiDocument } from '../../scripts/openapi-document.ts'
import { createSignpost, type Signpost } from '../../src/client/client.ts'
import { decodeId } from '../../src/kernel/id.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { servedDocument } from '../../src/surfaces/rest/served-document.ts'
import { startReceiver } from '../support/receiver.ts'
import { evmAddress, freshName } from '../support/registry.ts'
import { forTests, type Key } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'
import { freshJwk } from '../system/fuzz/pool.ts'

const server = forTests(startWebhookServer)
const receiver = forTests(startReceiver)
const requester = forTests(() => server.key({ consumer: 'requester' }))
beforeAll(async () => {
  server.work()
})

type Methods = { [name: string]: Methods | ((...sent: unknown[]) => unknown) }

/** The dotted names of all methods. */
const namesOf = (methods: Methods, at = ''): string[] =>
  Object.entries(methods).flatMap(([name, one]) =>
    typeof one === 'function' ? [at + name] : namesOf(one, `${at}${name}.`),
  )

/** The same methods; each says its name when it is called. */
const watched = <M extends object>(methods: M, called: Set<string>, at = ''): M =>
  Object.fromEntries(
    Object.entries(methods).map(([name, one]) => [
      name,
      typeof one === 'function'
        ? (...sent: unknown[]) => {
            called.add(at + name)
            return one(...sent)
          }
        : watched(one, called, `${at}${name}.`),
    ]),
  ) as M

test('every route of the table has one method, and no method another route', () => {
  const asked: string[] = []
  const client = createSignpost({
    apiKey: 'spk_test_none',
    baseUrl: 'http://127.0.0.1:9',
    maxRetries: 0,
    fetch: async (url, init) => {
      asked.push(`${init!.method} ${new URL(String(url)).pathname}`)
      return Response.json({ object: 'list', data: [], has_more: false })
    },
  }) as unknown as Methods
  const callAll = (methods: Methods): void => {
    for (const one of Object.values(methods)) {
      if (typeof one === 'function') one('id', 'delivery')
      else callAll(one)
    }
  }
  callAll(client)
  const rows = routes.map(({ verb, path }) => `${verb} ${path.replace(':id', 'id').replace(':delivery', 'delivery')}`)
  expect(asked.sort()).toEqual(rows.sort())
})

test('the generated files are those of the document, and the document that of the running service', async () => {
  for (const [name, text] of Object.entries(await filesOf(clients.client))) {
    expect(readFileSync(join(clients.client.folder, name), 'utf8')).toBe(text)
  }
  const served = (await server.send('GET', '/openapi.json')).body
  const made = servedDocument(await openApiDocument(), served.servers[0].url)
  expect(JSON.parse(JSON.stringify(made))).toEqual(served)
})

test('every method works against the service', async () => {
  const called = new Set<string>()
  const clientOf = ({ key }: Key) => watched(createSignpost({ apiKey: key, baseUrl: server.url }), called)
  const signpost = clientOf(server.owner)
  const other = clientOf(requester)

  const { identity, alias, endpoint } = await registered(signpost)
  await paid(signpost, other, { identity, alias, endpoint })
  await consented(signpost, other, { identity, alias })
  const told = await signpost.explanations({ alias, consumer: requester.consumer })
  expect([told.resolves, told.endpoints.map((one) => one.endpoint)]).toEqual([true, [endpoint]])
  const lost = await signpost.impacts({ operation: 'removeEndpoint', id: endpoint })
  expect([lost.object, lost.everybody.after.endpoints, lost.gains, lost.truncated]).toEqual(['impact', [], [], false])
  await challenged(signpost, identity)
  await claimed(signpost, other, identity)
  await delivered(signpost)
  await keyed(signpost)

  expect((await signpost.endpoints.delete(endpoint)).deleted).toBe(true)
  expect((await signpost.aliases.delete(alias)).status).toBe('released')
  expect((await signpost.me()).id).toBe(server.owner.consumer)
  expect((await signpost.limits()).object).toBe('limits')
  // The feed shows a change once no older transaction of the server runs.
  await expect.poll(async () => (await signpost.changes({ limit: 1 })).data).toHaveLength(1)
  const first = await signpost.changes({ limit: 1 })
  const following = async () => (await signpost.changes({ limit: 1, cursor: first.cursor })).data[0]
  await expect.poll(following).toMatchObject({ id: expect.not.stringContaining(first.data[0]!.id) })
  expect((await signpost.usage({ interval: 'day' })).data).toHaveLength(30)
  expect((await signpost.usageKeys()).object).toBe('key_usage')
  await server.app.requestRecords.flush()
  const [latest] = (await signpost.requests.list({ operation: 'Mutation.releaseAlias', limit: 1 })).data
  expect([latest!.status, latest!.code]).toEqual([200, null])
  const [entry] = (await signpost.audit.list({ kind: 'alias.released', limit: 1 })).data
  expect((await signpost.audit.retrieve(entry!.id)).subjects).toContain(identity)
  await signpost.identities.update(identity, { status: 'closed' })
  expect((await signpost.identities.erase(identity, { confirm: identity })).erasing).toBe(true)
  expect((await signpost.sandboxReset({ consumer: server.owner.consumer })).livemode).toBe(false)
  expect([...called].sort()).toEqual(namesOf(signpost as unknown as Methods).sort())
})

async function registered(signpost: Signpost) {
  const { id: identity } = await signpost.identities.create({ type: 'user', default_privacy_level: 'public' })
  expect((await signpost.identities.update(identity, { display_name: 'Ada' })).display_name).toBe('Ada')
  expect((await signpost.identities.retrieve(identity)).display_name).toBe('Ada')
  expect((await signpost.identities.list({ type: 'user', limit: 100 })).data.map(({ id }) => id)).toContain(identity)

  const value = freshName()
  expect(await signpost.aliases.normalize({ alias: `@${value.toUpperCase()}` })).toEqual({ type: 'username', value })
  const { id: alias } = await signpost.aliases.create({ identity, type: 'username', value, privacy_level: 'public' })
  expect((await signpost.aliases.retrieve(alias)).value).toBe(value)
  expect((await signpost.aliases.update(alias, { is_primary: true })).is_primary).toBe(true)
  expect((await signpost.aliases.verify(alias, { method: 'otp' })).verified_at).toBeGreaterThan(0)

  expect((await signpost.aliases.list({ type: 'username', value })).data.map(({ id }) => id)).toEqual([alias])
  const found = []
  for await (const { id } of signpost.aliases.search({ type: 'username', value, limit: 1 })) found.push(id)
  expect(found).toEqual([alias])
  const named = await signpost.identities.search({ alias: `@${value}`, created: { gte: 1 } })
  expect(named.data.map(({ id }) => id)).toEqual([identity])

  const { id: endpoint } = await signpost.endpoints.create({ identity, type: 'crypto_wallet', address: evmAddress })
  expect((await signpost.endpoints.retrieve(endpoint)).identity).toBe(identity)
  expect((await signpost.endpoints.list({ identity, 'created[gte]': 1 })).data.map(({ id }) => id)).toEqual([endpoint])
  expect((await signpost.endpoints.search({ identity })).data.map(({ id }) => id)).toEqual([endpoint])
  expect((await signpost.endpoints.update(endpoint, { priority: 2 })).priority).toBe(2)

  expect((await signpost.resolve({ alias: `@${value}` })).endpoints[0]!.id).toBe(endpoint)
  const bulk = await signpost.resolveBulk({ items: [`@${value}`, { type: 'username', value: 'nobody.here' }] })
  expect(bulk.results.map(({ status }) => status)).toEqual(['resolved', 'error'])

  const { aliases, endpoints, disclosures } = signpost.identities
  expect((await signpost.identities.export(identity)).aliases!.map(({ id }) => id)).toEqual([alias])
  expect((await aliases.list(identity)).data.map(({ id }) => id)).toEqual([alias])
  expect((await endpoints.list(identity)).data.map(({ id }) => id)).toEqual([endpoint])
  await eventually(async () => (await disclosures.list(identity)).data.length > 0)
  return { identity, alias, endpoint }
}

async function paid(
  signpost: Signpost,
  other: Signpost,
  { identity, alias, endpoint }: { identity: string; alias: string; endpoint: string },
) {
  const { payeeNames } = signpost.identities
  const name = await payeeNames.create(identity, { kind: 'legal', name: 'Ada Lovelace' })
  expect((await payeeNames.list(identity)).data.map(({ id }) => id)).toEqual([name.id])
  const payee = `@${(await signpost.aliases.retrieve(alias)).value}`
  expect((await other.payeeChecks({ alias: payee, name: 'Ada Lovelace' })).verdict).toBe('declared_match')
  expect((await other.payeeChecksBulk({ items: [{ alias: payee, name: 'Bob Stone' }] })).results).toHaveLength(1)
  expect((await signpost.payeeNames.delete(name.id)).deleted).toBe(true)
  const asked = { alias: payee, destination: { type: 'crypto_wallet', address: evmAddress } } as const
  const { verdict } = await other.destinationChecks(asked)
  expect((await other.destinationChecksBulk({ items: [asked] })).results[0]?.verdict).toBe(verdict)

  await signpost.endpoints.update(endpoint, { release: 'public' })
  const { id: sealingKey } = await other.sealingKeys.create({ jwk: freshJwk() })
  expect((await other.sealingKeys.list()).data.map(({ id }) => id)).toEqual([sealingKey])
  await activateSealingKey(server.app.db, decodeId('sealingKey', sealingKey)!)
  const released = await other.releases.create({ alias: payee, endpoint, sealing_key: sealingKey })
  expect((await other.releases.retrieve(released.id)).jwe).toBe(released.jwe)
  expect((await other.releases.list()).data.map(({ id }) => id)).toEqual([released.id])
  expect((await other.sealingKeys.delete(sealingKey)).deleted).toBe(true)
}

async function claimed(signpost: Signpost, other: Signpost, identity: string) {
  const theirs = (await other.identities.create({ type: 'user' })).id
  const open = async (value: string) => {
    await signpost.aliases.create({ identity, type: 'phone', value })
    const claim = await other.claims.create({ identity: theirs, type: 'phone', value, kind: 'portability' })
    const { id } = await other.claims.challenges(claim.id, { method: 'sms_code' })
    await other.challenges.answer(id, { code: '000000' })
    // The worker looks at proved claims every second.
    await eventually(async () => (await other.claims.retrieve(claim.id)).status === 'open', 60_000)
    return claim.id
  }
  const first = await open('+12125550151')
  expect((await signpost.claims.list({ direction: 'incoming' })).data.map(({ id }) => id)).toEqual([first])
  expect((await signpost.claims.contest(first, { method: 'sms_code' })).challenge).toMatch(/^chl_/)
  expect((await signpost.claims.refuse(first)).reason).toBe('refused')
  expect((await signpost.claims.confirm(await open('+12125550152'))).status).toBe('completed')
  expect((await other.claims.cancel(await open('+12125550153'))).reason).toBe('withdrawn')
}

async function challenged(signpost: Signpost, identity: string) {
  const { id } = await signpost.aliases.create({ identity, type: 'email', value: `${freshName()}@example.com` })
  const challenge = await signpost.aliases.challenges(id, { method: 'email_code' })
  expect((await signpost.challenges.retrieve(challenge.id)).status).toBe('pending')
  expect((await signpost.challenges.answer(challenge.id, { code: '000000' })).status).toBe('met')
  const wallet = { identity, type: 'crypto_wallet', address: evmAddress } as const
  expect((await signpost.endpoints.challenge(wallet)).message).toContain(identity)
}

async function consented(
  signpost: Signpost,
  other: Signpost,
  { identity, alias }: { identity: string; alias: string },
) {
  const consumer = (await other.me()).id
  const grant = await signpost.consentGrants.create({ identity, consumer, covers: { all: true } })
  expect((await signpost.consentGrants.retrieve(grant.id)).covers?.all).toBe(true)
  expect((await other.consentGrants.list({ role: 'grantee' })).data.map(({ id }) => id)).toEqual([grant.id])
  expect((await signpost.identities.consentGrants.list(identity)).data).toHaveLength(1)
  expect((await signpost.consentGrants.update(grant.id, { covers: { all: true } })).id).toBe(grant.id)
  expect((await signpost.consentGrants.delete(grant.id)).status).toBe('revoked')

  await signpost.aliases.update(alias, { privacy_level: 'consent_required' })
  const { value } = await signpost.aliases.retrieve(alias)
  const asked = await other.consentRequests.create({ alias: `@${value}`, purpose: 'Payroll' })
  await eventually(async () => (await signpost.consentRequests.list({ direction: 'incoming' })).data.length > 0)
  expect((await signpost.consentRequests.approve(asked.id)).status).toBe('approved')
  expect((await other.consentRequests.retrieve(asked.id)).status).toBe('approved')

  const second = freshName()
  await signpost.aliases.create({ identity, type: 'username', value: second, privacy_level: 'consent_required' })
  const again = await other.consentRequests.create({ type: 'username', value: second })
  await eventually(async () =>
    (await signpost.consentRequests.list({ direction: 'incoming' })).data.some(({ id }) => id === again.id),
  )
  expect((await signpost.consentRequests.decline(again.id)).status).toBe('declined')
}

async function delivered(signpost: Signpost) {
  const { id, signing_secret } = await signpost.webhooks.create({ url: receiver.url, enabled_events: ['*'] })
  expect(signing_secret).toMatch(/^whsec_/)
  expect((await signpost.webhooks.update(id, { description: 'Ledger' })).description).toBe('Ledger')
  expect((await signpost.webhooks.retrieve(id)).status).toBe('enabled')
  expect((await signpost.webhooks.list()).data.map((webhook) => webhook.id)).toEqual([id])
  expect((await signpost.webhooks.rotateSecret(id)).signing_secret).not.toBe(signing_secret)

  const tested = await signpost.webhooks.test(id)
  expect(tested.attempts[0]!.status).toBe(204)
  expect((await signpost.webhooks.test(id, { type: 'consent.granted' })).event_type).toBe('consent.granted')
  const { deliveries } = signpost.webhooks
  expect((await deliveries.retrieve(id, tested.id)).state).toBe('delivered')
  expect((await deliveries.list(id, { state: 'delivered' })).data.map((delivery) => delivery.id)).toContain(tested.id)
  expect((await deliveries.redeliver(id, tested.id)).event).toBe(tested.event)
  const since = Math.floor(Date.now() / 1000) - 60
  expect((await signpost.webhooks.recover(id, { since })).since).toBe(since)
  expect((await signpost.webhooks.delete(id)).deleted).toBe(true)

  const [latest] = (await signpost.events.list({ limit: 1 })).data
  expect((await signpost.events.retrieve(latest!.id)).type).toBe(latest!.type)
  expect((await signpost.catalogue()).rails.map(({ name }) => name)).toContain('sepa')
  expect((await signpost.eventTypes.list()).data.map(({ type }) => type)).toContain('alias.verified')
}

async function keyed(signpost: Signpost) {
  const { id, key } = await signpost.apiKeys.create({ scopes: ['resolve'], name: 'Checkout' })
  expect(key).toMatch(/^spk_test_/)
  const rolled = await signpost.apiKeys.roll(id, { expires_in: 60 })
  expect((await signpost.apiKeys.list({ limit: 100 })).data.map((one) => one.id)).toContain(rolled.id)
  expect((await signpost.apiKeys.retrieve(id)).rolled_to).toBe(rolled.id)
  expect((await signpost.apiKeys.delete(rolled.id)).deleted).toBe(true)
}
