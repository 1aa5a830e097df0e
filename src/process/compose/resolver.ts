import { createDestinationChecks } from '../../payees/checks/destinations.ts'
import { createPayeeChecks } from '../../payees/checks/service.ts'
import { createAssurance } from '../../resolution/assurance-store.ts'
import { createResolutionFacts, traceLookUps } from '../../resolution/batching.ts'
import { createDisclosureRecorder } from '../../resolution/disclosures/recorder.ts'
import { appendDisclosureRecords } from '../../resolution/disclosures/store.ts'
import { readFactsOnReplica, statementsFor } from '../../resolution/facts-store.ts'
import { createAmounts } from '../../resolution/payment.ts'
import { createResolution } from '../../resolution/service.ts'
import type { Kernel } from './foundation.ts'

/** Two batches run at once, and a late one holds its connection a while longer. */
const replicaPoolSize = 4
/** Milliseconds that a read on a replica may take before the primary is used instead. */
const replicaReadMs = 500

/**
 * The longest time for which look-ups are gathered for one mark: in milliseconds, and as a fraction of the release
 * step.
 */
const longestPaceMs = 4
const paceOfStep = 0.8

/** Below this number of look-ups a second, marks cost the primary little: the next look-ups go out at once. */
const pacedFrom = 8

/**
 * The rest of the step is for the mark and the read, so that a miss leaves at its usual time. A hit may leave later.
 */
export const paceOf = ({ singleMs, bulkMs }: { singleMs: number; bulkMs: number }): number =>
  Math.min(longestPaceMs, paceOfStep * Math.min(singleMs, bulkMs))

/** Composes the resolver of look-ups and the recorder of disclosures. */
export function createResolver(kernel: Kernel) {
  const { config, db, pool, log, tracing, readIndex, records: kept } = kernel
  const statements = statementsFor(config.ownership.requireProof.length > 0 ? kernel.needOf : null)
  const replicas = readIndex?.({
    reads: 'look-ups',
    read: readFactsOnReplica(statements),
    poolSize: replicaPoolSize,
    readMs: replicaReadMs,
  })
  const facts = createResolutionFacts(pool, {
    statements,
    // Each batch on a replica asks the primary for a mark: so look-ups are gathered until the batch before has
    // returned, and go out beside it only if its replica is slow.
    ...(replicas
      ? { replicas, besideAfterMs: config.resolveReplicaWaitMs, paceMs: paceOf(config.releaseSteps), pacedFrom }
      : {}),
  })
  const { synchronous } = config.disclosureRecords
  const recorder = createDisclosureRecorder({
    ...kernel,
    insert: (records) => appendDisclosureRecords(kept, records),
    synchronous,
    warn: (error, waiting) => log.warn({ error, waiting }, 'disclosure records are not stored yet'),
  })
  // Records go out in batches of many requests.
  const record: typeof recorder.record =
    tracing && !synchronous ? (made) => tracing.outside(() => recorder.record(made)) : (made) => recorder.record(made)
  const resolution = createResolution({
    ...kernel,
    facts: tracing ? traceLookUps(facts, tracing) : facts,
    record,
    amounts: createAmounts(kernel),
    assure: createAssurance(db),
  })
  const checking = { ...kernel, facts, record }
  const payeeChecks = createPayeeChecks({ ...checking, acceptsDeclared: config.payeeNamesAccept === 'declared' })
  const destinationChecks = createDestinationChecks(checking)
  return { resolution, payeeChecks, destinationChecks, recorder, lookUps: facts.counts, replicas: replicas ?? null }
}

export type Resolver = ReturnType<typeof createResolver>
