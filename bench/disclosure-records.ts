import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { issueApiKey } from '../src/access/api-keys/service.ts'
import { ensureConsumer } from '../src/access/api-keys/store.ts'
import { unlimited } from '../src/access/quotas/unlimited.ts'
import { readConfig } from '../src/app/config.ts'
import { type App, createApp } from '../src/app/context.ts'
import { migrate } from '../src/database/migrate.ts'
import type { Call } from '../src/kernel/call.ts'
import { createLog } from '../src/kernel/log.ts'
import { startEmbedded } from '../src/postgres/embedded.ts'
import { startServer } from '../src/process/server.ts'
import { appendDisclosureRecords } from '../src/resolution/disclosures/copy-store.ts'
import { createDisclosureRecorder } from '../src/resolution/disclosures/recorder.ts'
import { createResolution } from '../src/resolution/service.ts'
import { createResolutionFacts } from '../src/resolution/store.ts'
import { localKeyProvider } from '../src/vault/key-provider.ts'
import { interval, median, quantile, sortedOf } from './bootstrap.ts'
import type { Burst } from './disclosure-load.ts'
import { childrenOf, spent } from './load/processor-time.ts'

/*
 * What disclosure records cost resolve, over HTTP on one machine that the load, the server and the database share:
 * pairs of bursts with and without records, in random order within a pair; the ratio of each pair, and how it spreads.
 * A burst starts after a warm-up in the same mode, so that the inserts of what came before fall into it.
 */

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    identities: { type: 'string', default: '1000' },
    prefill: { type: 'string', default: '300000' },
    /** Prints the pairs' ratios alone, for the run of the ladder. */
    json: { type: 'boolean', default: false },
  },
})
const pairs = Number(values.pairs)
const burstMs = Number(values.seconds) * 1_000
const identities = Number(values.identities)
const warmUpMs = 700
const bulkItems = 100

/** Of each pair: requests a second with records over those without. */
export type RecordRatios = { control: number[]; single: number[]; bulk: number[]; lines: string[] }

type Load = (ms: number) => Promise<number>

