import { describe, expect, test } from 'vitest'
import type { SignpostError } from '../../src/kernel/errors.ts'
import { parseConnection, parsePage } from '../../src/kernel/page.ts'

function refusal(attempt: () => unknown): [string, string | undefined] | 'accepted' {
  try {
    attempt()
    return 'accepted'
  } catch (error) {
    const { code, param } = error as SignpostError
    return [code, param]
  }
}

describe('a page of a query string', () => {
  test('starts at the newest record, ten at a time', () => {
    expect(parsePage({})).toEqual({ limit: 10, direction: 'after', cursor: null })
  })

  test('reads the limit and either cursor', () => {
    expect(parsePage({ limit: '100', startingAfter: 'als_1' })).toEqual({
      limit: 100,
      direction: 'after',
      cursor: 'als_1',
    })
    expect(parsePage({ limit: 1, endingBefore: 'als_1' })).toEqual({ limit: 1, direction: 'before', cursor: 'als_1' })
  })

  test.each(['0', '101', '-1', '1.5', '1e1', ' 5', '', 'ten', 0, 101, 1.5, null, true, ['5', '6']])(
    'refuses the limit %j',
    (limit) => {
      expect(refusal(() => parsePage({ limit }))).toEqual(['parameter_invalid', 'limit'])
    },
  )

  test('refuses two cursors, and a cursor that is no text', () => {
    expect(refusal(() => parsePage({ startingAfter: 'a', endingBefore: 'b' }))).toEqual([
      'parameter_conflict',
      'endingBefore',
    ])
    expect(refusal(() => parsePage({ startingAfter: ['a', 'b'] }))).toEqual(['cursor_invalid', 'startingAfter'])
    expect(parsePage({ startingAfter: '' }).cursor).toBe('')
  })
})

describe("a page of Relay's arguments", () => {
  test('is the same value as that of a query string', () => {
    expect(parseConnection({})).toEqual(parsePage({}))
    expect(parseConnection({ first: null, after: null, last: null, before: null })).toEqual(parsePage({}))
    expect(parseConnection({ first: 5, after: 'a' })).toEqual(parsePage({ limit: 5, startingAfter: 'a' }))
    expect(parseConnection({ last: 5, before: 'a' })).toEqual(parsePage({ limit: 5, endingBefore: 'a' }))
    expect(parseConnection({ last: 5 })).toEqual({ limit: 5, direction: 'before', cursor: null })
    expect(parseConnection({ before: 'a' })).toEqual(parsePage({ endingBefore: 'a' }))
  })

  test('refuses sizes out of range and mixed directions', () => {
    expect(refusal(() => parseConnection({ first: 0 }))).toEqual(['parameter_invalid', 'first'])
    expect(refusal(() => parseConnection({ last: 101 }))).toEqual(['parameter_invalid', 'last'])
    expect(refusal(() => parseConnection({ first: 1, last: 1 }))).toEqual(['parameter_conflict', 'last'])
    expect(refusal(() => parseConnection({ first: 1, before: 'a' }))).toEqual(['parameter_conflict', 'before'])
    expect(refusal(() => parseConnection({ after: 'a', before: 'b' }))).toEqual(['parameter_conflict', 'before'])
  })
})
