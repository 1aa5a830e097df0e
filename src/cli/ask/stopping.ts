/** Runs work until SIGINT, SIGTERM or SIGHUP, and then exits with 0. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  // Stop when the reader of the output is gone.
  process.stdout.once('error', stop)
  try {
    await work(controller.signal)
  } catch (error) {
    if (!controller.signal.aborted) throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
