import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { administer, withClient } from '../../support/admin.ts'
import { amount, report } from '../../support/judge.ts'
import { keepCopy, putBack, until } from '../../support/replication.ts'
import { forTests } from '../../support/server.ts'
import { difference, openSite, sharesOf, standbyOf, untilCaughtUp, untilRead, untilRefused } from './replica-site.ts'
import { administerStandby, type Race, raceRevocations } from './revocations.ts'

const rounds = amount('REPLICA_ROUNDS', 15)

const site = forTests(openSite)

/** Races beside a fault; nothing may be late or fail, and the first replica goes on being read. */
async function races(what: string, perhaps?: () => Promise<unknown> | unknown): Promise<Race> {
  const before = sharesOf(site)
  const race = await raceRevocations(site.stage, rounds, perhaps)
  const { replicas, primary, fallbacks } = difference(sharesOf(site), before)
  report(
    `${what}: ${race.rounds} revocations, ${race.before} resolved before, ${race.hidden} hidden after, ${race.late} late, ${race.shed} shed; batches of the replicas ${replicas.join(' and ')}, of the primary ${primary} ${JSON.stringify(fallbacks)}`,
  )
  expect(race.failed).toEqual([])
  expect(race.late).toBe(0)
  expect(race.shed).toBeLessThan((race.before + race.hidden) / 100)
  expect(race.before).toBeGreaterThanOrEqual(rounds)
  return race
}

const second = () => site.replicas[1]
const onSecond = (statement: string) => administerStandby(second().node.url, statement)

/** Does one thing and then the other, for a while each, until stopped. */
function alternately(begin: () => Promise<unknown> | unknown, end: () => Promise<unknown> | unknown) {
  let isOver = false
  const run = async () => {
    while (!isOver) {
      await begin()
      await pause(20 + Math.random() * 150)
      await end()
      await pause(20 + Math.random() * 150)
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
  }
}

async function racesBeside(
  what: string,
  begin: () => Promise<unknown> | unknown,
  end: () => Promise<unknown> | unknown,
) {
  const stop = alternately(begin, end)
  try {
    await races(what)
  } finally {
    await stop()
  }
  await untilRead(site, [0, 1])
}

test('both replicas are read from, and nothing is late', { timeout: 600_000 }, async () => {
  await untilRead(site, [0, 1])
  const before = sharesOf(site)
  await races('two replicas')
  const { replicas } = difference(sharesOf(site), before)
  for (const batches of replicas) expect(batches).toBeGreaterThan(0)
})

test('one replica is held back: nothing is late', { timeout: 600_000 }, async () => {
  await racesBeside(
    'one held back',
    () => onSecond('select pg_wal_replay_pause()'),
    () => onSecond('select pg_wal_replay_resume()'),
  )
})

test('one replica is stopped by SIGSTOP: nothing is late', { timeout: 600_000 }, async () => {
  await racesBeside(
    'one stopped by SIGSTOP',
    () => second().node.freeze(),
    () => second().node.thaw(),
  )
})

test('one replica is cut off, or vanishes without a word: nothing is late', { timeout: 600_000 }, async () => {
  const { proxy } = second()
  await racesBeside('one cut by its proxy', proxy.cut, proxy.cut)
  await racesBeside('one behind a proxy that swallows all', proxy.blackhole, proxy.heal)
})

test('the tables are vacuumed under the readers: nothing is late', { timeout: 600_000 }, async () => {
  await withClient(second().node.url, async (victim) => {
    // A long query with an old snapshot is cancelled, which proves that vacuum removes rows under readers.
    const cancelled = victim.query('select pg_sleep(30), count(*) from identity').catch((error) => error.code)
    await racesBeside(
      'vacuumed under',
      () => administer(site.primary.url, 'vacuum (freeze) alias, identity, consent_grant'),
      () => administer(site.primary.url, 'update identity set updated_at = updated_at'),
    )
    expect(await cancelled).toBe('40001')
  })
})

test('one replica is put back to an older copy: nothing is late', { timeout: 600_000 }, async () => {
  const { node } = second()
  await node.stop()
  const copy = await keepCopy(node, 'older')
  await node.start()
  await untilRead(site, [1])
  await races('before the older copy')
  await node.stop()
  await putBack(node, copy)
  await node.start()
  await races('one put back to an older copy')
  await untilRead(site, [0, 1])
})

test('one replica is promoted, and one that follows the promoted takes its place: neither is read', {
  timeout: 600_000,
}, async () => {
  const promoted = second().node
  await untilRead(site, [1])
  await administer(promoted.url, 'select pg_promote(true, 60)')
  const atPromotion = sharesOf(site)
  await races('one promoted')
  const child = await standbyOf(site, promoted)
  await withClient(promoted.url, async (client) => {
    await client.query('create table ahead as select generate_series(1, 200000) as n')
  })
  await untilCaughtUp(promoted, child)
  second().target.port = child.port
  second().proxy.cut()
  await untilRefused(site, 'timeline')
  await races('one that follows the promoted, ahead by bytes and on another timeline')
  expect(difference(sharesOf(site), atPromotion).replicas[1]).toBe(0)
})

test('the primary is put back to an older copy, which its replica is ahead of: nothing is late', {
  timeout: 600_000,
}, async () => {
  const { primary, replicas, stage } = site
  const first = replicas[0].node
  await primary.stop()
  const copy = await keepCopy(primary, 'older')
  await primary.start()
  await until(first.url, "exists (select from pg_stat_wal_receiver where status = 'streaming')")
  await withClient(primary.url, (client) => client.query('create table lost as select generate_series(1, 200000) as n'))
  await untilCaughtUp(primary, first)
  await untilRead(site, [0])
  await primary.stop()
  await putBack(primary, copy)
  await primary.start()
  const before = sharesOf(site)
  // The connections to the primary were cut: a request or two may say so.
  const warm = () =>
    stage.wires[0]!.send('POST', '/v1/resolve', { key: stage.grantee.key, body: { alias: `@${stage.aliasValue}` } })
  for (let n = 0; n < 10; n++) await warm().catch(() => undefined)
  await races('the primary put back')
  expect(difference(sharesOf(site), before).replicas).toEqual([0, 0])
})

test('with the primary away, a look-up answers 503, however many replicas are there', {
  timeout: 120_000,
}, async () => {
  const { primary, stage } = site
  await primary.stop()
  const { status } = await stage.wires[0]!.send('POST', '/v1/resolve', {
    key: stage.grantee.key,
    body: { alias: `@${stage.aliasValue}` },
  })
  expect(status).toBe(503)
  await primary.start()
})
