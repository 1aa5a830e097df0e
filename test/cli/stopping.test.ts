import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../src/kernel/log.ts'
import { stopInTime } from '../../src/process/stopping.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns the messages of a process that stops this way, and its exit code; null while it runs. */
async function stopping(stop: () => Promise<void>): Promise<{ code: number | null; said: string[] }> {
  const said: string[] = []
  let code: number | null = null
  const log = createLog('info', { write: (line) => void said.push(line) })
  void stopInTime(stop, log, (given) => {
    code ??= given
  })
  await vi.advanceTimersByTimeAsync(25_000)
  return { code, said: said.map((line) => JSON.parse(line).msg) }
}

test('a process that has stopped exits with 0 and logs it', async () => {
  const stopped = await stopping(async () => undefined)
  expect([stopped.code, stopped.said[0]]).toEqual([0, 'stopped'])
})

test('a process that fails to stop exits with 1 and logs it', async () => {
  const failing = await stopping(() => Promise.reject(new Error('no')))
  expect(failing).toMatchObject({ code: 1 })
  expect(failing.said[0]).toBe('stopping failed')
})

test('a process that never stops exits with 1 after 25 seconds and logs it', async () => {
  expect(await stopping(() => new Promise(() => undefined))).toEqual({
    code: 1,
    said: ['stopping took too long and was aborted'],
  })
})
