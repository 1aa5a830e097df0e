import { describe, expect, test } from 'vitest'
import type { PlainName } from '../../src/payees/name.ts'
import { compareGiven, named } from '../support/payee-names.ts'

type Given = string | { given: string; family: string }
const read = (name: Given): PlainName => (typeof name === 'string' ? { name } : name)
const compare = (a: Given, b: Given, type: 'user' | 'business' = 'user') => {
  const one = compareGiven(read(a), { kind: 'legal', ...(read(b) as { name: string }) }, type)
  expect(compareGiven(read(b), { kind: 'legal', ...(read(a) as { name: string }) }, type)).toBe(one)
  return one
}

describe('two people whose names are honorifics, too', () => {
  test.each<[Given, Given]>([
    [named('John', 'Lord'), named('John', 'Pan')],
    ['Lord, John', 'Pan, John'],
    [named('John', 'Lord'), 'John'],
    [named('Kumari', 'Sharma'), named('Major', 'Sharma')],
    ['Kumari Sharma', 'Shri Sharma'],
    ['Pan Wei', 'Bay Wei'],
    ['Pan Wei', 'Wei'],
    ['Ka Wai Chan', 'Wai Chan'],
    ['Sri Mulyani', 'Mulyani'],
    ['Pan-Nowak, Anna', 'Anna Nowak'],
    ['Pan-Nowak Anna', 'Nowak Anna'],
  ])('%j and %j do not match', (a, b) => {
    expect(compare(a, b)).not.toBe('match')
  })

  test.each<[Given, Given]>([
    [named('Dr John', 'Lord'), 'John Lord'],
    ['Lord, Dr John', 'John Lord'],
    ['г-н Иван Петров', 'Иван Петров'],
    ['Г-жа Анна Петрова', 'Анна Петрова'],
    ['Dipl.-Ing. Hans Müller', 'Hans Müller'],
    ['Dipl-Ing Hans Müller', 'Hans Müller'],
    ['Mr Smith', 'mr. smith'],
    ['κα Μαρία Παπαδοπούλου', 'Μαρία Παπαδοπούλου'],
    ['Pan Jan Kowalski', 'Jan Kowalski'],
    [named('Kumari', 'Sharma'), named('kumari', 'SHARMA')],
  ])('%j and %j match', (a, b) => {
    expect(compare(a, b)).toBe('match')
  })
})

test.each([
  ['李 王', '李明 王'],
  ['준 김', '준호 김'],
  ['王, 李', '王, 李明'],
])('a word of one sign is no initial: %s and %s', (a, b) => {
  expect(compare(a, b)).toBe('no_match')
})

test.each([
  ['И Петров', 'Иван Петров'],
  ['J Smith', 'John Smith'],
  ['Ö Müller', 'Özgür Müller'],
])('a letter is: %s and %s', (a, b) => {
  expect(compare(a, b)).toBe('close_match')
})

test('an edit needs a word of six written letters, not a longer transliteration', () => {
  expect(compare('Söfie Meier', 'Sofiee Meier')).toBe('no_match')
  expect(compare('Ющик Иванов', 'Ющек Иванов')).toBe('no_match')
  expect(compare('Ющик Иванов', 'Iushchyk Иванов')).toBe('close_match')
  expect(compare('Sophie Meier', 'Sophia Meier')).toBe('close_match')
  expect(compare('Jürgen Meier', 'Jurgem Meier')).toBe('close_match')
})
