import { SignpostError } from './errors.ts'

/**
 * Waits for the work, but not longer than `limitMs`. What goes on after that is told through `abandon`, so that nothing
 * new begins for an answer that nobody waits for.
 * @throws SignpostError service_unavailable
 */
export async function withinTime<T>(limitMs: number, work: () => Promise<T>, abandon: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abandon()
      reject(new SignpostError('service_unavailable', { retryAfter: 1 }))
    }, limitMs)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
