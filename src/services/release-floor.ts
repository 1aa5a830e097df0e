import { setTimeout as sleep } from 'node:timers/promises'

export type ReleaseFloor = (kind: 'single' | 'bulk', since: number) => Promise<void>

/**
 * Waits until `since + k·D`, k ≥ 1 the smallest that covers the work. Times are monotonic milliseconds.
 * Source: the security rules, section 1.
 */
export function createReleaseFloor({ singleMs, bulkMs }: { singleMs: number; bulkMs: number }): ReleaseFloor {
  return async (kind, since) => {
    const step = kind === 'single' ? singleMs : bulkMs
    const deadline = since + Math.max(1, Math.ceil((performance.now() - since) / step)) * step
    const coarse = deadline - performance.now() - 2
    if (coarse > 1) await sleep(coarse)
    while (performance.now() < deadline) await new Promise((resolve) => setImmediate(resolve))
  }
}
