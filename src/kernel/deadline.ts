/**
 * Waits for the work, but not longer than `limitMs`: then it rejects with what `late` says, while the work goes on. What
 * must not begin any more for an answer that nobody waits for is told in `late`.
 */
export async function withinTime<T>(limitMs: number, work: () => Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    // An answer that arrived while this process was busy is read between the timers and this: it is not late.
    timer = setTimeout(() => setImmediate(() => reject(late())), limitMs)
  })
  try {
    return await Promise.race([work(), overdue])
  } finally {
    clearTimeout(timer)
  }
}
