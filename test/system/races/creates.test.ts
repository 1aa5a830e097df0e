import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../../src/database/orm.ts'
import type { Reservation } from '../../../src/registry/aliases/reservation-store.ts'
import { amount, inconclusive, report } from '../../support/judge.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { poolForAll, warmUp } from '../../support/warm-up.ts'
import { openWire } from '../../support/wire.ts'

const fault = vi.hoisted(() => ({ reservation: false }))

/** The reservation taken by what was read before it was locked, which is what the statement's condition is there to prevent. */
async function takeAsRead(
  db: Database,
  { livemode, type, skeleton }: Reservation,
  aliasId: string,
  consumerId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into alias_reservation (livemode, type, skeleton, alias_id, consumer_id)
    select ${livemode}, ${type}, ${skeleton}, ${aliasId}::uuid, ${consumerId}::uuid
    where not exists (select from alias_reservation s where s.livemode = ${livemode} and s.type = ${type}
      and s.skeleton = ${skeleton} and (s.available_at is null or s.available_at > now()))
    on conflict (livemode, type, skeleton) do update set alias_id = excluded.alias_id, available_at = null
    returning 1 as taken`.execute(db)
  return rows.length === 1
}

vi.mock('../../../src/registry/aliases/reservation-store.ts', async (original) => {
  const reservations = await original<typeof import('../../../src/registry/aliases/reservation-store.ts')>()
  const lockForAlias: typeof reservations.lockForAlias = async (...args) => {
    const found = await reservations.lockForAlias(...args)
    return fault.reservation ? { ...found, held: null } : found
  }
  const takeReservation: typeof reservations.takeReservation = (...args) =>
    fault.reservation ? takeAsRead(...args) : reservations.takeReservation(...args)
  return { ...reservations, lockForAlias, takeReservation }
})

const rounds = amount('ROUNDS', 4)
const width = 100

const server = forTests(() => startTestServer({ env: poolForAll, logLevel: 'silent' }))
const wire = forTests(() => openWire(server.url, { connections: width }))

/** Spellings of one name that look alike: digits, capitals, a sigil, Cyrillic and fullwidth letters. */
const spellings = (name: string) => [
  name,
  name.replaceAll('l', '1'),
  name.replaceAll('o', '0'),
  name.toUpperCase(),
  `@${name}`,
  name.replaceAll('e', 'е'),
  name.replaceAll('o', 'о'),
  name.replaceAll('l', 'ｌ'),
]

type Race = { created: number; taken: number; failed: number; shed: number; other: string[] }

async function race(keys: readonly string[], round: string): Promise<Race> {
  const name = `hello-${round.replace(/\d/g, (digit) => 'abcdfghijk'[Number(digit)]!)}`
  // Ten identities of two consumers: creates on one identity queue for its lock.
  const callers = Array.from({ length: 10 }, (_, index) => keys[index % keys.length]!)
  const identities = await Promise.all(
    callers.map(async (key) => (await wire.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id),
  )
  const answers = await Promise.all(
    Array.from({ length: width }, (_, index) => {
      const [key, identity] = [callers[index % 10]!, identities[index % 10]!]
      const value = spellings(name)[index % spellings(name).length]!
      return wire.send('POST', '/v1/aliases', { key, body: { identity, type: 'username', value } })
    }),
  )
  const of = (status: number, code?: string) =>
    answers.filter((answer) => answer.status === status && (code === undefined || answer.body.error.code === code))
  const shed = of(503, 'overloaded')
  const known = new Set([...of(201), ...of(409, 'alias_taken'), ...shed])
  const rest = answers.filter((answer) => !known.has(answer))
  return {
    created: of(201).length,
    taken: of(409, 'alias_taken').length,
    failed: rest.filter(({ status }) => status >= 500).length,
    shed: shed.length,
    other: rest.map(({ status, text }) => `${status} ${text.slice(0, 300)}`),
  }
}

/** Rounds until so many were complete: on a machine too slow to serve all within a second, some of a round are shed. */
async function raceAll(prefix: string, times: number): Promise<Race[]> {
  const keys = [(await server.key({ consumer: 'one' })).key, (await server.key({ consumer: 'two' })).key]
  const races: Race[] = []
  const isEnough = () => races.filter(({ shed }) => shed === 0).length >= times
  for (let round = 0; !isEnough() && round < times * 2 + 10; round++) {
    await warmUp(server)
    races.push(await race(keys, `${prefix}${round}`))
  }
  return races
}

test(`of ${width} concurrent creates of one alias, look-alikes among them, exactly one succeeds`, {
  timeout: 600_000,
}, async (context) => {
  const races = await raceAll('g', rounds)
  const total = (pick: (race: Race) => number) => races.reduce((sum, one) => sum + pick(one), 0)
  report(
    `concurrent creates: ${races.length} rounds × ${width}: ${total(({ created }) => created)} created, ` +
      `${total(({ taken }) => taken)} answered 409 alias_taken, ${total(({ shed }) => shed)} shed, ${total(({ failed }) => failed)} failed`,
  )
  expect(races.flatMap(({ other }) => other)).toEqual([])
  for (const { created, taken, shed } of races) {
    if (shed === 0) expect({ created, taken }).toEqual({ created: 1, taken: width - 1 })
    else expect(created).toBeLessThanOrEqual(1)
  }
  const complete = races.filter(({ shed }) => shed === 0).length
  if (complete < rounds) inconclusive(context, `only ${complete} rounds were served in full`)
})

test('control: a reservation taken by read and then write lets several through, and the race sees it', async () => {
  await sql`drop index alias_lookup`.execute(server.app.db)
  fault.reservation = true
  const races = await raceAll('p', 2)
  fault.reservation = false
  const most = Math.max(...races.map(({ created }) => created))
  report(`concurrent creates, control: read-then-write: up to ${most} created of one alias`)
  expect(most).toBeGreaterThan(1)
})
