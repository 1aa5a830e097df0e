import { beforeEach, describe, expect, test } from 'vitest'
import { eventTypes } from '../../src/events/event-types.ts'
import { verifySignature } from '../../src/verifier/verify.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { forTests } from '../support/server.ts'
import { eventually, startWebhookServer } from '../support/webhooks.ts'

const names = new Map([
  ['public.example', ['8.8.8.8']],
  ['inside.example', ['10.0.0.1']],
])
const receiver = forTests(startReceiver)
const server = forTests(() =>
  startWebhookServer({ transport: { isOpened: () => false, resolve: async (name) => names.get(name) ?? [] } }),
)
beforeEach(() => receiver.behave(answer(204)))

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  server.send(method, path, { key: server.owner.key, headers, ...(body === undefined ? {} : { body }) })
const remove = (id: string) => send('DELETE', `/v1/webhooks/${id}`)
const code = async (body: unknown) => {
  const { status, body: said } = await send('POST', '/v1/webhooks', body)
  return `${status} ${said.error?.code} ${said.error?.param ?? ''}`.trim()
}

describe('POST /v1/webhooks', () => {
  test('201 with the secret, once', async () => {
    const made = await send('POST', '/v1/webhooks', {
      url: 'https://public.example/hook#part',
      enabled_events: ['alias.*', 'alias.*', 'consent.granted'],
      description: 'till',
    })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      object: 'webhook',
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      livemode: false,
      url: 'https://public.example/hook',
      description: 'till',
      enabled_events: ['alias.*', 'consent.granted'],
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      paused_until: null,
      created: expect.any(Number),
      updated: expect.any(Number),
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const { signing_secret, ...rest } = made.body
    expect((await send('GET', `/v1/webhooks/${made.body.id}`)).body).toEqual(rest)
    expect((await send('GET', '/v1/webhooks')).body.data).toEqual([rest])
    await remove(made.body.id)
    expect((await send('GET', '/v1/webhooks')).body.data).toEqual([])
    const { rows } = await server.app.pool.query('select count(*)::int as n from webhook_secret')
    expect(rows[0].n).toBe(0)
    expect(signing_secret).toBeDefined()
  })

  test('400 for URLs that may not be called', async () => {
    const url = (text: string) => code({ url: text, enabled_events: ['*'] })
    expect(await url('http://public.example/')).toBe('400 url_not_https url')
    expect(await url('https://public.example:444/')).toBe('400 url_not_https url')
    expect(await url('https://a:b@public.example/')).toBe('400 url_not_https url')
    expect(await url('nonsense')).toBe('400 url_not_https url')
    expect(await url('https://inside.example/')).toBe('400 url_forbidden url')
    expect(await url('https://absent.example/')).toBe('400 url_forbidden url')
    expect(await url('https://169.254.169.254/')).toBe('400 url_forbidden url')
  })

  test('400 for events that are not in the catalogue', async () => {
    const events = (enabled_events: unknown) => code({ url: 'https://public.example/', enabled_events })
    expect(await events(['alias.create'])).toBe('400 event_type_unknown enabled_events')
    expect(await events(['wallet.*'])).toBe('400 event_type_unknown enabled_events')
    expect(await events(['alias*'])).toBe('400 event_type_unknown enabled_events')
    expect(await events([])).toMatch(/^400 parameter_invalid/)
  })

  test('400 past fifty, also when they come at once', async () => {
    const first = await server.webhook(receiver.url, { enabled_events: ['alias.updated'] })
    await server.app.pool.query(`
      insert into webhook (id, livemode, consumer_id, url, enabled_events)
      select gen_random_uuid(), livemode, consumer_id, url, enabled_events
      from webhook, generate_series(1, 46) where removed_at is null`)
    const body = { url: receiver.url, enabled_events: ['alias.updated'] }
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('POST', '/v1/webhooks', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body.error.code).toBe('limit_reached')
    await server.app.pool.query('update webhook set removed_at = now()')
    expect(first.id).toBeDefined()
  })

  test('a replay under an Idempotency-Key makes no second webhook and shows no secret', async () => {
    const body = { url: receiver.url, enabled_events: ['alias.updated'] }
    const first = await send('POST', '/v1/webhooks', body, { 'idempotency-key': 'hook-1' })
    const second = await send('POST', '/v1/webhooks', body, { 'idempotency-key': 'hook-1' })
    expect(second.body).toEqual({ ...first.body, signing_secret: null })
    expect((await send('GET', '/v1/webhooks')).body.data).toHaveLength(1)
    await remove(first.body.id)
  })
})

