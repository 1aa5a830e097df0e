// npm run bench -- replicas [--rounds 5] [--requests 4000]
//
// Measures the cost of look-ups for the primary when replicas answer them: processor time of all of the primary's processes by
// look-up, with 64 connections, of two set-ups that are measured in turns.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../src/database/migrate.ts'
import { administer } from '../test/support/admin.ts'
import { startKeeper } from '../test/support/keeper.ts'
import { processTree } from '../test/support/process-memory.ts'
import { type Node, startPrimary, startStandby } from '../test/support/replication.ts'
import { inLanes, type Wire } from '../test/support/wire.ts'
import { type Environment, median, numbersOf, openService } from './app.ts'
import { show } from './figures.ts'
import { fillRegistry } from './ladder/registry.ts'
import { spent, spentBetween } from './resources.ts'

const { rounds, requests } = numbersOf({ rounds: 5, requests: 4_000 })
const width = 64
const ends: (() => unknown)[] = []

type Arm = { wire: Wire; pid: number; costs: Cost[] }
type Cost = { primaryUs: number; p50: number }

async function openArm(env: Environment): Promise<Arm> {
  const { wire, pid, close } = await openService({ ...env, WEBHOOK_WORKER: 'off' }, width)
  ends.unshift(close)
  return { wire, pid, costs: [] }
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
  return { primaryUs, p50: median(times) }
}

/**
 * Measures one set-up while the other is stopped: the polls of an idle gateway are not its cost. It answers for a while
 * first: its connections are closed after a stop, and opening new ones is not its cost either.
 */
async function measureAlone(arm: Arm, other: Arm, primary: Node, key: string): Promise<Cost> {
  process.kill(other.pid, 'SIGSTOP')
  try {
    await load(arm, key, Math.ceil(requests / 4))
    return await measure(arm, primary, key)
  } finally {
    process.kill(other.pid, 'SIGCONT')
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
  const alone = await openArm(env)
  const reading = { DATABASE_READ_URLS: replicas.map(({ url }) => url).join(), DATABASE_RECORDS_URL: records.url }
  const replicated = await openArm({ ...env, ...reading })
  const turns = [
    [alone, replicated],
    [replicated, alone],
  ] as const
  for (const [arm] of turns) await measure(arm, primary, key)
  for (let round = 0; round < rounds; round++) {
    for (const [arm, other] of round % 2 ? turns : turns.toReversed()) {
      await administer(primary.url, 'checkpoint')
      arm.costs.push(await measureAlone(arm, other, primary, key))
    }
  }
  const pairs = replicated.costs.map((cost, round) => ({ cost, base: alone.costs[round]! }))
  show([
    {
      name: "the primary's time a look-up, two replicas and records apart / the primary alone",
      values: pairs.map(({ cost, base }) => cost.primaryUs / base.primaryUs),
      atMost: 0.1,
    },
    { name: 'p50, ms more', values: pairs.map(({ cost, base }) => cost.p50 - base.p50) },
  ])
} finally {
  for (const end of ends) await Promise.resolve(end()).catch(() => undefined)
  await stopKeeper()
}
