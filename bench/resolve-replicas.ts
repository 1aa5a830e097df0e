// npm run bench -- replicas [--rounds 5] [--requests 4000]
//
// Measures the cost of look-ups for the primary when replicas answer them: processor time of all of the primary's processes by
// look-up, with 64 connections, of set-ups that are measured in turns.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../src/database/migrate.ts'
import { administer } from '../test/support/admin.ts'
import { startKeeper } from '../test/support/keeper.ts'
import { processTree } from '../test/support/process-memory.ts'
import { type Node, startPrimary, startStandby } from '../test/support/replication.ts'
import { startService } from '../test/support/service-process.ts'
import { inLanes, openWire, type Wire } from '../test/support/wire.ts'
import { type Environment, median, numbersOf, quantile } from './app.ts'
import { fillRegistry } from './ladder/registry.ts'
import { spent, spentBetween } from './resources.ts'

const { rounds, requests } = numbersOf({ rounds: 5, requests: 4_000 })
const width = 64
const ends: (() => unknown)[] = []

type Arm = { name: string; wire: Wire; pid: number }
type Cost = { primaryUs: number; p50: number; p99: number }

async function openArm(name: string, env: Environment): Promise<Arm> {
  const service = await startService({ ...env, WEBHOOK_WORKER: 'off' })
  const wire = openWire(service.url, { connections: width })
  ends.unshift(async () => {
    await wire.close()
    await service.stop()
  })
  return { name, wire, pid: service.process.pid! }
}

const load = ({ wire }: Arm, key: string, count: number): Promise<number[]> =>
  inLanes(Array.from({ length: count }), width, async () => {
    const asked = performance.now()
    const { status, text } = await wire.send('POST', '/v1/resolve', { key, body: { alias: '@user.0' } })
    if (status !== 200) throw new Error(`${status} ${text}`)
    return performance.now() - asked
  })

/** Processor time of a server with all its processes. */
async function processorTime({ cluster }: Node) {
  const [pid] = (await readFile(join(cluster.data, 'postmaster.pid'), 'utf8')).split('\n')
  return spent(processTree(Number(pid)))
}

async function measure(arm: Arm, primary: Node, key: string): Promise<Cost> {
  const before = await processorTime(primary)
  const times = await load(arm, key, requests)
  const primaryUs = (spentBetween(before, await processorTime(primary)) * 1_000) / requests
  return { primaryUs, p50: median(times), p99: quantile(times, 0.99) }
}

/**
 * Measures one set-up while the others are stopped: the polls of idle gateways are not its cost. It answers for a while
 * first: its connections are closed after a stop, and opening new ones is not its cost either.
 */
async function measureAlone(arm: Arm, arms: readonly Arm[], primary: Node, key: string): Promise<Cost> {
  const others = arms.filter(({ pid }) => pid !== arm.pid)
  for (const { pid } of others) process.kill(pid, 'SIGSTOP')
  try {
    await load(arm, key, Math.ceil(requests / 4))
    return await measure(arm, primary, key)
  } finally {
    for (const { pid } of others) process.kill(pid, 'SIGCONT')
  }
}

const { scratch, stop: stopKeeper } = await startKeeper({ scratchOnly: true })
try {
  const primary = await startPrimary(scratch, 'primary', { max_connections: '100' })
  const records = await startPrimary(scratch, 'records')
  const replicas = [await startStandby(scratch, 'one', primary), await startStandby(scratch, 'two', primary)]
  for (const node of [primary, records, ...replicas]) ends.unshift(node.stop)
  await migrate(records.url)
  const { key, env } = await fillRegistry(primary.url, 1)
  const reading = { ...env, DATABASE_READ_URLS: replicas.map(({ url }) => url).join() }
  const apart = { DATABASE_RECORDS_URL: records.url }
  const arms = [
    await openArm('the primary alone', env),
    await openArm('two replicas', reading),
    await openArm('two replicas, records apart', { ...reading, ...apart }),
    await openArm('the primary alone, records apart', { ...env, ...apart }),
  ]
  const costs = new Map<Arm, Cost[]>(arms.map((arm) => [arm, []]))
  for (const arm of arms) await measure(arm, primary, key)
  for (let round = 0; round < rounds; round++) {
    for (const arm of arms.toSorted(() => Math.random() - 0.5)) {
      await administer(primary.url, 'checkpoint')
      costs.get(arm)!.push(await measureAlone(arm, arms, primary, key))
    }
  }
  const base = costs.get(arms[0]!)!
  console.log('| | µs of the primary a look-up | against the first (min–max) | p50 ms | p99 ms |')
  console.log('|---|---|---|---|---|')
  for (const [{ name }, mine] of costs) {
    const ratios = mine.map(({ primaryUs }, round) => primaryUs / base[round]!.primaryUs)
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
    const of = (what: keyof Cost, digits: number) => median(mine.map((cost) => cost[what])).toFixed(digits)
    const cells = [of('primaryUs', 1), `${median(ratios).toFixed(2)} (${spread})`, of('p50', 1), of('p99', 1)]
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
} finally {
  for (const end of ends) await Promise.resolve(end()).catch(() => undefined)
  await stopKeeper()
}