describe('PATCH /v1/webhooks/:id', () => {
  test('400 for a URL that may not be called, and the old one stays', async () => {
    const hook = await server.webhook('https://public.example/')
    const refused = await send('PATCH', `/v1/webhooks/${hook.id}`, { url: 'https://inside.example/' })
    expect(refused.body.error).toMatchObject({ code: 'url_forbidden', param: 'url' })
    expect((await send('PATCH', `/v1/webhooks/${hook.id}`, { description: null })).body.url).toBe(
      'https://public.example/',
    )
    await remove(hook.id)
  })
})

test('a write whose URL no longer resolves still replays; a refused URL is not stored', async () => {
  const url = 'https://passing.example/'
  const once = (method: string, path: string) =>
    send(method, path, { url, enabled_events: ['*'] }, { 'idempotency-key': `passing-${method}` })
  const { id } = await server.webhook(receiver.url)
  for (const [method, path] of [
    ['POST', '/v1/webhooks'],
    ['PATCH', `/v1/webhooks/${id}`],
  ] as const) {
    const refused = await once(method, path)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'url_forbidden'])
    names.set('passing.example', ['8.8.8.8'])
    const first = await once(method, path)
    expect(first.body.url).toBe(url)
    names.delete('passing.example')
    const again = await once(method, path)
    expect([again.status, again.body.id]).toEqual([first.status, first.body.id])
    await remove(first.body.id)
  }
})

test("another owner's, another environment's and an absent webhook are the same 404", async () => {
  const hook = await server.webhook(receiver.url)
  const [other, live] = [await server.key({ consumer: 'other' }), await server.key({ livemode: true })]
  const bodies = new Set<string>()
  for (const key of [other.key, live.key]) {
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate_secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ]) {
      const body = method === 'PATCH' ? { description: 'x' } : undefined
      const got = await server.send(method!, `/v1/webhooks/${hook.id}${path}`, { key, ...(body && { body }) })
      expect(got.status).toBe(404)
      bodies.add(got.text.replace(/req_\w+/, ''))
    }
  }
  const absent = await send('GET', `/v1/webhooks/${hook.id.replace(/.$/, hook.id.endsWith('0') ? '1' : '0')}`)
  bodies.add(absent.text.replace(/req_\w+/, ''))
  expect(bodies.size).toBe(1)
  await remove(hook.id)
})

describe('POST /v1/webhooks/:id/test', () => {
  test('200 with what came of the one attempt, good or bad, also while disabled', async () => {
    const hook = await server.webhook(receiver.url)
    const good = await send('POST', `/v1/webhooks/${hook.id}/test`)
    expect(good.body).toMatchObject({
      kind: 'test',
      state: 'delivered',
      event_type: 'webhook.test',
      attempts: [{ n: 1, status: 204 }],
    })
    const arrival = receiver.arrivals.at(-1)!
    expect(JSON.parse(arrival.body).data).toEqual({ webhook: hook.id })
    verifySignature(arrival.body, arrival.headers['service-signature'] as string, hook.signing_secret)

    receiver.behave(answer(503, {}, 'down'))
    await send('PATCH', `/v1/webhooks/${hook.id}`, { status: 'disabled' })
    const bad = await send('POST', `/v1/webhooks/${hook.id}/test`)
    expect(bad.body).toMatchObject({ state: 'exhausted', attempts: [{ n: 1, status: 503, answer: 'down' }] })
    expect((await send('GET', `/v1/webhooks/${hook.id}`)).body.failing_since).toBeNull()
    await remove(hook.id)
  })

  test('a replay sends nothing again', async () => {
    const hook = await server.webhook(receiver.url)
    const before = receiver.arrivals.length
    const first = await send('POST', `/v1/webhooks/${hook.id}/test`, undefined, { 'idempotency-key': 'test-1' })
    const second = await send('POST', `/v1/webhooks/${hook.id}/test`, undefined, { 'idempotency-key': 'test-1' })
    expect(second.body).toEqual(first.body)
    expect(receiver.arrivals.length).toBe(before + 1)
    await remove(hook.id)
  })
})

