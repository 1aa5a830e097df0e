import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, inject, test } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import { administer, withClient } from '../../support/admin.ts'
import { amount, report } from '../../support/judge.ts'
import { type Node, startPrimary, startStandby, until } from '../../support/replication.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../../support/tcp-proxy.ts'
import { openTraffic, type Traffic } from './failover-traffic.ts'

const failovers = amount('LOOK_UP_FAILOVERS', 1)

/** A way to the primary that one gateway has for itself, and that can be led elsewhere. */
type Way = { proxy: TcpProxy; target: { host: string; port: number } }

type Site = { primary: Node; standby: Node; replica: Node; ways: [Way, Way]; gateways: TestServer[]; traffic: Traffic }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await Promise.resolve(end()).catch(() => undefined)
})

const named = (what: string) => `${what}-${randomUUID().slice(0, 8)}`
const kept = (node: Node) => {
  ends.push(node.stop)
  return node
}

async function wayTo({ port }: Node): Promise<Way> {
  const target = { host: '127.0.0.1', port }
  const proxy = await startProxy(target)
  ends.push(proxy.close)
  return { proxy, target }
}

async function guard(primary: Node, name: string): Promise<void> {
  await administer(primary.url, `alter system set synchronous_standby_names = '"${name}"'`)
  await administer(primary.url, 'select pg_reload_conf()')
  await until(primary.url, "exists (select from pg_stat_replication where sync_state = 'sync')")
}

/** A primary with a synchronous standby and one more replica: two gateways read look-ups from both of them. */
async function openSite(): Promise<Site> {
  const { scratch } = inject('postgres')
  const settings = { fsync: 'off', wal_keep_size: '1GB', max_standby_streaming_delay: '0' }
  const primary = kept(await startPrimary(scratch, named('primary'), settings))
  await migrate(primary.url)
  const name = named('standby')
  const standby = kept(await startStandby(scratch, name, primary))
  const replica = kept(await startStandby(scratch, named('replica'), primary))
  await guard(primary, name)
  const encryptionKey = randomBytes(32)
  const ways: [Way, Way] = [await wayTo(primary), await wayTo(primary)]
  const env = { DATABASE_READ_URLS: [standby, replica].map(({ url }) => url).join(), RESPONSE_STEP_SINGLE_MS: '1' }
  const gateways = await Promise.all(
    ways.map(({ proxy }) =>
      startTestServer({
        database: { url: throughProxy(primary.url, proxy), drop: async () => undefined },
        encryptionKey,
        env,
      }),
    ),
  )
  for (const gateway of gateways) ends.push(gateway.close)
  const traffic = await openTraffic(gateways)
  ends.push(traffic.close)
  return { primary, standby, replica, ways, gateways, traffic }
}

/** The former primary runs on, and no gateway reaches it any more. */
const fence = (ways: readonly Way[]) => {
  for (const { proxy } of ways) proxy.blackhole()
}

function lead(ways: readonly Way[], { port }: Node): void {
  for (const { proxy, target } of ways) {
    target.port = port
    proxy.heal()
  }
}

const promote = ({ url }: Node) => administer(url, 'select pg_promote(true, 60)')

/** Writes that wait for a standby that is away would never be acknowledged. */
const alone = (node: Node) =>
  administer(node.url, "alter system set synchronous_standby_names = ''").then(() =>
    administer(node.url, 'select pg_reload_conf()'),
  )

const batchesOfReplicas = ({ gateways }: Site) =>
  gateways.reduce((sum, { app }) => sum + app.replicas!.counts.replicas.reduce((a, b) => a + b), 0)

/** Counts acknowledged identities that are missing. */
async function lostOn({ url }: Node, { created }: Traffic): Promise<number> {
  const { rows } = await withClient(url, (client) => client.query('select display_name as name from identity'))
  const there = new Set(rows.map(({ name }) => name))
  return created.filter((name) => !there.has(name)).length
}

test('failover to a synchronous standby under look-ups, the former primary fenced: nothing is lost, nothing is late', {
  timeout: 600_000,
}, async () => {
  for (let round = 1; round <= failovers; round++) {
    const site = await openSite()
    const { primary, standby, ways, traffic } = site
    await traffic.revocations(5)
    expect(batchesOfReplicas(site)).toBeGreaterThan(0)
    fence(ways)
    const fencedAt = performance.now()
    await promote(standby)
    await alone(standby)
    lead(ways, standby)
    await traffic.revocations(1)
    const backMs = performance.now() - fencedAt
    await traffic.revocations(10)
    await traffic.end()
    const lost = await lostOn(standby, traffic)
    const { late, disclosed, hidden, refused, created, rounds } = traffic
    report(
      `failover ${round} under look-ups: ${rounds} revocations, ${late} late; ${created.length} identities acknowledged, ${lost} lost; look-ups ${disclosed} disclosed, ${hidden} hidden, ${JSON.stringify(refused)}; a revocation was acknowledged again after ${backMs.toFixed(0)} ms`,
    )
    // The former primary still runs: only the fence kept the gateways from it.
    await until(primary.url, 'not pg_is_in_recovery()')
    expect({ late, lost }).toEqual({ late: 0, lost: 0 })
    expect(rounds).toBeGreaterThanOrEqual(16)
    expect(created.length).toBeGreaterThan(20)
    for (const end of ends.splice(0).reverse()) await Promise.resolve(end()).catch(() => undefined)
  }
})

test('control: a gateway that still reaches the former primary is late, and the test sees it', {
  timeout: 300_000,
}, async () => {
  const { primary, standby, ways, traffic } = await openSite()
  await traffic.revocations(2)
  fence([ways[0]])
  await promote(standby)
  // Where the alias was open. No standby confirms this any more.
  await administer(primary.url, "set synchronous_commit = local; update alias set privacy_level = 'public'")
  await alone(standby)
  lead([ways[0]], standby)
  await traffic.revocations(3)
  await traffic.end()
  report(`failover, control: one gateway not fenced: ${traffic.late} late`)
  expect(traffic.late).toBeGreaterThan(0)
})
