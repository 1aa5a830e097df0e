import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { eventTypes } from '../../src/events/event-types.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { createSchema } from '../../src/surfaces/graphql/schema.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { forTests } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'

/** Mutations that report nothing, each for its reason. */
const silent = {
  createWebhook: 'webhooks are not registry data',
  updateWebhook: 'webhooks are not registry data',
  deleteWebhook: 'webhooks are not registry data',
  rotateWebhookSecret: 'webhooks are not registry data',
  redeliverWebhookDelivery: 'the same event again',
  recoverWebhook: 'the same events again',
  requestConsent: 'the owner hears of it when the worker has matched it',
  declineConsentRequest: 'the requester is not told',
  challengeAlias: 'nothing is proved yet',
  createClaim: 'the holder hears of it when it was proved, and the worker has looked',
  challengeClaim: 'nothing is proved yet',
  contestClaim: 'nothing is proved yet',
  challengeEndpoint: 'there is no endpoint yet',
  createPayeeName: 'no event tells of a name',
  removePayeeName: 'no event tells of a name',
} as const

/** The entries of the walk that no webhook hears. */
const unheard: Record<string, readonly string[]> = {
  createWebhook: ['webhook.created'],
  updateWebhook: ['webhook.updated'],
  deleteWebhook: ['webhook.removed'],
  rotateWebhookSecret: ['webhook.secret_rotated'],
  requestConsent: Array(2).fill('consent_request.asked'),
  approveConsentRequest: ['consent_request.approved'],
  declineConsentRequest: ['consent_request.declined'],
  createClaim: Array(3).fill('claim.created'),
  createRelease: Array(2).fill('release.requested'),
  createPayeeName: ['payee_name.created'],
  removePayeeName: ['payee_name.removed'],
}

const receiver = forTests(startReceiver)
const server = forTests(startWebhookServer)
const grantee = forTests(() => server.key({ consumer: 'grantee' }))

type Recorded = { type: string; body: string }

async function recorded(): Promise<Recorded[]> {
  const { rows } = await server.app.pool.query('select type, body from event_body order by created_at, type')
  return rows
}

/** The kinds of the entries, in which a test of a webhook is none. */
async function entered(): Promise<string[]> {
  const { rows } = await server.app.pool.query('select type from event order by created_at, type')
  return rows.map(({ type }) => type)
}

/** Lines that were added to a sorted list. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after]
  for (const one of before) left.splice(left.indexOf(one), 1)
  return left.sort()
}

let serial = 0
/** Sends a write twice under one key: what it emits, it emits once. */
async function write(method: string, path: string, body?: unknown, key = server.owner.key) {
  const [before, entries] = [(await recorded()).length, await entered()]
  const once = () =>
    server.send(method, path, {
      key,
      headers: { 'idempotency-key': `walk-${serial}` },
      ...(body === undefined ? {} : { body }),
    })
  const first = await once()
  const [after, entriesAfter] = [await recorded(), await entered()]
  const second = await once()
  serial++
  expect(second.status).toBe(first.status)
  expect(await recorded()).toHaveLength(after.length)
  expect(await entered()).toEqual(entriesAfter)
  return {
    body: first.body,
    status: first.status,
    entries: added(entries, entriesAfter),
    emitted: after
      .slice(before)
      .map(({ type }) => type)
      .sort(),
  }
}

const canaries = {
  name: 'Canary Person 7f3e',
  username: 'canary_user_7f3e',
  email: 'canary-7f3e@example.com',
  wallet: '0x52908400098527886E0F7030069857D2E4169EE7',
  iban: 'DE89370400440532013000',
  purpose: 'canary purpose 7f3e',
  description: 'canary description 7f3e',
}

