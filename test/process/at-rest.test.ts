import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestLog } from '../../src/access/requests/recorder.ts'
import { nobody } from '../../src/kernel/call.ts'
import { type Job, startJobs } from '../../src/kernel/job.ts'
import { createLog } from '../../src/kernel/log.ts'

/*
 * An idle process is hardly woken, and watches each thing again as soon as a request arrives.
 */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Counts the timers that fire within a minute. */
function wakeUpsPerMinute(): number {
  const until = Date.now() + 60_000
  let count = 0
  for (; Date.now() < until && vi.getTimerCount() > 0; count++) vi.advanceTimersToNextTimer()
  return count
}

test('the log of requests reports skipped lines once a second, and then stops its timer', () => {
  const lines: object[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const requestLog = createRequestLog(log, { size: 1, refillPerSecond: 0.001 })
  expect(wakeUpsPerMinute()).toBe(0)
  for (let n = 0; n < 4; n++) requestLog.answered({ caller: nobody }, { requestId: 'req', status: 404 })
  expect(wakeUpsPerMinute()).toBe(1)
  expect(lines.at(-1)).toMatchObject({ byStatus: { 404: 3 } })
})

test('jobs with a check are checked together, and run separately when due', async () => {
  const seen: string[] = []
  let isDue = false
  const quiet: Job = {
    name: 'quiet',
    intervalMs: 1_000,
    isDue: async () => false,
    run: async () => void seen.push('ran quiet'),
  }
  const busy: Job = {
    name: 'busy',
    intervalMs: 1_000,
    isDue: async () => isDue,
    run: async () => void seen.push('ran busy'),
  }
  const failing: Job = { ...quiet, name: 'failing', isDue: () => Promise.reject(new Error('gone')) }
  const plain: Job = { name: 'plain', intervalMs: 10_000, run: async () => void seen.push('ran plain') }
  const warned: object[] = []
  const log = { warn: (facts: object) => warned.push(facts) }
  const stop = startJobs([quiet, busy, failing, plain], log, (name) => void seen.push(name))
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.toSorted()).toEqual(['busy', 'plain', 'quiet', 'ran plain'])
  expect(warned).toMatchObject([{ job: 'failing' }])
  seen.length = 0
  isDue = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen.filter((name) => name === 'ran busy')).toHaveLength(3)
  expect(seen.filter((name) => name === 'quiet')).toHaveLength(3)
  expect(warned).toHaveLength(4)
  await stop()
  seen.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toEqual([])
})

test('a job at work is not asked again until it is done', async () => {
  let end = (): void => undefined
  let runs = 0
  const job: Job = {
    name: 'long',
    intervalMs: 1_000,
    isDue: async () => true,
    run: () =>
      new Promise((settle) => {
        runs++
        end = settle
      }),
  }
  const stop = startJobs([job], { warn: () => undefined })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toBe(1)
  end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toBe(2)
  end()
  await stop()
})
