import { expect, test } from 'vitest'
import { generators } from '../../../scripts/generate.ts'
import { pages, readPage } from '../../../scripts/pages.ts'

test.each(Object.entries(pages))('the page of %s equals the generator’s output', async (_, page) => {
  const { is, made } = await readPage(page)
  expect(is).toBe(made)
})

test('every page that is made of code has its generator', () => {
  expect(Object.keys(generators)).toEqual(expect.arrayContaining(Object.keys(pages)))
})
