import type { UsageCounter } from '../../access/usage/counter.ts'
import type { DueLook } from '../../database/conditions.ts'
import type { Database } from '../../database/orm.ts'
import { dropPartitionsOlderThan } from '../../database/partitions/store.ts'
import { retried } from '../../database/retry.ts'
import { bySystem } from '../../events/actor.ts'
import { webhookPayload } from '../../events/payload.ts'
import { type StepDeps, transact } from '../../events/write.ts'
import type { Job } from '../../kernel/job.ts'
import { webhookLimits } from '../rules.ts'
import { disableFailing } from '../store.ts'
import type { Outcome } from '../transport/transport.ts'
import { type Delivered, finishDelivered, finishFailed } from './outcome-store.ts'
import type { Claimed, QueueClock } from './queue-store.ts'
import { exhaustOld, recoveriesDue, recoverSome, removeStrays } from './store.ts'

type Deps = StepDeps & {
  queueClock?: QueueClock
  /** Told of each attempt. */
  usage?: Pick<UsageCounter, 'count'>
}

const largestBatch = 200

/** Writes down what attempts came to. */
export function createSettling(deps: Deps) {
  const { db, queueClock = () => null, usage } = deps
  const deliver = batched<Delivered>((batch) => retried(() => finishDelivered(db, batch, queueClock)))

  /**
   * Ends an attempt that failed. A webhook that it switches off is so in the same transaction, in which the owner's other
   * webhooks are told: nothing of it is lost. The owner may have enabled it again, or given it another URL, since the attempt
   * began: then it stays on.
   */
  const fail = (delivery: Claimed, { isGone, ...failed }: Extract<Outcome, { kind: 'failed' }>): Promise<void> =>
    transact(deps, bySystem('deliver-webhooks'), async (trx, changeFor) => {
      const { matched, isHopeless } = await finishFailed(trx, { delivery, ...failed }, queueClock)
      if (!matched || !(isGone || isHopeless)) return
      if (await disableFailing(trx, delivery, isGone ? 'gone' : 'failing'))
        changeFor(delivery).emit('webhook.disabled', webhookPayload(delivery.webhookId))
    })

  return async function settle(delivery: Claimed, outcome: Outcome): Promise<void> {
    const isDelivered = outcome.kind === 'delivered'
    await (isDelivered ? deliver({ delivery, log: outcome.log }) : fail(delivery, outcome))
    usage?.count(delivery, isDelivered ? 'deliveries' : 'deliveryErrors')
  }
}

export type Settle = ReturnType<typeof createSettling>

/** Collects what arrives while a batch is being written, so that many small writes become one statement. */
function batched<T>(write: (batch: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  type Waiting = { item: T; settle: () => void; fail: (error: unknown) => void }
  const waiting: Waiting[] = []
  let isWriting = false

  async function drain(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largestBatch)
      try {
        await write(batch.map(({ item }) => item))
        for (const { settle } of batch) settle()
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    isWriting = false
  }

  return (item) =>
    new Promise<void>((settle, fail) => {
      waiting.push({ item, settle, fail })
      if (!isWriting) void drain()
    })
}

const recoverBatch = 500

type JobDeps = { db: Database; wakeDeliveries: () => void; askDue: DueLook }

/** Queues again what a recovery was asked for, a batch at a time. */
export const recoverDeliveries = ({ db, wakeDeliveries, askDue }: JobDeps): Job => ({
  name: 'recover-deliveries',
  intervalMs: 1_000,
  isDue: askDue(recoveriesDue),
  run: async () => {
    for (let queued = await recoverSome(db, recoverBatch); queued !== null; ) {
      wakeDeliveries()
      queued = await recoverSome(db, recoverBatch)
    }
  },
})

/** In order: a table is purged before the tables that it refers to. */
const weekly = ['webhook_attempt', 'webhook_delivery', 'event_body', 'event_notice', 'audit_network'] as const

/** Drops the weeks of what webhooks hear of events that are kept no longer, with their deliveries. What still waited is ended before. */
export const purgeDeliveries = ({ db }: Pick<JobDeps, 'db'>): Job => ({
  name: 'purge-deliveries',
  intervalMs: 600_000,
  run: async () => {
    await removeStrays(db)
    await exhaustOld(db, webhookLimits.retentionDays)
    for (const table of weekly) await dropPartitionsOlderThan(db, table, webhookLimits.retentionDays)
  },
})
