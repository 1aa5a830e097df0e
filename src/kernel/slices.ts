/**
 * Lets long work go on a slice at a time: of all that wait, one goes on in each turn of the event loop, in the order in which
 * they came. Between two slices the loop serves everybody else.
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
