import { describe, expect, test } from 'vitest'
import type { PlainName } from '../../src/payees/name.ts'
import type { RegisteredName } from '../../src/payees/rules.ts'
import { compareGiven, named } from '../support/payee-names.ts'

const couple: RegisteredName = {
  kind: 'joint',
  holders: [named('Anna', 'Schmidt'), named('Robert', 'Meier')],
}
const ask = (name: string, registered: RegisteredName = couple) => compareGiven({ name }, registered, 'user')

describe('a joint account', () => {
  test.each(['Anna Schmidt', 'Robert Meier', 'Anna Schmidt and Robert Meier', 'Robert Meier & Anna Schmidt'])(
    'matches any one holder, or all of them: %s',
    (name) => expect(ask(name)).toBe('match'),
  )

  test.each([
    'Anna Meier',
    'Anna Schmidt Robert Meier',
    'Anna and Robert',
    'Anna Schmidt and Robert',
    'Robert Schmidt',
  ])('is never known by parts of two: %s', (name) => expect(ask(name)).toBe('no_match'))

  test('of all holders the least alike decides', () => {
    expect(ask('Anna Schmidt and Meier Robert')).toBe('close_match')
    expect(ask('Anna Schmidt and Robert Maier')).toBe('no_match')
  })

  test('an initial that is also a word for "and" separates nobody', () => {
    expect(ask('Anna E Schmidt und Robert Meier')).toBe('close_match')
  })

  test('of three, two are not all', () => {
    const three: RegisteredName = {
      kind: 'joint',
      holders: [{ name: 'Anna Schmidt' }, { name: 'Robert Meier' }, { name: 'Eva Braun' }],
    }
    expect(ask('Anna Schmidt & Robert Meier', three)).toBe('no_match')
    expect(ask('Eva Braun & Anna Schmidt & Robert Meier', three)).toBe('match')
  })
})

describe('an identification', () => {
  const lei: RegisteredName = { kind: 'identification', scheme: 'lei', value: '5299 00T8-BM49AURSDO55' }
  const ask = (scheme: string, value: string, registered: RegisteredName = lei) =>
    compareGiven({ identification: { scheme, value } }, registered, 'business')

  test('is equal without spaces, dashes and case', () => {
    expect(ask('LEI', '529900t8bm49aursdo55')).toBe('match')
    expect(ask('lei', '5299-00T8-BM49-AURS-DO55')).toBe('match')
  })

  test('is another under another scheme, and with another letter', () => {
    expect(ask('vat', '529900T8BM49AURSDO55')).toBe('no_match')
    expect(ask('lei', '529900T8BM49AURSDO56')).toBe('no_match')
    expect(ask('lei', '')).toBe('no_match')
  })

  test('is no name, and a name is no identification', () => {
    expect(compareGiven({ name: '529900T8BM49AURSDO55' }, lei, 'business')).toBe('no_match')
    expect(ask('lei', 'Acme', { kind: 'legal', name: 'Acme' })).toBe('no_match')
  })
})

describe('a name in its two parts', () => {
  const compare = (a: PlainName, b: ReturnType<typeof named>) => compareGiven(a, { kind: 'legal', ...b }, 'user')

  test('has the given family name', () => {
    expect(compare(named('María', 'García López'), named('Maria', 'Garcia Lopez'))).toBe('match')
    expect(compare({ name: 'García López, María' }, named('Maria', 'Garcia Lopez'))).toBe('match')
    expect(compare(named('María', 'García'), named('Maria', 'Garcia Lopez'))).toBe('no_match')
  })

  test('is close to one whose family name was guessed from the same words', () => {
    expect(compare({ name: 'Ludwig van Beethoven' }, named('Ludwig', 'van Beethoven'))).toBe('close_match')
    expect(compare({ name: 'Ludwig Beethoven' }, named('Ludwig', 'van Beethoven'))).toBe('no_match')
  })
})