describe('POST /v1/webhooks/:id/rotate_secret', () => {
  const headersOf = async (hook: { id: string }) => {
    await send('POST', `/v1/webhooks/${hook.id}/test`)
    const { body, headers } = receiver.arrivals.at(-1)!
    const header = headers['service-signature'] as string
    const [time, newest] = header.split(',')
    return {
      holds: (secret: string) => verifies(body, header, secret),
      isNewest: (secret: string) => verifies(body, `${time},${newest}`, secret),
      count: header.match(/v1=/g)!.length,
    }
  }
  const verifies = (body: string, header: string, secret: string) => {
    try {
      return verifySignature(body, header, secret) > 0
    } catch {
      return false
    }
  }

  test('replaces the secret at once unless an overlap is asked for; at most two are ever live, the newest first', async () => {
    const hook = await server.webhook(receiver.url)
    const rotate = async (body?: unknown) =>
      (await send('POST', `/v1/webhooks/${hook.id}/rotate_secret`, body)).body.signing_secret as string
    const second = await rotate()
    const plain = await headersOf(hook)
    expect([plain.count, plain.holds(hook.signing_secret), plain.holds(second)]).toEqual([1, false, true])

    const third = await rotate({ previous_expires_in: 3600 })
    const both = await headersOf(hook)
    expect([both.count, both.holds(second), both.holds(third)]).toEqual([2, true, true])

    const fourth = await rotate({ previous_expires_in: 3600 })
    const later = await headersOf(hook)
    expect([later.count, later.holds(second), later.holds(third), later.holds(fourth)]).toEqual([2, false, true, true])

    // A rotation that began before another one may end after it.
    await server.app.pool.query(
      "update webhook_secret set created_at = now() - interval '1 hour' where expires_at is null",
    )
    expect((await headersOf(hook)).isNewest(fourth)).toBe(true)

    await server.app.pool.query(
      "update webhook_secret set expires_at = now() - interval '1 second' where expires_at is not null",
    )
    const over = await headersOf(hook)
    expect([over.count, over.holds(third), over.holds(fourth)]).toEqual([1, false, true])
    await remove(hook.id)
  })

  test('secrets are sealed in the database', async () => {
    const hook = await server.webhook(receiver.url)
    const { rows } = await server.app.pool.query('select sealed from webhook_secret')
    const bytes = Buffer.concat(rows.map(({ sealed }) => sealed))
    const raw = Buffer.from(hook.signing_secret.slice(6), 'base64')
    expect(bytes.includes(raw) || bytes.includes(hook.signing_secret)).toBe(false)
    await remove(hook.id)
  })
})

describe('deliveries', () => {
  test('a redelivery is a new row with the same bytes; of a delivered, a pending and an exhausted one; 409 while disabled', async () => {
    const hook = await server.webhook(receiver.url)
    await server.happen()
    const [pending] = await server.deliveries(hook.id)
    const again = await send('POST', `/v1/webhooks/${hook.id}/deliveries/${pending.id}/redeliver`)
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({ kind: 'redelivery', state: 'pending', event: pending.event })
    const worker = server.work()
    await eventually(async () => (await server.deliveries(hook.id)).every(({ state }) => state === 'delivered'))
    const bodies = receiver.arrivals.filter(({ event }) => event === pending.event).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toBe(bodies[1])

    await server.app.pool.query("update webhook_delivery set state = 'exhausted' where kind = 'automatic'")
    expect((await send('POST', `/v1/webhooks/${hook.id}/deliveries/${pending.id}/redeliver`)).status).toBe(201)
    await send('PATCH', `/v1/webhooks/${hook.id}`, { status: 'disabled' })
    const refused = await send('POST', `/v1/webhooks/${hook.id}/deliveries/${pending.id}/redeliver`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'webhook_disabled'])
    expect((await send('GET', `/v1/webhooks/${hook.id}/deliveries?state=exhausted`)).body.data).toHaveLength(1)
    expect((await send('GET', `/v1/webhooks/${hook.id}/deliveries?state=lost`)).status).toBe(400)
    await worker.stop()
    await remove(hook.id)
  })

  test('recovery sends what was exhausted and what came while disabled, and nothing twice', async () => {
    const hook = await server.webhook(receiver.url, { enabled_events: ['identity.*'] })
    const since = Math.floor(Date.now() / 1000) - 60
    await server.happen(2)
    await server.app.pool.query(
      "update webhook_delivery set state = 'exhausted' where state = 'pending' and id = (select id from webhook_delivery where state = 'pending' limit 1)",
    )
    await send('PATCH', `/v1/webhooks/${hook.id}`, { status: 'disabled' })
    await server.happen(2)
    const off = await send('POST', `/v1/webhooks/${hook.id}/recover`, { since })
    expect(off.body.error.code).toBe('webhook_disabled')
    await send('PATCH', `/v1/webhooks/${hook.id}`, { status: 'enabled' })
    const asked = await send('POST', `/v1/webhooks/${hook.id}/recover`, { since })
    expect([asked.status, asked.body]).toEqual([
      202,
      { object: 'webhook_recovery', webhook: hook.id, livemode: false, since },
    ])
    const before = receiver.arrivals.length
    const worker = server.work()
    await eventually(async () => receiver.arrivals.length === before + 4)
    await eventually(
      async () => (await server.app.pool.query('select 1 from webhook where recover_since is not null')).rowCount === 0,
    )
    await worker.idle()
    const events = receiver.arrivals.slice(before).map(({ event }) => event)
    expect(new Set(events).size).toBe(4)
    for (const [at, status] of [
      [since - 15 * 86_400, 400],
      [since + 3600, 400],
    ] as const) {
      expect((await send('POST', `/v1/webhooks/${hook.id}/recover`, { since: at })).status).toBe(status)
    }
    await worker.stop()
    await remove(hook.id)
  })
})

