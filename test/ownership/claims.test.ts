import { afterEach, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { wakeCooled } from '../../src/ownership/claims/deadline-store.ts'
import { postpone } from '../../src/ownership/claims/store.ts'
import { createRenormalization } from '../../src/registry/renormalization/service.ts'
import { markAliases } from '../support/bound.ts'
import { freshNumber } from '../support/claims.ts'
import { eventsOf, freshName, query, registryOf } from '../support/registry.ts'
import { type Answer, type Body, forTests, type Key, startTestServer } from '../support/server.ts'

const server = forTests(() => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1' } }))
const donor = forTests(() => server.key({ consumer: 'donor', livemode: true }))
const claimer = forTests(() => server.key({ consumer: 'claimer', livemode: true }))
const third = forTests(() => server.key({ consumer: 'third', livemode: true }))
afterEach(() => server.query`delete from challenge_tally`)

const send = (key: Key, path: string, body: object = {}): Promise<Answer> => key.post(`/v1/${path}`, body)
const get = async (key: Key, path: string): Promise<Body> => (await key.get(`/v1/${path}`)).body
const advance = () => server.app.jobs.find(({ name }) => name === 'advance-claims')!.run()
/** Moves the stored times of a claim: its state's end is now, and the worker looks. */
async function runOut(claim: Body): Promise<void> {
  await server.query`update claim set deadline = now(), next_at = now() where id = ${decodeId('claim', claim.id)}`
  await advance()
}

async function held(key: Key, type = 'phone', value = freshNumber(), fields: object = {}): Promise<Body> {
  const mine = registryOf(server, key)
  const identity = (await mine.identity()).id
  await mine.wallet(identity)
  return mine.alias(identity, type, value, { is_primary: true, ...fields })
}
async function claimOf(key: Key, value: string, type = 'phone', kind = 'ownership'): Promise<Body> {
  const identity = (await registryOf(server, key).identity()).id
  const { status, body } = await send(key, 'claims', { type, value, identity, kind })
  expect(status).toBe(202)
  return body
}
/** Meets a challenge. The null sender delivers no codes: the hash of the code is replaced by that of a known one. */
async function meet(key: Key, claim: Body, method = 'sms_code'): Promise<Answer> {
  const asked = await send(key, `claims/${claim.id}/challenges`, { method })
  if (asked.status !== 201) return asked
  return answer(key, asked.body)
}
async function answer(key: Key, challenge: Body, code = '24681357'): Promise<Answer> {
  const id = decodeId('challenge', challenge.id)
  const hash = server.app.keyring.hash('challenge', true, `code|${id}|${challenge.purpose}|24681357`)
  await server.query`update challenge set code_hash = ${hash} where id = ${id}`
  return send(key, `challenges/${challenge.id}/answer`, { code })
}
/** A claim of it that was proved, once the worker has looked. */
async function opened({ value }: Body): Promise<Body> {
  const claim = await claimOf(claimer, value)
  await meet(claimer, claim)
  await advance()
  return claim
}
const daysPass = (days: number, claim: Body) =>
  server.query`update claim set updated_at = updated_at - ${days} * interval '1 day'
    where id = ${decodeId('claim', claim.id)}`
const state = async (key: Key, claim: Body) => {
  const { status, reason } = await get(key, `claims/${claim.id}`)
  return reason === null ? status : `${status}/${reason}`
}
const resolved = async (value: string): Promise<string | null> =>
  (await send(third, 'resolve', { type: 'phone', value })).body.identity ?? null
const told = async (key: Key, claim: Body) =>
  (await eventsOf(server, key.consumerId))
    .filter(({ data }) => (data.claim as { public_id?: string })?.public_id === claim.id)
    .map(({ type }) => type)

test('a phone registered by the wrong consumer is claimed by its holder, and moved', async () => {
  const alias = await held(donor)
  const claim = await claimOf(claimer, alias.value)
  expect(claim).toMatchObject({ direction: 'outgoing', status: 'pending_proof', reason: null, challenge: null })
  await advance()
  expect((await get(donor, `claims/${claim.id}`)).error.code).toBe('resource_missing')
  expect((await meet(claimer, claim)).body.status).toBe('met')
  await advance()
  expect(await state(claimer, claim)).toBe('open')
  const inbox = await get(donor, 'claims?direction=incoming&limit=100')
  const incoming = inbox.data.find(({ id }: Body) => id === claim.id)
  expect(incoming).toMatchObject({
    direction: 'incoming',
    identity: alias.identity,
    value: alias.value,
    challenge: null,
  })
  expect(incoming.deadline - incoming.updated).toBe(7 * 86_400)
  expect(await resolved(alias.value)).toBe(alias.identity)
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('awaiting_second_proof')
  expect(await resolved(alias.value)).toBe(alias.identity)
  expect((await meet(claimer, claim)).body.status).toBe('met')
  await advance()
  expect(await state(claimer, claim)).toBe('completed')
  expect(await resolved(alias.value)).toBe(claim.identity)
  const lost = await get(donor, `aliases/${alias.id}`)
  expect(lost).toMatchObject({ status: 'transferred', value: '', is_primary: false, verification: 'none' })
  const { data } = await get(claimer, `identities/${claim.identity}/aliases`)
  expect(data).toEqual([
    expect.objectContaining({
      value: alias.value,
      verification: 'proved',
      verified_method: 'sms_code',
      privacy_level: 'unlisted',
      is_primary: false,
    }),
  ])
  expect(data[0].id).not.toBe(alias.id)
  expect(await told(claimer, claim)).toEqual(['claim.opened', 'claim.completed'])
  expect(await told(donor, claim)).toEqual(['claim.opened', 'claim.completed'])
  const types = (await eventsOf(server, donor.consumerId)).map(({ type }) => type)
  expect(types).not.toContain('alias.released')
  expect((await get(donor, `identities/${alias.identity}`)).primary_alias).toBeNull()
})

/** Stores it as an older version, which left spaces in. @returns its old skeleton */
async function spellOld({ value }: Body): Promise<string> {
  const old = `${value} `
  await server.query`update alias set value = ${old}, skeleton = ${old}, norm_version = 0 where value = ${value}`
  await server.query`update alias_reservation set skeleton = ${old} where skeleton = ${value}`
  await markAliases(server, old)
  return old
}

test('an alias that is claimed keeps its older spelling until the claim has ended', async () => {
  const alias = await held(donor)
  const old = await spellOld(alias)
  const claim = await claimOf(claimer, alias.value)
  await server.query`update claim set value = ${old}, skeleton = ${old}, norm_version = 0 where value = ${alias.value}`
  await meet(claimer, claim)
  await advance()
  const renormalization = createRenormalization(server.app)
  const obstacles = [{ alias: alias.id, livemode: true, type: 'phone', kind: 'claimed' }]
  expect(await renormalization.plan()).toEqual({ kept: 0, moved: 0, obstacles })
  expect(await renormalization.apply()).toEqual({ kept: 0, moved: 0, obstacles })
  await send(donor, `claims/${claim.id}/confirm`)
  expect(await state(claimer, claim)).toBe('completed')
  expect(await renormalization.apply()).toEqual({ kept: 0, moved: 1, obstacles: [] })
  expect(await resolved(alias.value)).toBe(claim.identity)
})

test('an alias whose claim opens while its spelling moves stays with the claim', async () => {
  const alias = await held(donor)
  const old = await spellOld(alias)
  const client = await server.app.pool.connect()
  await client.query('begin')
  const [claim] = (
    await client.query(
      'update alias_reservation set claim_id = gen_random_uuid() where skeleton = $1 returning claim_id',
      [old],
    )
  ).rows
  const moving = createRenormalization(server.app).apply()
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'"
  while ((await query(server, waits)).length === 0);
  await client.query('commit')
  client.release()
  expect(await moving).toMatchObject({ moved: 0, obstacles: [{ alias: alias.id }] })
  expect(await server.query`select skeleton from alias_reservation where claim_id = ${claim.claim_id}`).toEqual([
    { skeleton: old },
  ])
})

test('one stolen code is not enough: without a second proof nothing moves', async () => {
  const alias = await held(donor)
  const claim = await claimOf(claimer, alias.value)
  // A code made before the donor's time was over is none afterwards.
  await meet(claimer, claim)
  await advance()
  expect((await meet(claimer, claim)).body.error.code).toBe('claim_closed')
  await runOut(claim)
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('cancelled/second_proof_missing')
  expect(await resolved(alias.value)).toBe(alias.identity)
})

test('the donor contests by meeting a challenge, keeps the alias proved, and the claimer waits 30 days', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  // Refusing proves nothing, and the wrong side gets no information.
  expect((await send(donor, `claims/${claim.id}/refuse`)).body.error.code).toBe('claim_closed')
  expect((await send(claimer, `claims/${claim.id}/contest`, { method: 'sms_code' })).status).toBe(404)
  expect((await send(third, `claims/${claim.id}/contest`, { method: 'sms_code' })).status).toBe(404)
  expect((await send(claimer, `claims/${claim.id}/confirm`)).status).toBe(404)
  expect((await send(donor, `claims/${claim.id}/cancel`)).status).toBe(404)
  const asked = await send(donor, `claims/${claim.id}/contest`, { method: 'sms_code' })
  expect(asked.body.challenge).toMatch(/^chl_/)
  const challenge = await get(donor, `challenges/${asked.body.challenge}`)
  expect(challenge).toMatchObject({ purpose: 'contest', alias: null, claim: claim.id })
  expect((await answer(donor, challenge, '11111111')).body.status).toBe('pending')
  expect((await answer(donor, challenge)).body.status).toBe('met')
  expect(await state(claimer, claim)).toBe('cancelled/contested')
  expect((await get(donor, `aliases/${alias.id}`)).verification).toBe('proved')
  const again = await claimOf(claimer, alias.value)
  expect(again.id).not.toBe(claim.id)
  await meet(claimer, again)
  await advance()
  expect(await state(claimer, again)).toBe('cancelled/contested')
  // The claim in between was no contest: it adds no day.
  await daysPass(30, claim)
  const later = await opened(alias)
  expect(await state(claimer, later)).toBe('open')
})

test('a contest under an Idempotency-Key is answered alike again, whatever the claim has become', async () => {
  const claim = await opened(await held(donor))
  const contest = () =>
    donor.post(`/v1/claims/${claim.id}/contest`, { method: 'sms_code' }, { 'idempotency-key': claim.id })
  const first = await contest()
  expect(first.body).toMatchObject({ status: 'open', challenge: expect.stringMatching(/^chl_/) })
  expect((await meet(donor, claim)).body.status).toBe('met')
  const again = await contest()
  expect([again.status, again.body]).toEqual([first.status, first.body])
})

test('the erasure of a contested alias adds no day to the 30 that its claimer waits', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  await meet(donor, claim)
  expect(await state(claimer, claim)).toBe('cancelled/contested')
  await daysPass(31, claim)
  await donor.patch(`/v1/identities/${alias.identity}`, { status: 'closed' })
  await send(donor, `identities/${alias.identity}/erase`, { confirm: alias.identity })
  await server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
  expect((await get(claimer, `claims/${claim.id}`)).value).toBe('')
  expect(await state(claimer, await opened(alias))).toBe('pending_proof')
})

