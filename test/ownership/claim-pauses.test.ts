import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { claimScene } from '../support/claim-scene.ts'
import { type Body, forTests, startTestServer } from '../support/server.ts'

const hour = 3_600
const day = 24 * hour

const server = forTests(() => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }))
const donor = forTests(() => server.key({ consumer: 'donor', livemode: true }))
const claimer = forTests(() => server.key({ consumer: 'claimer', livemode: true }))
const scene = claimScene(server, donor, claimer)

const resolved = async ({ value }: Body): Promise<string | null> =>
  (await scene.send(claimer, 'resolve', { type: 'phone', value })).body.identity ?? null
const nextLook = async (claim: Body): Promise<string> => {
  const [row] = await server.query<{ at: string }>`select next_at::text as at from claim
    where id = ${decodeId('claim', claim.id)}`
  return row!.at
}
/** A claim whose second proof was met while its donor is suspended. */
async function provedWhileSuspended(): Promise<{ alias: Body; claim: Body }> {
  const { advance, held, opened, pass, meet, setStatus, state } = scene
  const alias = await held()
  const claim = await opened(alias)
  await pass(7 * day)
  await advance()
  await setStatus(alias, 'suspended')
  expect(await meet(claimer, claim)).toBe('met')
  await advance()
  expect(await state(claim)).toBe('awaiting_second_proof')
  return { alias, claim }
}

test('a donor that suspends its identity at each deadline gains the time in which it was suspended, and no more', async () => {
  const { advance, held, opened, pass, setStatus, state } = scene
  const [alias, other] = [await held(), await held()]
  const [claim, control] = [await opened(alias), await opened(other)]
  await pass(7 * day - 120)
  for (let cycle = 0; cycle < 3; cycle++) {
    await setStatus(alias, 'suspended')
    await pass(150)
    await advance()
    await setStatus(alias, 'active')
    await advance()
    expect([await state(claim), await state(control)]).toEqual(['open', 'awaiting_second_proof'])
    await pass(30)
  }
  await pass(30)
  await advance()
  expect(await state(claim)).toBe('awaiting_second_proof')
})

test('suspended before the claim opened and in both of its windows: neither side loses time', async () => {
  const { advance, asked, held, hoursLeft, pass, meet, setStatus, state } = scene
  const alias = await held()
  await setStatus(alias, 'suspended')
  await pass(400 * day)
  const claim = await asked(alias)
  await meet(claimer, claim)
  await advance()
  await pass(8 * day)
  await advance()
  expect([await state(claim), await hoursLeft(claim)]).toEqual(['open', 7 * 24])
  await setStatus(alias, 'active')
  await advance()
  await pass(6 * day)
  for (const days of [2, 3]) {
    await setStatus(alias, 'suspended')
    await pass(days * day)
    await setStatus(alias, 'active')
  }
  await advance()
  expect([await state(claim), await hoursLeft(claim)]).toEqual(['open', 24])
  await pass(day)
  await advance()
  expect([await state(claim), await hoursLeft(claim)]).toEqual(['awaiting_second_proof', 7 * 24])
  await pass(6 * day)
  await setStatus(alias, 'suspended')
  await pass(9 * day)
  await advance()
  expect([await state(claim), await hoursLeft(claim)]).toEqual(['awaiting_second_proof', 24])
  await setStatus(alias, 'active')
  await pass(hour)
  await advance()
  expect(await meet(claimer, claim)).toBe('met')
  await advance()
  expect([await state(claim), await resolved(alias)]).toEqual(['completed', claim.identity])
})

test('time in which both the identity and its consumer were suspended counts once', async () => {
  const { advance, held, hoursLeft, opened, pass, setConsumer, setStatus, state } = scene
  const alias = await held()
  const claim = await opened(alias)
  await pass(6 * day)
  await setStatus(alias, 'suspended')
  await pass(day)
  await setConsumer(donor, true)
  await pass(2 * day)
  expect(await hoursLeft(claim)).toBe(24)
  await advance()
  await setConsumer(donor, false)
  await pass(day)
  await setStatus(alias, 'active')
  expect(await hoursLeft(claim)).toBe(24)
  await setConsumer(donor, true)
  await pass(3 * day)
  await advance()
  expect([await state(claim), await hoursLeft(claim)]).toEqual(['open', 24])
  await setConsumer(donor, false)
  await advance()
  await pass(day)
  await advance()
  expect(await state(claim)).toBe('awaiting_second_proof')
})

test('a donor that was suspended contests until the deadline that it is shown, and not after it', async () => {
  const { held, opened, pass, meet, setStatus, state } = scene
  for (const [days, answer, ends] of [
    [4, 'met', 'cancelled/contested'],
    [5.1, 'claim_closed', 'open'],
  ] as const) {
    const alias = await held()
    const claim = await opened(alias)
    await pass(2 * day)
    await setStatus(alias, 'suspended')
    await pass(3 * day)
    await setStatus(alias, 'active')
    await pass(days * day)
    expect([await meet(donor, claim), await state(claim)]).toEqual([answer, ends])
  }
})

