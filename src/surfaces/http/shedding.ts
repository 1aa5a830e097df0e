import { measureLoopDelay } from './loop-delay.ts'

export type SheddingOptions = {
  /** Requests at work at once, at most. */
  maxInFlight: number
  /** Requests of one owner at work at once, at most. */
  maxPerOwner?: number
  /** The event loop's delay, in milliseconds, beyond which only a few are let in. */
  maxDelayMs: number
}

/** Why a request was refused: all places are taken, only a few are given now, or its owner has its share. */
export type ShedReason = 'in_flight' | 'event_loop_delay' | 'owner_share'

/** A place among the requests at work. To give it back twice is to give it back once. */
export type Place = { leave(): void }

export type Shedding = {
  /** Lets one request of `owner` in, or refuses it with null. Whoever is let in must `leave`. */
  enter(owner?: string): Place | null
  /** Refuses before anything is read, where nobody would be let in now; a place is only taken by `enter`. */
  isFull(): boolean
  /** Answers a refused request a little later. */
  hold(answer: () => void): void
  /** How late the event loop is of late, in milliseconds. */
  readonly delayMs: number
  /** Requests refused so far, by why. */
  readonly refusals: Readonly<Record<ShedReason, number>>
  stop(): void
}

/** However late the event loop is, so many may be at work: a process that refuses everybody never finds out that it is over. */
const floor = 8

/**
 * How long a refusal is held back, from and to, so that they don't come back in waves, and how many at most. Clients that try
 * again at once would otherwise keep the process busy with refusing them; a held one costs memory alone.
 */
const holdMs = [300, 700] as const
const maxHeld = 2_000

const reportMs = 1_000
/** No owner has more than this share of the places. */
export const quarter = (places: number): number => Math.max(1, Math.floor(places / 4))

/**
 * Refuses work that would only wait. What is let in shares the process with `maxInFlight` others at most, which bounds its
 * time; the rest learns so within a second and may go to another node. One owner has a share of the places at most, so that
 * slow requests of one refuse no other.
 */
export function createShedding(
  { maxInFlight, maxPerOwner = quarter(maxInFlight), maxDelayMs }: SheddingOptions,
  onRefused: (refused: number, delayMs: number) => void,
): Shedding {
  let atWork = 0
  let refused = 0
  let held = 0
  let reporter: NodeJS.Timeout | undefined
  const loop = measureLoopDelay(() => atWork > 0)
  const refusals = { in_flight: 0, event_loop_delay: 0, owner_share: 0 }
  const owned = new Map<string, number>()
  const share = Math.min(1, maxPerOwner / maxInFlight)

  const isLate = () => loop.delayMs > maxDelayMs
  const places = () => (isLate() ? Math.min(floor, maxInFlight) : maxInFlight)

  function refusal(owner: string | undefined): ShedReason | null {
    if (atWork >= places()) return isLate() ? 'event_loop_delay' : 'in_flight'
    if (owner === undefined) return null
    // Of the few places of a late loop one owner gets half: a quarter would refuse whoever is not the cause.
    const most = Math.floor(places() * (isLate() ? Math.max(share, 1 / 2) : share))
    return (owned.get(owner) ?? 0) >= Math.max(1, most) ? 'owner_share' : null
  }

  function report(): void {
    reporter = undefined
    // One line for all of them: a line each would be load, too.
    onRefused(refused, loop.delayMs)
    refused = 0
  }

  function refuse(reason: ShedReason): null {
    refused++
    reporter ??= setTimeout(report, reportMs).unref()
    refusals[reason]++
    return null
  }

  function own(owner: string | undefined, more: 1 | -1): void {
    atWork += more
    if (owner === undefined) return
    const count = (owned.get(owner) ?? 0) + more
    if (count === 0) owned.delete(owner)
    else owned.set(owner, count)
  }

  return {
    enter(owner) {
      loop.wake()
      const reason = refusal(owner)
      if (reason !== null) return refuse(reason)
      own(owner, 1)
      let isHeld = true
      return {
        leave() {
          if (isHeld) own(owner, -1)
          isHeld = false
        },
      }
    },
    isFull() {
      loop.wake()
      const reason = refusal(undefined)
      if (reason !== null) refuse(reason)
      return reason !== null
    },
    hold(answer) {
      if (held >= maxHeld) return answer()
      held++
      setTimeout(
        () => {
          held--
          answer()
        },
        holdMs[0] + Math.random() * (holdMs[1] - holdMs[0]),
      )
    },
    get delayMs() {
      return loop.delayMs
    },
    refusals,
    stop() {
      loop.stop()
      clearTimeout(reporter)
    },
  }
}
