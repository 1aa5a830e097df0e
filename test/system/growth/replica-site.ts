import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import type { Refusal } from '../../../src/database/read-index/rules.ts'
import { withClient } from '../../support/admin.ts'
import { type Node, startPrimary, startStandby, until } from '../../support/replication.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../../support/tcp-proxy.ts'
import { closeStage, openStage, type Stage } from './revocations.ts'

/** A server that may be changed for another one behind the same address. */
export type Place = { node: Node; proxy: TcpProxy; target: { host: string; port: number } }

export type Site = {
  primary: Node
  replicas: readonly [Place, Place]
  gateways: readonly TestServer[]
  stage: Stage
  nodes: Node[]
  encryptionKey: Buffer
  close(): Promise<void>
}

const scratch = () => inject('postgres').scratch
const newName = (what: string) => `${what}-${randomUUID().slice(0, 8)}`

export async function standbyOf(site: Pick<Site, 'nodes'>, primary: Node): Promise<Node> {
  const node = await startStandby(scratch(), newName('standby'), primary)
  site.nodes.push(node)
  return node
}

async function place(node: Node): Promise<Place> {
  const target = { host: '127.0.0.1', port: node.port }
  return { node, target, proxy: await startProxy(target) }
}

/**
 * A primary, two standbys that each stand behind a proxy, and two gateways that read from both. They reach the primary by
 * what `reach` makes of its URL.
 */
export async function openSite(
  env: Record<string, string> = {},
  reach: (url: string) => Promise<string> = async (url) => url,
): Promise<Site> {
  const settings = { fsync: 'off', wal_keep_size: '1GB', max_standby_streaming_delay: '0' }
  const primary = await startPrimary(scratch(), newName('primary'), settings)
  await migrate(primary.url)
  const nodes = [primary]
  const replicas = [
    await place(await standbyOf({ nodes }, primary)),
    await place(await standbyOf({ nodes }, primary)),
  ] as const
  const encryptionKey = randomBytes(32)
  const url = await reach(primary.url)
  const gateways = await Promise.all(
    [0, 1].map(() =>
      startTestServer({
        database: { url, drop: async () => undefined },
        encryptionKey,
        env: {
          DATABASE_READ_URLS: replicas.map(({ node, proxy }) => throughProxy(node.url, proxy)).join(),
          RESOLVE_REPLICA_WAIT_MS: '100',
          RESPONSE_STEP_SINGLE_MS: '1',
          ...env,
        },
      }),
    ),
  )
  const stage = await openStage(gateways, () => primary.url)
  const site = { primary, replicas, gateways, stage, nodes, encryptionKey }
  return { ...site, close: () => closeSite(site) }
}

async function closeSite({ stage, gateways, replicas, nodes }: Omit<Site, 'close'>): Promise<void> {
  await closeStage(stage)
  for (const gateway of gateways) await gateway.close()
  for (const { proxy } of replicas) await proxy.close()
  for (const node of [...nodes].reverse()) await node.stop().catch(() => undefined)
}

export type Shares = { replicas: number[]; primary: number; fallbacks: Partial<Record<Refusal, number>> }

/** Counts the batches answered by each server so far, over all gateways. */
export function sharesOf({ gateways }: Pick<Site, 'gateways'>): Shares {
  const shares: Shares = { replicas: [0, 0], primary: 0, fallbacks: {} }
  for (const { app } of gateways) {
    const counts = app.replicas!.counts
    shares.primary += counts.primary
    counts.replicas.forEach((count, index) => {
      shares.replicas[index]! += count
    })
    for (const [refusal, count] of Object.entries(counts.fallbacks) as [Refusal, number][]) {
      if (count > 0) shares.fallbacks[refusal] = (shares.fallbacks[refusal] ?? 0) + count
    }
  }
  return shares
}

export const difference = (after: Shares, before: Shares): Shares => ({
  replicas: after.replicas.map((count, index) => count - before.replicas[index]!),
  primary: after.primary - before.primary,
  fallbacks: Object.fromEntries(
    Object.entries(after.fallbacks)
      .map(([refusal, count]) => [refusal, count - (before.fallbacks[refusal as Refusal] ?? 0)])
      .filter(([, count]) => (count as number) > 0),
  ),
})

async function resolveUntil(site: Site, isDone: () => boolean): Promise<void> {
  const { stage } = site
  const deadline = performance.now() + 30_000
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error(`Not within 30 s: ${JSON.stringify(sharesOf(site))}`)
    const body = { alias: `@${stage.aliasValue}` }
    await Promise.all(stage.wires.map((wire) => wire.send('POST', '/v1/resolve', { key: stage.grantee.key, body })))
    await pause(2)
  }
}

/** Resolves until every gateway has read from each of these replicas. */
export async function untilRead(site: Site, indexes: readonly number[]): Promise<void> {
  const before = site.gateways.map(({ app }) => [...app.replicas!.counts.replicas])
  await resolveUntil(site, () =>
    site.gateways.every(({ app }, gateway) =>
      indexes.every((index) => app.replicas!.counts.replicas[index]! > before[gateway]![index]!),
    ),
  )
}

/** Resolves until a replica is refused for this reason: one that rests is asked again only when its rest is over. */
export async function untilRefused(site: Site, refusal: Refusal): Promise<void> {
  const countOf = () => sharesOf(site).fallbacks[refusal] ?? 0
  const before = countOf()
  await resolveUntil(site, () => countOf() > before)
}

/** Waits until a standby has replayed what the primary has written by now. */
export async function untilCaughtUp(primary: Node, standby: Node): Promise<void> {
  const { rows } = await withClient(primary.url, (client) =>
    client.query('select pg_current_wal_insert_lsn()::text as lsn'),
  )
  await until(standby.url, `pg_last_wal_replay_lsn() >= '${rows[0].lsn}'`)
}