test('every mutation emits its events exactly once, the catalogue has no other, and no body carries a value', async () => {
  const walked = new Map<string, string[]>()
  const entries = new Map<string, string[]>()
  const walk = async (name: string, method: string, path: string, body?: unknown, key?: string) => {
    const done = await write(method, path, body, key)
    expect([name, done.status < 300]).toEqual([name, true])
    walked.set(name, [...(walked.get(name) ?? []), ...done.emitted])
    entries.set(name, [...(entries.get(name) ?? []), ...done.entries])
    return done.body
  }

  const hook = await walk('createWebhook', 'POST', '/v1/webhooks', {
    url: receiver.url,
    enabled_events: ['webhook.test', 'webhook.disabled'],
    description: canaries.description,
  })
  const identity = (
    await walk('createIdentity', 'POST', '/v1/identities', { type: 'user', display_name: canaries.name })
  ).id
  await walk('updateIdentity', 'PATCH', `/v1/identities/${identity}`, { display_name: `${canaries.name}!` })
  await walk('updateIdentity', 'PATCH', `/v1/identities/${identity}`, { display_name: `${canaries.name}!` })
  const alias = (
    await walk('createAlias', 'POST', '/v1/aliases', { identity, type: 'username', value: canaries.username })
  ).id
  await walk('createAlias', 'POST', '/v1/aliases', { identity, type: 'email', value: canaries.email })
  const link = { identity, type: 'payment_link', value: 'https://pay.example' }
  const linked = (await walk('createAlias', 'POST', '/v1/aliases', link)).id
  const asked = await walk('challengeAlias', 'POST', `/v1/aliases/${linked}/challenges`, { method: 'dns_txt' })
  await walk('answerChallenge', 'POST', `/v1/challenges/${asked.id}/answer`, { code: '000000' })
  await walk('updateAlias', 'PATCH', `/v1/aliases/${alias}`, { privacy_level: 'private' })
  await walk('verifyAlias', 'POST', `/v1/aliases/${alias}/verify`, { method: 'otp' })
  await walk('releaseAlias', 'DELETE', `/v1/aliases/${alias}`)
  await walk('releaseAlias', 'DELETE', `/v1/aliases/${alias}`)
  const endpoint = (
    await walk('createEndpoint', 'POST', '/v1/endpoints', { identity, type: 'crypto_wallet', address: canaries.wallet })
  ).id
  await walk('updateEndpoint', 'PATCH', `/v1/endpoints/${endpoint}`, { priority: 3 })
  await walk('removeEndpoint', 'DELETE', `/v1/endpoints/${endpoint}`)
  const account = { identity, type: 'bank_account', address: canaries.iban, release: 'granted' }
  const released = (await walk('createEndpoint', 'POST', '/v1/endpoints', account)).id
  const wallet = {
    identity,
    type: 'crypto_wallet',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain' }],
  }
  await walk('challengeEndpoint', 'POST', '/v1/endpoints/challenge', wallet)
  const named = { kind: 'legal', name: canaries.name }
  const name = (await walk('createPayeeName', 'POST', `/v1/identities/${identity}/payee_names`, named)).id
  await walk('removePayeeName', 'DELETE', `/v1/payee_names/${name}`)
  const covers = { all: true }
  const consumer = grantee.consumer
  const grant = (
    await walk('grantConsent', 'POST', '/v1/consent_grants', { identity, consumer, covers, purpose: canaries.purpose })
  ).id
  await walk('updateConsentGrant', 'PATCH', `/v1/consent_grants/${grant}`, { release: [released] })
  await walk('updateConsentGrant', 'PATCH', `/v1/consent_grants/${grant}`, { release: [released] })
  await walk('revokeConsent', 'DELETE', `/v1/consent_grants/${grant}`)
  await walk('revokeConsent', 'DELETE', `/v1/consent_grants/${grant}`)
  await walk('grantConsent', 'POST', '/v1/consent_grants', { identity, consumer, covers, release: [released] })
  const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const jwk = { kty: 'OKP', crv: 'X25519', x }
  const sealing = (await walk('createSealingKey', 'POST', '/v1/sealing_keys', { jwk }, grantee.key)).id
  await server.app.pool.query('update sealing_key set usable_at = now()')
  const wanted = { alias: canaries.email, endpoint: released, sealing_key: sealing }
  await walk('createRelease', 'POST', '/v1/releases', wanted, grantee.key)
  await walk('createRelease', 'POST', '/v1/releases', wanted, grantee.key)
  await walk('removeSealingKey', 'DELETE', `/v1/sealing_keys/${sealing}`, undefined, grantee.key)

  const theirs = (await grantee.post('/v1/identities', { type: 'user' })).body.id
  const advance = () => server.app.jobs.find(({ name }) => name === 'advance-claims')!.run()
  const claimed = async (value: string): Promise<string> => {
    await walk('createAlias', 'POST', '/v1/aliases', { identity, type: 'phone', value })
    const body = { identity: theirs, type: 'phone', value, kind: 'portability' }
    const claim = await walk('createClaim', 'POST', '/v1/claims', body, grantee.key)
    const sms = { method: 'sms_code' }
    const code = await walk('challengeClaim', 'POST', `/v1/claims/${claim.id}/challenges`, sms, grantee.key)
    await grantee.post(`/v1/challenges/${code.id}/answer`, { code: '000000' })
    await advance()
    return claim.id
  }
  const kept = await claimed('+12125550141')
  await walk('contestClaim', 'POST', `/v1/claims/${kept}/contest`, { method: 'sms_code' })
  await walk('refuseClaim', 'POST', `/v1/claims/${kept}/refuse`)
  await walk('confirmClaim', 'POST', `/v1/claims/${await claimed('+12125550142')}/confirm`)
  await walk('cancelClaim', 'POST', `/v1/claims/${await claimed('+12125550143')}/cancel`, undefined, grantee.key)

  // Emitted by the worker's jobs: what was asked is matched, what ran out is expired.
  await server.app.pool.query('update alias set proof_expires_at = now() where proof_expires_at is not null')
  const worker = server.work()
  await server.app.pool.query(
    "update consent_grant set expires_at = now() - interval '1 second' where status = 'active'",
  )
  await eventually(async () => (await recorded()).some(({ type }) => type === 'consent.expired'))
  await eventually(async () => (await recorded()).some(({ type }) => type === 'alias.unverified'))
  const ask = (alias: string) =>
    walk('requestConsent', 'POST', '/v1/consent_requests', { alias, purpose: canaries.purpose }, grantee.key)
  await walk('createAlias', 'POST', '/v1/aliases', { identity, type: 'username', value: `${canaries.username}_2` })
  for (const [name, alias] of [
    ['approve', canaries.email],
    ['decline', `@${canaries.username}_2`],
  ] as const) {
    const asked = await ask(alias)
    await eventually(async () => {
      const { rows } = await server.app.pool.query(
        'select identity_id from consent_request where matched_at is not null',
      )
      return rows.length === (name === 'approve' ? 1 : 2)
    })
    await walk(`${name}ConsentRequest`, 'POST', `/v1/consent_requests/${asked.id}/${name}`, {})
  }
  await walk('updateIdentity', 'PATCH', `/v1/identities/${identity}`, { status: 'closed' })
  await walk('eraseIdentity', 'POST', `/v1/identities/${identity}/erase`, { confirm: identity })
  await server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
  expect((await recorded()).filter(({ type }) => type === 'identity.erased')).toHaveLength(1)

  const tested = await walk('testWebhook', 'POST', `/v1/webhooks/${hook.id}/test`)
  await walk('redeliverWebhookDelivery', 'POST', `/v1/webhooks/${hook.id}/deliveries/${tested.id}/redeliver`)
  await walk('recoverWebhook', 'POST', `/v1/webhooks/${hook.id}/recover`, { since: Math.floor(Date.now() / 1000) - 60 })
  await walk('rotateWebhookSecret', 'POST', `/v1/webhooks/${hook.id}/rotate_secret`, { previous_expires_in: 5 })
  await walk('updateWebhook', 'PATCH', `/v1/webhooks/${hook.id}`, { description: null })
  const key = (await walk('createApiKey', 'POST', '/v1/api_keys', { scopes: ['resolve'] })).id
  const rolled = (await walk('rollApiKey', 'POST', `/v1/api_keys/${key}/roll`, {})).id
  await walk('revokeApiKey', 'DELETE', `/v1/api_keys/${rolled}`)
  await walk('deleteWebhook', 'DELETE', `/v1/webhooks/${hook.id}`)
  await walk('resetSandbox', 'POST', '/v1/sandbox/reset', { consumer: server.owner.consumer })

  expect(Object.fromEntries(walked)).toEqual({
    createIdentity: ['identity.created'],
    updateIdentity: [
      'identity.updated',
      ...Array(5).fill('alias.released'),
      'consent.revoked',
      'endpoint.updated',
      'identity.status_changed',
    ],
    eraseIdentity: ['identity.updated'],
    createAlias: Array(7).fill('alias.created'),
    refuseClaim: ['claim.cancelled', 'claim.cancelled'],
    confirmClaim: ['alias.created', 'claim.completed', 'claim.completed'],
    cancelClaim: ['claim.cancelled', 'claim.cancelled'],
    answerChallenge: ['alias.verified'],
    createSealingKey: ['sealing_key.created'],
    createRelease: ['endpoint.released'],
    removeSealingKey: ['sealing_key.removed'],
    approveConsentRequest: ['consent.granted'],
    updateAlias: ['alias.updated'],
    verifyAlias: ['alias.verified'],
    releaseAlias: ['alias.released'],
    createEndpoint: ['endpoint.added', 'endpoint.added'],
    updateEndpoint: ['endpoint.updated'],
    removeEndpoint: ['endpoint.removed'],
    grantConsent: ['consent.granted', 'consent.granted'],
    updateConsentGrant: ['consent.updated'],
    revokeConsent: ['consent.revoked'],
    testWebhook: ['webhook.test'],
    createApiKey: ['api_key.created'],
    rollApiKey: ['api_key.rolled'],
    revokeApiKey: ['api_key.revoked'],
    resetSandbox: [],
    ...Object.fromEntries(Object.keys(silent).map((name) => [name, []])),
  })
  // Each leaves the entries of what webhooks hear, and those of its own that they do not.
  const { testWebhook: _, ...heard } = Object.fromEntries(walked)
  const left = Object.entries({ ...heard, testWebhook: [] }).map(([name, types]) => [
    name,
    [...types, ...(unheard[name] ?? [])].sort(),
  ])
  expect(Object.fromEntries([...entries].map(([name, kinds]) => [name, kinds.sort()]))).toEqual(
    Object.fromEntries(left),
  )
  expect([...walked.keys()].sort()).toEqual(Object.keys(createSchema().getMutationType()!.getFields()).sort())

  // Emitted by the operator, in both environments.
  const { consumers } = server.app.services
  for (const does of ['suspend', 'suspend', 'resume', 'resume'] as const)
    await consumers[does](operatorCall(server.app), server.owner.consumer)
  const ofConsumers = (await recorded()).map(({ type }) => type).filter((type) => type.startsWith('consumer.'))
  expect(ofConsumers.sort()).toEqual(['resumed', 'resumed', 'suspended', 'suspended'].map((type) => `consumer.${type}`))

  // Emitted by the operator, once for each change.
  const { payeeNames, sealingKeys } = server.app.services
  await server.app.pool.query("update sealing_key set removed_at = null, usable_at = now() + interval '1 day'")
  const { rows: keys } = await server.app.pool.query('select id from sealing_key')
  const payee = (await write('POST', '/v1/identities', { type: 'user' })).body.id
  const names = `/v1/identities/${payee}/payee_names`
  const attested = (await write('POST', names, { kind: 'legal', name: 'Ann Lee' })).body.id
  for (let n = 0; n < 2; n++) {
    for (const { id } of keys) await sealingKeys.activate(operatorCall(server.app), encodeId('sealingKey', id))
    await payeeNames.attest(operatorCall(server.app), attested)
  }
  const byOperator = (await recorded()).map(({ type }) => type).filter((type) => /activated|attested/.test(type))
  expect(byOperator.sort()).toEqual([...keys.map(() => 'sealing_key.activated'), 'payee_name.attested'].sort())

  // Emitted by the worker, when it switches a webhook off.
  receiver.behave(answer(410))
  await server.webhook(receiver.url, { enabled_events: ['identity.created'] })
  await server.happen()
  await eventually(async () => (await recorded()).some(({ type }) => type === 'webhook.disabled'))
  await worker.stop()

  // Emitted by the worker, when it compares what a grantee saw before.
  await write('POST', '/v1/consent_grants', { identity: payee, consumer: grantee.consumer, covers: { all: true } })
  const address = { type: 'bank_account', address: 'DE89370400440532013000', privacy_level: 'public' }
  await write('POST', '/v1/endpoints', { identity: payee, ...address })
  await server.app.jobs.find(({ name }) => name === 'notify-grantees')!.run()

  const all = await recorded()
  holdRecordedEvents(all)
  const emitted = new Set(all.map(({ type }) => type))
  expect(Object.keys(eventTypes).filter((type) => !emitted.has(type))).toEqual([])
  for (const { type, body } of all) {
    const { id, type: said, created, livemode, data, ...others } = JSON.parse(body)
    // An operator's change notifies both environments; everything else happened in test mode.
    const [where, ...more] = type.startsWith('consumer.') ? [typeof livemode, 'boolean'] : [livemode, false]
    expect([said, typeof id, typeof created, where, others]).toEqual([type, 'string', 'number', ...more, {}])
    expect(keysOf(data)).toEqual(keysOf(shapeOf(eventTypes[type as keyof typeof eventTypes].data)))
    for (const [name, canary] of Object.entries(canaries)) {
      for (const form of [canary, Buffer.from(canary).toString('base64'), Buffer.from(canary).toString('hex')]) {
        expect([name, body.toLowerCase().includes(form.toLowerCase())]).toEqual([name, false])
      }
    }
    expect(body).not.toContain(hook.signing_secret)
  }
  expect(`{"seeded":"${canaries.email}"}`.includes(canaries.email)).toBe(true)
})

