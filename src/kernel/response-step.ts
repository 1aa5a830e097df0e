import { setImmediate, setTimeout } from 'node:timers'

export type StepKind = 'single' | 'bulk'

/**
 * Answers released so far, and those among them that missed the first step: `late` because of their own work, `waited`
 * only because of their wait for a place.
 */
export type StepCounts = Record<StepKind, { released: number; late: number; waited: number }>

export type Quantise = ReturnType<typeof createQuantiser>

/** The coarse timer ends this long before the deadline: a timer's delay would be observable. */
const pollMs = 2

type Waiting = { deadline: number; release: () => void }

/**
 * Releases answers at `since + k·D`, with the smallest k ≥ 1 that covers the work, so that the time of an answer
 * reveals nothing about its work. Source: docs/rules.md#uniform-miss.
 *
 * INVARIANT (one poll): all answers near their release wait in one list that one `setImmediate` loop polls. The turns
 * of the loop decide the moment, never the order in which work ended.
 */
export function createQuantiser({
  singleMs,
  bulkMs,
  now = () => performance.now(),
}: {
  singleMs: number
  bulkMs: number
  now?: () => number
}) {
  const counts: StepCounts = {
    single: { released: 0, late: 0, waited: 0 },
    bulk: { released: 0, late: 0, waited: 0 },
  }
  const steps: Record<StepKind, number> = { single: singleMs, bulk: bulkMs }
  const near: Waiting[] = []
  let isPolling = false

  function poll(): void {
    const at = now()
    for (let index = 0; index < near.length; ) {
      const { deadline, release } = near[index]!
      if (deadline > at) index++
      else {
        near.splice(index, 1)
        release()
      }
    }
    isPolling = near.length > 0
    if (isPolling) setImmediate(poll)
  }

  function enter(waiting: Waiting): void {
    near.push(waiting)
    if (isPolling) return
    isPolling = true
    setImmediate(poll)
  }

  const stepsOf = (passed: number, step: number): number => Math.max(1, Math.ceil(passed / step))

  /**
   * Waits until an answer may leave. `since` is the time when its body was parsed, in monotonic milliseconds; for
   * `waitedMs` of the time since then it waited for its place. Resolves with the milliseconds from `since` to its
   * release: a multiple of the step.
   */
  function hold(kind: StepKind, since: number, waitedMs = 0): Promise<number> {
    const step = steps[kind]
    const passed = now() - since
    const count = stepsOf(passed, step)
    counts[kind].released++
    if (count > 1) counts[kind][passed - waitedMs > step ? 'late' : 'waited']++
    const deadline = since + count * step
    return new Promise((resolve) => {
      const release = () => resolve(count * step)
      const coarse = Math.floor(deadline - now() - pollMs)
      if (coarse >= 1) setTimeout(enter, coarse, { deadline, release })
      else enter({ deadline, release })
    })
  }
  /** The milliseconds since then, rounded up to the step. */
  const rounded = (kind: StepKind, since: number) => stepsOf(now() - since, steps[kind]) * steps[kind]
  return Object.assign(hold, { counts, now, rounded })
}
