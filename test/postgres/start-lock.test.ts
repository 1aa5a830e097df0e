import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { withStartLock } from '../../src/postgres/process.ts'
import { folderForTests } from '../support/folder.ts'

/** A removal takes long, each longer than the one before. */
let removals = 0
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const rm: typeof real.rm = async (...asked) => {
    await pause(70 * removals++)
    return real.rm(...asked)
  }
  return { ...real, rm }
})

const folder = folderForTests('start-lock')
const file = join(folder, 'start.lock')

test('of many that take over the lock of a dead process one works at a time, and none removes a new lock', async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: 'before this process' }))
  let working = 0
  let most = 0
  const starts = Array.from({ length: 4 }, () =>
    withStartLock(folder, async () => {
      most = Math.max(most, ++working)
      expect(existsSync(file)).toBe(true)
      await pause(200)
      working--
    }),
  )
  await Promise.all(starts)
  expect(most).toBe(1)
  expect([existsSync(file), existsSync(`${file}.guard`)]).toEqual([false, false])
})

test('a guard whose process died in between keeps nobody from the lock', { timeout: 20_000 }, async () => {
  removals = 0
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: 'before this process' }))
  writeFileSync(`${file}.guard`, '')
  expect(await withStartLock(folder, async () => 'worked')).toBe('worked')
})
