import { expect, test } from 'vitest'
import { decodeId } from '../../../src/kernel/id.ts'
import { freshNumber } from '../../support/claims.ts'
import { report } from '../../support/judge.ts'
import { query, registryOf } from '../../support/registry.ts'
import { type Answer, type Body, forTests, type Key, startTestServer } from '../../support/server.ts'

const rounds = Number(process.env.ROUNDS ?? 40)

const server = forTests(() => startTestServer({ env: { RESPONSE_STEP_SINGLE_MS: '1', DATABASE_POOL_SIZE: '20' } }))
const donor = forTests(() => server.key({ consumer: 'donor' }))
const claimer = forTests(() => server.key({ consumer: 'claimer' }))
const third = forTests(() => server.key({ consumer: 'third' }))

const send = (key: Key, method: string, path: string, body?: object): Promise<Answer> =>
  server.send(method, `/v1/${path}`, { key: key.key, ...(body ? { body } : {}) })
const advance = () => server.app.jobs.find(({ name }) => name === 'advance-claims')!.run()

/** A claim whose control was proved: the worker looks at it next. */
async function proved(key: Key, value: string): Promise<Body> {
  const identity = (await registryOf(server, key).identity()).id
  const claim = (await send(key, 'POST', 'claims', { type: 'phone', value, identity, kind: 'portability' })).body
  expect(claim.id).toMatch(/^clm_/)
  await server.query`update claim set method = 'sms_code', proved_at = now(), next_at = now()
    where id = ${decodeId('claim', claim.id)}`
  return claim
}

/** Checks that one number has exactly one holder after concurrent claims. */
async function requireOneHolder(value: string, claims: readonly Body[]): Promise<string> {
  const held = await server.query<{ id: string; consumer_id: string }>`select a.id, i.consumer_id from alias a
    join identity i on i.id = a.identity_id
    where a.type = 'phone' and a.value = ${value} and a.status = 'registered'`
  const [reservation] = await query<{ alias_id: string; consumer_id: string; cools: boolean; claim_id: string | null }>(
    server,
    `select alias_id, consumer_id, available_at is not null as cools, claim_id from alias_reservation where skeleton = $1`,
    [value],
  )
  expect(held.length).toBeLessThanOrEqual(1)
  if (held[0])
    expect([reservation!.alias_id, reservation!.consumer_id, reservation!.cools]).toEqual([
      held[0].id,
      held[0].consumer_id,
      false,
    ])
  else expect(reservation!.cools).toBe(true)
  const states = await server.query<{ id: string; status: string }>`select id, status from claim
    where id = any(${claims.map(({ id }) => decodeId('claim', id))}::uuid[])`
  const completed = states.filter(({ status }) => status === 'completed')
  expect(completed.length).toBeLessThanOrEqual(1)
  const holding = states.filter(({ status }) => status === 'open' || status === 'awaiting_second_proof')
  expect(holding.length).toBeLessThanOrEqual(1)
  // The reservation names a claim if and only if that claim is open.
  expect(reservation!.claim_id).toBe(holding[0]?.id ?? null)
  const told = await server.query<{ n: number }>`select count(*)::int as n from event_body
    where type = 'claim.completed' and body like any(${claims.map(({ id }) => `%${id}%`)})`
  expect(told[0]!.n).toBe(2 * completed.length)
  return states
    .map(({ status }) => status)
    .sort()
    .join('+')
}

async function deadlocks(): Promise<number> {
  await server.query`select pg_stat_force_next_flush()`
  const [row] = await server.query<{ n: number }>`select deadlocks::int as n from pg_stat_database
    where datname = current_database()`
  return row!.n
}

test('a claim against release, create, close, suspension and a second claim at once: one holder, one winner', {
  timeout: 3_600_000,
}, async () => {
  const outcomes = new Map<string, number>()
  const before = await deadlocks()
  for (let round = 0; round < rounds; round++) {
    const value = freshNumber()
    const mine = registryOf(server, donor)
    const identity = (await mine.identity()).id
    const alias = await mine.alias(identity, 'phone', value, { is_primary: round % 2 === 0 })
    const other = (await registryOf(server, third).identity()).id
    const first = await proved(claimer, value)
    await advance()
    const second = await proved(third, value)
    const acts = [
      () => send(donor, 'POST', `claims/${first.id}/confirm`),
      () => send(donor, 'DELETE', `aliases/${alias.id}`),
      () => send(third, 'POST', 'aliases', { identity: other, type: 'phone', value }),
      () => send(donor, 'PATCH', `identities/${identity}`, { status: round % 3 === 0 ? 'closed' : 'suspended' }),
      () => send(claimer, 'POST', `claims/${first.id}/cancel`),
      () => send(donor, 'POST', `claims/${first.id}/refuse`),
      () => send(third, 'POST', 'claims', { type: 'phone', value, identity: second.identity, kind: 'portability' }),
      () => advance(),
      () => advance(),
    ]
    // Another few of them each round, in another order.
    const chosen = acts
      .filter((_, at) => (round * 7 + at * 3) % 5 > 0)
      .sort((a, b) => acts.indexOf(b) - acts.indexOf(a))
    const answers = await Promise.all(chosen.map((act) => act()))
    for (const answer of answers) if (answer) expect(answer.status).toBeLessThan(500)
    await advance()
    const outcome = await requireOneHolder(value, [first, second])
    for (const [key, claim] of [
      [claimer, first],
      [third, second],
    ] as const)
      await send(key, 'POST', `claims/${claim.id}/cancel`)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const met = (await deadlocks()) - before
  report(`claims at once: ${rounds} rounds, ${met} deadlocks, ${JSON.stringify(Object.fromEntries(outcomes))}`)
  expect(met).toBe(0)
})
