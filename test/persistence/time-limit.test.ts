import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTimeLimit } from '../../src/database/time-limit.ts'
import { startTestServer } from '../support/server.ts'

test('work in time is what it is, a failure too', async () => {
  const inTime = createTimeLimit(1_000)
  expect(await inTime(Promise.resolve('rows'))).toBe('rows')
  await expect(inTime(Promise.reject(new Error('its own')))).rejects.toThrow('its own')
})

test('work that takes too long is given up within a quarter more, each by its own beginning', async () => {
  const inTime = createTimeLimit(200)
  const never = () => new Promise(() => undefined)
  const spent = async (work: Promise<unknown>) => {
    const began = performance.now()
    await expect(inTime(work)).rejects.toThrow('Query read timeout')
    return performance.now() - began
  }
  const first = spent(never())
  await pause(120)
  const all = await Promise.all([first, spent(never())])
  for (const ms of all) expect(ms).toBeGreaterThanOrEqual(199)
  expect(Math.min(...all)).toBeLessThan(2_000)
  // The clock had stopped meanwhile: it starts again for the next.
  await pause(100)
  expect(await spent(never())).toBeGreaterThanOrEqual(199)
})

const answering = `
const { parentPort, workerData } = require('node:worker_threads')
parentPort.on('message', () => {
  parentPort.postMessage('rows')
  Atomics.store(workerData, 0, 1)
  Atomics.notify(workerData, 0)
})
parentPort.postMessage('ready')`

test('what was answered in time is not given up because this process was busy when the answer came', async () => {
  const inTime = createTimeLimit(40)
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(answering, { eval: true, workerData: answered })
  try {
    await new Promise((ready) => worker.once('message', ready))
    const work = inTime(new Promise((resolve) => worker.once('message', resolve)))
    // From here the clock of the limit comes before what has arrived.
    await new Promise(setImmediate)
    const began = performance.now()
    worker.postMessage('ask')
    Atomics.wait(answered, 0, 0)
    while (performance.now() - began < 100);
    expect(await work).toBe('rows')
  } finally {
    await worker.terminate()
  }
})

test('a look-up that waits for a lock is refused as overloaded, and the next one is answered when the lock is gone', async () => {
  const server = await startTestServer()
  const holder = new Client({ connectionString: server.database.url })
  await holder.connect()
  try {
    const { key } = await server.key()
    const resolve = () => server.send('POST', '/v1/resolve', { key, body: { alias: '@nobody.here' } })
    expect((await resolve()).status).toBe(404)
    await holder.query('begin; lock table alias in access exclusive mode')
    const began = performance.now()
    const refused = await resolve()
    expect([refused.status, refused.body.error.code]).toEqual([503, 'overloaded'])
    expect(performance.now() - began).toBeGreaterThan(1_900)
    await holder.query('rollback')
    expect((await resolve()).status).toBe(404)
  } finally {
    await holder.end()
    await server.close()
  }
})
