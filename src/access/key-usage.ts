import type { Owner } from '../kernel/call.ts'

const flushMs = 5_000

/** The use of one key: the number of requests, and the milliseconds since the last one. */
export type KeyUse = Owner & { keyId: string; agoMs: number; requests: number }

type Used = Owner & { keyId: string; at: number; requests: number }

type Deps = {
  /** Stores the last use of each key, and adds to its count of the day. */
  write: (uses: readonly KeyUse[]) => Promise<void>
  warn: (error: unknown) => void
}

/**
 * Counts the use of keys and stores it in batches, so that no request waits for it. A process that is killed loses the
 * counts of its last seconds: they are for monitoring, never for billing.
 */
export function createKeyUsage({ write, warn }: Deps) {
  let used = new Map<string, Used>()

  async function flush(): Promise<void> {
    if (used.size === 0) return
    const uses = used
    used = new Map()
    const now = performance.now()
    try {
      await write([...uses.values()].map(({ at, ...use }) => ({ ...use, agoMs: Math.round(now - at) })))
    } catch (error) {
      warn(error)
      for (const [keyId, use] of uses) {
        const later = used.get(keyId)
        if (later) later.requests += use.requests
        else used.set(keyId, use)
      }
    }
  }

  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  return {
    used({ keyId, consumerId, livemode }: Owner & { keyId: string }): void {
      const known = used.get(keyId)
      if (known) {
        known.at = performance.now()
        known.requests++
      } else used.set(keyId, { keyId, consumerId, livemode, at: performance.now(), requests: 1 })
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

export type KeyUsage = ReturnType<typeof createKeyUsage>