test('a claim that is withdrawn while the worker’s step fails is never due again', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  await send(claimer, `claims/${claim.id}/cancel`)
  await postpone(server.app.db, decodeId('claim', claim.id)!, -1)
  await advance()
  const [row] = await server.query`select status, next_at from claim where id = ${decodeId('claim', claim.id)}`
  expect(row).toEqual({ status: 'cancelled', next_at: null })
})

test('who burns the receiver’s limit keeps no donor from contesting', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  await query(
    server,
    `insert into challenge_tally (key, times, expires_at)
     select $1, array_fill(now(), array[10]), now() + interval '1 day'
     on conflict (key) do update set times = excluded.times`,
    [server.app.keyring.hash('challenge', true, `tally|receiver|phone|${alias.value}`)],
  )
  const before = await server.query`select 1`
  expect(before).toHaveLength(1)
  for (let n = 0; n < 3; n++)
    expect((await send(donor, `claims/${claim.id}/challenges`, { method: 'sms_code' })).status).toBe(201)
  expect((await send(donor, `claims/${claim.id}/challenges`, { method: 'sms_code' })).body.error.code).toBe(
    'challenge_limit',
  )
})

test('the donor confirms: it moves at once', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  expect((await send(donor, `claims/${claim.id}/confirm`)).body.status).toBe('completed')
  expect(await resolved(alias.value)).toBe(claim.identity)
  expect((await send(donor, `claims/${claim.id}/confirm`)).body.error.code).toBe('claim_closed')
})

