import { createProofNeeds } from '../ownership/proofs/needs.ts'
import { createPayeeChecks } from '../payees/checks/service.ts'
import { createAmounts } from '../resolution/amounts.ts'
import { createAssurance } from '../resolution/assurance/service.ts'
import { appendDisclosureRecords } from '../resolution/disclosures/copy-store.ts'
import { createDisclosureRecorder } from '../resolution/disclosures/recorder.ts'
import { statementsFor } from '../resolution/rows-store.ts'
import { createResolution } from '../resolution/service.ts'
import { createResolutionFacts, readFactsOn } from '../resolution/store.ts'
import { traceLookUps } from '../resolution/tracing.ts'
import type { Kernel } from './kernel.ts'

/** Two batches are under way, and one that is late holds its connection a while longer. */
const replicaPoolSize = 4
/** How long a read may take on a replica before the primary is asked instead. */
const replicaReadMs = 500

/** How long look-ups gather at most for one mark, and how much of the step that their answers leave on. */
const longestPaceMs = 4
const paceOfStep = 0.8

/** Fewer look-ups than this share a mark that costs the primary little in a second: the next ones wait for nobody. */
const pacedFrom = 8

/** The rest of the step is for the mark and the read, so that a miss leaves as soon as it would have. A hit may leave later. */
export const paceOf = ({ singleMs, bulkMs }: { singleMs: number; bulkMs: number }): number =>
  Math.min(longestPaceMs, paceOfStep * Math.min(singleMs, bulkMs))

/** What answers look-ups, with the records of what was disclosed. */
export function createResolver({
  config,
  db,
  pool,
  clock,
  newId,
  keyring,
  limits,
  log,
  tracing,
  readIndex,
  records: kept,
  usage,
  failures,
}: Kernel) {
  const { requireProof } = config.ownership
  const statements = statementsFor(requireProof.length > 0 ? createProofNeeds(requireProof) : null)
  const replicas = readIndex?.({
    read: readFactsOn(statements, config.preparedStatements),
    poolSize: replicaPoolSize,
    readMs: replicaReadMs,
    onChange: (replica, refusal) =>
      log[refusal ? 'warn' : 'info'](
        { replica, ...(refusal ? { reason: refusal } : {}) },
        refusal ? 'look-ups leave a replica out' : 'look-ups are read from a replica',
      ),
  })
  const facts = createResolutionFacts(pool, {
    prepared: config.preparedStatements,
    statements,
    // Each batch that a replica reads asks the primary for a mark: so look-ups gather until the batch before is back, and go
    // out beside it only where its replica keeps it waiting.
    ...(replicas
      ? { replicas, besideAfterMs: config.resolveReplicaWaitMs, paceMs: paceOf(config.releaseSteps), pacedFrom }
      : {}),
  })
  const { synchronous } = config.disclosureRecords
  const recorder = createDisclosureRecorder({
    insert: (records) => appendDisclosureRecords(kept, records),
    newId,
    clock,
    synchronous,
    warn: (error, waiting) => log.warn({ error, waiting }, 'disclosure records are not stored yet'),
  })
  // Records go out in batches of many requests.
  const record: typeof recorder.record =
    tracing && !synchronous ? (made) => tracing.outside(() => recorder.record(made)) : (made) => recorder.record(made)
  const resolution = createResolution({
    facts: tracing ? traceLookUps(facts, tracing) : facts,
    keyring,
    limits,
    defaultRegion: config.defaultPhoneRegion,
    record,
    amounts: createAmounts({ db, keyring, limits }),
    assure: createAssurance(db),
    failures,
    usage,
  })
  const payeeChecks = createPayeeChecks({
    db,
    facts,
    keyring,
    limits,
    defaultRegion: config.defaultPhoneRegion,
    acceptsDeclared: config.payeeNamesAccept === 'declared',
    failures,
    record,
  })
  return { resolution, payeeChecks, recorder, lookUps: facts.counts, replicas: replicas ?? null }
}

export type Resolver = ReturnType<typeof createResolver>
