import { monitorEventLoopDelay } from 'node:perf_hooks'

export type SheddingOptions = {
  /** Requests at work at once, at most. */
  maxInFlight: number
  /** The event loop's delay, in milliseconds, beyond which only a few are let in. */
  maxDelayMs: number
  everyMs?: number
}

export type Shedding = {
  /** Lets one request in, or refuses it. Whoever is let in must `leave`. */
  enter(): boolean
  leave(): void
  /** Answers a refused request a little later. */
  hold(answer: () => void): void
  /** The event loop's delay as it was measured last, in milliseconds. */
  readonly delayMs: number
  stop(): void
}

/** However late the event loop is, so many may be at work: a process that refuses everybody never finds out that it is over. */
const floor = 8
const resolutionMs = 10

/**
 * How long a refusal is held back, and how many at most. Clients that try again at once would otherwise keep the process
 * busy with refusing them; a held one costs memory alone.
 */
const holdMs = 500
const maxHeld = 2_000

/**
 * Refuses work that would only wait. What is let in shares the process with `maxInFlight` others at most, which bounds its
 * time; the rest learns so within half a second and may go to another node.
 */
export function createShedding(
  { maxInFlight, maxDelayMs, everyMs = 250 }: SheddingOptions,
  onRefused: (refused: number, delayMs: number) => void,
): Shedding {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  let delayMs = 0
  let atWork = 0
  let refused = 0
  let held = 0
  const timer = setInterval(() => {
    // The histogram counts its own sampling interval in.
    delayMs = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / 1e6 - resolutionMs)
    histogram.reset()
    // One line for all of them: a line each would be load, too.
    if (refused > 0) onRefused(refused, delayMs)
    refused = 0
  }, everyMs).unref()

  return {
    enter() {
      if (atWork >= (delayMs > maxDelayMs ? floor : maxInFlight)) {
        refused++
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
      setTimeout(() => {
        held--
        answer()
      }, holdMs)
    },
    get delayMs() {
      return delayMs
    },
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