test('a claimed alias without a holder is registered to the claimer; its own alias can’t be claimed', async () => {
  const value = freshNumber()
  const claim = await opened({ value })
  expect(await state(claimer, claim)).toBe('completed')
  expect(await resolved(value)).toBe(claim.identity)
  const own = await opened({ value })
  expect(await state(claimer, own)).toBe('cancelled/own_alias')
})

test('portability: a silent donor keeps it, one that refuses too, one that confirms moves it', async () => {
  const silent = await held(donor)
  const claim = await claimOf(claimer, silent.value, 'phone', 'portability')
  await meet(claimer, claim)
  await advance()
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('cancelled/donor_silent')
  const refused = await claimOf(claimer, silent.value, 'phone', 'portability')
  await meet(claimer, refused)
  await advance()
  expect((await send(donor, `claims/${refused.id}/refuse`)).body).toMatchObject({
    status: 'cancelled',
    reason: 'refused',
  })
  expect(await resolved(silent.value)).toBe(silent.identity)
})

test('an e-mail address that its holder proved is not claimed; one that it did not prove is', async () => {
  const [proved, plain] = [
    await held(donor, 'email', `${freshName()}@mail.example`),
    await held(donor, 'email', `${freshName()}@mail.example`),
  ]
  await server.query`update alias set verification = 'proved', verified_at = now(), verified_method = 'email_code'
    where id = ${decodeId('alias', proved.id)}`
  const states = []
  for (const { value } of [proved, plain]) {
    const claim = await claimOf(claimer, value, 'email')
    await meet(claimer, claim, 'email_code')
    await advance()
    states.push(await state(claimer, claim))
  }
  expect(states).toEqual(['cancelled/refused', 'open'])
})

