// What look-ups cost the primary when replicas answer them (`npm run bench -- replicas`): processor time of all of the
// primary's processes by look-up, with 64 connections, of set-ups that are measured in turns.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '../src/database/migrate.ts'
import { administer, withClient } from '../test/support/admin.ts'
import { startKeeper } from '../test/support/keeper.ts'
import { type Node, startPrimary, startStandby } from '../test/support/replication.ts'
import { counted, metricsToken, readScrape, scrape } from '../test/support/scrape.ts'
import { inLanes, openWire, type Wire } from '../test/support/wire.ts'
import { processorTime, spentBetween } from './load/processor-time.ts'
import { startService } from './load/service.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const requests = Number(process.env.REQUESTS ?? 4_000)
const width = 64
const run = promisify(execFile)

const { scratch, stop: stopKeeper } = await startKeeper({ scratchOnly: true })
const ends: (() => unknown)[] = []
const secret = randomBytes(32).toString('base64')

type Arm = { name: string; url: string; wire: Wire; pid: number }
type Cost = { primaryUs: number; p50: number; p99: number; perSecond: number }

const readCounts = async ({ url }: Arm) => readScrape(await scrape(url))

async function openArm(name: string, primary: Node, env: Record<string, string>): Promise<Arm> {
  const service = await startService({
    DATABASE_URL: primary.url,
    ENCRYPTION_KEY: secret,
    RATE_LIMITS: 'off',
    WEBHOOK_WORKER: 'off',
    METRICS_TOKEN: metricsToken,
    MAX_IN_FLIGHT: '2000',
    ...env,
  })
  const wire = openWire(service.url, { connections: width })
  ends.unshift(async () => {
    await wire.close()
    service.process.kill('SIGTERM')
    await service.exited
  })
  return { name, url: service.url, wire, pid: service.process.pid! }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * Runs one while the others stand still: what idle gateways ask of the primary is not its cost. Before that it answers
 * for a while: one that stood still finds its connections closed, and what it makes of new ones is not its cost either.
 */
async function alone<T>(arm: Arm, arms: readonly Arm[], key: string, run: () => Promise<T>): Promise<T> {
  const others = arms.filter(({ pid }) => pid !== arm.pid)
  for (const { pid } of others) process.kill(pid, 'SIGSTOP')
  try {
    await load(arm, key, Math.ceil(requests / 4))
    return await run()
  } finally {
    for (const { pid } of others) process.kill(pid, 'SIGCONT')
  }
}

const load = ({ wire }: Arm, key: string, count: number): Promise<number[]> =>
  inLanes(Array.from({ length: count }), width, async () => {
    const asked = performance.now()
    const { status, text } = await wire.send('POST', '/v1/resolve', { key, body: { alias: '@grown' } })
    if (status !== 200) throw new Error(`${status} ${text}`)
    return performance.now() - asked
  })

async function measure(arm: Arm, primary: Node, key: string): Promise<Cost> {
  const before = await processorTime(primary)
  const began = performance.now()
  const times = await load(arm, key, requests)
  const seconds = (performance.now() - began) / 1_000
  const after = await processorTime(primary)
  return {
    primaryUs: (spentBetween(before, after) * 1_000) / requests,
    p50: median(times),
    p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!,
    perSecond: requests / seconds,
  }
}

/** What reaches the primary while a set-up is measured, the dearest first. */
async function printStatements(arm: Arm, primary: Node, key: string): Promise<void> {
  await administer(primary.url, 'select pg_stat_statements_reset()')
  const counts = await readCounts(arm)
  const before = await processorTime(primary)
  await measure(arm, primary, key)
  const after = await processorTime(primary)
  const rises = counted(counts, await readCounts(arm))
  for (const [series, rise] of Object.entries(rises))
    if (/resolve_(batches|replica_fallbacks)/.test(series)) console.log(`${String(rise).padStart(8)}     ${series}`)
  const spent = [...after].map(([pid, at]) => [pid, at - (before.get(pid) ?? 0)] as const).filter(([, ms]) => ms > 0.5)
  for (const [pid, ms] of spent.toSorted(([, a], [, b]) => b - a)) {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    console.log(`${ms.toFixed(1).padStart(8)} ms  ${title.replaceAll('\0', ' ').slice(0, 60)}`)
  }
  const { rows } = await withClient(primary.url, (client) =>
    client.query(`select calls, round(total_exec_time::numeric, 1) as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as text
      from pg_stat_statements order by total_exec_time desc limit 8`),
  )
  console.log(`What reached the primary in ${requests} look-ups, ${arm.name}:`)
  for (const { calls, ms, text } of rows)
    console.log(`${String(calls).padStart(6)} × ${String(ms).padStart(7)} ms  ${text}`)
}

async function makeKey({ wire }: Arm, { url }: Node): Promise<string> {
  const main = join(import.meta.dirname, '../src/cli/main.ts')
  const args = ['keys', 'create', '--consumer', 'bench', '--new', '--env', 'test', '--scopes', '*', '--json']
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: url, ENCRYPTION_KEY: secret }
  const { key } = JSON.parse((await run(process.execPath, [main, ...args], { env })).stdout)
  const post = async (path: string, body: object) => (await wire.send('POST', path, { key, body })).body
  const { id } = await post('/v1/identities', { type: 'user' })
  await post('/v1/aliases', { identity: id, type: 'username', value: '@grown', privacy_level: 'public' })
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await post('/v1/endpoints', { identity: id, type: 'crypto_wallet', address, privacy_level: 'public' })
  return key
}

