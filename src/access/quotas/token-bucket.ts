/** Rule of a bucket: it holds `size` tokens when full and gains `refillPerSecond`. */
export type BucketRule = { readonly size: number; readonly refillPerSecond: number }

/** The state of a bucket at `at`, in milliseconds. An absent bucket is full. */
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

/** `tokens` is the content of the bucket afterwards; `gateTokens` that of the gate's bucket, null without a gate. */
export type Drawn = { readonly admitted: boolean; readonly tokens: number; readonly gateTokens: number | null }

/**
 * The store of buckets. `gate` is a second bucket that must hold its `need` too and pays its own cost; a refusal by
 * either takes nothing.
 */
export type BucketStore = {
  draw(draw: Draw, gate?: Draw): Drawn | Promise<Drawn>
  close(): Promise<void>
}

/** Minimum of a draw that is never refused: it settles a cost afterwards. */
export const unconditionally = -1e15

/** Tolerance for the rounding of added fractions. */
const tolerance = 1e-6

/** Minimum of a draw that needs a number of tokens. */
export const atLeast = (tokens: number): number => tokens - tolerance

/** Minimum of a draw that needs more than an empty bucket. */
export const aboveZero = tolerance

/** Tokens in the bucket at `now`. A clock that went back changes nothing. */
export function refilled(bucket: Bucket | undefined, { size, refillPerSecond }: BucketRule, now: number): number {
  if (!bucket) return size
  const elapsed = Math.max(0, now - bucket.at)
  return Math.min(size, bucket.tokens + (elapsed / 1000) * refillPerSecond)
}

/** The longest wait in an answer, for buckets that never refill. */
const longestWait = 86_400

/** Whole seconds, at least one, until a bucket that holds `tokens` holds `need`. */
export function secondsUntil(tokens: number, need: number, { size, refillPerSecond }: BucketRule): number {
  const missing = Math.min(need, size) - tokens
  if (missing <= 0) return 1
  return Math.min(longestWait, Math.max(1, Math.ceil(missing / refillPerSecond)))
}

/** Creates a token bucket of one process: each call takes a token and returns true if there was one. */
export function createAllowance(rule: BucketRule): () => boolean {
  let bucket: Bucket = { tokens: rule.size, at: performance.now() }
  return () => {
    const now = performance.now()
    const tokens = refilled(bucket, rule, now)
    const isAllowed = tokens >= 1
    bucket = { tokens: isAllowed ? tokens - 1 : tokens, at: now }
    return isAllowed
  }
}
