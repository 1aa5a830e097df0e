// What each step of growth costs (`npm run bench -- growth`): processor time by request, in the gateway and in PostgreSQL, of
// set-ups that run side by side and are measured in turns. Ratios, not records: other work on the machine slows all alike.

import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '../src/database/migrate.ts'
import { administer, withClient } from '../test/support/admin.ts'
import { startBalancer } from '../test/support/balancer.ts'
import { startKeeper } from '../test/support/keeper.ts'
import { startPooler } from '../test/support/pgbouncer.ts'
import { type Node, startPrimary, startStandby, until } from '../test/support/replication.ts'
import { startValkey } from '../test/support/valkey.ts'
import { inLanes, openWire, type Wire } from '../test/support/wire.ts'
import { familyOf, spent, spentBetween } from './load/processor-time.ts'
import { type Service, startService } from './load/service.ts'

const rounds = Number(process.env.ROUNDS ?? 7)
const requests = Number(process.env.REQUESTS ?? 600)
const width = 8
const run = promisify(execFile)

// It removes the folder, and stops every server below it, however this process ends.
const { scratch, stop: stopKeeper } = await startKeeper({ scratchOnly: true })
const ends: (() => unknown)[] = []
const secret = randomBytes(32).toString('base64')
const plenty = '100000000 + 100000000/s'
const common = {
  ENCRYPTION_KEY: secret,
  WEBHOOK_WORKER: 'off',
  DATABASE_WAIT_MS: '20000',
  RATE_LIMIT_REQUESTS_TEST: plenty,
  RATE_LIMIT_RESOLVE: plenty,
  RATE_LIMIT_MISSES: plenty,
}

type Arm = { name: string; wires: Wire[]; pids: number[]; close(): Promise<void> }
type Kind = 'resolve' | 'write' | 'list'
type Cost = { gateway: number; postgres: number; p50: number }

/** One or more gateways on `url`; requests go to them in turn. */
async function openArm(name: string, url: string, env: Record<string, string> = {}, gateways = 1): Promise<Arm> {
  const services: Service[] = []
  for (let n = 0; n < gateways; n++) {
    // The driver's own variable tells PostgreSQL whose connections they are.
    services.push(await startService({ ...common, DATABASE_URL: url, PGAPPNAME: name, ...env }))
  }
  const balancer = gateways > 1 ? await startBalancer(services.map(({ url }) => url)) : null
  const wire = openWire(balancer?.url ?? services[0]!.url, { connections: width })
  const close = async () => {
    await wire.close()
    await balancer?.close()
    for (const { process, exited } of services) {
      process.kill('SIGTERM')
      await exited
    }
  }
  ends.unshift(close)
  return { name, wires: [wire], pids: services.map(({ process }) => process.pid!), close }
}

const backendsOf = (node: Node, name: string) =>
  withClient(node.url, async (client) => {
    const { rows } = await client.query('select pid from pg_stat_activity where application_name = $1', [name])
    return rows.map(({ pid }) => pid as number)
  })

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

type Scene = { key: string; alias: string }

async function send({ wires: [wire] }: Arm, kind: Kind, { key, alias }: Scene): Promise<void> {
  const { status, text } =
    kind === 'resolve'
      ? await wire!.send('POST', '/v1/resolve', { key, body: { alias } })
      : kind === 'list'
        ? await wire!.send('GET', '/v1/identities?limit=50', { key })
        : await wire!.send('POST', '/v1/identities', {
            key,
            body: { type: 'user' },
            headers: { 'idempotency-key': randomUUID() },
          })
  if (status >= 300) throw new Error(`${status} ${text}`)
}

/** Microseconds of processor time by request, and the median latency in milliseconds. */
async function measure(arm: Arm, kind: Kind, scene: Scene, nodes: readonly Node[]): Promise<Cost> {
  const look = async () => {
    const backends = (await Promise.all(nodes.map((node) => backendsOf(node, arm.name)))).flat()
    const gateways = (await Promise.all(arm.pids.map(familyOf))).flat()
    return { gateway: await spent(gateways), postgres: await spent(backends) }
  }
  const before = await look()
  const times = await inLanes(Array.from({ length: requests }), width, async () => {
    const began = performance.now()
    await send(arm, kind, scene)
    return performance.now() - began
  })
  const after = await look()
  const each = (name: 'gateway' | 'postgres') => (spentBetween(before[name], after[name]) * 1_000) / requests
  return { gateway: each('gateway'), postgres: each('postgres'), p50: median(times) }
}

/** Each arm against the first, round by round in changing order. */
async function compare(title: string, kind: Kind, arms: readonly Arm[], scene: Scene, nodes: readonly Node[]) {
  const costs = new Map<Arm, Cost[]>(arms.map((arm) => [arm, []]))
  for (const arm of arms) await measure(arm, kind, scene, nodes)
  for (let round = 0; round < rounds; round++) {
    for (const arm of arms.toSorted(() => Math.random() - 0.5)) {
      costs.get(arm)!.push(await measure(arm, kind, scene, nodes))
    }
  }
  const base = costs.get(arms[0]!)!
  console.log(
    `\n${title}\n\n| | gateway µs | PostgreSQL µs | both, ratio (min–max) | p50, ratio (min–max) |\n|---|---|---|---|---|`,
  )
  for (const arm of arms) {
    const mine = costs.get(arm)!
    const of = (pick: (cost: Cost) => number) => median(mine.map(pick)).toFixed(0)
    const ratio = (pick: (cost: Cost) => number) => {
      const ratios = mine.map((cost, index) => pick(cost) / pick(base[index]!))
      return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
    }
    const both = ({ gateway, postgres }: Cost) => gateway + postgres
    console.log(
      `| ${arm.name} | ${of(({ gateway }) => gateway)} | ${of(({ postgres }) => postgres)} | ${ratio(both)} | ${ratio(({ p50 }) => p50)} |`,
    )
  }
}

