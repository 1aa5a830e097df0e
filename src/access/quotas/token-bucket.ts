/** Rule of a bucket: it holds `size` tokens when full and gains `refillPerSecond`. */
export type BucketRule = { readonly size: number; readonly refillPerSecond: number }

/** A bucket as it was left at `at`, in milliseconds. An absent one is full. */
export type Bucket = { readonly tokens: number; readonly at: number }

/**
 * Takes `cost` tokens from the bucket `key` if it holds at least `need` of them; `cost` may take it below zero. A negative
 * cost gives tokens back; a bucket never holds more than its size.
 */
export type Draw = {
  readonly key: string
  readonly rule: BucketRule
  readonly need: number
  readonly cost: number
}

/** `tokens` are what the bucket holds afterwards; `gateTokens` what the gate's bucket holds, null without a gate. */
export type Drawn = { readonly admitted: boolean; readonly tokens: number; readonly gateTokens: number | null }

/**
 * Where buckets live. `gate` is a second bucket that must hold its `need` too, and gives its own cost; a refusal by either
 * takes nothing at all.
 */
export type BucketStore = {
  draw(draw: Draw, gate?: Draw): Drawn | Promise<Drawn>
  close(): Promise<void>
}

/** Of a draw that is never refused: what is settled afterwards. */
export const unconditionally = -1e15

/** What fractions of tokens may be off by when they have been added up. */
const tolerance = 1e-6

/** Of a draw that needs so many tokens. */
export const atLeast = (tokens: number): number => tokens - tolerance

/** Of a draw that needs more than an empty bucket, however little. */
export const aboveZero = tolerance

/** Tokens in the bucket at `now`. A clock that went back gives nothing and takes nothing. */
export function refilled(bucket: Bucket | undefined, { size, refillPerSecond }: BucketRule, now: number): number {
  if (!bucket) return size
  const elapsed = Math.max(0, now - bucket.at)
  return Math.min(size, bucket.tokens + (elapsed / 1000) * refillPerSecond)
}

/** The longest wait that an answer names, for buckets that never refill. */
const longestWait = 86_400

/** Whole seconds, one at least, until a bucket that holds `tokens` holds `need`. */
export function secondsUntil(tokens: number, need: number, { size, refillPerSecond }: BucketRule): number {
  const missing = Math.min(need, size) - tokens
  if (missing <= 0) return 1
  return Math.min(longestWait, Math.max(1, Math.ceil(missing / refillPerSecond)))
}