try {
  const watched = process.env.STATEMENTS ? { shared_preload_libraries: 'pg_stat_statements' } : {}
  const primary = await startPrimary(scratch, 'primary', { max_connections: '100', ...watched })
  ends.unshift(primary.stop)
  if (process.env.STATEMENTS) await administer(primary.url, 'create extension pg_stat_statements')
  await migrate(primary.url)
  const records = await startPrimary(scratch, 'records')
  ends.unshift(records.stop)
  await migrate(records.url)
  const replicas: Node[] = []
  for (const name of ['one', 'two']) replicas.push(await startStandby(scratch, name, primary))
  for (const replica of replicas) ends.unshift(replica.stop)
  const reading = { DATABASE_READ_URLS: replicas.map(({ url }) => url).join() }
  const arms = [
    await openArm('the primary alone', primary, {}),
    await openArm('two replicas', primary, reading),
    await openArm('two replicas, records apart', primary, { ...reading, DATABASE_RECORDS_URL: records.url }),
    await openArm('the primary alone, records apart', primary, { DATABASE_RECORDS_URL: records.url }),
  ]
  const key = await makeKey(arms[0]!, primary)
  const all = [...arms]
  const chosen = process.env.ARMS?.split(',').map(Number)
  if (chosen) arms.splice(0, arms.length, ...arms.filter((_, index) => chosen.includes(index)))
  const costs = new Map<Arm, Cost[]>(arms.map((arm) => [arm, []]))
  for (const arm of arms) await measure(arm, primary, key)
  for (let round = 0; round < rounds; round++) {
    for (const arm of arms.toSorted(() => Math.random() - 0.5)) {
      await administer(primary.url, 'checkpoint')
      costs.get(arm)!.push(await alone(arm, all, key, () => measure(arm, primary, key)))
    }
  }
  const base = costs.get(arms[0]!)!
  console.log(
    '| | µs of the primary by look-up | against the first (min–max) | p50 ms | p99 ms | look-ups/s |\n|---|---|---|---|---|---|',
  )
  for (const arm of arms) {
    const mine = costs.get(arm)!
    const ratios = mine.map(({ primaryUs }, round) => primaryUs / base[round]!.primaryUs)
    const of = (name: keyof Cost, digits: number) => median(mine.map((cost) => cost[name])).toFixed(digits)
    console.log(
      `| ${arm.name} | ${of('primaryUs', 1)} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}) | ${of('p50', 1)} | ${of('p99', 1)} | ${of('perSecond', 0)} |`,
    )
  }
  const shown = arms[Number(process.env.SHOWN ?? arms.length - 1)]!
  if (process.env.STATEMENTS) await alone(shown, all, key, () => printStatements(shown, primary, key))
} finally {
  for (const end of ends) await Promise.resolve(end()).catch(() => undefined)
  await stopKeeper()
}