test('a release during a claim shortens no cooldown, and nobody else takes the alias after it', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  await donor.remove(`/v1/aliases/${alias.id}`)
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('open')
  const [reservation] = await server.query`select available_at from alias_reservation
    where claim_id = ${decodeId('claim', claim.id)}`
  const until = Math.floor((reservation as { available_at: Date }).available_at.getTime() / 1_000)
  expect((await get(claimer, `claims/${claim.id}`)).deadline).toBe(until)
  // It has cooled down: a create is refused, and the claim waits a week for a second proof.
  await server.query`update alias_reservation set available_at = now()
    where claim_id = ${decodeId('claim', claim.id)}`
  await advance()
  expect(await state(claimer, claim)).toBe('awaiting_second_proof')
  const waiting = await get(claimer, `claims/${claim.id}`)
  expect(waiting.deadline - waiting.updated).toBe(7 * 86_400)
  const mine = registryOf(server, third)
  const body = { identity: (await mine.identity()).id, type: 'phone', value: alias.value }
  expect((await send(third, 'aliases', body)).body.error.code).toBe('alias_taken')
  expect((await meet(claimer, claim)).body.status).toBe('met')
  await advance()
  expect(await state(claimer, claim)).toBe('completed')
  expect((await get(donor, `aliases/${alias.id}`)).status).toBe('released')
})

/** Lets a time go by for the proofs of a claim. */
const age = (claim: Body, interval: string) =>
  server.query`update claim
    set proved_at = proved_at - ${interval}::interval, second_proved_at = second_proved_at - ${interval}::interval,
    next_at = least(next_at, now()) where id = ${decodeId('claim', claim.id)}`

