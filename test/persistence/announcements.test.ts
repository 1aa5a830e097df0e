import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beatMs, createListener, type Listener } from '../../src/database/listener.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'

let database: TestDatabase
let proxy: TcpProxy
let listener: Listener
let warnings: string[]
beforeEach(async () => {
  database = await createDatabase()
  const url = new URL(database.url)
  proxy = await startProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  warnings = []
  listener = createListener({ url: url.href, warn: (message) => warnings.push(message) })
  await listener.start()
})
afterEach(async () => {
  await listener.close()
  await proxy.close()
  await database.drop()
})

test('a process that was busy itself, as at its start, says nothing of announcements', async () => {
  await pause(beatMs / 4)
  for (const ms of [1_700, 1_300, 2_600]) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    await pause(beatMs / 2)
  }
  await pause(3 * beatMs)
  expect([warnings, listener.gaps, listener.isLive()]).toEqual([[], 0, true])
})

test('announcements that do not arrive are told once', async () => {
  proxy.blackhole()
  await pause(6 * beatMs)
  expect([listener.isLive(), listener.gaps]).toEqual([false, 1])
  expect(warnings).toEqual([expect.stringMatching(/^announcements do not arrive/)])
})
