import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NameKind } from '../../src/payees/rules.ts'
import { cutText } from '../../src/payees/tokens.ts'
import { identityTypes } from '../../src/registry/identities/rules.ts'
import { compareGiven } from '../support/payee-names.ts'

type Vector = { type: string; a: string; b: string; verdict: string; rule: string }
const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors/payee-names.json', import.meta.url), 'utf8'))
const pool = [...new Set(vectors.flatMap(({ a, b }) => [a, b]))]
const words = [...new Set(pool.flatMap((name) => name.split(' ')))]
const name = fc.oneof(
  fc.constantFrom(...pool),
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const kind = fc.constantFrom<NameKind>('legal', 'trade', 'preferred')
const type = fc.constantFrom(...identityTypes)
const runs = { numRuns: 3_000 }

test('the order of the two names never changes the verdict', () => {
  fc.assert(
    fc.property(name, name, kind, type, (a, b, kind, type) => {
      expect(compareGiven({ name: a }, { kind, name: b }, type)).toBe(
        compareGiven({ name: b }, { kind, name: a }, type),
      )
    }),
    runs,
  )
})

test('with given or guessed parts, the order of the two names never changes the verdict', () => {
  fc.assert(
    fc.property(name, name, name, name, type, (given, family, other, another, type) => {
      const [a, b] = [
        { given, family },
        { given: other, family: another },
      ]
      expect(compareGiven(a, { kind: 'legal', ...b }, type)).toBe(compareGiven(b, { kind: 'legal', ...a }, type))
    }),
    runs,
  )
})

test('folding is idempotent', () => {
  const fold = (text: string) => {
    const cut = cutText(text)
    return cut === null || cut.isMixed ? null : cut.cuts.map(({ forms, gap }) => forms[0]! + gap).join('')
  }
  fc.assert(
    fc.property(name, (text) => {
      const folded = fold(text)
      const again = folded === null ? null : fold(folded)
      if (again !== null) expect(again).toBe(folded)
    }),
    { numRuns: 5_000 },
  )
})

test('a name matches itself, unless nothing is left of it or a word mixes scripts', () => {
  for (const text of pool.filter(
    (one) => !vectors.some(({ a, b, verdict }) => a === one && b === one && verdict !== 'match'),
  )) {
    const self = compareGiven({ name: text }, { kind: 'legal', name: text }, 'business')
    const isRefused = vectors.some(({ a, b, rule }) => [a, b].includes(text) && /scripts|nothing/.test(rule))
    if (!isRefused) expect([text, self]).toEqual([text, 'match'])
  }
})

test('two names that the table lists as different never match, however they are written', () => {
  const different = vectors.filter(({ verdict }) => verdict === 'no_match' || verdict === 'close_match')
  const writings = [
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => text.normalize('NFD'),
    (text: string) => text.normalize('NFKC'),
    (text: string) => ` ${text.replaceAll(' ', '\u00a0 ')} `,
  ]
  for (const { type, kind, a, b } of different as (Vector & { type: 'user'; kind: NameKind })[]) {
    for (const [one, other] of writings.flatMap((first) => writings.map((second) => [first(a), second(b)] as const))) {
      expect([one, other, compareGiven({ name: one }, { kind, name: other }, type)]).not.toContain('match')
    }
  }
})
