import { SignpostError } from '../../kernel/errors.ts'
import { mustBeOneOf } from '../../kernel/input.ts'

/**
 * The counts of a consumer: its own requests, and the answers of its own webhooks.
 *
 * INVARIANT (nothing of guesses): no count of a consumer depends on the requests of others. A miss for a consumer's
 * alias is counted for the requester alone.
 */
export const usageCounts = ['resolves', 'misses', 'consentPending', 'deliveries', 'deliveryErrors'] as const
export type UsageCount = (typeof usageCounts)[number]
export type UsageCounts = Record<UsageCount, number>

export const noUsage = (): UsageCounts => ({
  resolves: 0,
  misses: 0,
  consentPending: 0,
  deliveries: 0,
  deliveryErrors: 0,
})

export const usageIntervals = ['hour', 'day'] as const
export type UsageInterval = (typeof usageIntervals)[number]

const hourSeconds = 3_600
/** The length of an interval, and the default and greatest number of intervals. */
const shapes: Record<UsageInterval, { seconds: number; usual: number; most: number }> = {
  hour: { seconds: hourSeconds, usual: 24, most: 168 },
  day: { seconds: 24 * hourSeconds, usual: 30, most: 31 },
}

export type UsageInput = {
  from?: Date | null | undefined
  to?: Date | null | undefined
  interval?: string | null | undefined
}

/** Whole intervals of UTC: from `from` until `to`, both Unix seconds. */
export type UsageSpan = { interval: UsageInterval; seconds: number; from: number; to: number }

const invalid = (param: string, rule: string) => new SignpostError('parameter_invalid', { param, rule })

/** Returns the requested intervals: the last 24 hours or 30 days by default. @throws SignpostError parameter_invalid */
export function readSpan({ from, to, interval: sent }: UsageInput, now: number): UsageSpan {
  const interval = sent ?? 'hour'
  if (interval !== 'hour' && interval !== 'day') throw invalid('interval', mustBeOneOf(usageIntervals))
  if (from && to && from >= to) throw invalid('from', 'The value must be before `to`.')
  const { seconds, usual, most } = shapes[interval]
  const end = Math.ceil((to ? to.getTime() : now + 1) / 1_000 / seconds) * seconds
  const begin = from ? Math.floor(from.getTime() / 1_000 / seconds) * seconds : end - usual * seconds
  if (begin >= end) throw invalid('from', 'The value must be before `to`.')
  // A span that begins within an interval ends within one: both are in the answer, so it has one interval more.
  const asked = from && to ? (to.getTime() - from.getTime()) / 1_000 : end - begin
  if (asked > most * seconds)
    throw invalid('from', `At most ${most} intervals of one ${interval} are answered at once.`)
  return { interval, seconds, from: begin, to: end }
}

/** The hour of a moment, both in Unix milliseconds. */
export const hourOf = (at: number): number => Math.floor(at / 1_000 / hourSeconds) * hourSeconds * 1_000
