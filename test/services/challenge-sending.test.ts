import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isSample } from '../../src/ownership/challenges/rules.ts'
import { mailOf } from '../../src/ownership/senders/smtp.ts'
import { startTestServer } from '../support/server.ts'
import { type ChallengeScene, openChallengeScene } from './challenge-scene.ts'

/** The operator's gateway: keeps what it is posted, and answers what it is told to. */
async function startGateway() {
  const posts: { headers: Record<string, string>; body: string }[] = []
  let answers = 204
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      posts.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(answers).end()
    })
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/codes`,
    posts,
    answer: (status: number) => {
      answers = status
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

const secret = `whsec_${randomBytes(32).toString('base64')}`
let gateway: Awaited<ReturnType<typeof startGateway>>
let scene: ChallengeScene
beforeAll(async () => {
  gateway = await startGateway()
  scene = await openChallengeScene({
    CHALLENGE_SENDER: 'http',
    CHALLENGE_SENDER_URL: gateway.url,
    CHALLENGE_SENDER_SECRET: secret,
    CHALLENGE_SENDER_ALLOW_CIDRS: '127.0.0.0/8',
    CHALLENGE_COUNTRY_LIMIT: '8',
    CHALLENGE_CONSUMER_LIMIT: '30',
  })
})
afterAll(async () => {
  await scene.close()
  await gateway.close()
})
beforeEach(() => {
  gateway.posts.length = 0
})
afterEach(async () => {
  gateway.answer(204)
  scene.mailbox.refuse(false)
  await scene.forgetTallies()
})

const ask = (key: string, alias: string, method = 'email_code') => scene.on('REST').ask(key, alias, method)

test('the gateway is posted a signed message with all that it needs, whose code meets the challenge', async () => {
  const alias = await scene.phone(scene.live.key)
  const { record } = await ask(scene.live.key, alias.id, 'sms_code')
  expect(gateway.posts).toHaveLength(1)
  const { headers, body } = gateway.posts[0]!
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  expect(headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  const message = JSON.parse(body)
  expect(message).toEqual({
    channel: 'sms',
    to: alias.value,
    code: expect.stringMatching(/^\d{8}$/),
    purpose: 'prove',
    consumer: { id: scene.live.consumer, name: 'owner' },
    expires_at: record.expires_at,
    locale: 'en',
  })
  const { record: met } = await scene.on('REST').answer(scene.live.key, record.id, message.code)
  expect(met.status).toBe('met')
  expect((await scene.alias(scene.live.key, alias.id)).verified_method).toBe('sms_code')
})

test('a sender that fails is 502, ends the challenge, uses up nothing of the receiver, and is logged without it', async () => {
  const alias = await scene.phone(scene.live.key)
  gateway.answer(500)
  for (let n = 0; n < 7; n++) {
    const failed = await ask(scene.live.key, alias.id, 'sms_code')
    expect([failed.status, failed.code]).toEqual([502, 'challenge_not_sent'])
  }
  expect(
    await scene.query(`select distinct status from challenge where method = 'sms_code' and status <> 'met'`),
  ).toEqual([{ status: 'failed' }])
  gateway.answer(204)
  expect((await ask(scene.live.key, alias.id, 'sms_code')).status).toBe(201)
  expect(gateway.posts).toHaveLength(8)
  const lines = scene.server.logged.filter((line) => line.includes('could not be sent'))
  expect(lines.length).toBeGreaterThan(0)
  expect(scene.server.logged.filter((line) => line.includes(alias.value))).toEqual([])
})

test('a failed send leaves nothing to replay: the same Idempotency-Key sends again', async () => {
  const alias = await scene.phone(scene.live.key)
  const asked = () =>
    scene.server.send('POST', `/v1/aliases/${alias.id}/challenges`, {
      key: scene.live.key,
      body: { method: 'sms_code' },
      headers: { 'idempotency-key': alias.id },
    })
  gateway.answer(503)
  expect((await asked()).status).toBe(502)
  gateway.answer(204)
  expect((await asked()).status).toBe(201)
  expect(gateway.posts).toHaveLength(2)
})

test('a receiver gets 5 codes an hour and 10 a day, whoever asks; the answers beyond are the same', async () => {
  const value = `shared.${Date.now()}@mail.example`
  const one = await scene.register(scene.live.key, 'email', value)
  const answers = []
  for (let n = 0; n < 7; n++) answers.push(await ask(scene.live.key, one.id))
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(201))
  expect(scene.mailbox.mails.filter(({ to }) => to === value)).toHaveLength(5)
  const shapeOf = (record: Record<string, unknown>) => ({ ...record, id: 0, created: 0, updated: 0, expires_at: 0 })
  expect(shapeOf(answers[6]!.record)).toEqual(shapeOf(answers[0]!.record))
  // What others used up counts too: the tally is of the receiver.
  await scene.query(`update challenge_tally set times = array(select t - interval '1 hour' from unnest(times) t)`)
  for (let n = 0; n < 7; n++) await ask(scene.live.key, one.id)
  expect(scene.mailbox.mails.filter(({ to }) => to === value)).toHaveLength(10)
  await scene.query(`update challenge_tally set times = array(select t - interval '1 hour' from unnest(times) t)`)
  await ask(scene.live.key, one.id)
  expect(scene.mailbox.mails.filter(({ to }) => to === value)).toHaveLength(10)
})

test('of a country one consumer has half at most, and all consumers together the whole', async () => {
  const neighbour = await scene.server.key({ consumer: 'neighbour', livemode: true })
  const third = await scene.server.key({ consumer: 'third', livemode: true })
  for (const { key } of [scene.live, neighbour, third]) {
    for (let n = 0; n < 6; n++) expect((await ask(key, (await scene.phone(key)).id, 'sms_code')).status).toBe(201)
  }
  const by = gateway.posts.map(({ body }) => JSON.parse(body).consumer.name)
  expect(by).toEqual([...Array(4).fill('owner'), ...Array(4).fill('neighbour')])
})

test("a consumer's own limit is 429, told to it alone", async () => {
  const alias = await scene.email(scene.live.key)
  const statuses = []
  for (let n = 0; n < 31; n++) statuses.push(await ask(scene.live.key, alias.id))
  expect(statuses.slice(0, 30).every(({ status }) => status === 201)).toBe(true)
  expect(statuses[30]).toMatchObject({ status: 429, code: 'challenge_limit' })
})

test('what a limit withholds is answered as the last send was, and both on one grid of time', async () => {
  const value = `failing.${Date.now()}@mail.example`
  const alias = await scene.register(scene.live.key, 'email', value)
  for (let n = 0; n < 5; n++) await ask(scene.live.key, alias.id)
  scene.mailbox.refuse(true)
  const fresh = await scene.email(scene.live.key)
  expect((await ask(scene.live.key, fresh.id)).status).toBe(502)
  expect((await ask(scene.live.key, alias.id)).status).toBe(502)
  scene.mailbox.refuse(false)
  expect((await ask(scene.live.key, fresh.id)).status).toBe(201)
  expect((await ask(scene.live.key, alias.id)).status).toBe(201)
  const { released } = scene.server.app.quantise.counts.sending
  expect(released).toBeGreaterThanOrEqual(9)
})

test('without a sender live challenges are 503; test mode needs none', async () => {
  const server = await startTestServer({ env: { CHALLENGE_SENDER: '' } })
  try {
    const codes = []
    for (const livemode of [true, false]) {
      const { key } = await server.key({ livemode })
      const identity = (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
      const body = { identity, type: 'phone', value: '+12125550123' }
      const alias = (await server.send('POST', '/v1/aliases', { key, body })).body.id
      const { status, body: answer } = await server.send('POST', `/v1/aliases/${alias}/challenges`, {
        key,
        body: { method: 'sms_code' },
      })
      codes.push([status, answer.error?.code])
    }
    expect(codes).toEqual([
      [503, 'challenge_sender_missing'],
      [201, undefined],
    ])
  } finally {
    await server.close()
  }
})

test('a module of the operator is a sender; one that is none stops the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sender-'))
  const path = join(folder, 'sender.mjs')
  writeFileSync(path, 'export default () => ({ send: async (message) => { globalThis.sentByModule = message } })')
  const server = await startTestServer({ env: { CHALLENGE_SENDER: path } })
  try {
    const { key } = await server.key({ livemode: true })
    const identity = (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
    const body = { identity, type: 'email', value: 'one@mail.example' }
    const alias = (await server.send('POST', '/v1/aliases', { key, body })).body.id
    await server.send('POST', `/v1/aliases/${alias}/challenges`, { key, body: { method: 'email_code' } })
    expect((globalThis as never as { sentByModule: unknown }).sentByModule).toMatchObject({ to: 'one@mail.example' })
  } finally {
    await server.close()
  }
  writeFileSync(join(folder, 'none.mjs'), 'export const nothing = 1')
  await expect(startTestServer({ env: { CHALLENGE_SENDER: join(folder, 'none.mjs') } })).rejects.toThrow(
    'CHALLENGE_SENDER must export a function by default.',
  )
})

test.each([
  ['phone', '+12125550123', true],
  ['phone', '+15550100123', true],
  ['phone', '+12125560123', false],
  ['phone', '+4915550100', false],
  ['email', 'ann@example.com', true],
  ['email', 'ann@example.com.evil.org', false],
  ['email', 'ann@sub.example.com', false],
  ['payment_link', 'https://example.org/pay', true],
  ['payment_link', 'https://example.organic/pay', false],
  ['username', 'example.com', false],
])('%s %s is a published sample: %s', (type, value, expected) => {
  expect(isSample(type, value)).toBe(expected)
})

test('a name in a mail stays on its line', () => {
  const consumer = { id: 'apc_', name: 'Bank\r\nBcc: all@mail.example\u2028x' }
  const message = {
    channel: 'email',
    to: 'a@b.example',
    code: '12345678',
    purpose: 'claim',
    consumer,
    expires_at: 1,
    locale: 'en',
  }
  const { subject, text } = mailOf(message as never)
  expect(subject).toBe('Your code for Bank Bcc: all@mail.example x')
  expect(text.split('\n')[0]).toMatch(/^Bank Bcc: all@mail\.example x asks to take over/)
})
