import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPosition, readTimeline } from '../../../src/database/read-index/mark-store.ts'

const hex = (value: number) => value.toString(16).toUpperCase()

test('a log position converts to its number of bytes, and later positions are larger', () => {
  const half = fc.integer({ min: 0, max: 0xffff_ffff })
  // The range that a number holds exactly: eight million gigabytes of log.
  const high = fc.integer({ min: 0, max: 0x1f_ffff })
  fc.assert(
    fc.property(high, half, (first, second) => {
      const position = readPosition(`${hex(first)}/${hex(second)}`)
      expect(BigInt(position)).toBe((BigInt(first) << 32n) + BigInt(second))
      // PostgreSQL 19 writes the second half with zeros in front.
      expect(readPosition(`${hex(first)}/${hex(second).padStart(8, '0')}`)).toBe(position)
    }),
  )
})

test('the name of a file of the log begins with its timeline', () => {
  const any = fc.integer({ min: 1, max: 0x7fff_ffff })
  fc.assert(
    fc.property(any, any, (timeline, segment) => {
      const name = [timeline, segment, 7].map((part) => hex(part).padStart(8, '0')).join('')
      expect(readTimeline(name)).toBe(timeline)
    }),
  )
})

test('malformed log positions and log file names are refused', () => {
  for (const place of ['', '0', '0/', '/0', '0/1B80FA8 ', '0/1b80fa8g', '-1/0', '0/1B80FA800'])
    expect(() => readPosition(place)).toThrow('no place in its log')
  for (const file of ['', '00000001', '00000001000000000000000100', '0000000100000000000000zz'])
    expect(() => readTimeline(file)).toThrow('no file of its log')
})
