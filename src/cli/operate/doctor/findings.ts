import type { MissingCapability } from '../../../database/engine.ts'
import type { Database } from '../../../database/orm.ts'
import { leastAheadMs } from '../../../database/partitions/rules.ts'
import type { SendFacts } from '../../../ownership/senders/store.ts'
import { type Blocker, findBlocker, hasOrder, isForeignEpoch } from '../../../registry/changes/store.ts'
import type { OpenerFacts } from '../../../releases/opener-queue/store.ts'
import { backlogSeconds } from '../../../releases/opener-queue/worker.ts'
import type { BindingReport } from '../../../vault/rotation/binding-store.ts'
import type { WebhookHealth } from '../../../webhooks/store.ts'
import { invocation, some } from '../../terminal.ts'

/** The outcome of one check, and what to do about it. */
export type Finding = { check: string; state: 'good' | 'warning' | 'bad'; found: string; todo?: string | undefined }
export type Found = Omit<Finding, 'check'>

export const good = (found: string, todo?: string): Found => ({ state: 'good', found, todo })
export const warning = (found: string, todo: string): Found => ({ state: 'warning', found, todo })
export const bad = (found: string, todo: string): Found => ({ state: 'bad', found, todo })

const named = 20

/** Reports aliases and endpoints that were changed outside of the service. */
export function bindingsFinding({ looked, broken, isWhole }: BindingReport): Found {
  if (broken.length > 0) {
    const more = broken.length > named ? ` and ${broken.length - named} more` : ''
    return bad(
      `not as they were sealed: ${broken.slice(0, named).join(', ')}${more}`,
      'These rows were written outside of the service. They resolve for nobody. Find out who did it; remove them and register them again.',
    )
  }
  if (isWhole) return good(`${looked} marks and sealed values match their rows`)
  return good(
    `${looked} marks and sealed values match their rows; there are more`,
    `To check all of them: ${invocation()} doctor --bindings`,
  )
}

/** A code is sent within a second; a worker looks for unsent ones every ten seconds. */
const lateSeconds = 60

/** Reports the outcome of sending the challenge codes of the last hour, by method. */
export function challengesFinding(facts: readonly SendFacts[]): Found {
  const failing = facts.filter(({ failed }) => failed > 0)
  if (failing.length > 0)
    return warning(
      `codes of the last hour that could not be sent: ${failing.map(({ method, failed, sent }) => `${failed} of ${failed + sent} by ${method}`).join(', ')}`,
      'Check that the mail server or the gateway is reachable and accepts the credentials: no caller sees this failure.',
    )
  if (facts.some(({ waiting }) => waiting > lateSeconds))
    return warning(
      'codes have waited for more than a minute',
      'Check that the service or a worker runs with the configured sender.',
    )
  const sent = facts.reduce((sum, one) => sum + one.sent, 0)
  return good(`${sent} codes sent in the last hour, none failed`)
}

/** Limit for open transactions: writes of the service take less than a second. */
const blockerSeconds = 10

export type FeedHealth = { isOn: boolean; isForeign: boolean; blocker: Blocker | null }

export async function readFeedHealth(db: Database): Promise<FeedHealth> {
  if (!(await hasOrder(db))) return { isOn: false, isForeign: false, blocker: null }
  return { isOn: true, isForeign: await isForeignEpoch(db), blocker: await findBlocker(db, blockerSeconds) }
}

/** Reports transactions that delay the changes feed, and cursors of another cluster. */
export function changesFinding({ isOn, isForeign, blocker }: FeedHealth): Found {
  if (!isOn)
    return warning(
      'off: the engine does not order its transactions',
      'Nothing, unless you need the feed: GET /v1/changes answers 503.',
    )
  if (isForeign)
    return bad('the database came from another cluster, and the feed needs a new epoch', `Run: ${invocation()} migrate`)
  if (blocker?.seconds === null)
    return warning(
      `${blocker.who} has an open transaction, and this role may not see its age`,
      'Grant the role of the service pg_read_all_stats: an open transaction delays the feed.',
    )
  if (blocker)
    return warning(`delayed for ${blocker.seconds} s by ${blocker.who}`, 'End that transaction: it delays the feed.')
  return good('not delayed')
}

