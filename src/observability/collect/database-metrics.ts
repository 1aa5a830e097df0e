import type { Database } from '../../database/orm.ts'
import { partitionedTables } from '../../database/partitions/rules.ts'
import { readAhead } from '../../database/partitions/store.ts'
import { claimStatuses, isOpen } from '../../ownership/claims/rules.ts'
import type { OpenerCounts, OpenerRate } from '../../releases/opener-queue/rate-limit.ts'
import { type OpenerFacts, readOpenerFacts } from '../../releases/opener-queue/store.ts'
import { sealingPurposes } from '../../vault/keyring.ts'
import { each, type Family, gauge } from '../family.ts'
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

type Key = { purpose: string; livemode: boolean }

const useOf = ({ purpose, livemode }: Key) => ({ purpose, environment: livemode ? 'live' : 'test' })
const isSealing = ({ purpose }: Key): boolean => (sealingPurposes as readonly string[]).includes(purpose)

/** Metrics of the database: every process reports the same values. */
export function databaseMetrics(db: Database, records: Database, openerRate: Pick<OpenerRate, 'countsOf'>): Family[] {
  const backlog = remembered<Backlog>(backlogMs, () => readBacklog(db))
  const dataKeys = remembered(dataKeysMs, () => readDataKeyFacts(db))
  const ahead = remembered(aheadMs, () => leastAhead([db, records]))
  const openers = remembered<OpenerFacts>(backlogMs, () => readOpenerFacts(db))
  const claims = remembered(claimsMs, () => readClaimFacts(db))
  return [
    ...openerMetrics(openers, openerRate.countsOf(true)),
    gauge('signpost_claims_open', 'Open claims, by status; the total is capped at 100,000.', async () => {
      const { open } = await claims()
      return openStatuses.map((status) => ({
        labels: { status },
        value: open.find((one) => one.status === status)?.count ?? 0,
      }))
    }),
    gauge(
      'signpost_claims_overdue_seconds',
      'Delay of the claim that has waited longest for the worker.',
      async () => (await claims()).overdueSeconds,
    ),
    gauge(
      'signpost_webhook_backlog_due',
      'Due deliveries that are not in progress, capped at 100,000.',
      async () => (await backlog()).due,
    ),
    gauge(
      'signpost_webhook_backlog_oldest_due_seconds',
      'Delay of the delivery that has waited longest.',
      async () => (await backlog()).oldestSeconds,
    ),
    gauge('signpost_partitions_ahead_seconds', 'For how long from now on a table has partitions.', async () =>
      (await ahead()).map(([table, ms]) => ({ labels: { table }, value: ms / 1_000 })),
    ),
    gauge(
      'signpost_data_key_created_timestamp_seconds',
      'Creation time of the primary data key, by use and environment.',
      async () => (await dataKeys()).map((key) => ({ labels: useOf(key), value: key.createdAt })),
    ),
    gauge('signpost_data_key_seals', 'Values sealed by the primary data key, by use and environment.', async () =>
      (await dataKeys()).filter(isSealing).map((key) => ({ labels: useOf(key), value: key.seals })),
    ),
  ]
}

/**
 * A separate opener listens on nothing and reports to the database; the built-in one is asked directly. All values are
 * of live mode.
 */
const openerMetrics = (openers: () => Promise<OpenerFacts>, builtIn: OpenerCounts): Family[] => [
  gauge(
    'signpost_opener_day_share',
    'Fraction of OPENER_PER_DAY that an opener has used in live mode: at 1 it has stopped.',
    async () => Math.max(builtIn.dayShare(), (await openers()).dayShare),
  ),
  gauge(
    'signpost_opener_stopped_consumers',
    'Consumers that have reached OPENER_CONSUMER_PER_DAY in live mode at an opener.',
    async () => Math.max(builtIn.stoppedConsumers().length, (await openers()).stoppedConsumers),
  ),
  gauge(
    'signpost_openers',
    'Openers of their own that were heard of in the last 30 seconds: at work, or stopped by their limit for the day.',
    async () => {
      const { running, stopped } = await openers()
      return each('state', { running, stopped })
    },
  ),
  gauge(
    'signpost_release_jobs_waiting',
    'Live releases that wait for an opener.',
    async () => (await openers()).waiting,
  ),
  gauge(
    'signpost_release_job_oldest_seconds',
    'Age of the live release that has waited longest for an opener.',
    async () => (await openers()).oldestSeconds,
  ),
]