test('an old proof takes nothing that nobody holds: it waits for a second one, whose time the alias shows', async () => {
  const value = freshNumber()
  const claim = await claimOf(claimer, value)
  await meet(claimer, claim)
  await age(claim, '25 hours')
  await advance()
  expect([await state(claimer, claim), await resolved(value)]).toEqual(['awaiting_second_proof', null])
  expect((await meet(claimer, claim)).body.status).toBe('met')
  await age(claim, '23 hours')
  await advance()
  expect([await state(claimer, claim), await resolved(value)]).toEqual(['completed', claim.identity])
  const { data } = await get(claimer, `identities/${claim.identity}/aliases`)
  expect(Math.abs(data[0].verified_at - (data[0].created - 23 * 3_600))).toBeLessThan(60)
})

test('a confirmation completes a proof of a week; an older one waits for a second proof', async () => {
  const states = []
  for (const interval of ['6 days 23 hours', '7 days 1 hour']) {
    const alias = await held(donor)
    const claim = await opened(alias)
    await server.query`update claim set proved_at = proved_at - ${interval}::interval
      where id = ${decodeId('claim', claim.id)}`
    states.push((await send(donor, `claims/${claim.id}/confirm`)).body.status)
    if (states.length === 1) continue
    await meet(claimer, claim)
    await advance()
    states.push(await state(claimer, claim))
  }
  expect(states).toEqual(['completed', 'awaiting_second_proof', 'completed'])
})

test('a second proof that has grown old is requested again', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  await runOut(claim)
  await meet(claimer, claim)
  await age(claim, '25 hours')
  await advance()
  expect([await state(claimer, claim), await resolved(alias.value)]).toEqual(['awaiting_second_proof', alias.identity])
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('cancelled/second_proof_missing')
})

test('a claim against a suspended donor stands still', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  const mine = registryOf(server, donor)
  await mine.patch(`/v1/identities/${alias.identity}`, { status: 'suspended' })
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('open')
  await mine.patch(`/v1/identities/${alias.identity}`, { status: 'active' })
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('awaiting_second_proof')
})

test('a claim against an alias of a suspended consumer stands still, and so does a suspended claimer', async () => {
  const setSuspended = (key: Key, at: string) =>
    query(server, `update consumer set suspended_at = ${at} where id = $1`, [key.consumerId])
  const alias = await held(donor)
  const claim = await opened(alias)
  await setSuspended(donor, 'now()')
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('open')
  await setSuspended(donor, 'null')
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('awaiting_second_proof')
  await meet(claimer, claim)
  await setSuspended(claimer, 'now()')
  await advance()
  await setSuspended(claimer, 'null')
  expect([await state(claimer, claim), await resolved(alias.value)]).toEqual(['awaiting_second_proof', alias.identity])
  await runOut({ ...claim, id: claim.id })
  expect(await state(claimer, claim)).toBe('completed')
})

test('of two claims the later proved one waits, and ends when the first completes', async () => {
  const alias = await held(donor)
  const [first, second] = [await claimOf(claimer, alias.value), await claimOf(third, alias.value)]
  await meet(claimer, first)
  await advance()
  await meet(third, second)
  await advance()
  expect([await state(claimer, first), await state(third, second)]).toEqual(['open', 'queued'])
  await send(donor, `claims/${first.id}/confirm`)
  expect(await state(third, second)).toBe('cancelled/superseded')
  expect(await resolved(alias.value)).toBe(first.identity)
})

test('a claim of a free, held, cooling or unknown alias is accepted alike, and a repeated one returns the first', async () => {
  const alias = await held(donor)
  const cooling = await held(donor)
  await donor.remove(`/v1/aliases/${cooling.id}`)
  const identity = (await registryOf(server, claimer).identity()).id
  const shapes = []
  for (const value of [freshNumber(), alias.value, cooling.value]) {
    const sent = { type: 'phone', value, identity, kind: 'ownership' }
    const { status, body } = await send(claimer, 'claims', sent)
    shapes.push([status, { ...body, id: 0, value: 0, created: 0, updated: 0, deadline: body.deadline - body.created }])
    expect((await send(claimer, 'claims', sent)).body.id).toBe(body.id)
  }
  expect(shapes[1]).toEqual(shapes[0])
  expect(shapes[2]).toEqual(shapes[0])
})

