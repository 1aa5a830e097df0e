import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prototypes } from '../../../../scripts/generate-confusables.ts'
import { confusables } from '../../../../src/registry/aliases/normalization/confusables.ts'
import { normalizeAlias } from '../../../../src/registry/aliases/normalization/normalize.ts'
import {
  garbage,
  handleSpelling,
  handleType,
  handleValue,
  holds,
  phoneDigits,
  RUNS,
  respelled,
  timeout,
} from './arbitraries.ts'
import { isAccepted, outcome } from './outcome.ts'

const spelling = fc.oneof({ weight: 8, arbitrary: handleSpelling }, { weight: 1, arbitrary: garbage })
const folds = [...confusables].flatMap(([from, to]) => [[from, to] as const, [from.toUpperCase(), to] as const])

/** Replaces each letter by something that folds to it, where the pick says so. */
function disguise(value: string, picks: number[]): string {
  return [...value]
    .map((letter, at) => {
      const sources = folds.filter(([, to]) => to === letter).map(([from]) => from)
      const pick = picks[at % picks.length]!
      return sources.length === 0 || pick % 3 === 0 ? letter : sources[pick % sources.length]!
    })
    .join('')
}

/** UTS #39, section 4, lowercased: the reference that the skeleton is held to. */
function referenceSkeleton(value: string): string {
  const mapped = [...value.normalize('NFD')].map((char) => prototypes[char] ?? char)
  return mapped.join('').normalize('NFD').toLowerCase()
}

describe(`properties of handles and phones, ${RUNS} runs each`, timeout, () => {
  it('2: a handle, its upper case and its lower case agree', () => {
    holds(
      fc.property(handleType, spelling, (type, raw) => {
        const expected = outcome(() => normalizeAlias(type, raw))
        expect(outcome(() => normalizeAlias(type, raw.toUpperCase()))).toEqual(expected)
        expect(outcome(() => normalizeAlias(type, raw.toLowerCase()))).toEqual(expected)
      }),
    )
  })

  it('3: the normalization forms of a handle or a phone agree', () => {
    const phone = phoneDigits.chain(respelled)
    const typed = fc.oneof(fc.tuple(handleType, spelling), fc.tuple(fc.constant('phone'), phone))
    holds(
      fc.property(typed, ([type, raw]) => {
        const expected = outcome(() => normalizeAlias(type, raw))
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
          expect(outcome(() => normalizeAlias(type, raw.normalize(form)))).toEqual(expected)
        }
      }),
    )
  })

  it('3: a zero-width space anywhere changes nothing', () => {
    const typed = fc.oneof(fc.tuple(handleType, spelling), fc.tuple(fc.constant('phone'), phoneDigits.chain(respelled)))
    holds(
      fc.property(typed, fc.nat(), ([type, raw], seed) => {
        const chars = [...raw]
        const at = seed % (chars.length + 1)
        const marked = [...chars.slice(0, at), '\u200b', ...chars.slice(at)].join('')
        expect(outcome(() => normalizeAlias(type, marked))).toEqual(outcome(() => normalizeAlias(type, raw)))
      }),
    )
  })

  it('4: replacing letters by fold sources changes nothing', () => {
    holds(
      fc.property(
        handleType,
        handleValue,
        fc.array(fc.nat(), { minLength: 1, maxLength: 50 }),
        (type, value, picks) => {
          expect(normalizeAlias(type, disguise(value, picks))).toEqual(normalizeAlias(type, value))
        },
      ),
    )
  })

  it('6: a leading @ changes nothing', () => {
    holds(
      fc.property(handleType, spelling, (type, raw) => {
        const result = outcome(() => normalizeAlias(type, raw))
        if (isAccepted(result)) expect(normalizeAlias(type, `@${result.value}`)).toEqual(result)
      }),
    )
  })

  it('8: without m, skeletons are equal exactly when the UTS #39 skeletons are', () => {
    const glyphs = fc.constantFrom(...'01oliIO5sabnrvw2z._-')
    const swapped: Record<string, string> = { '0': 'o', o: '0', '1': 'l', l: '1', i: 'l', s: '5' }
    const pair = fc.tuple(fc.array(glyphs, { maxLength: 12 }), fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }))
    let equal = 0
    holds(
      fc.property(pair, ([chars, swaps]) => {
        const other = chars.map((char, at) => (swaps[at % swaps.length] === 0 ? (swapped[char] ?? char) : char))
        const [a, b] = [chars, other].map((text) => outcome(() => normalizeAlias('username', `a${text.join('')}a`)))
        if (!isAccepted(a!) || !isAccepted(b!)) return
        const same = referenceSkeleton(a.value) === referenceSkeleton(b.value)
        if (same && a.value !== b.value) equal += 1
        expect(a.skeleton === b.skeleton).toBe(same)
      }),
    )
    expect(equal).toBeGreaterThan(RUNS / 100)
  })
})
