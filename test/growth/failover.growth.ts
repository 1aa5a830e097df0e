import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../src/persistence/migrate.ts'
import { type Answer, type Client, openClient } from '../faults/client.ts'
import { type Balance, balance, isBalanced, type Wanted } from '../faults/ledger.ts'
import { readEffects, reread } from '../faults/stored.ts'
import { write } from '../faults/writer.ts'
import { administer, withClient } from '../support/admin.ts'
import { type Command, startServerProcess } from '../support/command.ts'
import { amount, report } from '../support/judge.ts'
import { type Node, startPrimary, startStandby, until } from '../support/replication.ts'
import { type Key, startTestServer } from '../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../support/tcp-proxy.ts'

const failovers = amount('FAILOVERS', 3)
const writers = 16

type Site = {
  primary: Node
  standby: Node
  /** Where the gateway finds whoever is the primary. */
  proxy: TcpProxy
  target: { host: string; port: number }
  /** Between the standby and the primary. */
  stream: TcpProxy
  gateway: Command & { url: string }
  client: Client
  owner: Key
  payer: Key
}

const sites: Site[] = []
afterAll(async () => {
  for (const { gateway, client, proxy, stream, primary, standby } of sites) {
    await client.close()
    gateway.child.kill('SIGKILL')
    await proxy.close()
    await stream.close()
    await primary.stop()
    await standby.stop()
  }
})

async function follow(primary: Node, isSynchronous: boolean): Promise<{ standby: Node; stream: TcpProxy }> {
  const name = `standby-${randomUUID().slice(0, 8)}`
  const stream = await startProxy({ host: '127.0.0.1', port: primary.port })
  const standby = await startStandby(inject('postgres').scratch, name, primary, stream.port)
  await administer(primary.url, `alter system set synchronous_standby_names = '${isSynchronous ? `"${name}"` : ''}'`)
  await administer(primary.url, 'select pg_reload_conf()')
  const state = isSynchronous ? 'sync' : 'async'
  await until(primary.url, `exists (select from pg_stat_replication where sync_state = '${state}')`)
  return { standby, stream }
}

async function openSite({ isSynchronous }: { isSynchronous: boolean }): Promise<Site> {
  const primary = await startPrimary(inject('postgres').scratch, `primary-${randomUUID().slice(0, 8)}`)
  await migrate(primary.url)
  const { standby, stream } = await follow(primary, isSynchronous)
  const target = { host: '127.0.0.1', port: primary.port }
  const proxy = await startProxy(target)
  const encryptionKey = randomBytes(32)
  const control = await startTestServer({
    database: { url: primary.url, drop: async () => undefined },
    encryptionKey,
  })
  const [owner, payer] = [await control.key(), await control.key({ consumer: 'payer' })]
  await control.close()
  const gateway = await startServerProcess({
    DATABASE_URL: throughProxy(primary.url, proxy),
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    LOG_LEVEL: 'fatal',
  })
  const client = openClient(gateway.url, writers)
  const site = { primary, standby, proxy, target, stream, gateway, client, owner, payer }
  sites.push(site)
  return site
}

const bedKey = ({ key, consumer, keyId }: Key) => ({ key, consumer, id: keyId })

type Failover = { balance: Balance; promotedMs: number; recoveredMs: number; outcomes: Record<string, number> }

/** Kills the primary under load, promotes the standby, leads the gateway there, and compares what it said with what is there. */
async function failOver(site: Site, { cutFirst = false } = {}): Promise<Failover> {
  const { primary, standby, proxy, target, stream, client, owner, payer } = site
  const wanted: Wanted[] = []
  const outcomes: Record<string, number> = {}
  let killedAt = Number.POSITIVE_INFINITY
  let recoveredMs = Number.POSITIVE_INFINITY
  let acknowledged = 0
  let isOver = false
  const seen = ({ outcome, status, replayed, at, ms }: Answer) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (status !== 201) return
    acknowledged++
    if (!replayed && at - ms > killedAt) recoveredMs = Math.min(recoveredMs, at - killedAt)
  }
  const common = { client, owner: bedKey(owner), payer: bedKey(payer), wanted, seen, withKeys: true, thinkMs: 3 }
  const lanes = Array.from({ length: writers }, () => write({ ...common, goesOn: () => !isOver }))
  const more = async (count: number) => {
    const goal = acknowledged + count
    while (acknowledged < goal) await pause(5)
  }
  await more(300)
  if (cutFirst) stream.blackhole()
  if (cutFirst) await more(100)
  killedAt = performance.now()
  await primary.kill()
  await administer(standby.url, 'select pg_promote(true, 60)')
  const promotedMs = performance.now() - killedAt
  target.port = standby.port
  proxy.heal()
  await more(300)
  isOver = true
  await Promise.all(lanes)
  const ask = <R extends object>(text: string): Promise<R[]> =>
    withClient(standby.url, async (to) => (await to.query(text)).rows as R[])
  const made = new Set(wanted.map(({ kind, marker }) => `${kind} ${marker}`))
  const effects = (await readEffects({ ask } as never, new Set())).filter((effect) =>
    made.has(`${effect.kind} ${effect.marker}`),
  )
  return {
    balance: balance(wanted, effects, await reread(client, owner.key, wanted)),
    promotedMs,
    recoveredMs,
    outcomes,
  }
}

let synchronous: Site
beforeAll(async () => {
  synchronous = await openSite({ isSynchronous: true })
})

test('failover to a synchronous standby loses no acknowledged write and doubles none', {
  timeout: 600_000,
}, async () => {
  for (let round = 1; round <= failovers; round++) {
    const { balance, promotedMs, recoveredMs, outcomes } = await failOver(synchronous)
    report(
      `failover ${round}, synchronous: ${balance.acknowledged} acknowledged, ${balance.lost} lost, ${balance.doubled} doubled, ${balance.unheard} commits unheard; promoted after ${promotedMs.toFixed(0)} ms, written again after ${recoveredMs.toFixed(0)} ms; ${JSON.stringify(outcomes)}`,
    )
    expect(isBalanced(balance)).toBe(true)
    expect(balance.acknowledged).toBeGreaterThan(500)
    if (round === failovers) break
    await synchronous.stream.close()
    const { standby, stream } = await follow(synchronous.standby, true)
    Object.assign(synchronous, { primary: synchronous.standby, standby, stream })
  }
})

test('planted: an asynchronous standby that has fallen behind loses acknowledged writes, and the ledger sees it', {
  timeout: 300_000,
}, async () => {
  const { balance } = await failOver(await openSite({ isSynchronous: false }), { cutFirst: true })
  report(`failover, planted asynchronous standby: ${balance.acknowledged} acknowledged, ${balance.lost} lost`)
  expect(balance.lost).toBeGreaterThan(0)
})
