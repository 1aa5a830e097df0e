import { each, type Family, histogram } from '../observability/family.ts'
import type { Replicas } from '../resolution/replicas/open.ts'
import { newCounts } from '../resolution/replicas/reads.ts'

const none: Pick<Replicas, 'counts' | 'areUp'> = { counts: newCounts(0), areUp: () => [] }

/** A replica's label is its place in DATABASE_RESOLVE_URLS. */
const numbered = (values: readonly number[], prefix = ''): Record<string, number> =>
  Object.fromEntries(values.map((value, index) => [`${prefix}${index + 1}`, value]))

/** Who answers look-ups where there are replicas for them. */
export function replicaMetrics(replicas: Pick<Replicas, 'counts' | 'areUp'> | null): Family[] {
  const { counts, areUp } = replicas ?? none
  return [
    {
      name: 'signpost_resolve_batches_total',
      help: 'Batches of look-ups where there are replicas, by who answered.',
      type: 'counter',
      read: () => each('from', { primary: counts.primary, ...numbered(counts.replicas, 'replica_') }),
    },
    {
      name: 'signpost_resolve_replica_fallbacks_total',
      help: 'Batches that the primary answered in the place of a replica, by why.',
      type: 'counter',
      read: () => each('reason', counts.fallbacks),
    },
    {
      name: 'signpost_resolve_replica_up',
      help: 'Whether a replica could be read from when it was last asked (1).',
      type: 'gauge',
      aggregator: 'min',
      read: () => each('replica', numbered(areUp().map(Number))),
    },
    {
      name: 'signpost_resolve_mark_seconds',
      help: 'How long the primary took to say how far its log is.',
      type: 'histogram',
      read: () => histogram('signpost_resolve_mark_seconds', counts.markSeconds),
    },
    {
      name: 'signpost_resolve_replica_wait_seconds',
      help: 'How long it took until a replica had replayed enough to be read from.',
      type: 'histogram',
      read: () => histogram('signpost_resolve_replica_wait_seconds', counts.waitSeconds),
    },
  ]
}
