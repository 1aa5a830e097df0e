import { expect, test } from 'vitest'
import { cutName } from '../../src/payees/name.ts'
import {
  compareNames,
  mostComparisons,
  type RegisteredName,
  readAsked,
  readRegistered,
} from '../../src/payees/rules.ts'
import { mostLetters, mostTokens, mostUnits, steps } from '../../src/payees/tokens.ts'

/*
 * The bounds of names, in steps that the code counts: letters that are read, and pairs of tokens that are compared. A search
 * from many starts looks for the worst input over length, script, separators and nesting.
 */

/** A text is normalized once, and each of its words is written in at most three forms, a letter of a form being four at most. */
const lettersPerText = 13 * mostLetters
/** Honorifics are looked for in front of every reading of a name. */
const tokensPerText = 600
const askedSize = 3 * (mostTokens + 1)
const payeeSize = 10 * 4 * (mostTokens + 1)
const comparisonsPerPayee = askedSize * payeeSize
/** One word of a pair is tried for an edit: each form against each, in the pairs of a check. */
const editLettersPerPayee = 40 * 9 * 2 * 4 * mostLetters

type Shape = {
  script: number
  length: number
  words: number
  gap: number
  nested: number
  order: number
  other: number
}

const scripts = [
  'abc',
  'xxx',
  'щшч',
  'жцю',
  'αυε',
  'ψχθ',
  'øåä',
  'ßæœ',
  'क्ष',
  '漢字',
  '\u0301',
  'a\u0301\u0302',
  'ﷺ',
  '㍿',
  'é',
  'ե',
  'dr',
  'und',
  'y',
  'г-н',
  '김',
]
const gaps = [' ', '-', ' & ', ' and ', ', ', '.', ' y ', '&', ' Dr ', '-Dr-']
const genes: Record<keyof Shape, number> = {
  script: scripts.length,
  length: 40,
  words: 30,
  gap: gaps.length,
  nested: 5,
  order: 3,
  other: scripts.length,
}

function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const wordOf = (letters: string, length: number) => [...letters.repeat(length + 1)].slice(0, length + 1).join('')

/** A text of a shape, as long as a name may be. */
function textOf({ script, length, words, gap, nested, order, other }: Shape): string {
  const all = Array.from({ length: words + 1 }, (_, at) => {
    const letters = order === 2 && at % 2 === 1 ? scripts[other]! : scripts[script]!
    return wordOf(letters, order === 1 ? (length + at) % 7 : length)
  })
  while (all.length > 0) {
    const holders = nested + 1
    const each = Math.ceil(all.length / holders)
    const parts = Array.from({ length: holders }, (_, at) => all.slice(at * each, (at + 1) * each).join(gaps[gap]!))
    const text = parts.filter((part) => part !== '').join(' & ')
    if (cutName({ name: text })) return text
    all.pop()
  }
  return 'x'
}

const anyShape = (next: (below: number) => number): Shape =>
  Object.fromEntries(Object.entries(genes).map(([gene, below]) => [gene, next(below)])) as Shape

/** Climbs from many starts, one gene changed at a time. @returns the worst found */
function climb<T>(
  cost: (shapes: readonly Shape[]) => T & { steps: number },
  shapes: number,
  starts: number,
  tries: number,
) {
  const next = random(20_261_123)
  let worst = cost([...Array(shapes)].map(() => anyShape(next)))
  for (let start = 0; start < starts; start++) {
    let here = Array.from({ length: shapes }, () => anyShape(next))
    let best = cost(here)
    for (let at = 0; at < tries; at++) {
      const gene = Object.keys(genes)[next(Object.keys(genes).length)] as keyof Shape
      const which = next(shapes)
      const there = here.map((shape, nth) => (nth === which ? { ...shape, [gene]: next(genes[gene]) } : shape))
      const found = cost(there)
      if (found.steps >= best.steps) [here, best] = [there, found]
    }
    if (best.steps > worst.steps) worst = best
  }
  return worst
}

function counted<T>(work: () => T) {
  Object.assign(steps, { tokens: 0, letters: 0 })
  const result = work()
  return { result, ...steps }
}

/** Holders that the asked name is nearly, or that its parts are: so all that two names can be tried for is tried. */
function holdersNear(name: string, shape: Shape): { name: string }[] {
  const reversed = (text: string) => text.split(' ').toReversed().join(' ')
  const parts = name.split(/ & | and /u).filter((part) => part !== '')
  return Array.from({ length: 4 }, (_, at) => {
    const part = parts[at % parts.length]!
    return { name: [name, reversed(name), part, reversed(part), textOf(shape)][shape.nested]! }
  })
}