test('an alias that can’t be claimed is refused by the input; the claimer’s own limits come first', async () => {
  const identity = (await registryOf(server, claimer).identity()).id
  const refused = async (body: object) => (await send(claimer, 'claims', { identity, ...body })).body.error
  expect(await refused({ type: 'username', value: 'ann', kind: 'ownership' })).toMatchObject({
    code: 'claim_type_unsupported',
  })
  expect(await refused({ type: 'payment_link', value: 'https://pay.example', kind: 'portability' })).toMatchObject({
    code: 'claim_type_unsupported',
  })
  expect(await refused({ type: 'payment_link', value: 'ann-2026', kind: 'ownership' })).toMatchObject({
    code: 'claim_type_unsupported',
  })
  for (const host of ['pay.local', 'home.arpa', 'shop.internal', 'a.onion'])
    expect(await refused({ type: 'payment_link', value: `https://${host}/ann`, kind: 'ownership' })).toMatchObject({
      code: 'payment_link_invalid',
    })
  const fourth = await server.key({ consumer: 'fourth', livemode: true })
  for (let n = 0; n < 20; n++) await claimOf(fourth, freshNumber())
  const own = (await registryOf(server, fourth).identity()).id
  const sent = { identity: own, type: 'phone', value: freshNumber(), kind: 'ownership' }
  expect((await send(fourth, 'claims', sent)).body.error.code).toBe('limit_reached')
})

test('an unproved claim ends after a day', async () => {
  const claim = await claimOf(claimer, freshNumber())
  expect(claim.deadline - claim.created).toBe(86_400)
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('expired')
})

test('in test mode 000000 proves published samples only: no other tenant’s alias', async () => {
  const [one, other] = [await server.key({ consumer: 'tester' }), await server.key({ consumer: 'other tester' })]
  const attempt = async (value: string) => {
    await held(other, 'phone', value)
    const claim = await claimOf(one, value)
    const { body } = await send(one, `claims/${claim.id}/challenges`, { method: 'sms_code' })
    return (await send(one, `challenges/${body.id}/answer`, { code: '000000' })).body.status
  }
  expect(await attempt(freshNumber())).toBe('pending')
  expect(await attempt('+12125550123')).toBe('met')
})

const eraseDue = () => server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()
/** A phone of the donor's that another consumer had until its erasure. The expired cooldown is still stored. */
async function heldAfterErasure(): Promise<Body> {
  const { identity, value } = await held(third)
  await registryOf(server, third).patch(`/v1/identities/${identity}`, { status: 'closed' })
  expect((await send(third, `identities/${identity}/erase`, { confirm: identity })).status).toBe(202)
  await eraseDue()
  await server.query`update alias_reservation set available_at = now() - interval '1 second'
    where consumer_id = ${third.consumerId} and skeleton like '=%'`
  return held(donor, 'phone', value)
}
/** Counts the reservations that the claim has. */
const reservationsOf = async (claim: Body) =>
  (await server.query`select from alias_reservation where claim_id = ${decodeId('claim', claim.id)}`).length

test('the expired cooldown of an erased alias takes no day from its next holder, and stops no claim', async () => {
  const alias = await heldAfterErasure()
  const claim = await opened(alias)
  await advance()
  expect([await state(claimer, claim), await reservationsOf(claim)]).toEqual(['open', 1])
  const { deadline, updated } = await get(donor, `claims/${claim.id}`)
  expect(deadline - updated).toBe(7 * 86_400)
  await runOut(claim)
  expect(await state(claimer, claim)).toBe('awaiting_second_proof')
  await meet(claimer, claim)
  await advance()
  expect([await state(claimer, claim), await resolved(alias.value)]).toEqual(['completed', claim.identity])
  const again = await heldAfterErasure()
  const contested = await opened(again)
  await advance()
  const { body } = await send(donor, `claims/${contested.id}/contest`, { method: 'sms_code' })
  expect((await answer(donor, await get(donor, `challenges/${body.challenge}`))).body.status).toBe('met')
  expect(await state(claimer, contested)).toBe('cancelled/contested')
})