type Schema = { properties?: Record<string, Schema>; items?: Schema }
const shapeOf = ({ properties, items }: Schema): unknown =>
  items
    ? [shapeOf(items)]
    : properties
      ? Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, shapeOf(inner)]))
      : 'text'
const keysOf = (value: unknown): string[] =>
  value && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...keysOf(inner).map((key) => `${name}.${key}`)])
    : []

test('a transaction that is run again emits once', async () => {
  const before = (await recorded()).length
  const { pool } = server.app
  const [identity] = await server.happen()
  const aliases = ['retried_one', 'retried_two'].map((value) => ({
    identity,
    type: 'username',
    value,
    is_primary: true,
  }))
  await Promise.all(aliases.map((body) => server.send('POST', '/v1/aliases', { key: server.owner.key, body })))
  const { rows } = await pool.query(
    "select count(*)::int as n from event_body where type = 'alias.created' and body like $1",
    [`%${identity}%`],
  )
  expect(rows[0].n).toBe(2)
  expect((await recorded()).length).toBeGreaterThan(before)
})

const examples = new URL('../../schema/examples/events.json', import.meta.url)

/** The names of what an object holds, all the way down. */
const namesIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, namesIn(inner)]))
    : typeof value

/**
 * Holds the bodies that the documentation shows to the events of a run: the same types, with the same fields.
 * `RECORD_EVENTS=1` records the first of each type instead.
 */
function holdRecordedEvents(events: readonly { type: string; body: string }[]): void {
  const first = [...events].reverse().map(({ type, body }) => [type, JSON.parse(body)] as const)
  const seen = Object.fromEntries(first.sort(([one], [other]) => one.localeCompare(other)))
  if (process.env.RECORD_EVENTS) writeFileSync(examples, `${JSON.stringify(seen, null, 2)}\n`)
  expect(namesIn(JSON.parse(readFileSync(examples, 'utf8')))).toEqual(namesIn(seen))
}
