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
