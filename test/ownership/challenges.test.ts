import { beforeEach, describe, expect, test } from 'vitest'
import { forTests } from '../support/server.ts'
import { openChallengeScene } from './challenge-scene.ts'

const scene = forTests(openChallengeScene)
beforeEach(() => scene.forgetTallies())

describe.each(['REST', 'GraphQL'] as const)('challenges over %s', (surface) => {
  const ask = (key: string, alias: string, method: string) => scene.on(surface).ask(key, alias, method)
  const answer = (key: string, id: string, code?: string) => scene.on(surface).answer(key, id, code)
  const read = (key: string, id: string) => scene.on(surface).read(key, id)

  test('a mail carries a code of 8 digits, which proves the alias', async () => {
    const { live } = scene
    const alias = await scene.email(live.key)
    const { record: challenge, code: none } = await ask(live.key, alias.id, 'email_code')
    expect(none).toBeNull()
    expect(challenge).toEqual({
      object: 'challenge',
      id: expect.stringMatching(/^chl_[0-9a-z]{26}$/),
      livemode: true,
      alias: alias.id,
      claim: null,
      method: 'email_code',
      purpose: 'prove',
      status: 'pending',
      expires_at: expect.any(Number),
      attempts_left: 5,
      instructions: { text: expect.stringContaining('8 digits') },
      created: expect.any(Number),
      updated: expect.any(Number),
    })
    expect(challenge.expires_at - challenge.created).toBe(600)
    const mail = await scene.mailTo(alias.value)
    const code = scene.codeIn(mail)
    expect(mail).toContain('owner')
    const wrong = (await answer(live.key, challenge.id, code === '12345678' ? '87654321' : '12345678')).record
    expect(wrong).toMatchObject({ status: 'pending', attempts_left: 4 })
    expect((await answer(live.key, challenge.id, code)).record).toMatchObject({ status: 'met', attempts_left: 4 })
    expect((await read(live.key, challenge.id)).record.status).toBe('met')
    const proved = await scene.alias(live.key, alias.id)
    expect(proved).toMatchObject({ verification: 'proved', verified_method: 'email_code', proof_expires_at: null })
    expect(proved.verified_at).toEqual(expect.any(Number))
    expect(await scene.eventsAbout(alias.id)).toEqual(['alias.created', 'alias.verified'])
    // A met challenge takes no more answers, and the owner's word does not lower a proof.
    expect((await answer(live.key, challenge.id, code)).code).toBe('challenge_closed')
    await scene.server.send('POST', `/v1/aliases/${alias.id}/verify`, { key: live.key, body: { method: 'otp' } })
    expect(await scene.alias(live.key, alias.id)).toMatchObject({
      verification: 'proved',
      verified_method: 'email_code',
    })
  })

  test('a newer code ends the older one', async () => {
    const alias = await scene.email(scene.live.key)
    const first = (await ask(scene.live.key, alias.id, 'email_code')).record
    const code = scene.codeIn(await scene.mailTo(alias.value))
    await ask(scene.live.key, alias.id, 'email_code')
    expect((await read(scene.live.key, first.id)).record.status).toBe('expired')
    expect((await answer(scene.live.key, first.id, code)).code).toBe('challenge_closed')
    expect((await scene.alias(scene.live.key, alias.id)).verification).toBe('none')
  })

  test('five wrong answers close it, and a late one finds it expired', async () => {
    const alias = await scene.email(scene.test.key)
    const one = (await ask(scene.test.key, alias.id, 'email_code')).record
    for (let left = 4; left >= 1; left--)
      expect((await answer(scene.test.key, one.id, '11111111')).record).toMatchObject({
        status: 'pending',
        attempts_left: left,
      })
    expect((await answer(scene.test.key, one.id, '11111111')).record).toMatchObject({
      status: 'failed',
      attempts_left: 0,
    })
    expect((await answer(scene.test.key, one.id, '000000')).code).toBe('challenge_closed')

    const late = (await ask(scene.test.key, alias.id, 'email_code')).record
    await scene.query(`update challenge set expires_at = now() - interval '1 second' where status = 'pending'`)
    expect((await read(scene.test.key, late.id)).record.status).toBe('expired')
    expect((await answer(scene.test.key, late.id, '000000')).code).toBe('challenge_closed')
  })

  test('another type, an unknown method, another owner and a released alias are refused', async () => {
    const { test: own, other } = scene
    const email = await scene.email(own.key)
    const name = await scene.username(own.key)
    expect((await ask(own.key, email.id, 'sms_code')).code).toBe('parameter_invalid')
    expect((await ask(own.key, name.id, 'email_code')).code).toBe('parameter_invalid')
    expect((await ask(other.key, email.id, 'email_code')).code).toBe('resource_missing')
    expect((await ask(scene.live.key, email.id, 'email_code')).code).toBe('resource_missing')
    const challenge = (await ask(own.key, email.id, 'email_code')).record
    expect((await answer(other.key, challenge.id, '000000')).code).toBe('resource_missing')
    expect((await answer(own.key, challenge.id)).code).toBe('parameter_missing')
    await scene.server.send('DELETE', `/v1/aliases/${email.id}`, { key: own.key })
    expect((await answer(own.key, challenge.id, '000000')).code).toBe('alias_released')
    expect((await ask(own.key, email.id, 'email_code')).code).toBe('alias_released')
  })

  test('in test mode nothing is sent, and 000000 meets the challenge; in live mode it never does', async () => {
    const alias = await scene.phone(scene.test.key)
    const mails = scene.mailCount()
    const challenge = (await ask(scene.test.key, alias.id, 'sms_code')).record
    expect((await answer(scene.test.key, challenge.id, '000000')).record.status).toBe('met')
    expect((await scene.alias(scene.test.key, alias.id)).verification).toBe('proved')
    expect(scene.mailCount()).toBe(mails)

    const live = await scene.email(scene.live.key)
    const real = (await ask(scene.live.key, live.id, 'email_code')).record
    for (const guess of ['000000', '00000000', '']) {
      expect((await answer(scene.live.key, real.id, guess)).record.status).toBe('pending')
    }
  })
})

