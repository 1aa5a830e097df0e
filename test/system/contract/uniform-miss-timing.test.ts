import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../bench/timing/fixture.ts'
import { type Judgement, judge, prepare } from '../../../bench/timing/judge.ts'
import { compare, seededRandom } from '../../../bench/timing/statistics.ts'
import { surfaces } from '../../../bench/timing/surfaces.ts'
import { table } from '../../../bench/timing/table.ts'

/** Gross leaks only, of half a millisecond: `npm run bench:timing` measures the fine ones. */
const gross = { interval: 500, probability: 0.25, late: 0.5 }
const leakMs = 1.5
const classes = ['private', 'revoked grant', 'suspended identity']
const large = ['private, fat', 'private, vast', 'suspended identity, granted, vast']
const attempts = 3
/** A machine that takes longer than so many seconds for one attempt is not asked again. */
const timeoutSeconds = 6

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture(inject('postgres').adminUrl, { leakMs })
})
afterAll(() => fixture?.close())

async function judgeRoughly(name: string, seed: number): Promise<Judgement> {
  const surface = surfaces.find((one) => one.name === name)!
  const stepMs = surface.step === 'single' ? 5 : 25
  const asked = surface.step === 'bulk' && name !== 'GraphQL' ? large : classes
  const options = { pairs: 100, stepMs, random: seededRandom(seed), classes: asked, limits: gross }
  const [judgement] = await judge(fixture, surface, { ...options, connections: 2 })
  return judgement!
}

// A machine that is too busy gives an inconclusive result; a leak must show every time.
test.each(['REST', 'GraphQL', 'bulk of 100 copies', 'GraphQL bulk of 100 spellings'])(
  '%s: no class of misses is grossly slower or faster than an unknown alias',
  async (name) => {
    const judgements: Judgement[] = []
    const isSettled = () => {
      const { verdict, seconds } = judgements.at(-1)!
      return verdict === 'uniform' || (verdict === 'inconclusive' && seconds > timeoutSeconds)
    }
    do judgements.push(await judgeRoughly(name, judgements.length))
    while (!isSettled() && judgements.length < attempts)
    console.log(table(judgements.at(-1)!))
    const verdicts = judgements.map(({ verdict }) => verdict)
    if (!verdicts.includes('uniform')) console.warn(`${name}: ${verdicts.join(', ')}; the machine was busy`)
    expect(verdicts).not.toEqual(Array(attempts).fill('leaks'))
  },
  300_000,
)

test('every surface of the judge asks for misses that differ in nothing but time', { timeout: 300_000 }, async () => {
  for (const surface of surfaces) await prepare(fixture, surface, surface.classes.slice(0, 2))
})

/** Times with the noise of a network: around 5 ms, a tenth of them far later. */
function noisy(count: number, random: () => number, shift = 0): number[] {
  return Array.from({ length: count }, () => {
    const bell = (random() + random() + random() + random() - 2) * 0.2
    return 5.3 + bell + (random() < 0.1 ? random() * 3 : 0) + shift
  })
}

test('the statistics find 20 µs among 4,000 noisy pairs, and nothing where there is nothing', () => {
  let covered = 0
  for (let seed = 0; seed < 3; seed++) {
    const random = seededRandom(seed)
    const same = compare(noisy(4_000, random), noisy(4_000, random), random)
    if (same.low <= 0 && same.high >= 0) covered++
    expect(Math.abs(same.probability - 0.5)).toBeLessThan(0.03)
    const shifted = compare(noisy(4_000, random), noisy(4_000, random, 0.02), random)
    expect(shifted.median).toBeGreaterThan(5)
    expect(shifted.median).toBeLessThan(35)
    expect(shifted.probability).toBeGreaterThan(0.51)
  }
  // A 95 % interval, 3 times.
  expect(covered).toBeGreaterThanOrEqual(1)
}, 120_000)
