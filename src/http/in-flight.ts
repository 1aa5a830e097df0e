import type { Server, ServerResponse } from 'node:http'

export type InFlight = {
  /** Requests whose answer isn't with the operating system yet. */
  readonly count: number
  stop(): void
}

/**
 * Counts the requests under way, and cuts off whoever doesn't read: an answer that is complete must be with the operating
 * system within `readMs`, or the connection is closed.
 */
export function watchInFlight(
  server: Server,
  { readMs, everyMs = 1_000 }: { readMs: number; everyMs?: number },
): InFlight {
  /** When the answer was first seen complete; null while it is being made. */
  const answers = new Map<ServerResponse, number | null>()

  server.on('request', (_, response: ServerResponse) => {
    answers.set(response, null)
    response.once('close', () => answers.delete(response))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [response, since] of answers) {
      if (!response.writableEnded) continue
      if (since === null) answers.set(response, now)
      else if (now - since > readMs) response.socket?.destroy()
    }
  }, everyMs).unref()

  return {
    get count() {
      return answers.size
    },
    stop: () => clearInterval(timer),
  }
}
