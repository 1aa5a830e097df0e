import { expect, test } from 'vitest'
import { goal, powerOf } from '../../../bench/timing/goal.ts'
import { findingsOf } from '../../../bench/timing/judge.ts'
import {
  challengeClasses,
  consumerClasses,
  destinationClasses,
  payeeClasses,
  unprovedClasses,
} from '../../../bench/timing/payable.ts'
import { replicaSurfaces, strayed } from '../../../bench/timing/replicas.ts'
import { spellings } from '../../../bench/timing/spellings.ts'
import { seededRandom } from '../../../bench/timing/statistics.ts'
import { surfaces } from '../../../bench/timing/surfaces.ts'
import { table } from '../../../bench/timing/table.ts'
import { normalizeIdentifier } from '../../../src/registry/aliases/normalization/normalize.ts'
import { fatClasses, hiddenClasses, vastClasses } from '../../support/hidden-aliases.ts'

const pairs = 1_000
const stepMs = 25
type Shape = { shift?: number; late?: number }

/** Answers released at the first step, 0.4 ms wide; `late` of them at the second. */
function answers(random: () => number, { shift = 0, late = 0 }: Shape): number[] {
  return Array.from({ length: pairs }, () => stepMs + 0.5 + random() * 0.4 + shift + (random() < late ? stepMs : 0))
}

function findings(shapes: { unknown?: Shape; again?: Shape; leaky?: Shape; class?: Shape }, seed = 1) {
  const random = seededRandom(seed)
  const times = {
    unknown: answers(random, shapes.unknown ?? {}),
    'unknown again': answers(random, shapes.again ?? shapes.unknown ?? {}),
    'control, after the step': answers(random, shapes.leaky ?? { shift: 0.3 }),
    private: answers(random, shapes.class ?? {}),
  }
  const { limits } = powerOf(pairs)
  return findingsOf(times, [['private', 'unknown']], 'step', { pairs, stepMs, random, limits })
}

test('a class like the unknown alias is uniform, one that is slower or faster leaks', () => {
  expect(findings({}).verdict).toBe('uniform')
  expect(findings({ class: { shift: 0.2 } }).verdict).toBe('leaks')
  expect(findings({ class: { shift: -0.2 } }).verdict).toBe('leaks')
})

test('a class that takes another step more often than the unknown alias leaks', () => {
  const { verdict, classes } = findings({ class: { late: 0.15 } })
  expect(verdict).toBe('leaks')
  expect(Math.abs(classes[0]!.median)).toBeLessThan(powerOf(pairs).limits.interval)
  expect(findings({ class: { late: 1 } }).verdict).toBe('leaks')
})

test('a measurement whose controls fail decides nothing', () => {
  const slow = { shift: 0.2 }
  expect(findings({ again: slow, class: slow })).toMatchObject({
    verdict: 'inconclusive',
    reasons: ['an unknown alias differs from itself'],
  })
  expect(findings({ leaky: {}, class: slow })).toMatchObject({
    verdict: 'inconclusive',
    reasons: ['the seeded leak was not caught'],
  })
  expect(findings({ unknown: { late: 0.2 }, leaky: { late: 0.2, shift: 0.3 }, class: slow }).verdict).toBe(
    'inconclusive',
  )
})

test('answers that all take the second step are on their step', () => {
  const later = { late: 1 }
  const { verdict, steps, late } = findings({ unknown: later, leaky: { late: 1, shift: 0.3 }, class: later })
  expect({ verdict, steps, late }).toEqual({ verdict: 'uniform', steps: 2, late: 0 })
})

test('fewer pairs allow more and seed a larger leak by the same factor', () => {
  expect(powerOf(4_000)).toEqual({ limits: goal, leakMs: 0.15 })
  expect(powerOf(8_000)).toEqual(powerOf(4_000))
  const { limits, leakMs } = powerOf(1_000)
  expect(limits).toEqual({ interval: 50, probability: expect.closeTo(0.0774, 4), late: 0.02 })
  expect(leakMs).toBe(0.3)
})

test('a thousand spellings differ, normalize to one alias and are as long for one handle as for another', () => {
  const all = spellings('misprivate', 1_000)
  expect(new Set(all).size).toBe(1_000)
  expect(all[0]).toBe('@misprivate')
  const read = new Set(all.map((one) => JSON.stringify(normalizeIdentifier(one))))
  expect([...read]).toEqual([JSON.stringify(normalizeIdentifier('@misprivate'))])
  const bytes = (handle: string) => spellings(handle, 1_000).map((one) => Buffer.byteLength(one))
  expect(bytes('nobodyhere')).toEqual(bytes('misprivate'))
})

test('every class of every surface names an alias of ten letters, and no two are the same', () => {
  const hidden = [hiddenClasses, fatClasses, vastClasses]
  const payable = [payeeClasses, destinationClasses, challengeClasses, unprovedClasses, consumerClasses]
  const named = [...hidden, ...payable].flatMap((classes): [string, string][] => Object.entries(classes))
  const aliases: Record<string, string> = Object.fromEntries(named)
  expect(Object.keys(aliases).length).toBe(named.length)
  expect(new Set(Object.values(aliases)).size).toBe(Object.keys(aliases).length)
  for (const alias of Object.values(aliases)) expect(alias).toMatch(/^[a-z]{10}$/)
  for (const { classes } of [...surfaces, ...replicaSurfaces]) {
    for (const name of classes) expect(aliases).toHaveProperty([name])
  }
})

test('a surface of replicas reports an answer by another server', () => {
  const none = { primary: 0, replicas: 0 }
  const isAsMeant = (state: 'well' | 'silent', shares: typeof none) => strayed(state, none, shares) === null
  expect(isAsMeant('well', { replicas: 99, primary: 1 })).toBe(true)
  expect(isAsMeant('well', { replicas: 80, primary: 20 })).toBe(false)
  expect(isAsMeant('silent', { replicas: 1, primary: 99 })).toBe(true)
  expect(isAsMeant('silent', { replicas: 10, primary: 90 })).toBe(false)
  expect(isAsMeant('silent', none)).toBe(false)
  expect(new Set(replicaSurfaces.map(({ replica }) => replica))).toEqual(new Set(['well', 'silent']))
})

test('the largest requests stay within the gateway’s limits', () => {
  const ids = { sealingKey: `slk_${'0'.repeat(26)}`, identity: `idn_${'0'.repeat(26)}` }
  const uuid = '00000000-0000-4000-8000-000000000000'
  const explained = { own: `als_${'0'.repeat(26)}`, aliases: { misprivate: uuid }, consumers: { misprivate: uuid } }
  const payable = { ...ids, endpoints: {}, identities: {}, claims: {}, keys: {}, liveKey: '', explained }
  for (const { body, path } of surfaces) {
    const limit = path === '/v1/resolve' || path === '/v1/consent_requests' ? 64 : 128
    expect(Buffer.byteLength(JSON.stringify(body('misprivate', payable) ?? null))).toBeLessThan(limit * 1024)
  }
})

test('the table names the surface, its classes and the verdict', () => {
  const judgement = { surface: 'REST', seconds: 1, ...findings({ class: { shift: 0.2 } }) }
  expect(table(judgement)).toMatch(/^REST: leaks[\s\S]*private[\s\S]*<- differs/)
})
