import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryBuckets } from '../../../src/access/quotas/open-store.ts'
import { type Admission, type Admitted, createReservations } from '../../../src/access/quotas/reservations.ts'
import { callerRules, type QuotaRules } from '../../../src/access/quotas/rules.ts'
import { createLimits, type Limits } from '../../../src/access/quotas/service.ts'
import { aboveZero, type BucketRule } from '../../../src/access/quotas/token-bucket.ts'
import type { Call, CallerPolicy } from '../../../src/kernel/call.ts'
import { callOf } from '../../support/call.ts'
import { amount, report } from '../../support/judge.ts'

/**
 * The limits, written again and naively: whole tokens come back one at a time, on a time line of millionths. Nothing is
 * shared with the code under test. Amounts are bigint millionths of a token, times are bigint milliseconds.
 */
class ReferenceBuckets {
  readonly #levels = new Map<string, { micro: bigint; at: bigint }>()

  level(key: string, rule: BucketRule, now: bigint): bigint {
    const full = BigInt(rule.size) * 1_000_000n
    const held = this.#levels.get(key) ?? { micro: full, at: now }
    // refillPerSecond is a whole number of thousandths in the model runs: micro per millisecond is exact.
    const perMs = BigInt(Math.round(rule.refillPerSecond * 1000))
    let micro = held.micro
    for (let at = held.at; at < now && micro < full; at++) micro += perMs
    const level = micro > full ? full : micro
    this.#levels.set(key, { micro: level, at: now > held.at ? now : held.at })
    return level
  }

  take(key: string, cost: number): void {
    const held = this.#levels.get(key)!
    this.#levels.set(key, { ...held, micro: held.micro - BigInt(cost) * 1_000_000n })
  }
}

const runs = amount('QUOTA_RUNS', 2_000)

const callers = [
  { consumerId: 'a', livemode: true },
  { consumerId: 'a', livemode: false },
  { consumerId: 'b', livemode: false, limits: { misses: { size: 2 }, resolve: { refillPerSecond: 3 } } },
].map((caller) => ({ consumerName: '', keyId: '', scopes: [], router: false, ...caller }))
const calls = callers.map((caller) => callOf(caller))

const rule = fc.record({ size: fc.integer({ min: 1, max: 30 }), refillPerSecond: fc.integer({ min: 1, max: 40 }) })
const rules: fc.Arbitrary<QuotaRules> = fc.record({
  requests: fc.record({ live: rule, test: rule }),
  resolve: rule,
  misses: rule,
  registrations: rule,
  grants: rule,
  releases: rule,
  endpointReleases: rule,
  unauthenticated: rule,
})

type What = 'request' | 'lookUps' | 'guesses' | 'registration'
type Step = { wait: number; who: number; what: What; n: number; missed: number }
const step: fc.Arbitrary<Step> = fc.record({
  wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
  who: fc.nat({ max: callers.length - 1 }),
  what: fc.constantFrom<What>('request', 'lookUps', 'guesses', 'registration'),
  n: fc.integer({ min: 1, max: 12 }),
  missed: fc.nat({ max: 12 }),
})

/** A store in memory answers at once. */
const settle = (admitted: Admitted, missed: number) => (admitted as Admission).settle(missed)

function run(limits: Limits, call: Call, { what, n, missed }: Step): boolean {
  try {
    if (what === 'request') limits.admitRequest(call)
    if (what === 'lookUps') settle(limits.admitLookUps(call, n, n), Math.min(n, missed))
    if (what === 'guesses') settle(limits.admitGuesses(call, n), Math.min(n, missed))
    if (what === 'registration') settle(limits.admitRegistration(call), Math.min(1, missed))
    return true
  } catch {
    return false
  }
}

/** Evaluates one step by the security rules and updates the model. */
function expected(model: ReferenceBuckets, all: QuotaRules, { who, what, n, missed }: Step, now: bigint): boolean {
  const caller = callers[who]!
  const own = callerRules(all, caller.livemode, caller.limits)
  const key = (policy: CallerPolicy) => `${policy} ${caller.consumerId} ${caller.livemode}`
  const level = (policy: CallerPolicy) => model.level(key(policy), own[policy], now)
  if (what === 'request') {
    if (level('requests') < 1_000_000n) return false
    model.take(key('requests'), 1)
    return true
  }
  if (level('misses') <= 0n) return false
  if (what === 'lookUps') {
    if (level('resolve') < BigInt(n) * 1_000_000n) return false
    model.take(key('resolve'), n)
  }
  if (what === 'registration') {
    if (level('registrations') < 1_000_000n) return false
    model.take(key('registrations'), 1)
  }
  model.take(key('misses'), Math.min(what === 'registration' ? 1 : n, missed))
  return true
}

test('quotas admit exactly what a naive model admits, over random runs of up to 60 steps', () => {
  let steps = 0
  let refused = 0
  fc.assert(
    fc.property(rules, fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (all, sequence) => {
      let now = 0
      const limits = createLimits({ store: createMemoryBuckets({ clock: () => now }), rules: all })
      const model = new ReferenceBuckets()
      for (const one of sequence) {
        now += one.wait
        const admitted = run(limits, calls[one.who]!, one)
        steps++
        if (!admitted) refused++
        const right = expected(model, all, one, BigInt(now))
        if (admitted !== right) throw new Error(`${JSON.stringify(one)} was ${admitted ? 'admitted' : 'refused'}`)
      }
    }),
    { numRuns: runs },
  )
  report(`limits against the model: ${runs} runs, ${steps} steps, ${refused} refused, 0 differ`)
  expect(refused).toBeGreaterThan(runs / 12)
})

test('a request that only others of its caller could refuse waits for them a second at most, however long they take', async () => {
  const { admit } = createReservations(createMemoryBuckets({ clock: () => 0 }))
  const ask = () =>
    admit({
      draw: { key: 'misses', rule: { size: 3, refillPerSecond: 1 }, need: aboveZero, cost: 3 },
      other: undefined,
      judge: ({ admitted }) => admitted,
      refuse: () => {
        throw new Error('refused')
      },
      returned: () => undefined,
    })
  ask()
  const began = performance.now()
  await expect(ask()).rejects.toThrow('refused')
  expect(performance.now() - began).toBeGreaterThan(990)
})
