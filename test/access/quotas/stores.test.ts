import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryBuckets, withFallback } from '../../../src/access/quotas/open-store.ts'
import { createPostgresBuckets } from '../../../src/access/quotas/postgres-store.ts'
import {
  aboveZero,
  atLeast,
  type BucketStore,
  type Draw,
  unconditionally,
} from '../../../src/access/quotas/token-bucket.ts'
import { createValkeyBuckets, openValkey } from '../../../src/access/quotas/valkey-store.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { openPool } from '../../support/admin.ts'
import { createDatabase } from '../../support/database.ts'
import { forTests } from '../../support/server.ts'
import { startValkey, valkeyServer, valkeySkipped } from '../../support/valkey.ts'

let pool: Pool
let valkey: Awaited<ReturnType<typeof startValkey>> | null = null

const database = forTests(createDatabase)
beforeAll(async () => {
  pool = openPool(database.url)
  if (valkeyServer) valkey = await startValkey()
})

afterAll(async () => {
  await pool.end()
  await valkey?.stop()
})

const stores: Record<string, () => BucketStore> = {
  memory: () => createMemoryBuckets({ clock: Date.now }),
  postgres: () => createPostgresBuckets(pool),
  valkey: () => createValkeyBuckets(openValkey(valkey!.url, { timeoutMs: 5_000 })),
}

let last = 0
const newKey = () => `requests:{${++last}:test}`
const slow = { size: 10, refillPerSecond: 0.00001 }
const draw = (key: string, cost: number, { need = atLeast(cost), rule = slow } = {}): Draw => ({
  key,
  rule,
  need,
  cost,
})