async function makeScene({ wires: [wire] }: Arm, url: string): Promise<Scene> {
  const main = join(import.meta.dirname, '../src/cli/main.ts')
  const args = ['keys', 'create', '--consumer', 'bench', '--new', '--env', 'test', '--scopes', '*', '--json']
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: url, ENCRYPTION_KEY: secret }
  const { key } = JSON.parse((await run(process.execPath, [main, ...args], { env })).stdout)
  const post = async (path: string, body: object) => (await wire!.send('POST', path, { key, body })).body
  const { id } = await post('/v1/identities', { type: 'user' })
  await post('/v1/aliases', { identity: id, type: 'username', value: '@grown', privacy_level: 'public' })
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await post('/v1/endpoints', { identity: id, type: 'crypto_wallet', address, privacy_level: 'public' })
  for (let n = 0; n < 200; n++) await post('/v1/identities', { type: 'user' })
  return { key, alias: '@grown' }
}

async function follow(primary: Node, name: string, mode: 'sync' | 'async'): Promise<Node> {
  const standby = await startStandby(scratch, name, primary)
  ends.unshift(standby.stop)
  await administer(primary.url, `alter system set synchronous_standby_names = '${mode === 'sync' ? `"${name}"` : ''}'`)
  await administer(primary.url, 'select pg_reload_conf()')
  await until(primary.url, `exists (select from pg_stat_replication where sync_state = '${mode}')`)
  return standby
}

async function openPrimary(name: string): Promise<Node> {
  const node = await startPrimary(scratch, name, { max_connections: '300' })
  ends.unshift(node.stop)
  await migrate(node.url)
  return node
}

try {
  const primary = await openPrimary('primary')
  const pooler = await startPooler(primary.url, join(scratch, 'pooler'), { idleSeconds: 600 })
  ends.unshift(pooler.stop)
  const pooled = new URL(primary.url)
  pooled.port = String(pooler.port)
  const valkey = await startValkey()
  ends.unshift(valkey.stop)

  const plain = await openArm('one gateway', primary.url)
  const scene = await makeScene(plain, primary.url)
  const limited = { RATE_LIMITS: 'on' }
  const arms = {
    memory: await openArm('quotas in memory', primary.url, limited),
    postgres: await openArm('quotas in PostgreSQL', primary.url, { ...limited, RATE_LIMIT_STORE: 'postgres' }),
    valkey: await openArm('quotas in Valkey', primary.url, { ...limited, VALKEY_URL: valkey.url }),
    unprepared: await openArm('PREPARED_STATEMENTS=off', primary.url, { PREPARED_STATEMENTS: 'off' }),
    pooled: await openArm('through PgBouncer', pooled.href, {
      DATABASE_LISTEN_URL: primary.url,
      PREPARED_STATEMENTS: 'off',
    }),
    workers: await openArm('WORKERS=2', primary.url, { WORKERS: '2' }),
    two: await openArm('two gateways, balancer', primary.url, {}, 2),
  }
  await compare('Resolving one alias', 'resolve', [plain, ...Object.values(arms)], scene, [primary])
  await compare('Creating an identity', 'write', [plain, arms.unprepared, arms.pooled, arms.workers, arms.two], scene, [
    primary,
  ])
  for (const arm of Object.values(arms)) await arm.close()

  const replica = await follow(primary, 'replica', 'async')
  const reading = await openArm('lists from a replica', primary.url, {
    DATABASE_READ_URLS: replica.url,
  })
  await compare('Listing 50 identities, PostgreSQL: the primary alone', 'list', [plain, reading], scene, [primary])
  await compare('Listing 50 identities, PostgreSQL: primary and replica', 'list', [plain, reading], scene, [
    primary,
    replica,
  ])
  await compare('Creating an identity, with an asynchronous standby', 'write', [plain], scene, [primary])

  const alone = await openPrimary('alone')
  const guarded = await openPrimary('guarded')
  await follow(guarded, 'witness', 'sync')
  await reading.close()
  await plain.close()
  const unguardedArm = await openArm('no standby', alone.url)
  const guardedArm = await openArm('synchronous standby', guarded.url)
  const first = await makeScene(unguardedArm, alone.url)
  const second = await makeScene(guardedArm, guarded.url)
  await compareWrites(unguardedArm, first, alone, guardedArm, second, guarded)
} finally {
  for (const end of ends) await Promise.resolve(end()).catch(() => undefined)
  await stopKeeper()
}

/** The same write on two primaries: each has a key and a scene of its own. */
async function compareWrites(a: Arm, sceneA: Scene, nodeA: Node, b: Arm, sceneB: Scene, nodeB: Node): Promise<void> {
  const ratios: number[] = []
  const times: [number, number][] = []
  for (let round = 0; round <= rounds; round++) {
    const mine = await measure(a, 'write', sceneA, [nodeA])
    const theirs = await measure(b, 'write', sceneB, [nodeB])
    if (round === 0) continue
    times.push([mine.p50, theirs.p50])
    ratios.push(theirs.p50 / mine.p50)
  }
  console.log(
    `\nCreating an identity on a primary with a synchronous standby: p50 ${median(times.map(([, b]) => b)).toFixed(1)} ms against ${median(times.map(([a]) => a)).toFixed(1)} ms, ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
  )
}