describe('events', () => {
  test('GET /v1/event_types is the catalogue, for any key', async () => {
    const { key } = await server.key({ scopes: ['resolve'] })
    const { body } = await server.send('GET', '/v1/event_types', { key })
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(Object.keys(eventTypes))
    expect(body.data[0]).toEqual({ object: 'event_type', type: 'identity.created', ...eventTypes['identity.created'] })
  })

  test('a consent event is listed to its owner and to the grantee, once each, and pages by it', async () => {
    const grantee = await server.key({ consumer: 'grantee' })
    const [identity] = await server.happen()
    await send('POST', '/v1/consent_grants', { identity, consumer: grantee.consumer, covers: { all: true } })
    for (const key of [server.owner.key, grantee.key]) {
      const { body } = await server.send('GET', '/v1/events?limit=1', { key })
      expect(body.data[0].type).toBe('consent.granted')
      const next = await server.send('GET', `/v1/events?limit=1&starting_after=${body.data[0].id}`, { key })
      expect(next.status).toBe(200)
      expect(next.body.data[0]?.type).toBe(key === grantee.key ? undefined : 'identity.created')
    }
  })
})

test('GraphQL says the same', async () => {
  const { key } = server.owner
  const ask = async (query: string, variables = {}) => (await server.graphql(key, query, variables)).body
  const made = await ask(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { signingSecret webhook { id status enabledEvents } } }',
    { input: { url: receiver.url, enabledEvents: ['*'] } },
  )
  const { id } = made.data.createWebhook.webhook
  expect(made.data.createWebhook).toEqual({
    signingSecret: expect.stringMatching(/^whsec_/),
    webhook: { id, status: 'ENABLED', enabledEvents: ['*'] },
  })
  const tested = await ask(
    'mutation ($id: ID!) { testWebhook(id: $id) { id state kind eventId attempts { n status } } }',
    { id },
  )
  const { id: delivery, eventId: event } = tested.data.testWebhook
  expect(tested.data.testWebhook).toMatchObject({ state: 'DELIVERED', kind: 'TEST', attempts: [{ n: 1, status: 204 }] })
  const read = await ask(
    `query ($id: ID!, $delivery: ID!, $event: ID!) {
      node(id: $id) { ... on Webhook { url } }
      event(id: $event) { type data }
      events(first: 1) { edges { node { id } } }
      webhookDelivery(webhook: $id, id: $delivery) { attemptCount }
      webhookDeliveries(webhook: $id, state: DELIVERED) { edges { node { id attempts { n } } } }
      webhooks { edges { node { id } } }
      eventTypes { type }
    }`,
    { id, delivery, event },
  )
  expect(read).toEqual({
    data: {
      node: { url: `${receiver.url}/` },
      event: { type: 'webhook.test', data: { webhook: id } },
      events: { edges: [{ node: { id: event } }] },
      webhookDelivery: { attemptCount: 1 },
      webhookDeliveries: { edges: [{ node: { id: delivery, attempts: [{ n: 1 }] } }] },
      webhooks: { edges: [{ node: { id } }] },
      eventTypes: Object.keys(eventTypes).map((type) => ({ type })),
    },
  })
  const changed = await ask(
    `mutation ($id: ID!, $delivery: ID!, $since: DateTime!) {
      redeliverWebhookDelivery(webhook: $id, id: $delivery) { kind state attempts { n } }
      recoverWebhook(id: $id, since: $since) { webhookId }
      rotateWebhookSecret(id: $id, previousExpiresIn: 60) { signingSecret }
      updateWebhook(id: $id, input: { status: DISABLED }) { status disabledReason }
      deleteWebhook(id: $id) { deleted }
    }`,
    { id, delivery, since: new Date(Date.now() - 60_000).toISOString() },
  )
  expect(changed.data).toMatchObject({
    redeliverWebhookDelivery: { kind: 'REDELIVERY', state: 'PENDING', attempts: [] },
    recoverWebhook: { webhookId: id },
    updateWebhook: { status: 'DISABLED', disabledReason: 'OWNER' },
    deleteWebhook: { deleted: true },
  })
  const absent = await ask('query ($id: ID!) { webhook(id: $id) { id } node(id: $id) { id } }', { id })
  expect(absent).toEqual({ data: { webhook: null, node: null } })
})