test('wrong answers are counted per receiver and per consumer, over all challenges and before they are judged', async () => {
  const { key } = scene.test
  const rest = scene.on('REST')
  const wrong = async (alias: string, count: number): Promise<(string | null)[]> => {
    const codes: (string | null)[] = []
    let challenge = ''
    for (let n = 0; n < count; n++) {
      if (n % 5 === 0) challenge = (await rest.ask(key, alias, 'email_code')).record.id
      codes.push((await rest.answer(key, challenge, '11111111')).code)
    }
    return codes
  }
  const first = await scene.email(key)
  expect((await wrong(first.id, 10)).every((code) => code === null)).toBe(true)
  const eleventh = (await rest.ask(key, first.id, 'email_code')).record
  // The limit applies before the code is compared, so a correct one is refused too.
  expect(await rest.answer(key, eleventh.id, '000000')).toMatchObject({ status: 429, code: 'challenge_limit' })
  expect((await rest.read(key, eleventh.id)).record).toMatchObject({ status: 'pending', attempts_left: 5 })

  for (let n = 0; n < 4; n++) expect(await wrong((await scene.email(key)).id, 10)).not.toContain('challenge_limit')
  const other = await scene.email(key)
  expect(await wrong(other.id, 1)).toEqual(['challenge_limit'])
  // A day later it is open again.
  await scene.query(`update challenge_tally set times = array(select t - interval '1 day' from unnest(times) t)`)
  expect(await wrong(other.id, 1)).toEqual([null])
})

test('a right answer counts as no wrong one', async () => {
  const { key } = scene.test
  const alias = await scene.email(key)
  for (let n = 0; n < 12; n++) {
    const { id } = (await scene.on('REST').ask(key, alias.id, 'email_code')).record
    expect((await scene.on('REST').answer(key, id, '000000')).record.status).toBe('met')
  }
})

test('a replay under an Idempotency-Key sends nothing and judges nothing again', async () => {
  const alias = await scene.email(scene.live.key)
  const asked = async () =>
    scene.live.post(
      `/v1/aliases/${alias.id}/challenges`,
      { method: 'email_code' },
      { 'idempotency-key': `ask ${alias.id}`.replace(' ', '-') },
    )
  const first = await asked()
  await scene.mailTo(alias.value)
  const mails = scene.mailCount()
  const again = await asked()
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const wrong = () =>
    scene.live.post(
      `/v1/challenges/${first.body.id}/answer`,
      { code: 'none' },
      { 'idempotency-key': `answer-${alias.id}` },
    )
  expect((await wrong()).body.attempts_left).toBe(4)
  expect((await wrong()).body.attempts_left).toBe(4)
  expect(scene.mailCount()).toBe(mails)
})

test('the code is nowhere in the database, the events or the log', async () => {
  const alias = await scene.email(scene.live.key)
  await scene.on('REST').ask(scene.live.key, alias.id, 'email_code')
  const code = scene.codeIn(await scene.mailTo(alias.value))
  for (const table of ['challenge', 'challenge_tally', 'event', 'event_body', 'idempotency_record']) {
    const rows = await scene.query(`select t::text as row from ${table} t`)
    expect(
      rows.filter(({ row }) => String(row).includes(code)),
      table,
    ).toEqual([])
  }
  expect(scene.server.logged.filter((line) => line.includes(code) || line.includes(alias.value))).toEqual([])
})
