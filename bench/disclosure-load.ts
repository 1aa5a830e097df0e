import { parentPort, workerData } from 'node:worker_threads'
import { Pool } from 'undici'

/** One burst of load, in an event loop of its own: `connections` callers that ask again as soon as they are answered. */
export type Burst = { url: string; key: string; path: string; bodies: string[]; connections: number }

const { url, key, path, bodies, connections } = workerData as Burst
const pool = new Pool(url, { connections })
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

async function ask(index: number): Promise<void> {
  const { statusCode, body } = await pool.request({
    path,
    method: 'POST',
    headers,
    body: bodies[index % bodies.length]!,
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`status ${statusCode}`)
}

async function burst(ms: number): Promise<number> {
  const start = performance.now()
  let done = 0
  let next = Math.floor(Math.random() * bodies.length)
  const caller = async () => {
    while (performance.now() - start < ms) {
      await ask(next++)
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return (done * 1_000) / (performance.now() - start)
}

parentPort!.on('message', async (ms: number) => parentPort!.postMessage(await burst(ms)))
