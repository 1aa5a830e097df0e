import { type Bucket, type BucketRule, refilled } from './quotas/token-bucket.ts'

/** Says whether one more may happen now: so many at once, and so many that come back each second. */
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
