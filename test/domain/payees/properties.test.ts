import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldName, keyOf } from '../../../src/payees/folding.ts'
import { compareNames, type NameKind, type RegisteredName } from '../../../src/payees/rules.ts'
import { identityTypes } from '../../../src/registry/identities/rules.ts'

type Vector = { type: string; a: string; b: string; verdict: string; rule: string }
const vectors: Vector[] = JSON.parse(readFileSync(new URL('../../vectors/payee-names.json', import.meta.url), 'utf8'))
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
      expect(compareNames({ name: a }, { kind, name: b }, type)).toBe(
        compareNames({ name: b }, { kind, name: a }, type),
      )
    }),
    runs,
  )
})

test('parts said and parts guessed: the order of the two names never changes the verdict', () => {
  fc.assert(
    fc.property(name, name, name, name, type, (given, family, other, another, type) => {
      const [a, b] = [
        { given, family },
        { given: other, family: another },
      ]
      expect(compareNames(a, { kind: 'legal', ...b }, type)).toBe(compareNames(b, { kind: 'legal', ...a }, type))
    }),
    runs,
  )
})

test('folding what is folded changes nothing', () => {
  fc.assert(
    fc.property(name, (text) => {
      const folded = foldName(text)
      expect(foldName(folded)).toBe(folded)
    }),
    { numRuns: 20_000 },
  )
})

test('a name matches itself, unless nothing is left of it or a word mixes scripts', () => {
  for (const text of pool.filter(
    (one) => !vectors.some(({ a, b, verdict }) => a === one && b === one && verdict !== 'match'),
  )) {
    const self = compareNames({ name: text }, { kind: 'legal', name: text }, 'business')
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
      expect([one, other, compareNames({ name: one }, { kind, name: other }, type)]).not.toContain('match')
    }
  }
})

test('names with one key are judged alike, whatever they are compared with', () => {
  fc.assert(
    fc.property(name, fc.constantFrom(...pool), kind, type, (a, b, kind, type) => {
      const twin = ` ${a.toUpperCase().toLowerCase()} `
      fc.pre(keyOf(twin) === keyOf(a))
      const registered: RegisteredName = { kind, name: b }
      expect(compareNames({ name: twin }, registered, type)).toBe(compareNames({ name: a }, registered, type))
    }),
    runs,
  )
})

test('long and hostile names are compared in little time', () => {
  const letters = Array.from({ length: 70 }, (_, at) => String.fromCharCode(97 + (at % 2))).join(' ')
  const start = performance.now()
  for (let round = 0; round < 200; round++) {
    compareNames({ name: `${letters} c` }, { kind: 'legal', name: `${letters} d` }, 'user')
  }
  expect(performance.now() - start).toBeLessThan(10_000)
})
