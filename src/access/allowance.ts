import { type Bucket, type BucketRule, refilled } from './quotas/token-bucket.ts'

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
