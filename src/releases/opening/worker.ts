import { randomUUID } from 'node:crypto'
import { channels, type Listener } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Logger } from '../../kernel/log.ts'
import { createSignal } from '../../webhooks/worker/signal.ts'
import type { Answered } from './answering.ts'
import { announceDone, type Claimed, claimJobs, endJob, giveBackJob, mostAttempts } from './job-store.ts'
import { type Pace, PaceExceeded, type Stop } from './pace.ts'
import { removeOpener, reportOpener } from './run-store.ts'

type Parts = {
  db: Database
  listener: Pick<Listener, 'on' | 'onGap'>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  pace: Pace
  answer: (claimed: Claimed) => Promise<Answered>
  /** How often to look without being called. */
  pollMs?: number
}

export type OpenerWorker = {
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

const leaseMs = 30_000
const atOnce = 4
const reportMs = 5_000
const faultPauseMs = 500

/** Opens what waits, until it is stopped. Any number of openers may share a database; each counts for itself. */
export function startOpenerWorker({ db, listener, log, pace, answer, pollMs = 1_000 }: Parts): OpenerWorker {
  const id = randomUUID()
  const signal = createSignal()
  const hearing = [listener.on(channels.releaseJobs, signal.raise), listener.onGap(signal.raise)]
  let isStopping = false
  let reportedAt = Number.NEGATIVE_INFINITY

  const isHalted = () => pace.isStopped() || pace.stoppedConsumers().length > 0

  function alarm(stop: Stop): void {
    const facts = stop.of === 'all' ? {} : { consumer: encodeId('consumer', stop.consumerId) }
    log.error(
      { stopped: stop.of, ...facts },
      'the opener has stopped: more was to be opened in a minute than is allowed',
    )
    reportedAt = Number.NEGATIVE_INFINITY
  }

  /** After a fault the lease runs out by itself, so a broken release isn't tried in a loop. */
  async function failed(claimed: Claimed, error: unknown): Promise<void> {
    if (error instanceof PaceExceeded) {
      alarm(error.stop)
      return giveBackJob(db, claimed)
    }
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

  async function report(): Promise<void> {
    if (performance.now() - reportedAt < reportMs) return
    reportedAt = performance.now()
    await reportOpener(db, id, isHalted())
  }

  async function round(): Promise<void> {
    await report()
    const claimed = pace.isStopped()
      ? []
      : await claimJobs(db, {
          lease: randomUUID(),
          leaseMs,
          limit: atOnce,
          withoutConsumers: pace.stoppedConsumers(),
        })
    await Promise.all(claimed.map(run))
    if (claimed.length === 0) await signal.wait(pollMs)
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      await round().catch(async (error) => {
        log.warn({ error }, 'releases could not be taken')
        await signal.wait(faultPauseMs)
      })
    }
  }
  const looping = loop()

  return {
    async stop() {
      isStopping = true
      signal.raise()
      await looping
      for (const end of hearing) end()
      await removeOpener(db, id).catch(() => undefined)
    },
  }
}
