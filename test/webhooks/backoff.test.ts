import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delayAfter, parseRetryAfter, pauseAfter, standardSchedule } from '../../src/webhooks/backoff.ts'

const calm = { retryAfterMs: null, isStrained: false }
const second = 1_000
const hour = 3_600 * second

test('the schedule is ten attempts in 75 hours and 35 minutes', () => {
  expect(standardSchedule).toHaveLength(10)
  expect(standardSchedule.reduce((sum, delay) => sum + delay)).toBe((75 * 60 + 35) * 60 * second + 5 * second)
  expect(delayAfter(10, calm, 0.5)).toBeNull()
})

test('every delay lies within 20 % of the plan', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (attempts, random) => {
        const planned = standardSchedule[attempts]!
        const delay = delayAfter(attempts, calm, random)!
        expect(delay).toBeGreaterThanOrEqual(planned * 0.8 - 1)
        expect(delay).toBeLessThanOrEqual(planned * 1.2 + 1)
      },
    ),
  )
})

test('Retry-After is honoured between the plan and twice it, at least an hour', () => {
  const asked = (retryAfterMs: number, attempts: number) =>
    delayAfter(attempts, { retryAfterMs, isStrained: false }, 0.5)
  expect(asked(1, 2)).toBe(300 * second)
  expect(asked(600 * second, 2)).toBe(600 * second)
  expect(asked(9 * hour, 2)).toBe(hour)
  expect(asked(9 * hour, 4)).toBe(4 * hour)
})

test('a 429 or a timeout waits at least a minute, and pauses the webhook for no more than an hour', () => {
  expect(delayAfter(1, { retryAfterMs: null, isStrained: true }, 0)).toBe(60 * second)
  expect(pauseAfter({ retryAfterMs: null, isStrained: true })).toBe(60 * second)
  expect(pauseAfter({ retryAfterMs: 120 * second, isStrained: true })).toBe(120 * second)
  expect(pauseAfter({ retryAfterMs: 9 * hour, isStrained: true })).toBe(hour)
  expect(pauseAfter({ retryAfterMs: 9 * hour, isStrained: false })).toBe(0)
})

test('Retry-After is seconds or a date; anything else says nothing', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(parseRetryAfter('120', now)).toBe(120 * second)
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60 * second)
  expect(parseRetryAfter('Thu, 01 Jan 2025 00:01:00 GMT', now)).toBe(0)
  for (const text of [undefined, null, '', '-1', 'soon', '1e9x']) expect(parseRetryAfter(text, now)).toBeNull()
})
