import { randomUUID } from 'node:crypto'
import { channels, type Listener } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Logger } from '../../kernel/log.ts'
import { createSignal } from '../../webhooks/worker/signal.ts'
import type { Answered } from './answering.ts'
import {
  announceDone,
  type Claimed,
  claimJobs,
  endJob,
  endOverdueJobs,
  giveBackJob,
  listWaiting,
  mostAttempts,
  readOldestWait,
} from './job-store.ts'
import { type Pace, PaceExceeded } from './pace.ts'
import { removeOpener, reportOpener } from './run-store.ts'
import { createTurns } from './turns.ts'

type Parts = {
  db: Database
  listener: Pick<Listener, 'on' | 'onGap'>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  paceOf: (livemode: boolean) => Pace
  answer: (claimed: Claimed) => Promise<Answered>
  /** How often to look without being called. */
  pollMs?: number
}

export type OpenerWorker = {
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

const leaseMs = 30_000
/** Live mode and test mode have as many each. */
const atOnce = 4
const reportMs = 5_000
const faultPauseMs = 500
const overdueBatch = 1_000
/** A release that has waited so long is an alarm. */
export const backlogSeconds = 300

type Queue = { looping: Promise<void>; raise: () => void }

/** Opens what waits in one environment, in turns, until it is stopped. */
function startQueue(
  { db, log, paceOf, answer, pollMs = 1_000 }: Parts,
  livemode: boolean,
  isStopping: () => boolean,
): Queue {
  const signal = createSignal()
  const turns = createTurns()
  const pace = paceOf(livemode)
  const underWay = new Set<Promise<void>>()

  /** After a fault the lease runs out by itself, so a broken release isn't tried in a loop. */
  async function failed(claimed: Claimed, error: unknown): Promise<void> {
    if (error instanceof PaceExceeded) return giveBackJob(db, claimed)
    log.error({ error, release: encodeId('release', claimed.id) }, 'a release could not be made')
    if (claimed.attempts >= mostAttempts) await endJob(db, claimed.id, { status: 'failed' })
  }

  async function run(claimed: Claimed): Promise<void> {
    try {
      if ((await answer(claimed)) !== 'gone') await announceDone(db, claimed.id)
    } catch (error) {
      await failed(claimed, error).catch(() => undefined)
    }
  }

  async function claim(places: number): Promise<Claimed[]> {
    if (pace.dayShare() >= 1) return []
    const waiting = await listWaiting(db, { livemode, behind: turns.last(), without: pace.resting(), limit: places })
    const ids = turns.deal(waiting, places)
    return ids.length === 0 ? [] : claimJobs(db, { ids, lease: randomUUID(), leaseMs })
  }

  async function round(): Promise<void> {
    const places = atOnce - underWay.size
    const claimed = places > 0 ? await claim(places) : []
    for (const one of claimed) {
      const running = run(one).finally(() => {
        underWay.delete(running)
        signal.raise()
      })
      underWay.add(running)
    }
    if (claimed.length === 0) await signal.wait(pollMs)
  }

  async function loop(): Promise<void> {
    while (!isStopping()) {
      await round().catch(async (error) => {
        log.warn({ error }, 'releases could not be taken')
        await signal.wait(faultPauseMs)
      })
    }
    await Promise.all(underWay)
  }
  return { looping: loop(), raise: signal.raise }
}

/** Says once that a release of live mode has waited too long, and again after the backlog was gone. */
function createBacklogAlarm(log: Pick<Logger, 'error'>) {
  let isTold = false
  return (seconds: number): void => {
    const isLong = seconds > backlogSeconds
    if (isLong && !isTold)
      log.error({ seconds: Math.round(seconds) }, 'a release has waited for more than five minutes')
    isTold = isLong
  }
}

/** Works at both queues until it is stopped. Any number of openers may share a database; each counts for itself. */
export function startOpenerWorker(parts: Parts): OpenerWorker {
  const { db, listener, log, paceOf } = parts
  const id = randomUUID()
  let isStopping = false
  const queues = [true, false].map((livemode) => startQueue(parts, livemode, () => isStopping))
  const raiseAll = () => {
    for (const { raise } of queues) raise()
  }
  const hearing = [listener.on(channels.releaseJobs, raiseAll), listener.onGap(raiseAll)]
  const alarm = createBacklogAlarm(log)
  const reporting = createSignal()

  async function report(): Promise<void> {
    const live = paceOf(true)
    await reportOpener(db, id, { dayShare: live.dayShare(), stoppedConsumers: live.stoppedConsumers().length })
    await endOverdueJobs(db, overdueBatch)
    alarm(await readOldestWait(db, true))
  }

  async function keepReporting(): Promise<void> {
    while (!isStopping) {
      await report().catch((error) => log.warn({ error }, 'the opener could not report'))
      await reporting.wait(reportMs)
    }
  }
  const reported = keepReporting()

  return {
    async stop() {
      isStopping = true
      raiseAll()
      reporting.raise()
      await Promise.all([...queues.map(({ looping }) => looping), reported])
      for (const end of hearing) end()
      await removeOpener(db, id).catch(() => undefined)
    },
  }
}
