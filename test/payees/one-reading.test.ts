import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutName } from '../../src/payees/name.ts'
import { compareNames, keyOf, type RegisteredName } from '../../src/payees/rules.ts'
import { cutText } from '../../src/payees/tokens.ts'
import { asked, type GivenName, known } from '../support/payee-names.ts'

const url = new URL('../vectors/payee-names.json', import.meta.url)
const pairs: { a: string; b: string }[] = JSON.parse(readFileSync(url, 'utf8'))
const pool = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]

/** Few words, so that names often meet. */
const word = fc.constantFrom(
  ...'Anna anna ANNA Meier Méier and-Meier andrew & + and und y e Y-Meier Dr Mr. Pan Lord г-н GmbH Ltd. G.m.b.H. &Co'.split(
    ' ',
  ),
  ...'Søren Soeren Müller Muller O’Brien O´Brien OBrien Иванов Ivanov Аnna Παππάς 李明 . 🙂 － ＆ ﷺ ㏇ ﬁn'.split(' '),
)
const gap = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '  ',
  '-',
  '--',
  ' - ',
  ', ',
  ',',
  '，',
  '﹐',
  '、',
  ' & ',
  '&',
  ' and ',
  '.',
  '…',
  '\u00a0',
  '\u200d',
)
const text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 6 }).map((all) => all.flat().join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom(...pool) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
)
const fits = (name: GivenName) => 'identification' in name || cutName(name) !== null
const given = fc
  .oneof(
    { weight: 4, arbitrary: text.map((name): GivenName => ({ name })) },
    { weight: 1, arbitrary: fc.record({ given: text, family: text }) },
  )
  .filter(fits)

/** Another way to write the same, as far as the rules for words go. */
const rewritings: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase().toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFKC'),
  (text) => ` ${text.replaceAll(' ', ' \u00a0')}. `,
  (text) => text.replaceAll(', ', ' ,').replaceAll('&', ' & '),
  (text) => text.replaceAll('-', '--'),
  (text) => `,${text},`,
  (text) => text.replaceAll("'", '’'),
]

/** Rare shapes of names that distinguish readings. */
const holders = fc.array(text.map((name) => ({ name })).filter(fits), { minLength: 2, maxLength: 4 })
const registered = fc.oneof(
  fc.record({ kind: fc.constantFrom('legal', 'trade', 'preferred'), name: text }),
  holders.map((all): RegisteredName => ({ kind: 'joint', holders: all })),
) as fc.Arbitrary<RegisteredName>

const types = ['user', 'business'] as const

function verdictsOf(name: GivenName, names: readonly RegisteredName[]) {
  const reading = asked(name)
  return names.flatMap((one) => types.map((type) => compareNames(reading, known(one, type))))
}

/** Names made of the two: their own words, in whole and cut at each word for "and". */
function namesNear(...names: readonly GivenName[]): RegisteredName[] {
  const texts = names.flatMap((name) =>
    'name' in name ? [name.name] : 'given' in name ? [name.given, name.family] : [],
  )
  const pieces = texts.flatMap((one) => [one, ...one.split(/\s*(?:&|\+|\band\b|\bund\b|\by\b|\be\b|,)\s*/iu)])
  const some = [...new Set(pieces)].filter((one) => one !== '').slice(0, 8)
  const joint = some
    .slice(1)
    .map((one, at): RegisteredName => ({ kind: 'joint', holders: [{ name: some[at]! }, { name: one }] }))
  return [...some.map((name): RegisteredName => ({ kind: 'legal', name })), ...joint].filter((one) =>
    'holders' in one ? one.holders.every(fits) : fits(one as GivenName),
  )
}