/** Identities with a public username and two public endpoints. @returns the usernames */
async function register(app: App, consumerId: string, keyId: string): Promise<string[]> {
  const call = (): Call => ({
    caller: { consumerId, consumerName: 'bench', keyId, livemode: false, scopes: ['*'], router: false },
    requestId: app.newId(),
    idempotency: null,
    release: 'at once',
    replayed: false,
  })
  const names = Array.from({ length: identities }, (_, n) => `person${n}`)
  const left = [...names]
  const lane = async () => {
    for (let value = left.pop(); value; value = left.pop()) {
      const identity = (await app.services.identities.create(call(), { type: 'user', defaultPrivacyLevel: 'public' }))
        .id
      await app.services.aliases.create(call(), { identity, type: 'username', value })
      const endpoint = { identity, type: 'mobile_money', address: '+14155552671' } as const
      for (let n = 0; n < 2; n++) await app.services.endpoints.create(call(), endpoint)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return names
}

/** An audit trail that is there already, so that its indexes are as deep as in use. */
async function prefill(app: App, count: number): Promise<void> {
  await sql`
    insert into disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, request_id, created_at)
    select overlay(gen_random_uuid()::text placing substr(d.time, 1, 8) || '-' || substr(d.time, 9, 4) || '-7' from 1 for 15)::uuid,
      false, i.id, i.consumer_id, a.id, array[a.id, i.id], gen_random_uuid(), d.at
    from (
      select at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as time
      from (select now() - n * interval '1 second' as at from generate_series(${Math.ceil(count / identities)}, 1, -1) n) d
    ) d, identity i join alias a on a.identity_id = i.id`.execute(app.db)
  for (const table of ['identity', 'alias', 'endpoint', 'disclosure_record']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(app.db)
  }
  await sql`checkpoint`.execute(app.db)
}

/** The server's resolution over one loader, with and without records: nothing in the configuration leaves them out. */
function switchable(app: App) {
  const recorder = createDisclosureRecorder({
    insert: (records, isAgain) => appendDisclosureRecords(app, records, isAgain),
    newId: app.newId,
    clock: app.clock,
    synchronous: false,
    warn: (_, waiting) => console.error(`the database is behind: ${waiting} records wait`),
  })
  const facts = createResolutionFacts(app.pool)
  const common = { facts, keyring: app.keyring, limits: unlimited, defaultRegion: undefined }
  const variants = {
    on: createResolution({ ...common, record: recorder.record }),
    off: createResolution({ ...common, record: async () => undefined }),
  }
  return {
    turn: (variant: 'on' | 'off') => {
      app.services.resolution = variants[variant]
    },
    async settled() {
      while (recorder.waiting() > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    close: () => recorder.close(),
  }
}

function openLoad(burst: Burst): { load: Load; close: () => Promise<number> } {
  const worker = new Worker(new URL('./disclosure-load.ts', import.meta.url), { workerData: burst })
  return {
    async load(ms) {
      worker.postMessage(ms)
      const [rate] = (await once(worker, 'message')) as [number]
      return rate
    },
    close: () => worker.terminate(),
  }
}

const percent = (ratio: number) => `${((1 - ratio) * 100).toFixed(1)} %`

/** Seconds of CPU that this thread (the server) and every process of PostgreSQL have used. */
async function cpuSeconds(postmaster: number): Promise<number> {
  const { user, system } = process.threadCpuUsage()
  const server = await spent([postmaster, ...(await childrenOf(postmaster))])
  return (user + system) / 1e6 + [...server.values()].reduce((sum, ms) => sum + ms, 0) / 1_000
}

type Variant = 'on' | 'off'
type Bench = { records: ReturnType<typeof switchable>; postmaster: number }

/** Requests per second, and microseconds of CPU per request in server and database: the second hears no neighbours. */
async function burst({ records, postmaster }: Bench, load: Load, variant: Variant) {
  records.turn(variant)
  await load(warmUpMs)
  const [began, before] = [performance.now(), await cpuSeconds(postmaster)]
  const rate = await load(burstMs)
  const requests = (rate * (performance.now() - began)) / 1_000
  const cpu = ((await cpuSeconds(postmaster)) - before) * 1e6
  await records.settled()
  return { rate, cpu: cpu / requests }
}

const said: string[] = []

function report(
  name: string,
  unit: string,
  pairs: readonly (readonly [on: number, off: number])[],
  higher: boolean,
): number[] {
  const ratios = pairs.map(([on, off]) => (higher ? on / off : off / on))
  const [low, high] = interval(ratios)
  const sorted = sortedOf(ratios)
  said.push(
    [
      name.padEnd(26),
      `cost ${percent(median(ratios))}`.padEnd(14),
      `95 % CI ${percent(high)} … ${percent(low)}`.padEnd(28),
      `quartiles ${percent(quantile(sorted, 0.75))} … ${percent(quantile(sorted, 0.25))}`.padEnd(30),
      pairs[0]!.map((_, side) => median(pairs.map((pair) => pair[side]!)).toFixed(0)).join(' against '),
      unit,
    ].join(' '),
  )
  if (!values.json) console.log(said.at(-1))
  return ratios
}

async function measure(
  bench: Bench,
  name: string,
  load: Load,
  variants: readonly [Variant, Variant],
): Promise<number[]> {
  const rates: [number, number][] = []
  const cpus: [number, number][] = []
  for (let pair = 0; pair < pairs; pair++) {
    const order = Math.random() < 0.5 ? [0, 1] : [1, 0]
    const found: { rate: number; cpu: number }[] = []
    for (const side of order) found[side] = await burst(bench, load, variants[side]!)
    rates.push([found[0]!.rate, found[1]!.rate])
    cpus.push([found[0]!.cpu, found[1]!.cpu])
  }
  const ratios = report(name, 'requests/s', rates, true)
  report(name, 'µs CPU/request', cpus, false)
  return ratios
}

const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
await chmod(folder, 0o711)
const embedded = await startEmbedded({ dataDir: join(folder, 'data'), sharedDir: join(folder, 'elsewhere') })
try {
  await migrate(embedded.url)
  const config = readConfig({ PORT: '0', RATE_LIMITS: 'off' })
  const keyProvider = localKeyProvider(randomBytes(32))
  const app = await createApp({ config, databaseUrl: embedded.url, keyProvider, log: createLog('warn') })
  const server = await startServer(app)
  const consumerId = await ensureConsumer(app.db, 'bench', app.newId)
  const grant = { consumerId, livemode: false, scopes: ['resolve'], name: null, router: false, expiresAt: null }
  const { row, secret: key } = await issueApiKey(app.db, app.keyring, app.newId(), grant)
  const names = await register(app, consumerId, row.id)
  await prefill(app, Number(values.prefill))

  const records = switchable(app)
  const bench: Bench = { records, postmaster: embedded.pid }
  const base = { url: server.url, key }
  const single = openLoad({
    ...base,
    path: '/v1/resolve',
    bodies: names.map((alias) => JSON.stringify({ alias })),
    connections: 32,
  })
  const bulk = openLoad({
    ...base,
    path: '/v1/resolve/bulk',
    bodies: names.map((_, n) =>
      JSON.stringify({ items: Array.from({ length: bulkItems }, (_, i) => names[(n * 7 + i) % names.length]) }),
    ),
    connections: 8,
  })
  said.push(`${pairs} pairs of ${burstMs / 1_000} s, ${identities} identities, ${values.prefill} records before`)
  if (!values.json) console.log(said.at(-1))
  const control = await measure(bench, 'control: off against off', single.load, ['off', 'off'])
  const ofSingle = await measure(bench, 'resolve', single.load, ['on', 'off'])
  const ofBulk = await measure(bench, `bulk resolve, ${bulkItems} items`, bulk.load, ['on', 'off'])
  const ratios: RecordRatios = { control, single: ofSingle, bulk: ofBulk, lines: said }
  if (values.json) console.log(JSON.stringify(ratios))
  await Promise.all([single.close(), bulk.close(), records.close()])
  await server.stop()
  await app.close()
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
