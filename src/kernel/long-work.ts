/**
 * Runs long work in slices: in each turn of the event loop one of the waiting slices runs, first come, first served.
 * Between two slices the event loop serves other requests.
 */
export function createSlices(): () => Promise<void> {
  const waiting: (() => void)[] = []

  function next(): void {
    waiting.shift()!()
    if (waiting.length > 0) setImmediate(next)
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(next)
    })
}

/**
 * Runs work in slices of at most the given number of steps, counted before each part of it. Parts of a slice run at
 * once; all work that shares these slices waits while one of them is due.
 */
export function createPace(mostSteps: number): (steps: number) => Promise<void> | undefined {
  const nextSlice = createSlices()
  let taken = 0
  return (steps) => {
    if (taken === 0 || taken + steps <= mostSteps) {
      taken += steps
      return undefined
    }
    return nextSlice().then(() => {
      taken = steps
    })
  }
}

/**
 * Waits for the work at most `limitMs`: then it rejects with the error of `late`, while the work goes on. `late` also
 * cancels steps that have not begun.
 */
export async function withinTime<T>(limitMs: number, work: () => Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    // An answer that arrived while this process was busy is read between the timers and this callback: it is in time.
    timer = setTimeout(() => setImmediate(() => reject(late())), limitMs)
  })
  try {
    return await Promise.race([work(), overdue])
  } finally {
    clearTimeout(timer)
  }
}