describe.each(Object.keys(stores))('the %s store', (name) => {
  const run = name === 'valkey' && !valkeyServer ? test.skip : test
  if (name === 'valkey' && !valkeyServer) console.warn(`the Valkey store's tests are ${valkeySkipped}`)
  const withStore = (title: string, body: (store: BucketStore) => Promise<void>) =>
    run(title, async () => {
      const store = stores[name]!()
      await body(store)
      await store.close()
    })

  withStore('admits what the bucket holds and refuses the rest, taking nothing', async (store) => {
    const key = newKey()
    expect(await store.draw(draw(key, 7))).toMatchObject({ admitted: true, gateTokens: null })
    expect(await store.draw(draw(key, 4))).toMatchObject({ admitted: false })
    expect((await store.draw(draw(key, 3))).admitted).toBe(true)
    const { admitted, tokens } = await store.draw(draw(key, 1))
    expect(admitted).toBe(false)
    expect(tokens).toBeCloseTo(0, 1)
  })

  withStore('never admits more than a fresh bucket holds', async (store) => {
    expect((await store.draw(draw(newKey(), 11))).admitted).toBe(false)
  })

  withStore('settles below zero without a question, and reads without a change', async (store) => {
    const key = newKey()
    expect((await store.draw(draw(key, 25, { need: unconditionally }))).tokens).toBeCloseTo(-15, 1)
    const read = draw(key, 0, { need: unconditionally })
    expect((await store.draw(read)).tokens).toBeCloseTo(-15, 1)
    expect((await store.draw(read)).tokens).toBeCloseTo(-15, 1)
    expect((await store.draw(draw(key, 0, { need: aboveZero }))).admitted).toBe(false)
  })

  withStore('lets the gate refuse, and takes nothing then; an open gate is not drawn from', async (store) => {
    const [key, gateKey] = [newKey(), newKey()]
    const gate = draw(gateKey, 0, { need: aboveZero })
    expect(await store.draw(draw(key, 2), gate)).toMatchObject({ admitted: true, gateTokens: 10 })
    await store.draw(draw(gateKey, 10))
    const refused = await store.draw(draw(key, 2), gate)
    expect(refused.admitted).toBe(false)
    expect(refused.tokens).toBeCloseTo(8, 1)
    expect(refused.gateTokens).toBeCloseTo(0, 1)
  })

  withStore('draws from both or from neither, whichever refuses', async (store) => {
    const [key, gateKey] = [newKey(), newKey()]
    const level = async (key: string) => (await store.draw(draw(key, 0, { need: unconditionally }))).tokens
    const both = await store.draw(draw(key, 2), draw(gateKey, 12, { need: aboveZero }))
    expect(both.admitted).toBe(true)
    expect(both.tokens).toBeCloseTo(8, 1)
    expect(both.gateTokens).toBeCloseTo(-2, 1)
    expect((await store.draw(draw(key, 2), draw(gateKey, 1, { need: aboveZero }))).admitted).toBe(false)
    const other = newKey()
    const refused = await store.draw(draw(key, 9), draw(other, 4, { need: aboveZero }))
    expect(refused).toMatchObject({ admitted: false })
    expect(refused.tokens).toBeCloseTo(8, 1)
    expect(await level(key)).toBeCloseTo(8, 1)
    expect(await level(gateKey)).toBeCloseTo(-2, 1)
    expect(await level(other)).toBeCloseTo(10, 1)
  })

  withStore('gives tokens back, up to its size', async (store) => {
    const key = newKey()
    const back = (tokens: number) => store.draw(draw(key, -tokens, { need: unconditionally }))
    await store.draw(draw(key, 25, { need: unconditionally }))
    expect((await back(20)).tokens).toBeCloseTo(5, 1)
    expect((await back(20)).tokens).toBe(10)
    expect((await store.draw(draw(key, 11))).admitted).toBe(false)
    expect((await store.draw(draw(newKey(), -5, { need: unconditionally }))).tokens).toBe(10)
  })

  withStore(
    'lets 40 parallel draws of a fresh pair take no more than the gate holds, and one draw more',
    async (store) => {
      const [key, gateKey] = [newKey(), newKey()]
      const rule = { size: 1_000, refillPerSecond: 0.00001 }
      const drawn = await Promise.all(
        Array.from({ length: 40 }, () => store.draw(draw(key, 4, { rule }), draw(gateKey, 4, { need: aboveZero }))),
      )
      expect(drawn.filter(({ admitted }) => admitted)).toHaveLength(3)
      expect((await store.draw(draw(key, 0, { rule, need: unconditionally }))).tokens).toBeCloseTo(988, 1)
    },
  )

  withStore('refills with time, up to its size', async (store) => {
    const key = newKey()
    const rule = { size: 10, refillPerSecond: 100 }
    await store.draw(draw(key, 10, { rule }))
    await pause(60)
    const { tokens } = await store.draw(draw(key, 0, { need: unconditionally, rule }))
    expect(tokens).toBeGreaterThan(5.5)
    await pause(100)
    expect((await store.draw(draw(key, 0, { need: unconditionally, rule }))).tokens).toBe(10)
  })

  withStore('keeps 200 parallel draws apart', async (store) => {
    const key = newKey()
    const drawn = await Promise.all(Array.from({ length: 200 }, () => store.draw(draw(key, 1))))
    expect(drawn.filter(({ admitted }) => admitted)).toHaveLength(10)
  })
})

