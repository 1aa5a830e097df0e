export type SheddingOptions = {
  /** Requests at work at once, at most. */
  maxInFlight: number
  /** The event loop's delay, in milliseconds, beyond which only a few are let in. */
  maxDelayMs: number
}

export type Shedding = {
  /** Lets one request in, or refuses it. Whoever is let in must `leave`. */
  enter(): boolean
  leave(): void
  /** Answers a refused request a little later. */
  hold(answer: () => void): void
  /** How late the event loop is of late, in milliseconds. */
  readonly delayMs: number
  /** Requests refused so far, by why. */
  readonly refusals: Readonly<Record<'in_flight' | 'event_loop_delay', number>>
  stop(): void
}

/** However late the event loop is, so many may be at work: a process that refuses everybody never finds out that it is over. */
const floor = 8

/**
 * How long a refusal is held back, from and to, so that they don't come back in waves, and how many at most. Clients that try
 * again at once would otherwise keep the process busy with refusing them; a held one costs memory alone.
 */
const holdMs = [300, 700] as const
const maxHeld = 2_000

const tickMs = 20
const reportMs = 1_000
/** The weight of the newest tick: a pause of the collector alone is no overload. */
const newest = 0.25

/**
 * Refuses work that would only wait. What is let in shares the process with `maxInFlight` others at most, which bounds its
 * time; the rest learns so within a second and may go to another node.
 */
export function createShedding(
  { maxInFlight, maxDelayMs }: SheddingOptions,
  onRefused: (refused: number, delayMs: number) => void,
): Shedding {
  let delayMs = 0
  let atWork = 0
  let refused = 0
  let held = 0
  const refusals = { in_flight: 0, event_loop_delay: 0 }

  // Not perf_hooks' histogram: after a reset it leaves out the first sample, which under load is the only one.
  let ticked = performance.now()
  const clock = setInterval(() => {
    const now = performance.now()
    delayMs += newest * (Math.max(0, now - ticked - tickMs) - delayMs)
    ticked = now
  }, tickMs).unref()
  const reporter = setInterval(() => {
    // One line for all of them: a line each would be load, too.
    if (refused > 0) onRefused(refused, delayMs)
    refused = 0
  }, reportMs).unref()

  return {
    enter() {
      const isLate = delayMs > maxDelayMs
      if (atWork >= (isLate ? floor : maxInFlight)) {
        refused++
        refusals[isLate ? 'event_loop_delay' : 'in_flight']++
        return false
      }
      atWork++
      return true
    },
    leave() {
      atWork--
    },
    hold(answer) {
      if (held >= maxHeld) return answer()
      held++
      setTimeout(
        () => {
          held--
          answer()
        },
        holdMs[0] + Math.random() * (holdMs[1] - holdMs[0]),
      )
    },
    get delayMs() {
      return delayMs
    },
    refusals,
    stop() {
      clearInterval(clock)
      clearInterval(reporter)
    },
  }
}
