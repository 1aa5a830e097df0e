import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Opener } from '../opener.ts'
import type { OpeningsLog } from './openings-log.ts'

/**
 * The greatest numbers of opened addresses: for one consumer in a minute and in a day, and for all consumers in a day.
 */
export type OpenerLimits = {
  readonly consumerPerMinute: number
  readonly consumerPerDay: number
  readonly perDay: number
}

/**
 * One process's part of the day's limits, if several run beside each other; at least one address. The minute is not
 * divided: the quota `releases`, which the processes share, limits it.
 */
export function partOf(limits: OpenerLimits, processes: number): OpenerLimits {
  const part = (limit: number) => Math.max(1, Math.floor(limit / processes))
  return { ...limits, consumerPerDay: part(limits.consumerPerDay), perDay: part(limits.perDay) }
}

/** A counted opening: its time in Unix milliseconds, and its consumer. */
export type Opening = { readonly at: number; readonly consumerId: string }

/** The limit that is reached. */
export type Spent = 'consumer_minute' | 'consumer_day' | 'day'

const minuteMs = 60_000
const hourMs = 3_600_000
/** The day is the current hour and the 24 before it, so that no 24 hours exceed the limit. */
export const hoursOfDay = 25

const refusals = {
  consumer_minute: [
    'rate_limited',
    'Too many addresses were opened for this consumer in a minute: wait and try again.',
  ],
  consumer_day: ['rate_limited', 'Too many addresses were opened for this consumer in a day: ask the operator.'],
  day: ['service_unavailable', 'The addresses that may be opened in a day are used up: ask the operator.'],
} as const
const waitSeconds: Record<Spent, number> = { consumer_minute: 60, consumer_day: 3_600, day: 3_600 }

/** Thrown instead of an opening beyond a limit. */
export class RateExceeded extends SignpostError {
  readonly spent: Spent

  constructor(spent: Spent) {
    const [code, rule] = refusals[spent]
    super(code, { rule, retryAfter: waitSeconds[spent] })
    this.spent = spent
  }
}

/** The counts of the last day, by the hour. */
function createDay(consumerLimit: number) {
  const hours = new Map<number, Map<string, number>>()
  const counts = new Map<string, number>()
  const stopped = new Set<string>()
  let total = 0

  function add(consumerId: string, more: number): void {
    const sum = (counts.get(consumerId) ?? 0) + more
    total += more
    if (sum > 0) counts.set(consumerId, sum)
    else counts.delete(consumerId)
    if (sum >= consumerLimit) stopped.add(consumerId)
    else stopped.delete(consumerId)
  }

  return {
    forget(now: number): void {
      const oldest = Math.floor(now / hourMs) - hoursOfDay + 1
      for (const [number, consumers] of hours) {
        if (number >= oldest) continue
        for (const [consumerId, count] of consumers) add(consumerId, -count)
        hours.delete(number)
      }
    },
    count({ at, consumerId }: Opening): void {
      const number = Math.floor(at / hourMs)
      const consumers = hours.get(number) ?? new Map<string, number>()
      hours.set(number, consumers.set(consumerId, (consumers.get(consumerId) ?? 0) + 1))
      add(consumerId, 1)
    },
    total: () => total,
    stopped: stopped as ReadonlySet<string>,
  }
}

/**
 * Counts the openings of one environment, in memory, by a monotonic clock. The limits and the counts are this process's
 * own: no row of the database is read for them.
 */
