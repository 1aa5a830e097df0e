// `npm run bench:observing`: what it costs to watch the service. The same service, with and without, over one database, in
// rounds that alternate; the figure is the processor time of the serving process per request.

import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConnection } from '../src/postgres/connection.ts'
import { sendLoad } from './load/run.ts'
import { type Service, startService } from './load/service.ts'

const rounds = Number(process.env.ROUNDS ?? 9)
const seconds = Number(process.env.SECONDS ?? 5)
const limit = 1.02
const quiet = { DRAIN_SECONDS: '0', WEBHOOK_WORKER: 'off', MAX_EVENT_LOOP_DELAY_MS: '60000' }

const dataDir = await mkdtemp(join(tmpdir(), 'signpost-observing-'))
const plain = await startService({ ...quiet, DATA_DIR: dataDir })
const { url: databaseUrl } = (await readConnection(dataDir))!
const beside = { ...quiet, DATABASE_URL: databaseUrl, ENCRYPTION_KEY_FILE: join(dataDir, 'encryption.key') }
const services: Record<string, Service> = {
  plain,
  // The control: what two services that are alike differ by.
  'plain again': await startService(beside),
  metrics: await startService({ ...beside, METRICS_PORT: '0', METRICS_TOKEN: 'only-for-this-measurement' }),
}

/** Processor time so far, in µs; the system counts it in ticks of 10 ms. */
function processorTime({ process: { pid } }: Service): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function perRequest(service: Service): Promise<number> {
  const before = processorTime(service)
  const { statuses } = await sendLoad({
    url: service.url,
    method: 'POST',
    path: '/v1/resolve',
    headers: { authorization: `Bearer ${plain.key}`, 'content-type': 'application/json' },
    body: '{"alias":"@alice"}',
    connections: 32,
    seconds,
  }).done
  const answered = Object.values(statuses).reduce((all, count) => all + count, 0)
  return (processorTime(service) - before) / answered
}

try {
  const seen = new Map(Object.keys(services).map((name) => [name, [] as number[]]))
  for (const service of Object.values(services)) await perRequest(service)
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(services)
    if (round % 2 === 1) order.reverse()
    for (const [name, service] of order) seen.get(name)!.push(await perRequest(service))
  }
  const base = seen.get('plain')!
  for (const [name, values] of seen) {
    const ratios = values.map((value, round) => value / base[round]!)
    const spread = `${Math.min(...ratios).toFixed(3)}–${Math.max(...ratios).toFixed(3)}`
    console.log(
      `${name.padEnd(12)} ${median(values).toFixed(1)} µs a request, ${median(ratios).toFixed(3)} of plain (${spread})`,
    )
  }
  const cost = median(seen.get('metrics')!.map((value, round) => value / base[round]!))
  if (cost > limit) process.exitCode = 1
} finally {
  for (const service of Object.values(services)) service.process.kill('SIGTERM')
  await Promise.all(Object.values(services).map(({ exited }) => exited))
  await rm(dataDir, { recursive: true, force: true })
}