test('a second proof met while the donor is suspended completes in the first round after it', async () => {
  const { advance, meet, setStatus, state, pass } = scene
  for (const days of [0.9, 30]) {
    const { alias, claim } = await provedWhileSuspended()
    await pass(days * day)
    await advance()
    expect([await state(claim), await resolved(alias)]).toEqual(['awaiting_second_proof', null])
    await setStatus(alias, 'active')
    await advance()
    if (days > 1) {
      // A proof that grew old meanwhile is asked for again.
      expect([await state(claim), await resolved(alias)]).toEqual(['awaiting_second_proof', alias.identity])
      expect(await meet(claimer, claim)).toBe('met')
      await advance()
    }
    expect([await state(claim), await resolved(alias)]).toEqual(['completed', claim.identity])
  }
})

test('such a claim is the donor’s to confirm and the claimer’s to cancel, also while it stands still', async () => {
  const { send, setStatus, state } = scene
  const confirmed = await provedWhileSuspended()
  expect((await send(donor, `claims/${confirmed.claim.id}/confirm`)).body.status).toBe('completed')
  expect(await resolved(confirmed.alias)).toBe(confirmed.claim.identity)
  const later = await provedWhileSuspended()
  await setStatus(later.alias, 'active')
  expect((await send(donor, `claims/${later.claim.id}/confirm`)).body.status).toBe('completed')
  const cancelled = await provedWhileSuspended()
  expect((await send(claimer, `claims/${cancelled.claim.id}/cancel`)).body.reason).toBe('withdrawn')
  await setStatus(cancelled.alias, 'active')
  await scene.advance()
  expect([await state(cancelled.claim), await resolved(cancelled.alias)]).toEqual([
    'cancelled/withdrawn',
    cancelled.alias.identity,
  ])
  expect((await scene.asked(cancelled.alias)).id).not.toBe(cancelled.claim.id)
})

test('a claim is paused during an endless suspension; an alias that the donor releases or closes meanwhile moves', async () => {
  const { advance, held, opened, pass, meet, send, setStatus, state } = scene
  for (const end of ['release', 'close'] as const) {
    const alias = await held()
    const claim = await opened(alias)
    await setStatus(alias, 'suspended')
    await pass(1_000 * day)
    await advance()
    expect([await state(claim), await resolved(alias)]).toEqual(['open', null])
    if (end === 'release') await send(donor, `aliases/${alias.id}`, {}, 'DELETE')
    else await setStatus(alias, 'closed')
    await advance()
    await pass(8 * day)
    await advance()
    // It cools down; from then on a second proof is waited for.
    expect(await state(claim)).toBe('open')
    await pass(1_000 * day)
    await advance()
    expect(await state(claim)).toBe('awaiting_second_proof')
    expect(await meet(claimer, claim)).toBe('met')
    await advance()
    expect([await state(claim), await resolved(alias)]).toEqual(['completed', claim.identity])
  }
})

test('a donor that releases while it is suspended takes no time from the second proof', async () => {
  const { advance, held, opened, pass, meet, send, setStatus, state } = scene
  const alias = await held()
  const claim = await opened(alias)
  await pass(7 * day)
  await advance()
  await setStatus(alias, 'suspended')
  await pass(20 * day)
  await send(donor, `aliases/${alias.id}`, {}, 'DELETE')
  await advance()
  expect(await state(claim)).toBe('awaiting_second_proof')
  await setStatus(alias, 'active')
  await pass(6 * day)
  await advance()
  expect(await meet(claimer, claim)).toBe('met')
})

test('a confirmation that can move nothing postpones nothing', async () => {
  const { advance, held, opened, pass, send, setConsumer, state } = scene
  const alias = await held()
  const claim = await opened(alias)
  const before = await nextLook(claim)
  await setConsumer(claimer, true)
  expect((await send(donor, `claims/${claim.id}/confirm`)).body.status).toBe('open')
  await setConsumer(claimer, false)
  await send(donor, `aliases/${alias.id}`, {}, 'DELETE')
  expect((await send(donor, `claims/${claim.id}/confirm`)).body.status).toBe('open')
  expect(await nextLook(claim)).toBe(before)
  await pass(7 * day)
  await advance()
  expect(await state(claim)).toBe('open')
  await pass(90 * day)
  await advance()
  expect(await state(claim)).toBe('awaiting_second_proof')
})

test('a claimer whose consumer was suspended gets its proved alias in the first run after it', async () => {
  const { advance, asked, held, meet, opened, pass, setConsumer, state } = scene
  const second = await opened(await held())
  await pass(7 * day)
  await advance()
  const first = await asked(await held())
  await meet(claimer, first)
  await meet(claimer, second)
  await setConsumer(claimer, true)
  await advance()
  expect([await state(first), await state(second)]).toEqual(['pending_proof', 'awaiting_second_proof'])
  await setConsumer(claimer, false)
  await advance()
  expect([await state(first), await state(second)]).toEqual(['open', 'completed'])
})

test('a portability claim is paused as long as its donor is suspended, too', async () => {
  const { advance, held, opened, pass, setStatus, state } = scene
  const alias = await held()
  const claim = await opened(alias, 'portability')
  await setStatus(alias, 'suspended')
  await pass(20 * day)
  await advance()
  await setStatus(alias, 'active')
  await pass(6 * day)
  await advance()
  expect(await state(claim)).toBe('open')
  await pass(day)
  await advance()
  expect([await state(claim), await resolved(alias)]).toEqual(['cancelled/donor_silent', alias.identity])
})