describe('a shared store that is down', () => {
  const silent = createLog('silent')
  const failing = (): BucketStore & { isDown: boolean } => {
    const memory = createMemoryBuckets({ clock: Date.now })
    return {
      isDown: false,
      async draw(...args) {
        if (this.isDown) throw new Error('down')
        return memory.draw(...args)
      },
      close: async () => undefined,
    }
  }

  test('leaves the limits in place, from its last state, and is tried again a second later', async () => {
    let now = 0
    const shared = failing()
    const memory = createMemoryBuckets({ clock: () => now })
    const store = withFallback(shared, memory, { clock: () => now, log: silent })
    const key = newKey()
    await store.draw(draw(key, 8))
    shared.isDown = true
    expect(await store.draw(draw(key, 3))).toMatchObject({ admitted: false, tokens: 2 })
    expect(await store.draw(draw(key, 2))).toMatchObject({ admitted: true })
    shared.isDown = false
    expect((await store.draw(draw(key, 1))).admitted).toBe(false)
    now += 1_001
    expect((await store.draw(draw(key, 2))).admitted).toBe(true)
  })

  test('is logged once when it fails and once when it is back', async () => {
    let now = 0
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) })
    const shared = failing()
    const store = withFallback(shared, createMemoryBuckets({ clock: () => now }), { clock: () => now, log })
    shared.isDown = true
    for (let n = 0; n < 5; n++, now += 2_000) await store.draw(draw(newKey(), 1))
    shared.isDown = false
    await store.draw(draw(newKey(), 1))
    expect(lines).toEqual([
      'the quota store is down: this process counts its part of the limits in memory',
      'the quota store is back',
    ])
  })

  test('PostgreSQL that is away falls back too', async () => {
    const nowhere = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', connectionTimeoutMillis: 200 })
    const memory = createMemoryBuckets({ clock: Date.now })
    const store = withFallback(createPostgresBuckets(nowhere), memory, { clock: Date.now, log: silent })
    const key = newKey()
    const drawn = [await store.draw(draw(key, 10)), await store.draw(draw(key, 1))]
    expect(drawn.map(({ admitted }) => admitted)).toEqual([true, false])
    await nowhere.end()
  })

  test('three processes without it admit together one limit, from its last state', async () => {
    let now = 0
    const clock = () => now
    const shared = failing()
    const all = Array.from({ length: 3 }, () =>
      withFallback(shared, createMemoryBuckets({ clock, processes: 3 }), { clock, log: silent }),
    )
    const admittedOf = async (key: string, rule = slow) => {
      const drawn = await Promise.all(
        all.flatMap((store) => Array.from({ length: 20 }, () => store.draw(draw(key, 1, { rule })))),
      )
      return drawn.filter(({ admitted }) => admitted).length
    }
    const [used, fresh] = [newKey(), newKey()]
    // Each of them heard that 6 of 12 are left.
    const rule = { size: 12, refillPerSecond: 3 }
    for (const cost of [2, 0]) for (const store of all) await store.draw(draw(used, cost, { rule }))
    shared.isDown = true
    expect([await admittedOf(used, rule), await admittedOf(fresh, rule)]).toEqual([6, 12])
    now += 1_000
    // Each of the three refills a third of what one would.
    expect(await admittedOf(used, rule)).toBe(3)
  })

  test('that comes and goes refills nothing: over any number of returns, memory admits one limit', async () => {
    let now = 0
    const clock = () => now
    const shared = failing()
    const [one, other] = [0, 1].map(() =>
      withFallback(shared, createMemoryBuckets({ clock, processes: 2 }), { clock, log: silent }),
    )
    const [key, roomy] = [newKey(), newKey()]
    const admitted = { one: 0, other: 0 }
    const ask = async (cost: number, need = unconditionally) => {
      const rule = { size: 1_000, refillPerSecond: 1 }
      if ((await one!.draw(draw(key, cost, { need }))).admitted) admitted.one += cost
      if ((await other!.draw(draw(roomy, cost, { rule }), draw(key, cost, { need }))).admitted) admitted.other += cost
    }
    for (let n = 0; n < 5; n++, now += 1_001) {
      shared.isDown = false
      await ask(0)
      shared.isDown = true
      for (let n = 0; n < 20; n++) await ask(1, atLeast(1))
    }
    expect(admitted).toEqual({ one: 5, other: 5 })
  })

  test.runIf(valkeyServer)('Valkey that is killed falls back too, and a restart loads the script again', async () => {
    const server = await startValkey()
    const memory = createMemoryBuckets({ clock: Date.now })
    const store = withFallback(createValkeyBuckets(openValkey(server.url)), memory, {
      clock: Date.now,
      log: silent,
    })
    const key = newKey()
    expect((await store.draw(draw(key, 10))).admitted).toBe(true)
    server.kill()
    expect((await store.draw(draw(key, 1))).admitted).toBe(false)
    await store.close()
  })
})

test('memory evicts the least recently used bucket, and unknown networks never evict a caller', () => {
  const store = createMemoryBuckets({ clock: () => 0, capacity: 3 })
  const [first, second] = [newKey(), newKey()]
  store.draw(draw(first, 10))
  store.draw(draw(second, 10))
  for (let n = 0; n < 50; n++) store.draw(draw(`unauthenticated:${n}`, 1))
  expect(store.draw(draw(first, 1)).admitted).toBe(false)
  for (let n = 0; n < 3; n++) store.draw(draw(newKey(), 1))
  expect(store.draw(draw(second, 1)).admitted).toBe(true)
})
