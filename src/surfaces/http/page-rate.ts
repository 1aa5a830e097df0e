import { beforeTheKey } from '../../access/before-the-key.ts'
import { clientNetwork } from '../../access/quotas/client-network.ts'
import { createMemoryBuckets } from '../../access/quotas/memory-store.ts'
import { atLeast, secondsUntil } from '../../access/quotas/token-bucket.ts'
import type { App } from '../../app/context.ts'
import { SignpostError } from '../../kernel/errors.ts'

/** How fast one network may read what needs no key. Each process counts by itself: this bounds its work, not a secret. */
export type PageRate = {
  /** @throws SignpostError rate_limited */
  admit(address: string): void
}

const rates = new WeakMap<App, PageRate>()

/** The application's one. */
export function pageRateOf(app: App): PageRate {
  const rate = rates.get(app) ?? createPageRate({ isOn: app.config.rateLimits, clock: app.clock })
  rates.set(app, rate)
  return rate
}

function createPageRate({ isOn, clock }: { isOn: boolean; clock: () => number }): PageRate {
  const rule = beforeTheKey.pages
  const buckets = createMemoryBuckets({ clock })
  return {
    admit(address) {
      if (!isOn) return
      const key = `unauthenticated:pages:${clientNetwork(address)}`
      const { admitted, tokens } = buckets.draw({ key, rule, need: atLeast(1), cost: 1 })
      if (!admitted) throw new SignpostError('rate_limited', { retryAfter: secondsUntil(tokens, 1, rule) })
    },
  }
}
