import { execFile, spawn } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Plan, Summary } from '../load/generator.ts'
import { sendLoad } from '../load/run.ts'
import { mainOf, type Service, startService } from '../load/service.ts'
import { attacks, type Target } from './attacks.ts'

export type Row = {
  attack: string
  quiet: { p50: number; p99: number }
  attacked: { p50: number; p99: number }
  answered: number
  /** Neighbours' requests that were refused or broken. */
  refused: number
  /** Health pages that were not answered with 200. */
  unwell: number
  /** The service's memory at its highest, in MB. */
  peak: number
  /** The processor time that the service took, in cores. */
  cores: number
}

const seconds = 4

const environment = {
  DRAIN_SECONDS: '0',
  RATE_LIMITS: 'on',
  // The consumers' own quotas are not what is measured.
  RATE_LIMIT_REQUESTS_TEST: '900000 + 90000/s',
  RATE_LIMIT_RESOLVE: '900000 + 90000/s',
  WEBHOOK_WORKER: 'off',
}

/** A key that the service has never seen. */
async function newKey(tree: string, dataDir: string, consumer: string): Promise<string> {
  const args = [mainOf(tree), 'keys', 'create', '--consumer', consumer, '--new', '--env', 'test', '--scopes', '*']
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
  const [key] = /\bspk_\w+/.exec(stdout + stderr) ?? []
  if (!key) throw new Error('No key was made.')
  return key
}

/** A hundred identities with all the metadata that one may have. */
async function makeNoted(url: string, key: string): Promise<void> {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, 'x'.repeat(500)]))
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ type: 'user', metadata })
  for (let index = 0; index < 100; index++) await fetch(`${url}/v1/identities`, { method: 'POST', headers, body })
}

/** An identity whose snapshot is as large as the interface lets it be made in a moment. */
async function makeFat(url: string, key: string): Promise<void> {
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as { id?: string }
  }
  const { id: identity } = await send('/v1/identities', { type: 'merchant', display_name: 'Fat' })
  await send('/v1/aliases', { identity, type: 'username', value: 'fat.one', privacy_level: 'public' })
  for (let index = 0; index < 50; index++) {
    const address = `0x${String(index).padStart(40, '1')}`
    await send('/v1/endpoints', { identity, type: 'crypto_wallet', address, privacy_level: 'public' })
  }
}

const megabytes = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Processor time in seconds: fields 14 and 15 of the process's line, in hundredths. */
function processorSeconds(pid: number): number {
  const [, line] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = line!.split(' ').slice(11, 13).map(Number)
  return (user! + system!) / 100
}

async function watch(
  service: Service,
  work: Promise<Summary>,
): Promise<{ summary: Summary; peak: number; unwell: number; cores: number }> {
  const pid = service.process.pid!
  const [began, spent] = [performance.now(), processorSeconds(pid)]
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  let peak = 0
  let unwell = 0
  while (!isOver) {
    peak = Math.max(peak, megabytes(pid))
    const page = `${service.url}/healthz`
    const answer = await fetch(page, { headers: { connection: 'close' }, signal: AbortSignal.timeout(3_000) }).catch(
      () => null,
    )
    if (answer?.status !== 200) unwell++
    await answer?.text()
    await pause(100)
  }
  const cores = (processorSeconds(pid) - spent) / ((performance.now() - began) / 1_000)
  return { summary: await done, peak: Math.round(peak), unwell, cores }
}

const times = ({ latencies }: Summary) => ({ p50: latencies[200]?.p50 ?? 0, p99: latencies[200]?.p99 ?? 0 })

function largestPage(tree: string): string {
  const files = globSync('{web/,}explorer/dist/*.js', { cwd: tree })
  const [largest] = files.toSorted((one, other) => statSync(join(tree, other)).size - statSync(join(tree, one)).size)
  return `/graphql/explorer/${largest!.split('/').at(-1)}`
}

/** What a neighbour sees of one attack, on a service of its own. */
export async function measure(tree: string, attack: string): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-attacked-'))
  const service = await startService({ ...environment, DATA_DIR: dataDir }, tree)
  try {
    const [attackers, neighbours] = [await newKey(tree, dataDir, 'attacker'), await newKey(tree, dataDir, 'neighbour')]
    if (attack.startsWith('heavy')) await makeFat(service.url, attackers)
    if (attack.startsWith('lists')) await makeNoted(service.url, attackers)
    const plan = (key: string): Plan => ({
      url: service.url,
      method: 'POST',
      path: '/v1/resolve',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"alias":"@alice"}',
      connections: 8,
      thinkMs: 20,
      seconds,
      warmUpSeconds: 1,
    })
    // The demo's key here, so that the neighbour's is new to the service when the attack is under way.
    const { summary: quiet } = await watch(service, sendLoad(plan(service.key!)).done)
    const target: Target = { attack, url: service.url, key: attackers, page: largestPage(tree) }
    const attacker = spawn(process.execPath, [join(import.meta.dirname, 'attacks.ts'), JSON.stringify(target)], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    await pause(1_000)
    const seen = await watch(service, sendLoad(plan(neighbours)).done)
    attacker.kill('SIGKILL')
    const { summary, peak, unwell, cores } = seen
    const { 200: answered = 0, ...others } = summary.statuses
    const refused = Object.values(others).reduce((sum, count) => sum + count, 0) + summary.broken + summary.refused
    return { attack, quiet: times(quiet), attacked: times(summary), answered, refused, unwell, peak, cores }
  } finally {
    service.process.kill('SIGTERM')
    const killing = setTimeout(() => service.process.kill('SIGKILL'), 15_000)
    await service.exited
    clearTimeout(killing)
    await rm(dataDir, { recursive: true, force: true })
  }
}

const limits = { ratio: 3, peak: 768 }

/** The neighbour's p99 beside harmless requests that take no more of the processor than the attack does. */
export function baseline(row: Row, harmless: readonly Row[]): number {
  const lighter = harmless.filter(({ cores }) => cores <= 1.1 * row.cores)
  return Math.max(row.quiet.p99, ...lighter.map(({ attacked }) => attacked.p99))
}

export const holds = (row: Row, harmless: readonly Row[]): boolean =>
  row.refused + row.unwell === 0 &&
  row.answered > 0 &&
  row.attacked.p99 <= limits.ratio * baseline(row, harmless) &&
  row.peak <= limits.peak

const isHarmless = (name: string): boolean => name.startsWith('harmless')

/** Harmless loads first, then the attacks whose name has these words. */
export async function measureAll(
  tree: string,
  words: string,
  say: (row: Row, harmless: readonly Row[]) => void,
): Promise<{ rows: Row[]; harmless: Row[] }> {
  const [harmless, rows]: [Row[], Row[]] = [[], []]
  const names = Object.keys(attacks)
  const asked = names.filter((name) => !isHarmless(name) && name.includes(words))
  for (const attack of [...names.filter(isHarmless), ...asked]) {
    const row = await measure(tree, attack)
    ;(isHarmless(attack) ? harmless : rows).push(row)
    say(row, harmless)
  }
  return { rows, harmless }
}
