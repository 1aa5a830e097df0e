/** How many addresses an opener opens in a minute: in all, and for one consumer. */
export type PaceLimits = { readonly perMinute: number; readonly perConsumer: number }

/** What opens no more: everything, or what is asked for by one consumer. */
export type Stop = { readonly of: 'all' } | { readonly of: 'consumer'; readonly consumerId: string }

const minuteMs = 60_000

/** Thrown in the place of an opening that would be one too many. */
export class PaceExceeded extends Error {
  readonly stop: Stop

  constructor(stop: Stop) {
    super('more was to be opened in a minute than is allowed')
    this.stop = stop
  }
}

/**
 * Counts what is opened.
 *
 * INVARIANT (stops): whoever would have more opened than the limit gets nothing more until the process is started again: who
 * has stolen a gateway or the database must not be able to wait and go on.
 */
export function createPace({ perMinute, perConsumer }: PaceLimits, now: () => number = () => performance.now()) {
  let recent: { at: number; consumerId: string }[] = []
  const stoppedConsumers = new Set<string>()
  let isStopped = false

  function stop(reason: Stop): never {
    if (reason.of === 'all') isStopped = true
    else stoppedConsumers.add(reason.consumerId)
    throw new PaceExceeded(reason)
  }

  return {
    /** Counts an address that is about to be opened. @throws PaceExceeded */
    admit(consumerId: string): void {
      const since = now() - minuteMs
      recent = recent.filter(({ at }) => at > since)
      if (isStopped || recent.length >= perMinute) stop({ of: 'all' })
      const own = recent.filter((one) => one.consumerId === consumerId).length
      if (stoppedConsumers.has(consumerId) || own >= perConsumer) stop({ of: 'consumer', consumerId })
      recent.push({ at: now(), consumerId })
    },
    /** Whether nothing at all is opened any more. */
    isStopped: () => isStopped,
    stoppedConsumers: (): string[] => [...stoppedConsumers],
  }
}

export type Pace = ReturnType<typeof createPace>
