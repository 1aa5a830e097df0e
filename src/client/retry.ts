import { ConnectionError, RefusedError } from './errors.ts'

const firstDelayMs = 500
const longestDelayMs = 8_000
/** The longest wait that the client makes; if the service asks for a longer one, the caller gets the error. */
const longestWaitSeconds = 60

const isWorthRetrying = ({ status, code }: RefusedError): boolean =>
  status === 408 || status === 429 || status >= 500 || code === 'idempotency_key_in_use'

/**
 * Milliseconds until the request may be retried after `failures` failures; null for no retry. Doubles each time, less a
 * random part of up to a half, and is never less than the service asked for.
 */
export function retryDelay(error: unknown, failures: number, random: () => number = Math.random): number | null {
  const planned = Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1)) * (1 - random() / 2)
  if (error instanceof ConnectionError) return planned
  if (!(error instanceof RefusedError) || !isWorthRetrying(error)) return null
  const { retryAfter = 0 } = error
  return retryAfter > longestWaitSeconds ? null : Math.max(planned, retryAfter * 1_000)
}

/** Waits, unless the signal ends it. @throws the signal's reason */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
