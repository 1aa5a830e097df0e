/** How often the delay is measured while requests come, and while none does: a service at rest is hardly woken. */
const tickMs = { busy: 20, idle: 1_000 }
/** The weight of the newest tick: a pause of the collector alone is no overload. */
const newest = 0.25
/** On time, with nobody at work, for so many ticks: the process is at rest. */
const quietTicks = 50
const onTimeMs = 5

export type LoopDelay = {
  /** How late the event loop is of late, in milliseconds. */
  readonly delayMs: number
  /** Somebody comes: it is measured often from now on, until nobody does. */
  wake(): void
  stop(): void
}

/** Measures how late the event loop is. Not perf_hooks' histogram: after a reset it leaves out the first sample, which under load is the only one. */
export function measureLoopDelay(isAtWork: () => boolean): LoopDelay {
  let delayMs = 0
  let ticked = 0
  let intervalMs = 0
  let quiet = 0
  let clock: NodeJS.Timeout | undefined

  function tickEach(ms: number): void {
    clearInterval(clock)
    ticked = performance.now()
    intervalMs = ms
    quiet = 0
    clock = setInterval(tick, ms).unref()
  }

  function tick(): void {
    const now = performance.now()
    delayMs += newest * (Math.max(0, now - ticked - intervalMs) - delayMs)
    ticked = now
    if (isAtWork() || delayMs > onTimeMs) wake()
    else if (intervalMs === tickMs.busy && ++quiet === quietTicks) tickEach(tickMs.idle)
  }

  function wake(): void {
    quiet = 0
    if (intervalMs === tickMs.idle) tickEach(tickMs.busy)
  }

  tickEach(tickMs.idle)
  return {
    get delayMs() {
      return delayMs
    },
    wake,
    stop: () => clearInterval(clock),
  }
}
