import type { Logger } from '../kernel/log.ts'

/** Milliseconds after which a stopping process exits, even with work under way. */
const deadlineMs = 25_000

/**
 * Milliseconds after the signal that requests and deliveries may continue: then six seconds remain to store data in
 * memory.
 */
export const serveOnMs = 18_000

/**
 * Stops in order, then ends the process: with exit code 0, or 1 if that fails or takes too long. It logs the reason
 * itself, because the process is gone afterwards.
 */
export async function stopInTime(
  stop: () => Promise<void>,
  log: Logger,
  leave: (code: number) => void = (code) => process.exit(code),
): Promise<void> {
  setTimeout(() => {
    log.error({ stillOpen: process.getActiveResourcesInfo() }, 'stopping took too long and was aborted')
    leave(1)
  }, deadlineMs).unref()
  const code = await stop().then(
    () => {
      log.info('stopped')
      return 0
    },
    (error) => {
      log.error({ error }, 'stopping failed')
      return 1
    },
  )
  leave(code)
}

/**
 * Stops in order on the first SIGTERM, SIGINT or SIGHUP (the terminal was closed), with exit code 0, and at once on the
 * second.
 *
 * @param stop ends the work; it may fail
 */
export function stopOnSignals(stop: () => Promise<void>, log: Logger): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A closing shell and its terminal send one signal each: the second is no order to stop at once.
      if (isStopping && signal === 'SIGHUP') return
      if (isStopping) process.exit(1)
      isStopping = true
      void stopInTime(stop, log)
    })
  }
}

/** Writing to a closed terminal fails: that must not end the process before it has stopped in order. */
export function ignoreClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', () => undefined)
}
