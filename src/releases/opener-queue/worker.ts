import { randomUUID } from 'node:crypto'
import { channels, type Listener } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { encodeId } from '../../kernel/id.ts'
import { type Logger, outageLog } from '../../kernel/log.ts'
import { createSignal } from '../../kernel/signal.ts'
import type { JobOutcome } from './handler.ts'
import { type OpenerCounts, RateExceeded } from './rate-limit.ts'
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
  removeOpener,
  reportOpener,
  type Waiting,
} from './store.ts'

type Parts = {
  db: Database
  listener: Pick<Listener, 'on' | 'onGap'>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  countsOf: (livemode: boolean) => OpenerCounts
  handle: (claimed: Claimed) => Promise<JobOutcome>
  /** Milliseconds between polls without a notification. */
  pollMs?: number
}

const leaseMs = 30_000
/** Jobs in progress at once, in each of live mode and test mode. */
const atOnce = 4
const reportMs = 5_000
const faultPauseMs = 500
const overdueBatch = 1_000
/** The wait of a release that raises an alarm. */
export const backlogSeconds = 300

/**
 * Distributes places to waiting consumers in a ring: one each, then a second one each, while there are places. The next
 * round begins after the consumer that got the last place, so no waiting consumer is skipped twice.
 */
export function createTurns() {
  let last: string | null = null

  return {
    /** The consumer that got the last place: the ring continues after it. */
    last: (): string | null => last,

    /** @param waiting in the ring's order. @returns the releases that get a place */
    deal(waiting: readonly Waiting[], places: number): string[] {
      const dealt: string[] = []
      for (let round = 0; waiting.some(({ ids }) => ids.length > round); round++) {
        for (const { consumerId, ids } of waiting) {
          if (dealt.length === places) return dealt
          if (ids[round] === undefined) continue
          dealt.push(ids[round]!)
          last = consumerId
        }
      }
      return dealt
    },
  }
}

/** Handles the waiting jobs of one environment, fairly, until it is stopped. */
function startQueue(
  { db, log, countsOf, handle, pollMs = 1_000 }: Parts,
  livemode: boolean,
  isStopping: () => boolean,
) {
  const signal = createSignal()
  const turns = createTurns()
  const pace = countsOf(livemode)
  const underWay = new Set<Promise<void>>()

  /** After a fault the lease expires by itself, so a broken release isn't retried in a loop. */
  async function failed(claimed: Claimed, error: unknown): Promise<void> {
    if (error instanceof RateExceeded) return giveBackJob(db, claimed)
    log.error({ error, release: encodeId('release', claimed.id) }, 'a release could not be issued')
    if (claimed.attempts >= mostAttempts) await endJob(db, claimed.id, { status: 'failed' })
  }

  async function run(claimed: Claimed): Promise<void> {
    try {
      if ((await handle(claimed)) !== 'gone') await announceDone(db, claimed.id)
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

  const outage = outageLog(log, 'waiting releases could not be read', 'waiting releases are read again')

  async function loop(): Promise<void> {
    while (!isStopping()) {
      await round().then(outage.worked, async (error) => {
        outage.failed(error)
        await signal.wait(faultPauseMs)
      })
    }
    await Promise.all(underWay)
  }
  return { looping: loop(), raise: signal.raise }
}

/** Logs once that a release of live mode has waited too long, and again if it recurs. */
function createBacklogAlarm(log: Pick<Logger, 'error'>) {
  let isRaised = false
  return (seconds: number): void => {
    const isLong = seconds > backlogSeconds
    if (isLong && !isRaised)
      log.error({ seconds: Math.round(seconds) }, 'a release has waited for more than five minutes')
    isRaised = isLong
  }
}

/** Works on both queues until it is stopped. Any number of openers may share a database; each counts for itself. */
export function startOpenerWorker(parts: Parts) {
  const { db, listener, log, countsOf } = parts
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
    const live = countsOf(true)
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
    /** Claims no more jobs, and waits for those in progress. */
    async stop(): Promise<void> {
      isStopping = true
      raiseAll()
      reporting.raise()
      await Promise.all([...queues.map(({ looping }) => looping), reported])
      for (const end of hearing) end()
      await removeOpener(db, id).catch(() => undefined)
    },
  }
}
