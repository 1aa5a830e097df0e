import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFreeText } from '../../src/kernel/input.ts'

const shown = [
  'Ann',
  '',
  'Žofie O’Neil',
  '李小龍',
  'علی\u200cرضا',
  'क्\u200dष',
  '👩\u200d💻 shop',
  '👩🏽\u200d🚀',
  'שלום',
  'a  b',
]
const hidden = [
  0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200c, 0x200d,
  0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2064, 0x2066, 0x2067, 0x2068,
  0x2069, 0x206f, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xd800, 0xdfff,
]

test.each(shown)('%s shows', (text) => {
  expect(isFreeText(text, 200)).toBe(true)
})

test.each(hidden.map((point) => [point.toString(16).padStart(4, '0'), String.fromCodePoint(point)]))(
  'U+%s is refused at the start, inside and at the end of a name',
  (_, character) => {
    for (const text of [`${character}ann`, `an${character}n`, `ann${character}`, character, `ع${character}a`]) {
      expect(isFreeText(text, 200)).toBe(false)
    }
  },
)

test('nothing but text within the limit is taken', () => {
  expect(isFreeText('a'.repeat(200), 200)).toBe(true)
  expect(isFreeText('a'.repeat(201), 200)).toBe(false)
  for (const value of [null, undefined, 1, {}, ['a']]) expect(isFreeText(value, 200)).toBe(false)
})

test('no text that is taken has a format character outside a joined word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (isFreeText(text, 500)) expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u)
    }),
  )
})
