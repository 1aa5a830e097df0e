// `npm run bench -- observing`: what watching the service costs. The same service with and without metrics, in one process over
// one database, asked in short turns; the figure is this process's processor time per request, turn by turn against its
// neighbour. A second service without metrics is the control: what two that are alike differ by.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/app/config.ts'
import { createApp } from '../src/app/context.ts'
import { chooseKeyProvider, openDatabase } from '../src/cli/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { createLog } from '../src/kernel/log.ts'
import { seedDemo } from '../src/process/demo.ts'
import { createServer } from '../src/process/server.ts'

const turns = Number(process.env.TURNS ?? 200)
const requests = Number(process.env.REQUESTS ?? 400)
const width = 8
const limit = 1.02

const dataDir = await mkdtemp(join(tmpdir(), 'signpost-observing-'))
const quiet = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATABASE_WAIT_MS: '20000' }
const database = await openDatabase(readConfig(quiet), () => undefined)
await migrate(database.url)

async function serve(env: Record<string, string>) {
  const config = readConfig({ ...quiet, ...env })
  const keyProvider = await chooseKeyProvider(config)
  const app = await createApp({ config, databaseUrl: database.url, keyProvider, log: createLog('silent') })
  const { fastify } = await createServer(app)
  return { app, fastify }
}
type Service = Awaited<ReturnType<typeof serve>>

const plain = await serve({})
const services: Record<string, Service> = {
  plain,
  'plain again': await serve({}),
  metrics: await serve({ METRICS_TOKEN: 'only-for-this-measurement' }),
}
const key = await seedDemo(plain.app, dataDir)
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

/** Processor time per request, in µs. */
async function turn({ fastify }: Service, count: number): Promise<number> {
  const ask = () => fastify.inject({ method: 'POST', url: '/v1/resolve', headers, payload: '{"alias":"@alice"}' })
  let left = count
  const lane = async () => {
    while (left-- > 0) if ((await ask()).statusCode !== 200) throw new Error('a request failed')
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: width }, lane))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The middle 95 % of what the median would be, had other turns been drawn. */
function interval(values: readonly number[]): [number, number] {
  const draw = () => median(values.map(() => values[Math.floor(Math.random() * values.length)]!))
  const drawn = Array.from({ length: 1_000 }, draw).toSorted((a, b) => a - b)
  return [drawn[25]!, drawn[974]!]
}

try {
  const seen = new Map(Object.keys(services).map((name) => [name, [] as number[]]))
  for (const service of Object.values(services)) await turn(service, 20 * requests)
  for (let n = 0; n < turns; n++) {
    const order = Object.entries(services)
    if (n % 2 === 1) order.reverse()
    for (const [name, service] of order) seen.get(name)!.push(await turn(service, requests))
  }
  for (const [name, values] of seen) {
    const ratios = values.map((value, index) => value / seen.get('plain')![index]!)
    const [low, high] = interval(ratios).map((ratio) => ratio.toFixed(4))
    console.log(
      `${name.padEnd(12)} ${median(values).toFixed(1)} µs a request; ${median(ratios).toFixed(4)} of plain [${low}, ${high}]`,
    )
    if (name === 'metrics' && median(ratios) > limit) process.exitCode = 1
  }
} finally {
  for (const { app, fastify } of Object.values(services)) {
    await fastify.close()
    await app.close()
  }
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