export function createOpenerCounts(limits: OpenerLimits, now: () => number, before: Iterable<Opening> = []) {
  const day = createDay(limits.consumerPerDay)
  for (const opening of before) day.count({ ...opening, at: Math.min(opening.at, now()) })
  /** The times of the last minute's openings, by consumer. */
  const minute = new Map<string, number[]>()

  function inMinute(consumerId: string): number {
    const since = now() - minuteMs
    const left = (minute.get(consumerId) ?? []).filter((at) => at > since)
    if (left.length > 0) minute.set(consumerId, left)
    else minute.delete(consumerId)
    return left.length
  }

  function spentOf(consumerId: string): Spent | null {
    day.forget(now())
    if (day.total() >= limits.perDay) return 'day'
    if (day.stopped.has(consumerId)) return 'consumer_day'
    return inMinute(consumerId) >= limits.consumerPerMinute ? 'consumer_minute' : null
  }

  function stoppedConsumers(): readonly string[] {
    day.forget(now())
    return [...day.stopped]
  }

  return {
    /** The limit that this consumer has reached, if any. */
    spentOf,

    /** Counts an address that is about to be opened. @throws RateExceeded */
    admit(consumerId: string): void {
      const spent = spentOf(consumerId)
      if (spent !== null) throw new RateExceeded(spent)
      const at = now()
      minute.set(consumerId, [...(minute.get(consumerId) ?? []), at])
      day.count({ at, consumerId })
    },

    /** The used fraction of the day's limit for all consumers: at 1 nothing is opened. */
    dayShare(): number {
      day.forget(now())
      return Math.min(1, day.total() / limits.perDay)
    },

    /** The consumers whose day is used up. */
    stoppedConsumers,

    /** The consumers for whom nothing can be opened at the moment. */
    resting(): string[] {
      const busy = [...minute.keys()].filter((consumerId) => inMinute(consumerId) >= limits.consumerPerMinute)
      return [...new Set([...stoppedConsumers(), ...busy])]
    },
  }
}

export type OpenerCounts = ReturnType<typeof createOpenerCounts>

type Options = {
  limits: OpenerLimits
  log: Pick<Logger, 'error'>
  now?: () => number
  /** Makes the counts survive a restart; null keeps them in memory alone. */
  openings?: OpeningsLog | null
}

/** A monotonic clock: a change of the machine's time doesn't move it. */
export const steadyClock = (): number => performance.timeOrigin + performance.now()

/** Logs once that a limit of the day is reached, and again when it is reached again. */
function createAlarm(pace: OpenerCounts, livemode: boolean, log: Pick<Logger, 'error'>) {
  const environment = livemode ? 'live' : 'test'
  let isLogged = false
  let logged = new Set<string>()

  return (): void => {
    const isStopped = pace.dayShare() >= 1
    if (isStopped && !isLogged)
      log.error({ environment }, 'the opener has stopped: OPENER_PER_DAY addresses were opened in a day')
    isLogged = isStopped
    const stopped = pace.stoppedConsumers()
    for (const id of stopped.filter((one) => !logged.has(one))) {
      const consumer = encodeId('consumer', id)
      log.error(
        { environment, consumer },
        'the opener has stopped for a consumer: OPENER_CONSUMER_PER_DAY addresses were opened for it in a day',
      )
    }
    logged = new Set(stopped)
  }
}

/**
 * Counts the addresses that an opener opens, separately for live and test mode, so that neither uses up the other's
 * limits.
 *
 * INVARIANT (no way around): `limited` is the only opener that the service and the opener's process issue releases
 * with.
 */
export function createOpenerRate({ limits, log, now = steadyClock, openings = null }: Options) {
  const environment = (livemode: boolean) => {
    const pace = createOpenerCounts(limits, now, openings?.read(livemode))
    const alarm = createAlarm(pace, livemode, log)
    alarm()
    return { pace, alarm }
  }
  const [live, test] = [environment(true), environment(false)]
  const of = (livemode: boolean) => (livemode ? live : test)

  function admit({ livemode, consumerId }: Owner): void {
    const { pace, alarm } = of(livemode)
    pace.admit(consumerId)
    openings?.write(livemode, consumerId)
    alarm()
  }

  return {
    countsOf: (livemode: boolean): OpenerCounts => of(livemode).pace,

    /** Refuses by the counts alone, before any look-up. @throws RateExceeded */
    requireRoom({ livemode, consumerId }: Owner): void {
      const spent = of(livemode).pace.spentOf(consumerId)
      if (spent !== null) throw new RateExceeded(spent)
    },

    /** An opener that counts before it opens. */
    limited: (opener: Opener): Opener => ({
      ...opener,
      async release(order) {
        admit({ livemode: order.place.livemode, consumerId: order.holderId })
        return opener.release(order)
      },
    }),
  }
}

export type OpenerRate = ReturnType<typeof createOpenerRate>
