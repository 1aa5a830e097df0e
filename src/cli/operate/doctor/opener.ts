import type { OpenerFacts } from '../../../releases/opener-queue/run-store.ts'
import { backlogSeconds } from '../../../releases/opener-queue/worker.ts'
import type { Finding } from './finding.ts'

type Mode = { isSealed: boolean; isPublished: boolean }

/** Reports releases that wait too long, then consumers whose releases of the day are used up. */
function slowFinding({ oldestSeconds, waiting, stoppedConsumers }: OpenerFacts): Omit<Finding, 'check'> | null {
  if (oldestSeconds > backlogSeconds)
    return {
      state: 'bad',
      found: `${waiting} live releases wait, the oldest for more than 5 minutes`,
      todo: "Read the opener's log; see SignpostReleasesWaiting in docs/reference/alerts.md",
    }
  if (stoppedConsumers === 0) return null
  return {
    state: 'warning',
    found: `${stoppedConsumers} consumers have used up OPENER_CONSUMER_PER_DAY`,
    todo: "The opener's log names them; see SignpostOpenerStoppedForConsumer in docs/reference/alerts.md",
  }
}

/** Names the opener, and the reason if it can't make releases. */
export function openerFinding({ isSealed, isPublished }: Mode, facts: OpenerFacts): Omit<Finding, 'check'> {
  if (!isSealed) return { state: 'good', found: 'built into the gateways' }
  if (!isPublished)
    return {
      state: 'warning',
      found: 'none is configured: releases answer 503',
      todo: 'Set OPENER_PUBLIC_KEY on every gateway',
    }
  if (facts.stopped > 0)
    return {
      state: 'bad',
      found: 'stopped: OPENER_PER_DAY live addresses were opened in a day',
      todo: 'See SignpostOpenerStopped in docs/reference/alerts.md',
    }
  if (facts.running === 0)
    return {
      state: 'bad',
      found: `none has reported in the last 30 s; ${facts.waiting} live releases wait`,
      todo: 'On its own machine run: signpost opener --private-key-file FILE',
    }
  return (
    slowFinding(facts) ?? {
      state: 'good',
      found: `${facts.running} running, ${Math.round(facts.dayShare * 100)} % of the day used`,
    }
  )
}
