import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOneEdit, type Likeness } from '../../src/payees/comparison.ts'
import { legalForms } from '../../src/payees/legal-forms/legal-forms.ts'
import type { NameKind } from '../../src/payees/rules.ts'
import type { IdentityType } from '../../src/registry/identities/rules.ts'
import { compareGiven } from '../support/payee-names.ts'

type Vector = { type: IdentityType; kind: NameKind; a: string; b: string; verdict: Likeness; rule: string }

const read = (name: string) => JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'))
const vectors: Vector[] = read('payee-names.json')

test('the table has at least 300 different pairs, and each verdict many times', () => {
  expect(new Set(vectors.map(({ type, kind, a, b }) => `${type}|${kind}|${a}|${b}`)).size).toBe(vectors.length)
  expect(vectors.length).toBeGreaterThanOrEqual(300)
  for (const verdict of ['match', 'close_match', 'no_match']) {
    expect(vectors.filter((vector) => vector.verdict === verdict).length).toBeGreaterThan(60)
  }
})

test.each(vectors)('$type: "$a" and "$b" have the verdict $verdict ($rule)', ({ type, kind, a, b, verdict }) => {
  expect(compareGiven({ name: a }, { kind, name: b }, type)).toBe(verdict)
  expect(compareGiven({ name: b }, { kind, name: a }, type)).toBe(verdict)
})

test('an independent distance agrees which words are one edit apart', () => {
  const rows: [string, string, number][] = read('payee-edits.json')
  expect(rows.filter(([, , distance]) => distance === 1).length).toBeGreaterThan(200)
  expect(rows.filter(([, , distance]) => distance === 2).length).toBeGreaterThan(200)
  expect(rows.filter(([a, b, distance]) => isOneEdit(a, b) !== (distance === 1))).toEqual([])
  expect(rows.filter(([a, b, distance]) => isOneEdit(b, a) !== (distance === 1))).toEqual([])
})

test('the table of legal forms has at least 300 rows, each with its law and at least one spelling', () => {
  expect(legalForms.length).toBeGreaterThanOrEqual(300)
  const rows = legalForms.map((row) => row.join('|'))
  expect(new Set(rows).size).toBe(rows.length)
  for (const [country, spellings, source] of legalForms) {
    expect(country).toMatch(/^[A-Z]{2}$/)
    expect(source.length).toBeGreaterThan(2)
    for (const spelling of spellings.split('|')) expect(spelling.trim()).not.toBe('')
  }
})

test('each spelling of a legal form is that form: with another spelling of its row a name matches', () => {
  const wrong = legalForms.flatMap(([, spellings]) => {
    const [first, ...others] = spellings.split('|')
    return others.filter((other) => {
      const asked = { name: `Nordlicht ${first}` }
      return compareGiven(asked, { kind: 'legal', name: `Nordlicht ${other}` }, 'business') !== 'match'
    })
  })
  expect(wrong).toEqual([])
})
