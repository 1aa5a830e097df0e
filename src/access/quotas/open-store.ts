import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { type Logger, outageLog } from '../../kernel/log.ts'
import { createPostgresBuckets } from './postgres-store.ts'
import { type Bucket, type BucketRule, type BucketStore, type Draw, type Drawn, refilled } from './token-bucket.ts'
import { createValkeyBuckets, openValkey } from './valkey-store.ts'

/** Where the buckets live, as the environment says. */
type StoreSettings = {
  rateLimitStore: 'memory' | 'postgres' | 'valkey'
  valkeyUrl: string | undefined
  processes: number
}

type Deps = { config: StoreSettings; pool: Pool; clock: () => number; log: Logger }

/** Opens the configured store. Without a shared one the process counts in memory. */
export function openBuckets({ config, pool, clock, log }: Deps): BucketStore {
  const memory = createMemoryBuckets({ clock, processes: config.processes })
  const { rateLimitStore, valkeyUrl } = config
  if (rateLimitStore === 'memory') return memory
  const shared = rateLimitStore === 'valkey' ? createValkeyBuckets(openValkey(valkeyUrl!)) : createPostgresBuckets(pool)
  return withFallback(shared, memory, { clock, log })
}

type MemoryBuckets = ReturnType<typeof createMemoryBuckets>

/** Pause before a store that failed is used again. */
const restMs = 1_000

/**
 * Wraps a shared store that may fail.
 *
 * INVARIANT (never without limits): while it fails, this process counts its part of the limits in memory, starting from
 * the last state of the shared store, or from what it has left itself if that is less: a store that comes and goes refills
 * nothing.
 */
export function withFallback(
  shared: BucketStore,
  memory: MemoryBuckets,
  { clock, log }: { clock: () => number; log: Logger },
): BucketStore {
  let restsUntil = Number.NEGATIVE_INFINITY
  const outage = outageLog(
    log,
    'the quota store is down: this process counts its part of the limits in memory',
    'the quota store is back',
  )

  return {
    async draw(draw, gate): Promise<Drawn> {
      if (clock() < restsUntil) return memory.draw(draw, gate)
      try {
        const drawn = await shared.draw(draw, gate)
        outage.worked()
        memory.note(draw, drawn.tokens)
        if (gate && drawn.gateTokens !== null) memory.note(gate, drawn.gateTokens)
        return drawn
      } catch (error) {
        restsUntil = clock() + restMs
        outage.failed(error)
        return memory.draw(draw, gate)
      }
    },
    close: () => shared.close(),
  }
}

const networksPrefix = 'unauthenticated:'

/** `own` is what this process has left of its part: only time refills it, and no state of the shared store. */
type OwnBucket = Bucket & { readonly own: number }

type Options = {
  clock: () => number
  capacity?: number
  /** The number of processes that share the limits. Each one grants its part. */
  processes?: number
}

/**
 * Buckets in memory; the least recently used is evicted first. Networks have a separate store, because a new bucket is
 * full: a client with many addresses can't evict, and so refill, a caller's bucket.
 *
 * INVARIANT (never more than the limit): the parts of `processes` processes add up to the rule.
 *
 * @returns a store that answers synchronously, and takes over the state of another store
 */
export function createMemoryBuckets({ clock, capacity = 100_000, processes = 1 }: Options) {
  // `max` would allocate all of the space at once.
  const bounds = { maxSize: capacity, sizeCalculation: () => 1 }
  const callers = new LRUCache<string, OwnBucket>(bounds)
  const networks = new LRUCache<string, OwnBucket>(bounds)
  const roomOf = (key: string) => (key.startsWith(networksPrefix) ? networks : callers)

  // A read is no use: buckets that are only read are evicted first.
  const peek = (key: string) => roomOf(key).peek(key)
  const keep = (key: string, tokens: number, own: number, now: number) =>
    void roomOf(key).set(key, { tokens, own, at: Math.max(now, peek(key)?.at ?? now) })
  const partOf = (rule: BucketRule): BucketRule =>
    processes === 1 ? rule : { size: rule.size / processes, refillPerSecond: rule.refillPerSecond / processes }

  function ownOf({ key, rule }: Draw, now: number): number {
    const bucket = peek(key)
    return refilled(bucket && { tokens: bucket.own, at: bucket.at }, partOf(rule), now)
  }

  const held = (draw: Draw, now: number) => Math.min(ownOf(draw, now), refilled(peek(draw.key), partOf(draw.rule), now))

  function take(draw: Draw, tokens: number, now: number): number {
    const { key, rule, cost } = draw
    if (cost === 0) return tokens
    const size = rule.size / processes
    const left = Math.min(size, tokens - cost)
    keep(key, left, Math.min(size, ownOf(draw, now) - cost), now)
    return left
  }

  return {
    draw(draw: Draw, gate?: Draw): Drawn {
      const now = clock()
      const tokens = held(draw, now)
      const gateTokens = gate ? held(gate, now) : null
      const admitted = tokens >= draw.need && (gate === undefined || gateTokens! >= gate.need)
      if (!admitted) return { admitted, tokens, gateTokens }
      return {
        admitted,
        tokens: take(draw, tokens, now),
        gateTokens: gate ? take(gate, gateTokens!, now) : null,
      }
    },
    /** Sets a bucket to this process's part of the shared bucket; what the process has left itself stays. */
    note(draw: Draw, tokens: number): void {
      const now = clock()
      keep(draw.key, tokens / processes, ownOf(draw, now), now)
    },
    close: async () => undefined,
  }
}
