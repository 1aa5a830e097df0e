import { describe, expect, test } from 'vitest'
import {
  deliveryState,
  isSuccess,
  testOutcome,
  waitingFor,
  webhookState,
} from '../../web/console/src/webhooks/state.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

const statuses = ['ENABLED', 'DISABLED', 'AUTO_DISABLED'] as const
const times = [null, at(-28), at(28)]
const reasons = [null, 'OWNER', 'FAILING', 'GONE'] as const
const webhooks = statuses.flatMap((status) =>
  reasons.flatMap((disabledReason) =>
    times.flatMap((failingSince) =>
      times.map((pausedUntil) => ({ status, disabledReason, failingSince, pausedUntil })),
    ),
  ),
)

describe('the state of a webhook', () => {
  test('is green only where deliveries arrive: enabled, not failing, not paused', () => {
    for (const webhook of webhooks) {
      const { status, failingSince, pausedUntil } = webhook
      const isFine =
        status === 'ENABLED' && failingSince === null && !(pausedUntil !== null && Date.parse(pausedUntil) > now)
      expect([webhook, webhookState(webhook, now).tone === 'good']).toEqual([webhook, isFine])
    }
  })

  test('never shows a disabled one as paused or failing, nor an ended pause', () => {
    for (const webhook of webhooks) {
      const { text, at: until } = webhookState(webhook, now)
      if (webhook.status !== 'ENABLED') expect(text).toMatch(/^Disabled/)
      if (text.startsWith('Paused')) expect(Date.parse(until!)).toBeGreaterThan(now)
    }
  })

  test('shows why the service disabled it', () => {
    const off = { status: 'AUTO_DISABLED' as const, failingSince: at(-9_000), pausedUntil: at(5) }
    expect(webhookState({ ...off, disabledReason: 'GONE' }, now)).toEqual({
      tone: 'bad',
      text: 'Disabled automatically: the receiver answered 410 Gone',
    })
    expect(webhookState({ ...off, disabledReason: 'FAILING' }, now).text).toContain('nothing but failures')
  })
})

describe('the reason of a waiting delivery', () => {
  const states = ['PENDING', 'DELIVERED', 'EXHAUSTED', 'CANCELLED'] as const
  const pendingReasons = [null, 'DUE', 'SCHEDULED', 'IN_FLIGHT', 'WEBHOOK_PAUSED', 'WEBHOOK_DISABLED'] as const
  const deliveries = states.flatMap((state) =>
    pendingReasons.flatMap((pendingReason) =>
      times.flatMap((nextAttemptAt) =>
        times.map((pausedUntil) => ({ state, pendingReason, nextAttemptAt, pausedUntil })),
      ),
    ),
  )

  test('is shown for a pending one only, with a time in the future', () => {
    for (const delivery of deliveries) {
      for (const status of statuses) {
        const waiting = waitingFor(delivery, { status }, now)
        expect([delivery, waiting === null]).toEqual([delivery, delivery.state !== 'PENDING'])
        if (waiting?.at) expect(Date.parse(waiting.at)).toBeGreaterThan(now)
      }
    }
  })

  test('is the worker, where it is overdue', () => {
    const overdue = { state: 'PENDING', pendingReason: 'DUE', nextAttemptAt: at(-28), pausedUntil: null } as const
    expect(waitingFor(overdue, { status: 'ENABLED' }, now)).toEqual({ text: 'due now, waiting for the worker' })
  })
})

test.each([
  [100, false],
  [200, true],
  [204, true],
  [299, true],
  [301, false],
  [404, false],
  [500, false],
  [null, false],
])('an answer of %s to a test is a success: %s', (status, isGood) => {
  const attempt = { status, error: status === null ? 'timeout' : null }
  expect(isSuccess(attempt)).toBe(isGood)
  expect(testOutcome(attempt)).toMatchObject({
    tone: isGood ? 'good' : 'bad',
    text: expect.stringMatching(isGood ? /accepted with 2/ : /failed: (?:the receiver answered \d+|timeout)$/),
  })
})

describe('the state of a delivery', () => {
  const attempt = (status: number | null, error: string | null = null) => ({
    n: 1,
    startedAt: at(-1),
    ms: 5,
    status,
    error,
    answer: null,
  })
  test('says the outcome of the last attempt, and is red before it is given up', () => {
    expect(deliveryState({ state: 'PENDING', attempts: [], attemptCount: 0 })).toEqual({
      tone: 'wait',
      text: 'Pending',
    })
    expect(deliveryState({ state: 'PENDING', attempts: [attempt(500)], attemptCount: 1 })).toEqual({
      tone: 'bad',
      text: 'Failing · 500 · attempt 1 of 10',
    })
    const cut = [attempt(500), attempt(null, 'timeout')]
    expect(deliveryState({ state: 'PENDING', attempts: cut, attemptCount: 2 }).text).toBe(
      'Failing · timeout · attempt 2 of 10',
    )
    expect(deliveryState({ state: 'EXHAUSTED', attempts: cut, attemptCount: 10 }).tone).toBe('bad')
    expect(deliveryState({ state: 'DELIVERED', attempts: [attempt(204)], attemptCount: 1 })).toEqual({
      tone: 'good',
      text: 'Delivered · 204',
    })
  })
})
