import type { Logger } from '../../kernel/log.ts'
import type { MemoryBuckets } from './memory-store.ts'
import type { BucketStore, Drawn } from './token-bucket.ts'

/** Pause before a store that failed is used again. */
const restMs = 1_000

/**
 * Wraps a shared store that may fail.
 *
 * INVARIANT (never without limits): while it fails, this process counts its part of the limits in memory, starting from
 * the last state of the shared store.
 */
export function withFallback(
  shared: BucketStore,
  memory: MemoryBuckets,
  { clock, log }: { clock: () => number; log: Logger },
): BucketStore {
  let restsUntil = Number.NEGATIVE_INFINITY
  let isDown = false

  function failed(error: unknown): void {
    restsUntil = clock() + restMs
    if (!isDown) log.warn({ error }, 'the quota store is down: this process counts its part of the limits in memory')
    isDown = true
  }

  function answered(): void {
    if (isDown) log.info('the quota store is back')
    isDown = false
  }

  return {
    async draw(draw, gate): Promise<Drawn> {
      if (clock() < restsUntil) return memory.draw(draw, gate)
      try {
        const drawn = await shared.draw(draw, gate)
        answered()
        memory.note(draw.key, drawn.tokens)
        if (gate && drawn.gateTokens !== null) memory.note(gate.key, drawn.gateTokens)
        return drawn
      } catch (error) {
        failed(error)
        return memory.draw(draw, gate)
      }
    },
    close: () => shared.close(),
  }
}
