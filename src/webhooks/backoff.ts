/** Delays in milliseconds before each attempt, counted from the end of the one before: the Standard Webhooks table. */
export const standardSchedule: readonly number[] = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
].map((seconds) => seconds * 1_000)

const jitter = 0.2
const hour = 3_600_000
/** The least wait after a 429 or a timeout, for the delivery and for the whole webhook. */
const breather = 60_000

type Setback = {
  /** Milliseconds that the receiver asked for. */
  retryAfterMs: number | null
  /** It answered 429, or not in time. */
  isStrained: boolean
}

/**
 * Returns the milliseconds before the next attempt after `attempts` have failed; null when there is none left. `random` is in [0,
 * 1): the planned delay varies by ±20 %, and Retry-After is honoured from there up to twice the plan (at least an hour).
 */
export function delayAfter(
  attempts: number,
  { retryAfterMs, isStrained }: Setback,
  random: number,
  schedule: readonly number[] = standardSchedule,
): number | null {
  const planned = schedule[attempts]
  if (planned === undefined) return null
  const varied = planned * (1 - jitter + 2 * jitter * random)
  const asked = Math.min(retryAfterMs ?? 0, Math.max(2 * planned, hour))
  return Math.round(Math.max(varied, asked, isStrained ? breather : 0))
}

/** Returns the milliseconds that a strained receiver's other deliveries wait; 0 when it isn't strained. */
export const pauseAfter = ({ retryAfterMs, isStrained }: Setback): number =>
  isStrained ? Math.min(Math.max(retryAfterMs ?? 0, breather), hour) : 0

/** The breaker: from this many failures in a row on, a webhook is paused, then probed by one delivery at a time. */
export const breaker = { failures: 10, firstPauseMs: 30_000, longestPauseMs: 900_000 }

/** A webhook is switched off after this long of nothing but failures, if there were enough of them. */
export const autoDisable = { afterMs: 5 * 24 * hour, failures: 20 }

/** No date of HTTP is longer: the receiver writes the header. */
const longestHeader = 64

/** Milliseconds in a Retry-After header, as seconds or as a date; null when it says nothing usable. */
export function parseRetryAfter(header: string | null | undefined, now: number): number | null {
  if (!header || header.length > longestHeader) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = /^[A-Z][a-z]+, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
