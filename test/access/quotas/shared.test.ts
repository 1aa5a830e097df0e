import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createDatabase } from '../../support/database.ts'
import { startValkey, valkeyServer, valkeySkipped } from '../../support/valkey.ts'

const run = promisify(execFile)
const script = new URL('./draw-process.ts', import.meta.url).pathname
const size = 100
const refill = 200

type Drained = { admitted: number; asked: number; first: number; last: number }

/** Four processes drain one bucket; what they were given together, against what it may have held in that time. */
async function drain(name: string, url: string): Promise<void> {
  const said = await Promise.all(
    Array.from({ length: 4 }, () => run(process.execPath, [script, url, String(size), String(refill), '2500'])),
  )
  const parts = said.map(({ stdout }) => JSON.parse(stdout) as Drained)
  const admitted = parts.reduce((sum, part) => sum + part.admitted, 0)
  const asked = parts.reduce((sum, part) => sum + part.asked, 0)
  const seconds = (Math.max(...parts.map(({ last }) => last)) - Math.min(...parts.map(({ first }) => first))) / 1000
  const allowed = size + refill * seconds
  console.log(
    `4 processes on ${name}: ${asked} draws, ${admitted} admitted, at most ${allowed.toFixed(0)} allowed in ${seconds.toFixed(2)} s`,
  )
  expect(admitted).toBeLessThanOrEqual(allowed * 1.01)
  expect(admitted).toBeGreaterThan(size)
  expect(asked).toBeGreaterThan(admitted)
}

test('4 processes on one PostgreSQL admit no more than one would', async () => {
  const database = await createDatabase()
  await drain('PostgreSQL', database.url)
  await database.drop()
})

test.runIf(valkeyServer)('4 processes on one Valkey admit no more than one would', async () => {
  const server = await startValkey()
  await drain(valkeyServer!, server.url)
  await server.stop()
})

if (!valkeyServer) console.warn(`4 processes on one Valkey: ${valkeySkipped}`)
