import type { Owner } from '../../kernel/call.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Opener } from '../opener.ts'
import type { OpeningsLog } from './openings-log.ts'
import { createPace, type Pace, PaceExceeded, type PaceLimits } from './pace.ts'

type Options = {
  limits: PaceLimits
  log: Pick<Logger, 'error'>
  now?: () => number
  /** Where the counts outlast the process; null keeps them in memory alone. */
  openings?: OpeningsLog | null
}

/** Never goes back, and no change of the machine's time moves it. */
export const steadyClock = (): number => performance.timeOrigin + performance.now()

const environmentOf = (livemode: boolean) => (livemode ? 'live' : 'test')

/** Says once that a limit of the day is reached, and again when it is reached again. */
function createAlarm(pace: Pace, livemode: boolean, log: Pick<Logger, 'error'>) {
  const environment = environmentOf(livemode)
  let isTold = false
  let told = new Set<string>()

  return (): void => {
    const isStopped = pace.dayShare() >= 1
    if (isStopped && !isTold)
      log.error({ environment }, 'the opener has stopped: OPENER_PER_DAY addresses were opened in a day')
    isTold = isStopped
    const stopped = pace.stoppedConsumers()
    for (const id of stopped.filter((one) => !told.has(one))) {
      const consumer = encodeId('consumer', id)
      log.error(
        { environment, consumer },
        'the opener has stopped for a consumer: OPENER_CONSUMER_PER_DAY addresses were opened for it in a day',
      )
    }
    told = new Set(stopped)
  }
}

/**
 * Counts what an opener opens, live and test mode each for itself, so that neither uses up what the other has.
 *
 * INVARIANT (no way around): `paced` is the only opener that the service and the opener's process make releases with.
 */
export function createPacing({ limits, log, now = steadyClock, openings = null }: Options) {
  const environment = (livemode: boolean) => {
    const pace = createPace(limits, now, openings?.read(livemode))
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
    paceOf: (livemode: boolean): Pace => of(livemode).pace,

    /** Refuses by the counts alone, before anything is looked up. @throws PaceExceeded */
    requireRoom({ livemode, consumerId }: Owner): void {
      const spent = of(livemode).pace.spentOf(consumerId)
      if (spent !== null) throw new PaceExceeded(spent)
    },

    /** An opener that counts before it opens. */
    paced: (opener: Opener): Opener => ({
      ...opener,
      async release(order) {
        const { aud, livemode } = order.claims
        const consumerId = decodeId('consumer', aud)
        if (consumerId === null) throw new Error('A release names its consumer')
        admit({ livemode, consumerId })
        return opener.release(order)
      },
    }),
  }
}

export type Pacing = ReturnType<typeof createPacing>
