import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import { administer, withClient } from '../../support/admin.ts'
import { type Command, startServerProcess } from '../../support/command.ts'
import { amount, report } from '../../support/judge.ts'
import { type Node, startPrimary, startStandby, until } from '../../support/replication.ts'
import { type Key, startTestServer } from '../../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../../support/tcp-proxy.ts'
import { openWire, type Wire } from '../../support/wire.ts'
import { type Balance, balance, type Wanted } from '../faults/ledger.ts'
import { type Ask, readEffects, reread } from '../faults/stored.ts'

const failovers = amount('FAILOVERS', 3)
const writers = 16

type Site = {
  primary: Node
  standby: Node
  /** The gateway's address for the current primary. */
  proxy: TcpProxy
  target: { host: string; port: number }
  /** Between the standby and the primary. */
  stream: TcpProxy
  gateway: Command & { url: string }
  client: Wire
  owner: Key
  /** All writes so far: each failover must keep those of the ones before. */
  wanted: Wanted[]
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
  const owner = await control.key()
  await control.close()
  const gateway = await startServerProcess({
    DATABASE_URL: throughProxy(primary.url, proxy),
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    LOG_LEVEL: 'fatal',
    // The ledger counts every stored record: none may be there before.
    SANDBOX: 'off',
  })
  const client = openWire(gateway.url, { connections: writers })
  const site = { primary, standby, proxy, target, stream, gateway, client, owner, wanted: [] }
  sites.push(site)
  return site
}

type Failover = {
  /** Acknowledged in this round. */
  acknowledged: number
  /** The ledger's balance over all rounds. */
  found: Balance
  promotedMs: number
  recoveredMs: number
  outcomes: Record<string, number>
}

/** Kills the primary under load, promotes the standby, leads the gateway there, and compares what it said with what is there. */
async function failOver(site: Site, { cutFirst = false } = {}): Promise<Failover> {
  const { primary, standby, proxy, target, stream, client, owner, wanted } = site
  let acknowledged = 0
  const outcomes: Record<string, number> = {}
  let [killedAt, recoveredMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let isOver = false

  /** One write under one key, sent until it is answered. */
  async function write(name: string): Promise<void> {
    const want: Wanted = { kind: 'identity', marker: name, acknowledged: null, wasRecovered: false }
    wanted.push(want)
    for (;;) {
      const sentAt = performance.now()
      const request = {
        key: owner.key,
        body: { type: 'user', display_name: name },
        headers: { 'idempotency-key': name },
      }
      const answer = await client.send('POST', '/v1/identities', request).catch(() => null)
      const outcome = String(answer?.status ?? 'broken')
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (answer?.status === 201) {
        want.acknowledged = answer.body
        acknowledged++
        if (sentAt > killedAt) recoveredMs = Math.min(recoveredMs, performance.now() - killedAt)
        return
      }
      await pause(20)
    }
  }
  const lanes = Array.from({ length: writers }, async () => {
    while (!isOver) await write(randomUUID())
  })
  const more = async (count: number) => {
    const goal = acknowledged + count
    while (acknowledged < goal) await pause(5)
  }
  await more(300)
  if (cutFirst) stream.blackhole()
  if (cutFirst) await more(100)
  await primary.kill()
  killedAt = performance.now()
  await administer(standby.url, 'select pg_promote(true, 60)')
  const promotedMs = performance.now() - killedAt
  target.port = standby.port
  proxy.heal()
  await more(300)
  isOver = true
  await Promise.all(lanes)

  const ask: Ask = (statement) => withClient(standby.url, async (to) => (await to.query(statement)).rows)
  const get = (path: string) => client.send('GET', path, { key: owner.key })
  return {
    acknowledged,
    found: balance(wanted, await readEffects(ask), await reread(get, wanted)),
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
    const { acknowledged, found, promotedMs, recoveredMs, outcomes } = await failOver(synchronous)
    report(
      `failover ${round}, synchronous: ${acknowledged} acknowledged, ${found.lost} lost, ${found.doubled + found.misreported} doubled; promoted after ${promotedMs.toFixed(0)} ms, written again after ${recoveredMs.toFixed(0)} ms; ${JSON.stringify(outcomes)}`,
    )
    expect(found).toMatchObject({ lost: 0, doubled: 0, foreign: 0, misreported: 0 })
    expect(acknowledged).toBeGreaterThan(500)
    if (round === failovers) break
    await synchronous.stream.close()
    const { standby, stream } = await follow(synchronous.standby, true)
    Object.assign(synchronous, { primary: synchronous.standby, standby, stream })
  }
})

test('control: an asynchronous standby that has fallen behind loses acknowledged writes, and the ledger sees it', {
  timeout: 300_000,
}, async () => {
  const { acknowledged, found } = await failOver(await openSite({ isSynchronous: false }), { cutFirst: true })
  report(`failover, control: asynchronous standby: ${acknowledged} acknowledged, ${found.lost} lost`)
  expect(found.lost).toBeGreaterThan(0)
})