test('two names with one key get the same verdict against every registered name', () => {
  let met = 0
  const seen = new Map<string, GivenName>()
  fc.assert(
    fc.property(given, fc.nat(rewritings.length - 1), fc.array(registered, { maxLength: 3 }), (name, nth, some) => {
      const rewrite = rewritings[nth]!
      const twin = (
        'name' in name
          ? { name: rewrite(name.name) }
          : 'given' in name
            ? { given: rewrite(name.given), family: rewrite(name.family) }
            : name
      ) as GivenName
      const names = some.filter((one) => ('holders' in one ? one.holders.every(fits) : fits(one as GivenName)))
      for (const other of [twin, seen.get(keyOf(asked(name)))]) {
        if (!other || !fits(other) || keyOf(asked(other)) !== keyOf(asked(name))) continue
        met++
        const all = [...names, ...namesNear(name, other)]
        expect(verdictsOf(other, all)).toEqual(verdictsOf(name, all))
      }
      seen.set(keyOf(asked(name)), name)
    }),
    { numRuns: 2_000 },
  )
  expect(met).toBeGreaterThan(1_000)
})

test('case, width, spaces, punctuation, apostrophes and composition give no second key', () => {
  const twins: readonly (readonly [string, string])[] = [
    ['Anna Meier', 'ANNA  meier.'],
    ['Anna Meier', '.Anna,Meier'.replace(',', ' ')],
    ['Meier, Anna', 'Meier ,Anna'],
    ['Meier, Anna', 'Meier，Anna'],
    ['Meier, Anna', 'Meier﹐ Anna,'],
    ['Anna Meier', ',Anna Meier,'],
    ['Anna Schmidt-Meier', 'Anna Schmidt－Meier'],
    ["Anna O'Brien", 'Anna O´Brien'],
    ["Anna O'Brien", 'Anna O’Brien'],
    ['Jürgen Meier', 'Jürgen Meier'.normalize('NFD')],
    ['A & B', 'A＆B'],
    ['.', '🙂'],
  ]
  for (const [one, other] of twins) {
    expect([other, keyOf(asked({ name: other }))]).toEqual([other, keyOf(asked({ name: one }))])
  }
})

test('separators never decide between two verdicts of one key', () => {
  const couple: RegisteredName = { kind: 'joint', holders: [{ name: 'Anna Schmidt' }, { name: 'Robert Meier' }] }
  const ways = [' and ', '&', '.and.', ' and-', '-and ', ' and.', ', and ', ' & and ', ' and, ', '-and-', ' .& ']
  const verdicts = Map.groupBy(ways, (way) => keyOf(asked({ name: `Anna Schmidt${way}Robert Meier` })))
  for (const some of verdicts.values()) {
    const told = some.map((way) => verdictsOf({ name: `Anna Schmidt${way}Robert Meier` }, [couple]).join())
    expect(new Set(told).size).toBe(1)
  }
})

test('no piece of a name vanishes: a word that begins with a word for "and" is a word', () => {
  const couple: RegisteredName = { kind: 'joint', holders: [{ name: 'Anna Schmidt' }, { name: 'Robert Meier' }] }
  const verdict = (name: string) => compareNames(asked({ name }), known(couple, 'user'))
  expect(verdict('Anna Schmidt and Robert Meier')).toBe('match')
  expect(verdict('Anna Schmidt and and-Jones Robert Meier')).toBe('no_match')
  expect(verdict('Anna Schmidt and.Jones Robert Meier')).toBe('no_match')
  expect(verdict('Anna Schmidt & & Robert Meier')).toBe('no_match')
})

test('every word of a text is read: between two gaps nothing is left out', () => {
  fc.assert(
    fc.property(text, (one) => {
      const cut = cutText(one)
      fc.pre(cut !== null)
      expect(cut.cuts.every(({ forms }) => forms.length > 0)).toBe(true)
      // Four letters stand for an apostrophe, and vanish as it does.
      const words = one
        .normalize('NFKC')
        .replace(/[ʼʻʹʺ]/gu, '')
        .match(/[\p{L}\p{N}]/gu)
      if (words) expect(cut.cuts.length).toBeGreaterThan(0)
    }),
    { numRuns: 5_000 },
  )
})

test('an identification of one scheme is no identification of another, wherever a bar stands', () => {
  const of = (scheme: string, value: string) => asked({ identification: { scheme, value } })
  expect(keyOf(of('a|b', 'c'))).not.toBe(keyOf(of('a', 'b|c')))
  const stored = known({ kind: 'identification', scheme: 'a', value: 'b|c' }, 'business')
  expect(compareNames(of('a|b', 'c'), stored)).toBe('no_match')
  expect(compareNames(of('A', 'B | C'), stored)).toBe('match')
})
