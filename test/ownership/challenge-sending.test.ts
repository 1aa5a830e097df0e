import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { isSample } from '../../src/ownership/challenges/rules.ts'
import { mailOf } from '../../src/ownership/senders/smtp.ts'
import { forTests, type Key, startTestServer } from '../support/server.ts'
import { openChallengeScene } from './challenge-scene.ts'

/** The operator's gateway: records the requests it receives, and answers as configured. */
async function startGateway() {
  const posts: { headers: Record<string, string>; body: string }[] = []
  let answers = 204
  let isHanging = false
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      posts.push({ headers: request.headers as Record<string, string>, body })
      const answer = () => response.writeHead(answers).end()
      if (isHanging) waiting.push(answer)
      else answer()
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
    hang: (isOn: boolean) => {
      isHanging = isOn
    },
    release: () => {
      for (const answer of waiting.splice(0)) answer()
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

const secret = `whsec_${randomBytes(32).toString('base64')}`
const gateway = forTests(startGateway)
const scene = forTests(() =>
  openChallengeScene({
    CHALLENGE_SENDER: 'http',
    CHALLENGE_SENDER_URL: gateway.url,
    CHALLENGE_SENDER_SECRET: secret,
    CHALLENGE_SENDER_ALLOW_CIDRS: '127.0.0.0/8',
    CHALLENGE_COUNTRY_LIMIT: '8',
    CHALLENGE_COUNTRY_CONSUMER_LIMIT: '12',
    CHALLENGE_CONSUMER_LIMIT: '30',
  }),
)
beforeEach(() => {
  gateway.posts.length = 0
})
afterEach(async () => {
  gateway.answer(204)
  scene.mailbox.refuse(false)
  await scene.forgetTallies()
})

const drain = () => scene.server.app.sendChallenges()
const ask = (key: string, alias: string, method = 'email_code') => scene.on('REST').ask(key, alias, method)

test('the gateway is posted a signed message with all that it needs, whose code meets the challenge', async () => {
  const alias = await scene.phone(scene.live.key)
  const { record } = await ask(scene.live.key, alias.id, 'sms_code')
  await drain()
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

const shapeOf = (record: Record<string, unknown>) => ({
  ...record,
  ...{ id: 0, alias: 0, created: 0, updated: 0, expires_at: 0 },
})
const sendStates = async (alias: string) =>
  (
    await scene.query('select send_state, status from challenge where alias_id = $1 order by created_at, id', [
      decodeId('alias', alias),
    ])
  ).map(({ send_state: state, status }) => `${state} ${status}`)

test('a challenge answers alike when its code is sent, withheld or refused, and is read alike after it', async () => {
  const [works, fails, withheld] = [
    await scene.phone(scene.live.key),
    await scene.phone(scene.live.key),
    await scene.phone(scene.live.key),
  ]
  await scene.query(
    `insert into challenge_tally (key, times, expires_at) values ($1, array_fill(now(), array[10]), now() + interval '1 day')`,
    [scene.server.app.keyring.hash('challenge', true, `tally|receiver|phone|${withheld.value}`)],
  )
  const answers = []
  for (const [alias, status] of [
    [works, 204],
    [fails, 500],
    [withheld, 204],
  ] as const) {
    gateway.answer(status)
    const asked = await ask(scene.live.key, alias.id, 'sms_code')
    await drain()
    const read = await scene.on('REST').read(scene.live.key, asked.record.id)
    expect([read.record, read.record.updated]).toEqual([asked.record, asked.record.updated])
    answers.push([asked.status, JSON.stringify(shapeOf(asked.record)).length, shapeOf(asked.record)])
  }
  expect(answers[0]![0]).toBe(201)
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect([await sendStates(works.id), await sendStates(fails.id), await sendStates(withheld.id)]).toEqual([
    ['sent pending'],
    ['failed pending'],
    ['withheld pending'],
  ])
})

test('a sender that fails is counted and logged without the receiver', async () => {
  const alias = await scene.phone(scene.live.key)
  gateway.answer(500)
  expect((await ask(scene.live.key, alias.id, 'sms_code')).status).toBe(201)
  await drain()
  const lines = scene.server.logged.filter((line) => line.includes('could not be sent'))
  expect(lines.length).toBeGreaterThan(0)
  expect(scene.server.logged.filter((line) => line.includes(alias.value))).toEqual([])
})

test('an answer does not wait for a sender that hangs, and a consumer whose sends hang delays no other', async () => {
  const neighbour = await scene.server.key({ consumer: 'unhurried', livemode: true })
  gateway.hang(true)
  for (let n = 0; n < 4; n++) {
    const began = performance.now()
    expect((await ask(scene.live.key, (await scene.phone(scene.live.key)).id, 'sms_code')).status).toBe(201)
    expect(performance.now() - began).toBeLessThan(5_000)
  }
  await vi.waitFor(() => expect(gateway.posts).toHaveLength(2), 5_000)
  gateway.hang(false)
  const other = await scene.phone(neighbour.key)
  await ask(neighbour.key, other.id, 'sms_code')
  await vi.waitFor(() => expect(gateway.posts.map(({ body }) => JSON.parse(body).to)).toContain(other.value), 5_000)
  expect(gateway.posts).toHaveLength(3)
  gateway.release()
  await drain()
  expect(gateway.posts).toHaveLength(5)
})

test('a code that its process did not send is sent once by a worker, and never after its time', async () => {
  const alias = await scene.phone(scene.live.key)
  const { record } = await ask(scene.live.key, alias.id, 'sms_code')
  await drain()
  const set = (state: string, ends: string) =>
    scene.query(`update challenge set send_state = $2, expires_at = now() + $3::interval where id = $1`, [
      decodeId('challenge', record.id),
      state,
      ends,
    ])
  gateway.posts.length = 0
  await set('due', '-1 second')
  await drain()
  expect(gateway.posts).toHaveLength(0)
  await set('taken', '5 minutes')
  await drain()
  expect(gateway.posts).toHaveLength(0)
  await set('due', '5 minutes')
  await Promise.all([drain(), drain(), drain()])
  expect(gateway.posts).toHaveLength(1)
  const { code } = JSON.parse(gateway.posts[0]!.body)
  expect((await scene.on('REST').answer(scene.live.key, record.id, code)).record.status).toBe('met')
})

test('the same Idempotency-Key sends one code', async () => {
  const alias = await scene.phone(scene.live.key)
  const asked = () =>
    scene.live.post(`/v1/aliases/${alias.id}/challenges`, { method: 'sms_code' }, { 'idempotency-key': alias.id })
  const [first, second] = [await asked(), await asked()]
  await drain()
  expect([first.status, second.text]).toEqual([201, first.text])
  expect(gateway.posts).toHaveLength(1)
})

test('a receiver gets 5 codes an hour and 10 a day from all consumers; the answers beyond are the same', async () => {
  const value = `shared.${Date.now()}@mail.example`
  const one = await scene.register(scene.live.key, 'email', value)
  const answers = []
  for (let n = 0; n < 7; n++) {
    answers.push(await ask(scene.live.key, one.id))
    await drain()
  }
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(201))
  await drain()
  expect(scene.mailbox.mails.filter(({ to }) => to === value)).toHaveLength(5)
  expect(shapeOf(answers[6]!.record)).toEqual(shapeOf(answers[0]!.record))
  // Challenges by others count too: the limit is per receiver.
  await scene.query(`update challenge_tally set times = array(select t - interval '1 hour' from unnest(times) t)`)
  for (let n = 0; n < 7; n++) {
    await ask(scene.live.key, one.id)
    await drain()
  }
  expect(scene.mailbox.mails.filter(({ to }) => to === value)).toHaveLength(10)
  await scene.query(`update challenge_tally set times = array(select t - interval '1 hour' from unnest(times) t)`)
  await ask(scene.live.key, one.id)
  await drain()
  expect(scene.mailbox.mails.filter(({ to }) => to === value)).toHaveLength(10)
})

test('tenants that use up a calling code withhold no other consumer’s share of it', async () => {
  const keys = [scene.live]
  for (const consumer of ['neighbour', 'third', 'fourth'])
    keys.push(await scene.server.key({ consumer, livemode: true }))
  const [first, second, third, fourth] = keys as [Key, Key, Key, Key]
  const send = async ({ key }: Key, count: number) => {
    for (let n = 0; n < count; n++) expect((await ask(key, (await scene.phone(key)).id, 'sms_code')).status).toBe(201)
    await drain()
  }
  // The limit is 8. Two consumers reach it; a third and a fourth get their equal share all the same.
  await send(first, 6)
  await send(second, 6)
  await send(third, 4)
  await send(fourth, 4)
  const sent = Object.fromEntries(
    Map.groupBy(gateway.posts, ({ body }) => JSON.parse(body).consumer.name as string)
      .entries()
      .map(([name, posts]) => [name, posts.length]),
  )
  expect(sent).toEqual({ owner: 6, neighbour: 4, third: 3, fourth: 2 })
  const alarms = scene.server.logged.filter((line) => line.includes('"callingCode":"1"'))
  expect(alarms).toHaveLength(1)
})

test('a consumer’s own limit of a calling code is 429, by its own count alone', async () => {
  const [busy, quiet] = [
    await scene.server.key({ consumer: 'busy', livemode: true }),
    await scene.server.key({ consumer: 'quiet', livemode: true }),
  ]
  const statuses = []
  for (let n = 0; n < 13; n++) statuses.push((await ask(busy.key, (await scene.phone(busy.key)).id, 'sms_code')).status)
  expect(statuses).toEqual([...Array(12).fill(201), 429])
  expect((await ask(quiet.key, (await scene.phone(quiet.key)).id, 'sms_code')).status).toBe(201)
})

test("a consumer's own limit is 429, for it alone", async () => {
  const alias = await scene.email(scene.live.key)
  const statuses = []
  for (let n = 0; n < 31; n++) statuses.push(await ask(scene.live.key, alias.id))
  expect(statuses.slice(0, 30).every(({ status }) => status === 201)).toBe(true)
  expect(statuses[30]).toMatchObject({ status: 429, code: 'challenge_limit' })
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

test('a module of the operator is a sender, also one that throws; one that is none stops the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sender-'))
  /** Sends a challenge by a module with this function. @returns the lines of the log */
  async function sendBy(name: string, send: string): Promise<readonly string[]> {
    const path = join(folder, name)
    writeFileSync(path, `export default () => ({ send: ${send} })`)
    const server = await startTestServer({ env: { CHALLENGE_SENDER: path } })
    try {
      const { key } = await server.key({ livemode: true })
      const identity = (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
      const body = { identity, type: 'email', value: 'one@mail.example' }
      const alias = (await server.send('POST', '/v1/aliases', { key, body })).body.id
      await server.send('POST', `/v1/aliases/${alias}/challenges`, { key, body: { method: 'email_code' } })
      await server.app.sendChallenges()
      return server.logged
    } finally {
      await server.close()
    }
  }
  await sendBy('sender.mjs', 'async (message) => { globalThis.sentByModule = message }')
  expect((globalThis as never as { sentByModule: unknown }).sentByModule).toMatchObject({ to: 'one@mail.example' })
  // A rejection that nobody handles would end the process, and fails this run.
  const logged = await sendBy('throwing.mjs', "() => { throw new Error('at once') }")
  expect(logged.join()).toContain('a challenge could not be sent')
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
