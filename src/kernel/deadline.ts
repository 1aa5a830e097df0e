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
