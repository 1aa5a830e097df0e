import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../src/kernel/log.ts'
import { stopInTime } from '../../src/process/stopping.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a process that stops that way says, and its exit code; null while it runs. */
async function stopping(stop: () => Promise<void>): Promise<{ code: number | null; said: string[] }> {
  const said: string[] = []
  let code: number | null = null
  const log = createLog('error', { write: (line) => void said.push(line) })
  void stopInTime(stop, log, (given) => {
    code ??= given
  })
  await vi.advanceTimersByTimeAsync(25_000)
  return { code, said: said.map((line) => JSON.parse(line).msg) }
}

test('what has stopped leaves with 0 and says nothing', async () => {
  expect(await stopping(async () => undefined)).toMatchObject({ code: 0 })
})

test('what fails to stop leaves with 1 and says so', async () => {
  const failing = await stopping(() => Promise.reject(new Error('no')))
  expect(failing).toMatchObject({ code: 1 })
  expect(failing.said[0]).toBe('stopping failed')
})

test('what never stops leaves with 1 after 25 seconds and says so', async () => {
  expect(await stopping(() => new Promise(() => undefined))).toEqual({
    code: 1,
    said: ['stopping took too long and was given up'],
  })
})
