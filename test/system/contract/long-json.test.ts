import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longJson } from '../../../src/surfaces/slices.ts'

test('a record in slices is the text that JSON.stringify gives', () =>
  fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.jsonValue(), fc.constant(undefined))))),
      async (record) => {
        expect(await longJson(record)).toBe(JSON.stringify(record))
      },
    ),
  ))

test('the event loop turns while a long list is written', async () => {
  let turns = 0
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const list = Array.from({ length: 100 }, () => 'x'.repeat(64 * 1024))
  expect(await longJson({ list })).toBe(JSON.stringify({ list }))
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(40)
})
