// npm run bench:overload -- [--attacks | --load] [--only WORDS]
//
// The service under ten times its load (--load), and a neighbour's requests during each attack (--attacks); `--only` takes
// the attacks whose name has these words. Nothing may be refused, memory stays under that of the deployment files, and
// p99 is at most three times that beside harmless requests that take no more of the processor.

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sendLoad } from '../../test/support/load.ts'
import { newKey } from '../../test/support/service-process.ts'
import type { Wire } from '../../test/support/wire.ts'
import { makerOf, note, type openService, raisedLimits, withService } from '../app.ts'
import { type Figure, show } from '../figures.ts'
import { residentMb, spent, spentBetween } from '../resources.ts'
import { attacks, type Target } from './attacks.ts'
import { measureLoad, sum, watchHealth } from './shedding.ts'

type Service = Awaited<ReturnType<typeof openService>>

/** The answers to a neighbour before and during an attack. */
type Row = {
  /** The 99th percentiles before and during it, in ms. */
  quiet: number
  p99: number
  answered: number
  /** Neighbours' requests that were refused or broken, and requests for health pages without a 200. */
  refused: number
  /** The service's memory at its highest, in MB. */
  peak: number
  /** The processor time that the service took, in cores. */
  cores: number
}

const root = join(import.meta.dirname, '../..')
const seconds = 4

const environment = { ...raisedLimits, DRAIN_SECONDS: '0', RATE_LIMITS: 'on', WEBHOOK_WORKER: 'off' }

/**
 * Creates the attacker's records: a hundred identities with the largest allowed metadata, and one with the largest
 * snapshot.
 */
async function makeRecords(make: ReturnType<typeof makerOf>): Promise<void> {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, 'x'.repeat(500)]))
  for (let index = 0; index < 100; index++) await make('/v1/identities', { type: 'user', metadata })
  const identity = await make('/v1/identities', { type: 'merchant', display_name: 'Fat' })
  await make('/v1/aliases', { identity, type: 'username', value: 'fat.one', privacy_level: 'public' })
  for (let index = 0; index < 50; index++) {
    const address = `0x${String(index).padStart(40, '1')}`
    await make('/v1/endpoints', { identity, type: 'crypto_wallet', address, privacy_level: 'public' })
  }
}

/** Makes five tenants with five payment links each, and a challenge of each link. */
async function makeLinks(wire: Wire, dataDir: string): Promise<Target['links']> {
  const links: { key: string; challenge: string }[] = []
  for (let tenant = 0; tenant < 5; tenant++) {
    const { key } = await newKey({ DATA_DIR: dataDir }, `links ${tenant}`, { mode: 'live' })
    const make = makerOf(wire, key)
    const identity = await make('/v1/identities', { type: 'merchant' })
    for (let link = 0; link < 5; link++) {
      const value = `https://shop${link}.tenant${tenant}.example`
      const alias = await make('/v1/aliases', { identity, type: 'payment_link', value })
      links.push({ key, challenge: await make(`/v1/aliases/${alias}/challenges`, { method: 'dns_txt' }) })
    }
  }
  return links
}

/** Starts a name server that never answers. */
async function openSilentNames() {
  const socket = createSocket('udp4')
  await once(socket.bind(0, '127.0.0.1'), 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

function largestPage(): string {
  const size = (file: string) => statSync(join(root, file)).size
  const [largest] = globSync('web/explorer/dist/*.js.gz', { cwd: root }).toSorted(
    (one, other) => size(other) - size(one),
  )
  return `/graphql/explorer/${basename(largest!, '.gz')}`
}

/** Measures a neighbour's answers during one attack. */
async function measure(attack: string, { url, pid, dataDir, key, wire }: Service): Promise<Row> {
  const neighbour = (key: string) =>
    sendLoad({
      ...{ url, method: 'POST', path: '/v1/resolve', headers: { authorization: `Bearer ${key}` } },
      ...{ body: '{"alias":"@alice"}', connections: 8, thinkMs: 20, seconds, warmUpSeconds: 1 },
    }).done
  const keyOf = async (name: string) => (await newKey({ DATA_DIR: dataDir }, name)).key
  const [attackers, neighbours] = [await keyOf('attacker'), await keyOf('neighbour')]
  if (/^(?:heavy|lists)/.test(attack)) await makeRecords(makerOf(wire, attackers))
  const links = attack.includes('links') ? await makeLinks(wire, dataDir) : []
  // The demo's key makes the service warm, so that the neighbour's key is new to it during the attack.
  const quiet = await neighbour(key)
  const target: Target = { attack, url, key: attackers, page: largestPage(), links }
  const attacker = spawn(process.execPath, [join(import.meta.dirname, 'attacks.ts'), JSON.stringify(target)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  await pause(1_000)
  let peak = 0
  const [began, before] = [performance.now(), await spent([pid])]
  const { summary, refused: unwell } = await watchHealth(url, ['/healthz'], neighbour(neighbours), async () => {
    peak = Math.max(peak, await residentMb(pid))
  })
  const cores = spentBetween(before, await spent([pid])) / (performance.now() - began)
  attacker.kill('SIGKILL')
  const { 200: answered = 0, ...others } = summary.statuses
  const refused = sum(Object.values(others)) + summary.broken + summary.refused + unwell
  const [calm = 0, p99 = 0] = [quiet, summary].map(({ latencies }) => latencies[200]?.p99)
  return { quiet: calm, p99, answered, refused, peak, cores }
}

/** The neighbour's p99 beside harmless requests that need no more CPU time than the attack. */
function baseline(row: Row, harmless: readonly Row[]): number {
  const lighter = harmless.filter(({ cores }) => cores <= 1.1 * row.cores)
  return Math.max(row.quiet, ...lighter.map(({ p99 }) => p99))
}

/** Measures harmless loads first, then the attacks whose name contains these words. */
async function measureAttacks(words: string): Promise<Figure[]> {
  const isHarmless = (name: string) => name.startsWith('harmless')
  const names = await openSilentNames()
  const harmless: Row[] = []
  const figures: Figure[] = []
  for (const attack of Object.keys(attacks).filter((name) => isHarmless(name) || name.includes(words))) {
    const row = await withService({ ...environment, PROOF_DNS_SERVERS: names.address }, (service) =>
      measure(attack, service),
    )
    if (isHarmless(attack)) harmless.push(row)
    const { p99, answered, refused, peak, cores } = row
    note(`${attack.padEnd(42)} ${answered} answered, p99 ${p99.toFixed(1)} ms, ${cores.toFixed(2)} cores`)
    figures.push(
      { name: `${attack}: p99 / beside harmless requests`, values: [p99 / baseline(row, harmless)], atMost: 3 },
      { name: `${attack}: answered`, values: [answered], atLeast: 1 },
      { name: `${attack}: refused, health pages too`, values: [refused], atMost: 0 },
      { name: `${attack}: memory, MB`, values: [peak], atMost: 768 },
    )
  }
  names.close()
  return figures
}

const { values } = parseArgs({
  options: { attacks: { type: 'boolean' }, load: { type: 'boolean' }, only: { type: 'string', default: '' } },
})
const both = values.attacks === values.load
show([
  ...(both || values.attacks ? await measureAttacks(values.only) : []),
  ...(both || values.load ? await withService({ DRAIN_SECONDS: '0', MAX_CONNECTIONS: '16384' }, measureLoad) : []),
])
