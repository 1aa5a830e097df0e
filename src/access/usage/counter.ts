import type { Owner } from '../../kernel/call.ts'

/**
 * The counts of a consumer: its own requests, and the answers of its own webhooks.
 *
 * INVARIANT (nothing of guesses): no count of a consumer depends on the requests of others. A miss for a consumer's
 * alias is counted for the requester alone.
 */
export const noUsage = () => ({
  resolves: 0,
  misses: 0,
  consentPending: 0,
  deliveries: 0,
  deliveryErrors: 0,
})
export type UsageCounts = ReturnType<typeof noUsage>
export type UsageCount = keyof UsageCounts

/** The hour of a moment, both in Unix milliseconds. */
const hourOf = (at: number): number => Math.floor(at / 3_600_000) * 3_600_000

const flushMs = 5_000

/** Writes again and again, one write at a time, and once more at the end. */
export function flushedOften(write: () => Promise<void>) {
  let writing = Promise.resolve()
  const flush = () => (writing = writing.then(write))
  const timer = setInterval(() => void flush(), flushMs).unref()
  return {
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

/** The counts of a consumer in one environment and one hour. `hour` is Unix milliseconds. */
export type HourOfUsage = Owner & { hour: number; counts: UsageCounts }

type Deps = {
  /** Adds to the stored counts. */
  write: (hours: readonly HourOfUsage[]) => Promise<void>
  clock: () => number
  warn: (error: unknown) => void
}

/**
 * Counts in memory and stores in batches, so that no request waits for it. A process that is killed loses the counts of
 * its last seconds: they are for monitoring, never for billing.
 */
export function createUsageCounter({ write, clock, warn }: Deps) {
  let hours = new Map<string, HourOfUsage>()

  /** The consumer that was counted last: a request counts several times for one consumer. */
  let last: HourOfUsage | null = null

  function hourOfOwner({ consumerId, livemode }: Owner, hour: number): UsageCounts {
    if (last?.hour === hour && last.consumerId === consumerId && last.livemode === livemode) return last.counts
    const key = `${consumerId} ${livemode} ${hour}`
    last = hours.get(key) ?? { consumerId, livemode, hour, counts: noUsage() }
    hours.set(key, last)
    return last.counts
  }

  async function writeAll(): Promise<void> {
    if (hours.size === 0) return
    const taken = hours
    hours = new Map()
    last = null
    try {
      await write([...taken.values()])
    } catch (error) {
      warn(error)
      for (const one of taken.values()) {
        const counts = hourOfOwner(one, one.hour)
        for (const [name, count] of Object.entries(one.counts)) counts[name as UsageCount] += count
      }
    }
  }

  return {
    count(owner: Owner, name: UsageCount, times = 1): void {
      if (times > 0) hourOfOwner(owner, hourOf(clock()))[name] += times
    },
    ...flushedOften(writeAll),
  }
}

export type UsageCounter = ReturnType<typeof createUsageCounter>