test('reading an asked name costs a bounded number of letters and tokens, at the worst input that a search finds', () => {
  for (const what of ['letters', 'tokens'] as const) {
    const worst = climb(
      ([shape]) => {
        const name = textOf(shape!)
        const cost = counted(() => readAsked(cutName({ name })!))
        return { name, steps: cost[what] }
      },
      1,
      20,
      60,
    )
    console.log(`asked name: ${worst.steps} ${what}, of ${JSON.stringify(worst.name)}`)
    expect(worst.steps).toBeGreaterThan(0)
    expect(worst.steps).toBeLessThanOrEqual(what === 'letters' ? lettersPerText : tokensPerText)
  }
})

test('reading a registered name of four holders costs at most four texts', () => {
  const worst = climb(
    (shapes) => {
      const name: RegisteredName = { kind: 'joint', holders: shapes.map((shape) => ({ name: textOf(shape) })) }
      const cost = counted(() => readRegistered(name, 'user'))
      return { name, steps: cost.letters, tokens: cost.tokens }
    },
    4,
    10,
    60,
  )
  console.log(`registered name: ${worst.steps} letters and ${worst.tokens} tokens`)
  expect(worst.steps).toBeLessThanOrEqual(4 * lettersPerText)
  expect(worst.tokens).toBeLessThanOrEqual(4 * tokensPerText)
})

test('comparing a name with ten joint names stays within the precomputed bound', () => {
  const worst = climb(
    ([shape, ...others]) => {
      const name = textOf(shape!)
      const asked = readAsked(cutName({ name })!)
      const known = Array(10).fill(readRegistered({ kind: 'joint', holders: holdersNear(name, others[0]!) }, 'user')!)
      const cost = counted(() => {
        for (const one of known) compareNames(asked, one)
      })
      expect(cost.tokens).toBeLessThanOrEqual(mostComparisons(asked, known))
      expect(mostComparisons(asked, known)).toBeLessThanOrEqual(comparisonsPerPayee)
      return { name, steps: cost.tokens, letters: cost.letters }
    },
    2,
    12,
    60,
  )
  console.log(`ten joint names: ${worst.steps} tokens of ${comparisonsPerPayee}, of ${JSON.stringify(worst.name)}`)
  expect(worst.steps).toBeGreaterThan(1_000)
  expect(worst.letters).toBeLessThanOrEqual(editLettersPerPayee)
})

test('four holders of one letter asked of ten joint names take no search of partitions', () => {
  for (const part of ['x', 'ﷺ', 'ab '.repeat(12).trim(), 'ﷺ ﷺ']) {
    const name = [part, part, part, part].join(' & ')
    const words = cutName({ name })
    if (words === null) continue
    const long = `${'x '.repeat(15)}${'y'.repeat(mostLetters - 30)}`
    const known = Array.from(
      { length: 10 },
      () => readRegistered({ kind: 'joint', holders: [long, long, part, part].map((one) => ({ name: one })) }, 'user')!,
    )
    const { tokens } = counted(() => known.map((one) => compareNames(readAsked(words), one)))
    expect(tokens).toBeLessThan(10_000)
  }
})

test('a name beyond 140 letters or 20 words after NFKC is not read, and costs no more than its normalization', () => {
  const long = [
    'x'.repeat(mostLetters + 1),
    'ﷺ'.repeat(8),
    'x '.repeat(mostTokens + 1),
    'ﷺ'.repeat(mostUnits + 1),
    '㏇'.repeat(71),
  ]
  for (const name of long) {
    const { result, letters, tokens } = counted(() => cutName({ name }))
    expect(result).toBe(null)
    expect(letters).toBeLessThanOrEqual(18 * mostUnits)
    expect(tokens).toBe(0)
    expect(readRegistered({ kind: 'joint', holders: [{ name: 'Anna' }, { name }] }, 'user')).toBe(null)
  }
  expect(cutName({ given: 'x'.repeat(100), family: 'y'.repeat(41) })).toBe(null)
  expect(cutName({ given: 'x'.repeat(100), family: 'y'.repeat(40) })).not.toBe(null)
  expect(cutName({ name: 'é'.repeat(mostLetters).normalize('NFD') })).not.toBe(null)
})
