import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../../src/database/orm.ts'
import type { Reservation } from '../../../src/registry/aliases/reservation-store.ts'
import { createDatabase } from '../../support/database.ts'
import { amount, inconclusive, report } from '../../support/judge.ts'
import { forTests, startTestServer, type TestServer } from '../../support/server.ts'
import { openWire, type Wire } from '../../support/wire.ts'

const hour = 3_600_000
const fault = vi.hoisted(() => ({ skewMs: null as number | null }))

/** Seeded fault: the cooldown is evaluated by the node's clock, where the database's must be used. */
vi.mock('../../../src/registry/aliases/reservation-store.ts', async (original) => {
  const reservations = await original<typeof import('../../../src/registry/aliases/reservation-store.ts')>()
  const lockForAlias: typeof reservations.lockForAlias = async (...args) => {
    const found = await reservations.lockForAlias(...args)
    return fault.skewMs === null ? found : { ...found, held: null }
  }
  const takeReservation: typeof reservations.takeReservation = (...args) =>
    fault.skewMs === null ? reservations.takeReservation(...args) : takeByClock(fault.skewMs, ...args)
  return { ...reservations, lockForAlias, takeReservation }
})

async function takeByClock(
  skewMs: number,
  db: Database,
  { livemode, type, skeleton }: Reservation,
  id: string,
  consumerId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into alias_reservation as held (livemode, type, skeleton, alias_id, consumer_id)
    values (${livemode}, ${type}, ${skeleton}, ${id}, ${consumerId})
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = null
      where held.available_at <= ${new Date(Date.now() + skewMs)}::timestamptz
    returning 1 as taken`.execute(db)
  return rows.length === 1
}

const rounds = amount('ROUNDS', 3)
const cooldownMs = 350

let servers: TestServer[]
let wires: Wire[]
const database = forTests(createDatabase)
beforeAll(async () => {
  const encryptionKey = randomBytes(32)
  servers = []
  for (const skew of [hour, -hour]) {
    servers.push(
      await startTestServer({
        database,
        encryptionKey,
        clock: () => Date.now() + skew,
        env: { ALIAS_COOLDOWN_DAYS: String(cooldownMs / 86_400_000) },
        logLevel: 'silent',
      }),
    )
  }
  wires = servers.map(({ url }) => openWire(url, { connections: 12 }))
})
afterAll(async () => {
  for (const wire of wires) await wire.close()
  for (const server of servers) await server.close()
})

type Edge = { early: number; regained: boolean; refusedBefore: number; failed: string[] }

/** Both nodes hammer at one released alias until its cooldown has expired and one caller has it. */
async function raceEdge(value: string): Promise<Edge> {
  const keys = await Promise.all(['one', 'two'].map(async (consumer) => (await servers[0]!.key({ consumer })).key))
  const made = async (key: string, path: string, body: object) =>
    (await wires[0]!.send('POST', path, { key, body })).body.id
  const identities = await Promise.all(keys.map((key) => made(key, '/v1/identities', { type: 'user' })))
  const first = await made(keys[0]!, '/v1/aliases', { identity: identities[0], type: 'username', value })

  const failed: string[] = []
  let refusedBefore = 0
  let isOver = false
  const hammer = async (lane: number) => {
    const [wire, key, identity] = [wires[lane % 2]!, keys[(lane >> 1) % 2]!, identities[(lane >> 1) % 2]!]
    while (!isOver) {
      const { status, text } = await wire.send('POST', '/v1/aliases', {
        key,
        body: { identity, type: 'username', value },
        // Under an idempotency key the refusal is stored, and the transaction committed with it.
        ...(lane >= 4 ? { headers: { 'idempotency-key': randomUUID() } } : {}),
      })
      if (status === 201) isOver = true
      else if (status === 409) refusedBefore++
      else failed.push(`${status} ${text}`)
    }
  }
  const lanes = Array.from({ length: 8 }, (_, lane) => hammer(lane))
  const released = await wires[0]!.send('DELETE', `/v1/aliases/${first}`, { key: keys[0]! })
  if (released.status !== 200) failed.push(`release: ${released.status} ${released.text}`)
  await Promise.race([Promise.all(lanes), pause(cooldownMs * 20)])
  isOver = true
  await Promise.all(lanes)

  const { rows } = await sql<{ early: number; count: number }>`
    select count(*)::int as count, count(*) filter (where created_at < freed)::int as early
    from (select created_at, lag(available_at) over (order by created_at) as freed, lag(id) over (order by created_at) as earlier
      from alias where value = ${value}) as a where earlier is not null`.execute(servers[0]!.app.db)
  return { early: rows[0]!.early, regained: rows[0]!.count > 0, refusedBefore, failed }
}

test('no node, its clock an hour ahead or behind, registers a released alias before its cooldown is over', {
  timeout: 600_000,
}, async (context) => {
  const edges: Edge[] = []
  for (let round = 0; round < rounds; round++) edges.push(await raceEdge(`edge-${round}-x`))
  const refused = edges.reduce((sum, { refusedBefore }) => sum + refusedBefore, 0)
  const early = edges.reduce((sum, one) => sum + one.early, 0)
  report(
    `cooldown's edge, clocks ± 1 h: ${rounds} rounds, ${refused} creates refused before it, ${early} early registrations`,
  )
  expect(edges.flatMap(({ failed }) => failed)).toEqual([])
  if (edges.some(({ regained, refusedBefore }) => !regained || refusedBefore === 0)) {
    inconclusive(context, 'the edge was not met from both sides')
  }
  expect(early).toBe(0)
})

test("control: a cooldown judged by a node's clock is cut short, and the race sees it", async () => {
  fault.skewMs = hour
  const edge = await raceEdge('edge-control')
  fault.skewMs = null
  report(`cooldown's edge, control: node clock: ${edge.early} early registration`)
  expect(edge.early).toBeGreaterThan(0)
})
