import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Replica, ReplicaOptions } from '../../../src/database/read-index/connection-store.ts'
import type { LookUp, Row } from '../../../src/resolution/facts-store.ts'
import { administer, withClient } from '../../support/admin.ts'
import { report } from '../../support/judge.ts'
import { keepCopy, putBack } from '../../support/replication.ts'
import { forTests } from '../../support/server.ts'
import { openSite, standbyOf, untilCaughtUp, untilRead } from './replica-site.ts'
import { administerStandby, raceRevocations } from './revocations.ts'

/** Seeded faults of the read index; each must be seen by the race. */
const seeded = vi.hoisted(() => ({
  noTimeline: false,
  noHistory: false,
  earlyMark: false,
  positionInside: false,
  keptBinding: false,
  position: 0,
}))

vi.mock('../../../src/database/read-index/rules.ts', async (original) => {
  const module = await original<typeof import('../../../src/database/read-index/rules.ts')>()
  const judgeReplica: typeof module.judgeReplica = (mark, binding, progress) => {
    seeded.position = mark.position
    const seen = { ...progress }
    if (seeded.noTimeline || seeded.noHistory) seen.timeline = mark.timeline
    if (seeded.noHistory) seen.holdsRun = true
    if (seeded.positionInside) seen.position = Number.POSITIVE_INFINITY
    return module.judgeReplica(mark, binding, seen)
  }
  return { ...module, judgeReplica }
})

vi.mock('../../../src/database/read-index/mark-store.ts', async (original) => {
  const module = await original<typeof import('../../../src/database/read-index/mark-store.ts')>()
  const createMarks: typeof module.createMarks = (...args) => {
    const takeMark = module.createMarks(...args)
    let last: { at: number; mark: Awaited<ReturnType<typeof takeMark>> } | undefined
    return async () => {
      if (seeded.earlyMark && last && performance.now() - last.at < 50) return last.mark
      last = { at: performance.now(), mark: await takeMark() }
      return last.mark
    }
  }
  return { ...module, createMarks }
})

vi.mock('../../../src/database/read-index/connection-store.ts', async (original) => {
  const module = await original<typeof import('../../../src/database/read-index/connection-store.ts')>()
  const { boundValues, replicaStatement } = await import('../../../src/resolution/facts-store.ts')
  type Connection = Awaited<ReturnType<Replica<readonly LookUp[], Row[]>['connect']>>
  type LookUps = ReplicaOptions<readonly LookUp[], Row[]>
  const openReplica = (url: string, options: LookUps) => {
    const replica = module.openReplica(url, options)
    let first: { binding: Connection['binding']; progress: Awaited<ReturnType<Connection['progress']>> } | undefined

    /** The position is read by the statement that reads the facts, a while after its snapshot. */
    const readInside: Connection['read'] = async (batch, at) => {
      const text = `select x.*, (select (pg_last_wal_replay_lsn() - '0/0')::float8 from pg_sleep(0.03)) from (${replicaStatement}) x`
      const wanted = seeded.position
      const values = [...boundValues(batch), at]
      const { rows } = await replica.pool.query<Row>({ text, values, rowMode: 'array' } as never)
      if (rows.some((row) => (row[17 as never] as number) < wanted)) throw new Error('Not there yet')
      return rows
    }
    return {
      ...replica,
      async connect() {
        const connection = await replica.connect()
        const progress: Connection['progress'] = async (run) => {
          const seen = await connection.progress(run)
          if (!seeded.keptBinding) first = undefined
          else if (seen.holdsRun) first ??= { binding: connection.binding, progress: seen }
          return first ? { ...first.progress, position: seen.position } : seen
        }
        return {
          ...connection,
          get binding() {
            return seeded.keptBinding && first ? first.binding : connection.binding
          },
          progress,
          read: ((batch, at) =>
            seeded.positionInside ? readInside(batch, at) : connection.read(batch, at)) satisfies Connection['read'],
        }
      },
    }
  }
  return { ...module, openReplica }
})

const site = forTests(openSite)
beforeAll(async () => {
  await untilRead(site, [0, 1])
})

type Fault = Exclude<keyof typeof seeded, 'position'>

/** Races with a fault until the race has seen it. */
async function lateWith(fault: Fault, most: number, perhaps?: () => unknown): Promise<number> {
  seeded[fault] = true
  let [late, rounds] = [0, 0]
  try {
    while (late === 0 && rounds < most) {
      late += (await raceRevocations(site.stage, 3, perhaps)).late
      rounds += 3
    }
  } finally {
    seeded[fault] = false
  }
  report(`seeded ${fault}: ${late} late in ${rounds} revocations`)
  return late
}

const replays = (verb: 'pause' | 'resume') =>
  Promise.all(site.replicas.map(({ node }) => administerStandby(node.url, `select pg_wal_replay_${verb}()`)))

/** Holds both replicas back for so long, again and again. */
function heldBack(ms: number): () => Promise<void> {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await replays('pause')
      await setTimeout(ms)
      await replays('resume')
    }
  })()
  return async () => {
    isOver = true
    await running
  }
}

/** Sets the privacy level of all aliases: a reader of the state at `public` finds the alias. */
const openForAll = (level: 'public' | 'consent_required') =>
  administer(site.primary.url, `update alias set privacy_level = '${level}'`)

async function getAhead(url: string): Promise<void> {
  await withClient(url, (client) => client.query('create table ahead as select generate_series(1, 200000) as n'))
}

test('seeded: a mark that was taken before the batch was closed is seen by the race', {
  timeout: 120_000,
}, async () => {
  const letGo = heldBack(0)
  try {
    expect(await lateWith('earlyMark', 90)).toBeGreaterThan(0)
  } finally {
    await letGo()
  }
})

test('seeded: a position that is read inside the reading statement is seen by the race', {
  timeout: 240_000,
}, async () => {
  // The delay is shorter than the statement: its snapshot lacks the revocation, while its position includes it.
  const letGo = heldBack(15)
  try {
    expect(await lateWith('positionInside', 90)).toBeGreaterThan(0)
  } finally {
    await letGo()
  }
})

test('seeded: without the timeline, and with a binding that outlives its connection, the race sees it', {
  timeout: 240_000,
}, async () => {
  const second = site.replicas[1]
  await openForAll('public')
  await untilCaughtUp(site.primary, second.node)
  await administer(second.node.url, 'select pg_promote(true, 60)')
  await openForAll('consent_required')
  const child = await standbyOf(site, second.node)
  await getAhead(second.node.url)
  await untilCaughtUp(second.node, child)

  seeded.keptBinding = true
  second.target.port = site.replicas[0].node.port
  second.proxy.cut()
  await untilRead(site, [1])
  second.target.port = child.port
  second.proxy.cut()
  expect(await lateWith('keptBinding', 60)).toBeGreaterThan(0)

  expect((await raceRevocations(site.stage, 6)).late).toBe(0)
  expect(await lateWith('noTimeline', 60)).toBeGreaterThan(0)
})

test('seeded: without the run, a primary that was put back to an older copy is seen by the race', {
  timeout: 240_000,
}, async () => {
  const { primary, replicas } = site
  await primary.stop()
  const copy = await keepCopy(primary, 'older')
  await primary.start()
  await openForAll('public')
  await getAhead(primary.url)
  await untilCaughtUp(primary, replicas[0].node)
  await primary.stop()
  await putBack(primary, copy)
  await primary.start()
  expect(await lateWith('noHistory', 60)).toBeGreaterThan(0)
})
