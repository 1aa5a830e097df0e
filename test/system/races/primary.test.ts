import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { amount, inconclusive, report } from '../../support/judge.ts'
import { forTests, startTestServer } from '../../support/server.ts'
import { poolForAll, warmUp } from '../../support/warm-up.ts'
import { openWire } from '../../support/wire.ts'

const fault = vi.hoisted(() => ({ aliasFirst: false }))

/** Seeded fault: a write locks its alias before the identity, where the identity is to be the first lock of all. */
vi.mock('../../../src/registry/aliases/store.ts', async (original) => {
  const owned = await original<typeof import('../../../src/registry/aliases/store.ts')>()
  const findAliases = (async (...args: Parameters<typeof owned.findAliases>) => {
    const [db, , ids] = args
    if (fault.aliasFirst && db.isTransaction) {
      await sql`select 1 from alias where id = any(${ids}::uuid[]) for update`.execute(db)
    }
    return owned.findAliases(...args)
  }) as typeof owned.findAliases
  return { ...owned, findAliases }
})

const rounds = amount('ROUNDS', 2)
const width = 100

const server = forTests(() => startTestServer({ env: poolForAll, logLevel: 'silent' }))
const wire = forTests(() => openWire(server.url, { connections: width + 4 }))

type Swaps = { most: number; reads: number; deadlocks: number; refused: string[]; disagrees: boolean }

async function deadlocks(): Promise<number> {
  // Statistics of other backends arrive when those are idle: forced here, so that the count is of now.
  await sql`select pg_stat_force_next_flush()`.execute(server.app.db)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(server.app.db)
  return rows[0]!.deadlocks
}

async function raceSwaps(times: number, width: number): Promise<Swaps> {
  const { key } = await server.key()
  const made = async (path: string, body: object) => (await wire.send('POST', path, { key, body })).body.id as string
  const identity = await made('/v1/identities', { type: 'user' })
  const letters = [...'abcdefghij']
  const tag = identity.slice(-8).replace(/\d/g, 'z')
  const aliases = await Promise.all(
    letters.map((letter) => made('/v1/aliases', { identity, type: 'username', value: `${letter}-${tag}` })),
  )
  await wire.send('PATCH', `/v1/aliases/${aliases[0]}`, { key, body: { is_primary: true } })
  const before = await deadlocks()
  const swaps: Swaps = { most: 0, reads: 0, deadlocks: 0, refused: [], disagrees: false }
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const { status, text, body } = await wire.send('GET', `/v1/identities/${identity}/aliases?limit=100`, { key })
      if (status !== 200) {
        swaps.refused.push(`${status} ${text}`)
        continue
      }
      const primaries = body.data.filter((alias: { is_primary: boolean }) => alias.is_primary).length
      swaps.most = Math.max(swaps.most, primaries)
      swaps.reads++
    }
  }
  const watching = [watch(), watch()]
  try {
    for (let round = 0; round < times; round++) {
      await warmUp(server)
      const answers = await Promise.all(
        Array.from({ length: width }, (_, index) =>
          wire.send('PATCH', `/v1/aliases/${aliases[(index * 7 + round) % aliases.length]}`, {
            key,
            body: { is_primary: index % 10 !== 9 },
          }),
        ),
      )
      swaps.refused.push(...answers.flatMap(({ status, text }) => (status === 200 ? [] : [`${status} ${text}`])))
    }
  } finally {
    isOver = true
    await Promise.all(watching)
  }
  swaps.deadlocks = (await deadlocks()) - before
  const list = await wire.send('GET', `/v1/identities/${identity}/aliases?limit=100`, { key })
  const shown = list.body.data.find((alias: { is_primary: boolean }) => alias.is_primary)?.id ?? null
  const { body } = await wire.send('GET', `/v1/identities/${identity}`, { key })
  swaps.disagrees = body.primary_alias !== shown
  return swaps
}

test(`${width} concurrent swaps of the primary alias leave at most one at every read, and no deadlock`, {
  timeout: 600_000,
}, async (context) => {
  const { most, reads, deadlocks, refused, disagrees } = await raceSwaps(rounds, width)
  report(
    `primary swaps: ${rounds} rounds × ${width}: at most ${most} primary in ${reads} reads, ${deadlocks} deadlocks, ${refused.length} refused`,
  )
  if (reads < 5) inconclusive(context, `${reads} reads only`)
  if (refused.length > 0 && refused.every((answer) => answer.includes('"overloaded"'))) {
    inconclusive(context, `${refused.length} requests waited over a second for a connection`)
  }
  expect({ refused, most, deadlocks, disagrees }).toEqual({ refused: [], most: 1, deadlocks: 0, disagrees: false })
})

test('control: with the alias locked before the identity, swaps deadlock, and the race sees it', {
  timeout: 120_000,
}, async () => {
  const before = await deadlocks()
  fault.aliasFirst = true
  const { refused } = await raceSwaps(1, 12)
  fault.aliasFirst = false
  // An idle backend, as those behind a pooler, reports its statistics within ten seconds.
  const seen = async () => (await deadlocks()) - before + refused.length
  await expect.poll(seen, { timeout: 15_000 }).toBeGreaterThan(0)
  report(`primary swaps, control: order of locks: ${await seen()} deadlocks or refusals`)
})
