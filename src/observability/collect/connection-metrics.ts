import type { ReplicaReads } from '../../database/read-index/open.ts'
import { newCounts } from '../../database/read-index/reads.ts'
import { each, type Family, histogram, one } from '../family.ts'
import type { Counting } from './metrics.ts'

export const poolMetrics = ({ pool, poolWaits }: Counting): Family[] => [
  {
    name: 'signpost_pool_connections',
    help: 'Database connections of the pool.',
    type: 'gauge',
    read: () => each('state', { in_use: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
  },
  {
    name: 'signpost_pool_size',
    help: 'Greatest number of database connections of the pools.',
    type: 'gauge',
    read: () => one(pool.options.max),
  },
  {
    name: 'signpost_pool_waiting',
    help: 'Requests that wait for a database connection.',
    type: 'gauge',
    read: () => one(pool.waitingCount),
  },
  {
    name: 'signpost_pool_wait_seconds',
    help: 'Time waited for a database connection.',
    type: 'histogram',
    read: () => histogram('signpost_pool_wait_seconds', poolWaits.seconds),
  },
  {
    name: 'signpost_pool_timeouts_total',
    help: 'Timeouts of waits for a database connection: each is a 503.',
    type: 'counter',
    read: () => one(poolWaits.timeouts),
  },
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
    {
      name: `${prefix}_${total}`,
      help: `${what} where there are replicas, by who answered.`,
      type: 'counter',
      read: () => each('from', { primary: counts.primary, ...numbered(counts.replicas, 'replica_') }),
    },
    {
      name: `${prefix}_replica_fallbacks_total`,
      help: `${what} that the primary answered instead of a replica, by reason.`,
      type: 'counter',
      read: () => each('reason', counts.fallbacks),
    },
    {
      name: `${prefix}_replica_up`,
      help: 'Whether a replica could be read from when it was last asked (1).',
      type: 'gauge',
      read: () => each('replica', numbered(areUp().map(Number))),
    },
    {
      name: `${prefix}_mark_seconds`,
      help: 'Time that the primary took to report its log position.',
      type: 'histogram',
      read: () => histogram(`${prefix}_mark_seconds`, counts.markSeconds),
    },
    {
      name: `${prefix}_replica_wait_seconds`,
      help: 'How long it took until a replica had replayed enough to be read from.',
      type: 'histogram',
      read: () => histogram(`${prefix}_replica_wait_seconds`, counts.waitSeconds),
    },
  ]
}

export const lookUpReplicaMetrics = (replicas: Reads | null): Family[] =>
  replicaMetrics({ prefix: 'signpost_resolve', total: 'batches_total', what: 'Batches of look-ups' }, replicas)

export const listReplicaMetrics = (replicas: Reads | null): Family[] =>
  replicaMetrics({ prefix: 'signpost_list', total: 'reads_total', what: 'Lists' }, replicas)
