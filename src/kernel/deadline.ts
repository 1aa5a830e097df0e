type Waiting = { readonly due: number; readonly giveUp: () => void }

/** Begins to wait. @returns what ends it */
type Clock = (giveUp: () => void) => () => void

/** One timer for all that waits for the same length of time: it is due in the order in which it began. */
function createClock(limitMs: number): Clock {
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    timer = undefined
    const now = performance.now()
    for (const one of waiting) {
      if (one.due > now) {
        timer = setTimeout(look, Math.ceil(one.due - now))
        return
      }
      waiting.delete(one)
      one.giveUp()
    }
  }

  return (giveUp) => {
    const one = { due: performance.now() + limitMs, giveUp }
    waiting.add(one)
    timer ??= setTimeout(look, limitMs)
    if (waiting.size === 1) timer.ref()
    return () => {
      // The timer stays for those to come. Alone, it keeps no process alive.
      if (waiting.delete(one) && waiting.size === 0) timer?.unref()
    }
  }
}

/** By the length of time: a few that the code and the configuration name. */
const clocks = new Map<number, Clock>()

function clockOf(limitMs: number): Clock {
  const clock = clocks.get(limitMs) ?? createClock(limitMs)
  clocks.set(limitMs, clock)
  return clock
}

/**
 * Waits for the work, but not longer than `limitMs`: then it rejects with what `late` says, while the work goes on. What
 * must not begin any more for an answer that nobody waits for is told in `late`.
 */
export function withinTime<T>(limitMs: number, work: () => Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = clockOf(limitMs)(() => reject(late()))
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    try {
      work().then((result) => {
        end()
        resolve(result)
      }, fail)
    } catch (error) {
      fail(error)
    }
  })
}