test('a claim that has the reservation of an erased alias too goes by that of the holder', async () => {
  const alias = await heldAfterErasure()
  const claim = await opened(alias)
  await server.query`update alias_reservation set claim_id = ${decodeId('claim', claim.id)}
    where consumer_id = ${third.consumerId} and skeleton like '=%' and claim_id is null`
  await wakeCooled(server.app.db)
  expect(
    await server.query`select next_at > now() as waits from claim where id = ${decodeId('claim', claim.id)}`,
  ).toEqual([{ waits: true }])
  await server.query`update claim set next_at = now() where id = ${decodeId('claim', claim.id)}`
  await advance()
  expect(await state(claimer, claim)).toBe('open')
  expect((await send(donor, `claims/${claim.id}/confirm`)).body.status).toBe('completed')
  expect(await resolved(alias.value)).toBe(claim.identity)
})

test('a claim of an alias that its holder has again after a reset opens, and moves it', async () => {
  const [mine, theirs] = [await server.key({ consumer: 'starts again' }), await server.key({ consumer: 'reclaims' })]
  const value = '+12125550187'
  await held(mine, 'phone', value)
  expect((await send(mine, 'sandbox/reset', { consumer: mine.consumer })).status).toBe(200)
  await eraseDue()
  const alias = await held(mine, 'phone', value)
  const claim = await claimOf(theirs, value)
  const { body } = await send(theirs, `claims/${claim.id}/challenges`, { method: 'sms_code' })
  expect((await send(theirs, `challenges/${body.id}/answer`, { code: '000000' })).body.status).toBe('met')
  await advance()
  expect([await state(theirs, claim), await reservationsOf(claim)]).toEqual(['open', 1])
  expect((await send(mine, `claims/${claim.id}/confirm`)).body.status).toBe('completed')
  expect((await get(mine, `aliases/${alias.id}`)).status).toBe('transferred')
})

test('a queued claim that waits for an erased alias to cool down keeps its place, and stops no other claim', async () => {
  const alias = await held(donor)
  const first = await opened(alias)
  const second = await claimOf(third, alias.value)
  await meet(third, second)
  await advance()
  expect(await state(third, second)).toBe('queued')
  await donor.patch(`/v1/identities/${alias.identity}`, { status: 'closed' })
  await send(donor, `identities/${alias.identity}/erase`, { confirm: alias.identity })
  await send(claimer, `claims/${first.id}/cancel`)
  await eraseDue()
  await advance()
  expect([await state(third, second), await reservationsOf(second)]).toEqual(['queued', 1])
  const other = await claimOf(claimer, freshNumber())
  await meet(claimer, other)
  await advance()
  expect(await state(claimer, other)).toBe('completed')
  expect(await server.query`select from claim where id = ${decodeId('claim', second.id)} and next_at > now()`).toEqual([
    {},
  ])
})

test('a squatter who refuses, and can’t read the number’s codes, loses it to its holder', async () => {
  const alias = await held(donor)
  const claim = await opened(alias)
  for (const act of ['refuse', 'cancel'])
    expect((await send(donor, `claims/${claim.id}/${act}`)).status).toBeGreaterThanOrEqual(404)
  const { body: contested } = await send(donor, `claims/${claim.id}/contest`, { method: 'sms_code' })
  for (let n = 0; n < 5; n++)
    expect(
      (await send(donor, `challenges/${contested.challenge}/answer`, { code: `0000000${n}` })).body.status,
    ).not.toBe('met')
  expect((await send(donor, `claims/${claim.id}/refuse`)).body.error.code).toBe('claim_closed')
  expect((await send(donor, `aliases/${alias.id}/verify`, { method: 'otp' })).body.verification).toBe('attested')
  expect(await state(claimer, claim)).toBe('open')
  await runOut(claim)
  await meet(claimer, claim)
  await advance()
  expect(await state(claimer, claim)).toBe('completed')
  expect(await resolved(alias.value)).toBe(claim.identity)
})
