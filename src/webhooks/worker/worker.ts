import { setTimeout as pause } from 'node:timers/promises'
import { channels, type Listener } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { type Job, startJobs } from '../../kernel/job.ts'
import { type Logger, outageLog } from '../../kernel/log.ts'
import { createSignal } from '../../kernel/signal.ts'
import { releaseDelivery } from '../deliveries/outcome-store.ts'
import { type Claimed, claimDeliveries, type QueueClock, type Room } from '../deliveries/queue-store.ts'
import type { Settle } from '../deliveries/settling.ts'
import { type Caps, standardCaps } from '../rules.ts'
import type { Attempt, Outcome as AttemptOutcome } from '../transport/transport.ts'
import { Abandoned } from './sender.ts'

/** Parts of the process that the worker needs. */
type WorkerParts = {
  db: Database
  /** Says when deliveries are due. */
  listener: Pick<Listener, 'on' | 'onGap'>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  config: { webhooks: { leaseMs: number } }
  services: { settleDelivery: Settle }
  transport: { attempt: Attempt }
  jobs: readonly Job[]
  /** When each job last succeeded, in Unix milliseconds. */
  jobSuccesses: Map<string, number>
  clock: () => number
  queueClock: QueueClock
}

export type WorkerOptions = {
  /** Milliseconds between polls. */
  pollMs?: number
  caps?: Caps
  attempt?: Attempt
  jobs?: readonly Job[]
  /** Milliseconds that a shutdown waits for deliveries in flight. */
  graceMs?: number
}

export type WebhookWorker = {
  /** Stops claiming, waits for what is in flight, then gives the rest back, uncounted. */
  stop(): Promise<void>
  /** Resolves once nothing is due and nothing is in flight. */
  idle(): Promise<void>
}

/** After a fault of our own a delivery waits this long, and the worker a little. */
const faultPauseMs = { delivery: 30_000, worker: 500 }

/** Delivers what is due, until it is stopped. Any number of workers may share a database. */
export function startWebhookWorker(parts: WorkerParts, options: WorkerOptions = {}): WebhookWorker {
  const { pollMs = 1_000, caps = standardCaps, graceMs = 20_000 } = options
  const { db, log, services, config, queueClock, jobSuccesses, clock, transport, listener } = parts
  const attempt = options.attempt ?? transport.attempt
  const lanes = createLanes(caps)
  const signal = createSignal()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let isStopped = false
  let isIdle = false
  const whenIdle = createSignal()

  const hearing = [listener.on(channels.deliveries, signal.raise), listener.onGap(signal.raise)]
  const stopJobs = startJobs(options.jobs ?? parts.jobs, log, (job) => jobSuccesses.set(job, clock()))

  async function deliver(delivery: Claimed): Promise<void> {
    const claimedAt = performance.now()
    try {
      const outcome = await attempt(delivery, stopping.signal).finally(() => lanes.answered(delivery))
      await settle(delivery, outcome, claimedAt + config.webhooks.leaseMs)
    } catch (error) {
      // INVARIANT (own faults): nothing of this counts against the receiver; a lease that can't be given back runs out.
      const isAbandoned = error instanceof Abandoned
      if (!isAbandoned) log.error({ error }, 'a delivery failed on our side')
      const delayMs = isAbandoned ? 0 : faultPauseMs.delivery
      await releaseDelivery(db, delivery, delayMs, queueClock).catch(() => undefined)
    }
  }

  /** Stores the outcome of an attempt, with retries until the lease ends: a released delivery would be sent again. */
  async function settle(delivery: Claimed, outcome: AttemptOutcome, until: number): Promise<void> {
    for (;;) {
      try {
        return await services.settleDelivery(delivery, outcome)
      } catch (error) {
        if (stopping.signal.aborted || performance.now() + faultPauseMs.worker > until) throw error
        await pause(faultPauseMs.worker)
      }
    }
  }

  function start(delivery: Claimed): void {
    lanes.enter(delivery)
    const run = deliver(delivery).finally(() => {
      lanes.leave(delivery)
      running.delete(run)
      signal.raise()
    })
    running.add(run)
  }

  async function round(): Promise<void> {
    const room = lanes.room()
    if (room.limit <= 0) return signal.wait(pollMs)
    const claimed = await claimDeliveries(db, room, config.webhooks.leaseMs, queueClock)
    for (const delivery of claimed) start(delivery)
    if (claimed.length > 0) return
    isIdle = running.size === 0
    if (isIdle) whenIdle.raise()
    await signal.wait(pollMs)
    isIdle = false
  }

  const outage = outageLog(log, 'deliveries could not be claimed', 'deliveries are claimed again')

  async function loop(): Promise<void> {
    while (!isStopped) {
      await round().then(outage.worked, async (error) => {
        outage.failed(error)
        await signal.wait(faultPauseMs.worker)
      })
    }
  }
  const looping = loop()

  return {
    async stop() {
      if (isStopped) return
      isStopped = true
      signal.raise()
      const jobs = stopJobs()
      await looping
      const timer = setTimeout(() => stopping.abort(), graceMs)
      await Promise.all(running)
      clearTimeout(timer)
      for (const end of hearing) end()
      await jobs
    },
    async idle() {
      while (!isIdle) await whenIdle.wait(pollMs)
    },
  }
}

const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? ''

/** Counts the deliveries in flight of this process, by webhook, by consumer and by host. */
export function createLanes({ total, perWebhook, perHost, perConsumer }: Caps) {
  const webhooks = new Map<string, number>()
  const consumers = new Map<string, number>()
  const hosts = new Map<string, number>()
  const inFlight = new Set<Claimed>()

  const count = (counts: Map<string, number>, key: string, step: 1 | -1) => {
    const next = (counts.get(key) ?? 0) + step
    if (next === 0) counts.delete(key)
    else counts.set(key, next)
  }

  return {
    inFlight: inFlight as ReadonlySet<Claimed>,
    enter(delivery: Claimed): void {
      inFlight.add(delivery)
      count(webhooks, delivery.webhookId, 1)
      count(consumers, delivery.consumerId, 1)
      count(hosts, hostOf(delivery.url), 1)
    },
    /** The receiver is done with; until the outcome is written the delivery still counts for its webhook. */
    answered({ url, consumerId }: Claimed): void {
      count(hosts, hostOf(url), -1)
      count(consumers, consumerId, -1)
    },
    leave(delivery: Claimed): void {
      inFlight.delete(delivery)
      count(webhooks, delivery.webhookId, -1)
    },
    room: (): Room => ({ limit: total - inFlight.size, perWebhook, perHost, perConsumer, webhooks, consumers, hosts }),
  }
}
