import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { amount, inconclusive, report } from '../../support/judge.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { poolForAll, warmUp } from '../../support/warm-up.ts'
import { openWire, type Reply } from '../../support/wire.ts'

const fault = vi.hoisted(() => ({ unlocked: false }))

/** Seeded fault: the key is looked up without being taken first. */
vi.mock('../../../src/events/idempotency-store.ts', async (original) => {
  const records = await original<typeof import('../../../src/events/idempotency-store.ts')>()
  const takeKey: typeof records.takeKey = async (...args) => (fault.unlocked ? true : records.takeKey(...args))
  return { ...records, takeKey }
})

const rounds = amount('ROUNDS', 3)
const width = 100

const server = forTests(() => startTestServer({ env: poolForAll, logLevel: 'silent' }))
const wire = forTests(() => openWire(server.url, { connections: width }))

type Twins = {
  effects: number
  events: number
  made: number
  replayed: number
  inUse: number
  other: string[]
  ids: number
}

async function raceTwins(name: string): Promise<Twins> {
  await warmUp(server)
  const { key } = await server.key()
  const before = await rowsOf(name)
  const send = (): Promise<Reply> =>
    wire.send('POST', '/v1/identities', {
      key,
      body: { type: 'user', display_name: name },
      headers: { 'idempotency-key': name },
    })
  const answers = await Promise.all(Array.from({ length: width }, send))
  const last = await send()
  const done = [...answers, last].filter(({ status }) => status === 201)
  const inUse = answers.filter(({ body }) => body.error?.code === 'idempotency_key_in_use')
  const after = await rowsOf(name)
  return {
    effects: after.identities - before.identities,
    events: after.events - before.events,
    made: done.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length,
    replayed: done.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length,
    inUse: inUse.length,
    other: answers
      .filter((answer) => !done.includes(answer) && !inUse.includes(answer))
      .map(({ status, text }) => `${status} ${text}`),
    ids: new Set(done.map(({ body }) => body.id)).size,
  }
}

async function rowsOf(name: string): Promise<{ identities: number; events: number }> {
  const { rows } = await sql<{ identities: number; events: number }>`
    select (select count(*)::int from identity where display_name = ${name}) as identities,
      (select count(*)::int from event where type = 'identity.created') as events`.execute(server.app.db)
  return rows[0]!
}

test(`${width} parallel requests with one Idempotency-Key have one effect`, { timeout: 600_000 }, async (context) => {
  const all: Twins[] = []
  for (let round = 0; round < rounds; round++) all.push(await raceTwins(`guarded ${round}`.replace(' ', '-')))
  const sum = (pick: (twins: Twins) => number) => all.reduce((total, twins) => total + pick(twins), 0)
  report(
    `one Idempotency-Key: ${rounds} rounds × ${width + 1}: ${sum(({ effects }) => effects)} effects, ` +
      `${sum(({ replayed }) => replayed)} replayed, ${sum(({ inUse }) => inUse)} in use`,
  )
  const others = all.flatMap(({ other }) => other)
  expect(others.filter((other) => !other.includes('"overloaded"'))).toEqual([])
  for (const { effects, events, made, ids } of all) {
    expect({ effects, events, made, ids }).toEqual({ effects: 1, events: 1, made: 1, ids: 1 })
  }
  if (others.length > 0) inconclusive(context, `${others.length} requests were shed`)
})

test('control: without the lock on the key there are several effects, and the race sees them', async () => {
  fault.unlocked = true
  const { effects } = await raceTwins('seeded')
  fault.unlocked = false
  report(`one Idempotency-Key, control: without the lock: ${effects} effects`)
  expect(effects).toBeGreaterThan(1)
})
