import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { foldSources, renderConfusables } from '../../../../scripts/generate-confusables.ts'
import { confusables } from '../../../../src/registry/aliases/normalization/confusables.ts'

const committed = new URL('../../../../src/registry/aliases/normalization/confusables.ts', import.meta.url)

it('the committed fold table equals the generator’s output', () => {
  expect(readFileSync(committed, 'utf8')).toBe(renderConfusables())
})

it('the fold table holds 122 code points, the seven of Unicode 17.0 among them', () => {
  expect(confusables.size).toBe(122)
  expect([...foldSources().values()].flat()).toHaveLength(122)
  const overlay = '\u0192\u0582\u04cf\u00fe\u01bf\u03f8\u0448'
  expect([...overlay].map((letter) => confusables.get(letter)).join('')).toBe('filpppw')
})

it('a fold source is a casefolded non-ASCII letter, and folds to ASCII letters in one step', () => {
  for (const [letter, fold] of confusables) {
    expect(letter).toMatch(/^[\p{L}]$/u)
    expect(letter > '\u007f' && letter.toLowerCase().toUpperCase().toLowerCase() === letter).toBe(true)
    expect(fold).toMatch(/^[a-z]+$/)
  }
})
