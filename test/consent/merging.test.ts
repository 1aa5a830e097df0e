import { expect, test } from 'vitest'
import { mergeTerms, type Terms } from '../../src/consent/grants/rules.ts'

const covering = (endpoints: string[]): Terms => ({
  covers: { all: false, aliases: [], endpoints },
  release: [],
  expiresAt: null,
})
const merged = (held: string[], living: string[]) =>
  mergeTerms(covering(held), covering(['added']), new Set(living)).covers.endpoints

test('an approval keeps removed records while the lists fit: a notice of their removal may still be due', () => {
  expect(merged(['removed', 'kept'], ['kept'])).toEqual(['removed', 'kept', 'added'])
})

test('an approval drops removed records from lists that would be longer than a change may send', () => {
  const held = Array.from({ length: 50 }, (_, n) => `old ${n}`)
  expect(merged(held, held.slice(25))).toEqual([...held.slice(25), 'added'])
})
