/** When a process that is asked to stop exits, whatever is still under way. */
const deadlineMs = 25_000

/**
 * Stops in order on the first SIGTERM or SIGINT, with exit code 0, and at once on the second.
 *
 * @param stop ends what runs; it may fail
 * @param abort what has to happen when there is no time left
 */
export function stopOnSignals(stop: () => Promise<void>, abort: () => void): void {
  let isStopping = false
  const leave = (code: number): never => {
    if (code !== 0) abort()
    process.exit(code)
  }
  const begin = (): void => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => leave(1), deadlineMs).unref()
    stop().then(
      () => leave(0),
      () => leave(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) leave(1)
      begin()
    })
  }
}
