import type { ReplicaReads } from '../../database/read-index/open.ts'
import { newCounts } from '../../database/read-index/reads.ts'
import { counter, each, type Family, gauge, histogram } from '../family.ts'
import type { Counting } from './metrics.ts'

export const poolMetrics = ({ pool, poolWaits }: Counting): Family[] => [
  gauge('signpost_pool_connections', 'Database connections of the pool.', () =>
    each('state', { in_use: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
  ),
  gauge('signpost_pool_size', 'Greatest number of database connections of the pools.', () => pool.options.max),
  gauge('signpost_pool_waiting', 'Requests that wait for a database connection.', () => pool.waitingCount),
  histogram('signpost_pool_wait_seconds', 'Time waited for a database connection.', poolWaits.seconds),
  counter(
    'signpost_pool_timeouts_total',
    'Timeouts of waits for a database connection: each is a 503.',
    () => poolWaits.timeouts,
  ),
]

type Reads = Pick<ReplicaReads, 'counts' | 'areUp'>
const none: Reads = { counts: newCounts(0), areUp: () => [] }

/** A replica's label is its place in DATABASE_READ_URLS. */
const numbered = (values: readonly number[], prefix = ''): Record<string, number> =>
  Object.fromEntries(values.map((value, index) => [`${prefix}${index + 1}`, value]))

type Named = { prefix: string; total: string; what: string }

/** Metrics of reads of one kind by the server that answered. */
function replicaMetrics({ prefix, total, what }: Named, replicas: Reads | null): Family[] {
  const { counts, areUp } = replicas ?? none
  return [
    counter(`${prefix}_${total}`, `${what} where there are replicas, by who answered.`, () =>
      each('from', { primary: counts.primary, ...numbered(counts.replicas, 'replica_') }),
    ),
    counter(
      `${prefix}_replica_fallbacks_total`,
      `${what} that the primary answered instead of a replica, by reason.`,
      () => each('reason', counts.fallbacks),
    ),
    gauge(`${prefix}_replica_up`, 'Whether a replica could be read from when it was last asked (1).', () =>
      each('replica', numbered(areUp().map(Number))),
    ),
    histogram(`${prefix}_mark_seconds`, 'Time that the primary took to report its log position.', counts.markSeconds),
    histogram(
      `${prefix}_replica_wait_seconds`,
      'How long it took until a replica had replayed enough to be read from.',
      counts.waitSeconds,
    ),
  ]
}

export const lookUpReplicaMetrics = (replicas: Reads | null): Family[] =>
  replicaMetrics({ prefix: 'signpost_resolve', total: 'batches_total', what: 'Batches of look-ups' }, replicas)

export const listReplicaMetrics = (replicas: Reads | null): Family[] =>
  replicaMetrics({ prefix: 'signpost_list', total: 'reads_total', what: 'Lists' }, replicas)