/** Reports the missing capabilities of the server. */
export function engineFinding(lacking: readonly MissingCapability[]): Found {
  if (lacking.length === 0) return good('has all required capabilities')
  const found = `lacks ${lacking.map(({ capability, fallback }) => `${capability} (${fallback})`).join('; ')}`
  return lacking.some(({ fallback }) => fallback.startsWith('none:'))
    ? bad(found, 'Use PostgreSQL, or a server that has these.')
    : warning(found, 'Nothing, if you can do without: see docs/how-to/scaling.md.')
}

type Mode = { isSealed: boolean; isPublished: boolean }

/** Reports releases that wait too long, then consumers whose releases of the day are used up. */
function slowFinding({ oldestSeconds, waiting, stoppedConsumers }: OpenerFacts): Found | null {
  if (oldestSeconds > backlogSeconds)
    return bad(
      `${waiting} live releases wait, the oldest for more than 5 minutes`,
      "Read the opener's log; see SignpostReleasesWaiting in docs/reference/alerts.md",
    )
  if (stoppedConsumers === 0) return null
  return warning(
    `${stoppedConsumers} consumers have used up OPENER_CONSUMER_PER_DAY`,
    "The opener's log names them; see SignpostOpenerStoppedForConsumer in docs/reference/alerts.md",
  )
}

/** Names the opener, and the reason if it can't make releases. */
export function openerFinding({ isSealed, isPublished }: Mode, facts: OpenerFacts): Found {
  if (!isSealed) return good('built into the gateways')
  if (!isPublished) return warning('none is configured: releases answer 503', 'Set OPENER_PUBLIC_KEY on every gateway')
  if (facts.stopped > 0)
    return bad(
      'stopped: OPENER_PER_DAY live addresses were opened in a day',
      'See SignpostOpenerStopped in docs/reference/alerts.md',
    )
  if (facts.running === 0)
    return bad(
      `none has reported in the last 30 s; ${facts.waiting} live releases wait`,
      'On its own machine run: signpost opener --private-key-file FILE',
    )
  return slowFinding(facts) ?? good(`${facts.running} running, ${Math.round(facts.dayShare * 100)} % of the day used`)
}

const dayMs = 86_400_000

/** Reports the time that the partitions of each table cover, in milliseconds, in each database. */
export function partitionsFinding(databases: readonly Record<string, number>[]): Found {
  const tables = databases.flatMap((ahead) => Object.entries(ahead))
  const [table, least] = tables.reduce((first, next) => (next[1] < first[1] ? next : first))
  const days = Math.floor(least / dayMs)
  if (least >= leastAheadMs) return good(`made for ${days} days ahead`)
  const todo = `Run: ${invocation()} migrate. A webhook worker makes them every hour: see what its log says of make-partitions.`
  return least <= 0
    ? bad(`${table} has none for now: it takes no rows`, todo)
    : warning(`${table} has them for ${days} days only`, todo)
}

const backlog = ({ overdue, underWay }: WebhookHealth): Found =>
  underWay > 0
    ? warning(
        `a worker runs, but ${overdue} deliveries have waited for more than 5 minutes`,
        'Find the slow receivers; more workers share the queue: signpost worker',
      )
    : warning(
        `${overdue} deliveries are overdue, and no worker sends them`,
        'Start a worker: serve without WEBHOOK_WORKER=off, or signpost worker',
      )

/** Reports on the webhooks: first a stalled queue, then the state of the receivers. */
export function webhookFinding(health: WebhookHealth): Found {
  const { enabled, disabled, paused, held, pausedUntil, overdue } = health
  if (overdue > 0) return backlog(health)
  if (disabled > 0)
    return warning(
      `${some(disabled, 'webhook')} switched off after failures`,
      'Fix their receivers, then enable them again with PATCH /v1/webhooks/:id',
    )
  if (paused > 0)
    return warning(
      `${some(paused, 'webhook')} paused after failures, the longest until ${pausedUntil!.toISOString()}; ${held} deliveries wait for that`,
      'Fix the receiver; then a successful test (POST /v1/webhooks/:id/test) or a redelivery ends the pause',
    )
  return good(`${enabled} enabled, nothing overdue`)
}
