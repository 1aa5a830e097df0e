import type { Database } from '../../database/orm.ts'
import { partitionedTables } from '../../database/partitions/rules.ts'
import { readAhead } from '../../database/partitions/store.ts'
import { claimStatuses, isOpen } from '../../ownership/claims/rules.ts'
import type { OpenerCounts, OpenerRate } from '../../releases/opener-queue/rate-limit.ts'
import { type OpenerFacts, readOpenerFacts } from '../../releases/opener-queue/store.ts'
import { sealingPurposes } from '../../vault/keyring.ts'
import { each, type Family, one } from '../family.ts'
import { type Backlog, readBacklog, readClaimFacts, readDataKeyFacts } from './gauge-store.ts'

/** The interval between reads of the database, however often the process is scraped. */
const backlogMs = 5_000
const dataKeysMs = 60_000
const aheadMs = 60_000
const claimsMs = 60_000
const openStatuses = claimStatuses.filter(isOpen)

function remembered<T>(forMs: number, read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  let until = 0
  return () => {
    if (!value || performance.now() >= until) {
      until = performance.now() + forMs
      value = read()
      value.catch(() => {
        value = undefined
      })
    }
    return value
  }
}

/** The shortest time ahead for which a table has partitions, in any of the databases. */
async function leastAhead(databases: readonly Database[]): Promise<[string, number][]> {
  const all = await Promise.all([...new Set(databases)].map(readAhead))
  return partitionedTables.map((table) => [table, Math.min(...all.map((ahead) => ahead[table]))])
}

/** Metrics of the database: every process reports the same values. */
export function databaseMetrics(db: Database, records: Database, openerRate: Pick<OpenerRate, 'countsOf'>): Family[] {
  const backlog = remembered<Backlog>(backlogMs, () => readBacklog(db))
  const dataKeys = remembered(dataKeysMs, () => readDataKeyFacts(db))
  const ahead = remembered(aheadMs, () => leastAhead([db, records]))
  const openers = remembered<OpenerFacts>(backlogMs, () => readOpenerFacts(db))
  const claims = remembered(claimsMs, () => readClaimFacts(db))
  return [
    ...openerMetrics(openers, openerRate.countsOf(true)),
    {
      name: 'signpost_claims_open',
      help: 'Open claims, by status; the total is capped at 100,000.',
      type: 'gauge',
      read: async () => {
        const { open } = await claims()
        return openStatuses.map((status) => ({
          labels: { status },
          value: open.find((one) => one.status === status)?.count ?? 0,
        }))
      },
    },
    {
      name: 'signpost_claims_overdue_seconds',
      help: 'Delay of the claim that has waited longest for the worker.',
      type: 'gauge',
      read: async () => one((await claims()).overdueSeconds),
    },
    {
      name: 'signpost_webhook_backlog_due',
      help: 'Due deliveries that are not in progress, capped at 100,000.',
      type: 'gauge',
      read: async () => one((await backlog()).due),
    },
    {
      name: 'signpost_webhook_backlog_oldest_due_seconds',
      help: 'Delay of the delivery that has waited longest.',
      type: 'gauge',
      read: async () => one((await backlog()).oldestSeconds),
    },
    {
      name: 'signpost_partitions_ahead_seconds',
      help: 'For how long from now on a table has partitions.',
      type: 'gauge',
      read: async () => (await ahead()).map(([table, ms]) => ({ labels: { table }, value: ms / 1_000 })),
    },
    {
      name: 'signpost_data_key_created_timestamp_seconds',
      help: 'Creation time of the primary data key, by use and environment.',
      type: 'gauge',
      read: async () =>
        (await dataKeys()).map(({ purpose, livemode, createdAt }) => ({
          labels: { purpose, environment: livemode ? 'live' : 'test' },
          value: createdAt,
        })),
    },
    {
      name: 'signpost_data_key_seals',
      help: 'Values sealed by the primary data key, by use and environment.',
      type: 'gauge',
      read: async () =>
        (await dataKeys())
          .filter(({ purpose }) => (sealingPurposes as readonly string[]).includes(purpose))
          .map(({ purpose, livemode, seals }) => ({
            labels: { purpose, environment: livemode ? 'live' : 'test' },
            value: seals,
          })),
    },
  ]
}

/**
 * A separate opener listens on nothing and reports to the database; the built-in one is asked directly. All values are
 * of live mode.
 */
const openerMetrics = (openers: () => Promise<OpenerFacts>, builtIn: OpenerCounts): Family[] => [
  {
    name: 'signpost_opener_day_share',
    help: 'Fraction of OPENER_PER_DAY that an opener has used in live mode: at 1 it has stopped.',
    type: 'gauge',
    read: async () => one(Math.max(builtIn.dayShare(), (await openers()).dayShare)),
  },
  {
    name: 'signpost_opener_stopped_consumers',
    help: 'Consumers that have reached OPENER_CONSUMER_PER_DAY in live mode at an opener.',
    type: 'gauge',
    read: async () => one(Math.max(builtIn.stoppedConsumers().length, (await openers()).stoppedConsumers)),
  },
  {
    name: 'signpost_openers',
    help: 'Openers of their own that were heard of in the last 30 seconds: at work, or stopped by their limit for the day.',
    type: 'gauge',
    read: async () => {
      const { running, stopped } = await openers()
      return each('state', { running, stopped })
    },
  },
  {
    name: 'signpost_release_jobs_waiting',
    help: 'Live releases that wait for an opener.',
    type: 'gauge',
    read: async () => one((await openers()).waiting),
  },
  {
    name: 'signpost_release_job_oldest_seconds',
    help: 'Age of the live release that has waited longest for an opener.',
    type: 'gauge',
    read: async () => one((await openers()).oldestSeconds),
  },
]
