import fc from 'fast-check'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { type AliasType, aliasTypes } from '../../../../src/registry/aliases/normalization/alias-types.ts'
import { confusables } from '../../../../src/registry/aliases/normalization/confusables.ts'

/** Runs per property: 2,000 in the suite, more by the environment (`npm run evidence -- normalization`). */
export const RUNS = Number(process.env.RUNS ?? 2_000)

const runTimeout = 60_000 + RUNS

/** Checks a property RUNS times. */
export function holds(property: fc.IRawProperty<unknown>): void {
  fc.assert(property, { numRuns: RUNS })
}

export const timeout = { timeout: runTimeout }

export const aliasType = fc.constantFrom(...(Object.keys(aliasTypes) as AliasType[]))
export const handleType = fc.constantFrom<AliasType>('username', 'merchant_handle')

const text = (unit: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.array(unit, { minLength, maxLength }).map((parts) => parts.join(''))

const plain = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
const handleAscii = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-')
const foldSource = fc.constantFrom(...confusables.keys())
const oddities = fc.constantFrom(
  ...['İ', 'ı', 'i\u0307', 'ß', 'ẞ', 'ſ', 'ς', 'Σ', 'K', 'Å', 'ﬁ', 'ŉ', 'ǰ', 'ΐ', 'և', 'Ǆ', 'ᾳ', 'é', 'e\u0301', 'ё'],
  ...[
    'Ａ',
    '１',
    '𝓫',
    '①',
    '½',
    'Ⅻ',
    '٣',
    '०',
    '\u200b',
    '\u00ad',
    '\u034f',
    '\ufeff',
    '\u202e',
    '\u3164',
    '\u{e0069}',
  ],
  ...[
    '—',
    '‑',
    '〜',
    '‿',
    '＿',
    ' ',
    '\u00a0',
    '\u2028',
    '\t',
    '@',
    '＠',
    '$',
    '＄',
    '\u0307',
    '\u0301',
    '日',
    '😀',
    '\u0000',
  ],
)
const anyCharacter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })

/** Handles as people, pasted text and impostors spell them. */
export const handleSpelling = text(
  fc.oneof(
    { weight: 12, arbitrary: handleAscii },
    { weight: 5, arbitrary: foldSource },
    { weight: 2, arbitrary: foldSource.map((letter) => letter.toUpperCase()) },
    { weight: 1, arbitrary: oddities },
  ),
  0,
  24,
)

/** Handles that are well-formed: letters around handle characters. */
export const handleValue = fc
  .tuple(plain, text(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789_-'), 0, 40), plain)
  .map((parts) => parts.join(''))

export const country = fc.constantFrom(...getCountries())

const separator = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '-',
  '.',
  '/',
  '(',
  ')',
  '\u00a0',
  '‑',
  '–',
  '\u200b',
  '\u202c',
  '\u3000',
)

/** A number's E.164-like digits, possible or not. */
export const phoneDigits = fc
  .tuple(country, text(fc.constantFrom(...'0123456789'), 4, 12))
  .map(([region, digits]) => `+${getCountryCallingCode(region as CountryCode)}${digits}`)

/** The same digits in some other spelling: punctuated, invisible marks around, other digits, a `tel:` before, `00` for `+`. */
export function respelled(number: string): fc.Arbitrary<string> {
  const { length } = number
  const digitZero = fc.constantFrom(0x30, 0x30, 0xff10, 0x0660, 0x06f0, 0x1d7ce)
  return fc
    .tuple(
      fc.constantFrom('', '', 'tel:', '\u202a', ' '),
      digitZero,
      fc.array(separator, { minLength: length, maxLength: length }),
      fc.constantFrom('+', '+', '00'),
    )
    .map(([before, zero, separators, plus]) => before + plus + punctuate(number, zero, separators))
}

function punctuate(number: string, zero: number, separators: string[]): string {
  const digits = [...number.slice(1)].map((digit, at) => String.fromCodePoint(zero + Number(digit)) + separators[at])
  return digits.join('')
}

const localPart = text(fc.constantFrom(..."abcxyzABCXYZ0189!#$%&'*+/=?^_`{|}~-.."), 1, 12)
const label = fc.oneof(
  { weight: 4, arbitrary: text(fc.constantFrom(...'abcxyzABC019-'), 1, 8) },
  { weight: 1, arbitrary: text(fc.constantFrom(...'aübßçςаеопλ日本語אבעا०\u00ad\u200d\u200cＡ'), 1, 6) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('xn--bcher-kva', 'XN--fa-hia', 'xn--a', 'xn--', 'xn--0', '0x7f', '１', 'a--b', 'ab--c'),
  },
)
const dot = fc.oneof(
  { weight: 9, arbitrary: fc.constant('.') },
  { weight: 1, arbitrary: fc.constantFrom('。', '．', '..') },
)
const topLevel = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('com', 'EXAMPLE', 'de', 'xn--p1ai', 'рф', 'c') },
  { weight: 1, arbitrary: fc.constantFrom('1', 'c0m', '', '0x1', 'localhost') },
)

export const hostSpelling = fc
  .tuple(fc.array(fc.tuple(label, dot), { minLength: 1, maxLength: 3 }), topLevel)
  .map(([labels, top]) => labels.flat().join('') + top)

export const emailSpelling = fc.tuple(localPart, hostSpelling).map(([local, host]) => `${local}@${host}`)

const pathPart = fc.constantFrom(
  ...[
    '/',
    '/',
    '/',
    'a',
    'B',
    'é',
    '~',
    '@',
    '.',
    '..',
    '/./',
    '/../',
    '%41',
    '%2e',
    '%2E%2e',
    '%2f',
    '%7E',
    '%25',
    '%2541',
  ],
  ...[
    '?',
    '&x=',
    '"',
    "'",
    '<',
    '^',
    '|',
    '[',
    ']',
    '{',
    ':',
    ';',
    '+',
    '%',
    '%zz',
    '#',
    '\\',
    ' ',
    '\u200b',
    '日',
    '\u0301',
  ],
)

export const linkSpelling = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', 'https://', 'HTTPS://', 'http://', 'https:///'),
        hostSpelling,
        fc.constantFrom('', '', ':443', ':8443', ':', ':0443', ':99999'),
        text(pathPart, 0, 8),
      )
      .map(
        ([scheme, host, port, tail]) => `${scheme}${host}${port}${tail === '' || /^[/?]/.test(tail) ? '' : '/'}${tail}`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('', 'link:', 'LINK:'), text(fc.constantFrom(...'abcXYZ019_-'), 1, 20))
      .map((parts) => parts.join('')),
  },
)

/** Any string at all, lone surrogates included. */
export const garbage = fc.oneof(
  text(anyCharacter, 0, 30),
  text(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    0,
    30,
  ),
  text(oddities, 0, 10),
)

/** A spelling that is meant for the type, often with a blemish. */
export function spellingFor(type: AliasType): fc.Arbitrary<string> {
  switch (type) {
    case 'username':
    case 'merchant_handle':
      return fc.oneof(handleSpelling, handleValue)
    case 'phone':
      return phoneDigits.chain((digits) => fc.oneof(fc.constant(digits), respelled(digits)))
    case 'email':
      return emailSpelling
    case 'payment_link':
      return linkSpelling
  }
}

/** A type and a spelling: mostly its own, sometimes anything. */
export const typedSpelling = aliasType.chain((type) =>
  fc.tuple(fc.constant(type), fc.oneof({ weight: 6, arbitrary: spellingFor(type) }, { weight: 1, arbitrary: garbage })),
)
