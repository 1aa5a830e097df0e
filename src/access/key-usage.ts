const flushMs = 5_000

type Deps = {
  /** Writes for each key how many milliseconds ago it was last used. */
  write: (uses: readonly { keyId: string; agoMs: number }[]) => Promise<void>
  warn: (error: unknown) => void
}

/** Notes which keys are used and writes it in batches, so that no request waits for it. */
export function createKeyUsage({ write, warn }: Deps) {
  let lastUse = new Map<string, number>()

  async function flush(): Promise<void> {
    if (lastUse.size === 0) return
    const uses = lastUse
    lastUse = new Map()
    const now = performance.now()
    try {
      await write([...uses].map(([keyId, at]) => ({ keyId, agoMs: Math.round(now - at) })))
    } catch (error) {
      warn(error)
      for (const [keyId, at] of uses) if (!lastUse.has(keyId)) lastUse.set(keyId, at)
    }
  }

  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  return {
    used: (keyId: string): void => void lastUse.set(keyId, performance.now()),
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

export type KeyUsage = ReturnType<typeof createKeyUsage>
