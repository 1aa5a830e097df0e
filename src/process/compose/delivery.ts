import { purgeKeyNetworks } from '../../access/api-keys/store.ts'
import { purgeRequestRecords } from '../../access/requests/service.ts'
import { purgeKeyUsage, purgeUsage } from '../../access/usage/store.ts'
import { purgeBudgets } from '../../access/value-budget-store.ts'
import { expireGrants, matchConsentRequests, purgeRequests } from '../../consent/jobs.ts'
import type { Database } from '../../database/orm.ts'
import { makePartitionsAhead } from '../../database/partitions/store.ts'
import { purgeEntries } from '../../events/service.ts'
import { drain, type Job } from '../../kernel/job.ts'
import { createErasedSkeleton } from '../../registry/aliases/reservation.ts'
import { eraseIdentities, registryJobs } from '../../registry/erasure/erasing.ts'
import { purgeErasedReservations } from '../../registry/erasure/store.ts'
import { endOverdueJobs } from '../../releases/opener-queue/job-store.ts'
import { purgeOpeners } from '../../releases/opener-queue/run-store.ts'
import { purgeReleases } from '../../releases/store.ts'
import { purgeDisclosures } from '../../resolution/disclosures/service.ts'
import { notifyGrantees } from '../../resolution/notices/job.ts'
import { replaceFullDataKeys } from '../../vault/rotation/full-keys.ts'
import type { QueueClock } from '../../webhooks/deliveries/queue-store.ts'
import { createSettling, purgeDeliveries, recoverDeliveries } from '../../webhooks/deliveries/settling.ts'
import { noAttempts, type Transport, type TransportParts } from '../../webhooks/transport/transport.ts'
import type { Kernel } from './foundation.ts'
import { purgeCheckpoints, purgeNodes, purgeOutcomes } from './retention-store.ts'

const batchSize = 1_000
const hourMs = 3_600_000
/** Days that a stopped import can be resumed. */
const checkpointDays = 30
/** A day more than answers show. */
const usageDays = 31
/** Days that a network of a key is remembered after its last use. */
const networkDays = 30
/** Days that a process may be silent before its row is removed. A rotation waits for it 30 seconds. */
const nodeDays = 1

/** The jobs that remove expired rows which belong to no noun of the API. docs/how-to/operations.md lists every table. */
export function retentionJobs(db: Database): Job[] {
  const purge = (name: string, batch: (limit: number) => Promise<number>): Job => ({
    name,
    intervalMs: hourMs,
    run: () => drain(batchSize, batch),
  })
  return [
    purge('purge-idempotency-records', (limit) => purgeOutcomes(db, limit)),
    purge('purge-import-checkpoints', (limit) => purgeCheckpoints(db, checkpointDays, limit)),
    purge('purge-value-budgets', (limit) => purgeBudgets(db, limit)),
    purge('purge-releases', (limit) => purgeReleases(db, limit)),
    purge('purge-release-jobs', (limit) => endOverdueJobs(db, limit)),
    purge('purge-openers', (limit) => purgeOpeners(db, limit)),
    purge('purge-usage', (limit) => purgeUsage(db, usageDays, limit)),
    purge('purge-key-usage', (limit) => purgeKeyUsage(db, usageDays, limit)),
    purge('purge-key-networks', (limit) => purgeKeyNetworks(db, networkDays, limit)),
    purge('purge-erased-reservations', (limit) => purgeErasedReservations(db, limit)),
    purge('purge-nodes', (limit) => purgeNodes(db, nodeDays, limit)),
  ]
}

const noTransport: Transport = {
  permits: async () => false,
  attempt: async () => {
    throw new Error('This process has no transport to the network.')
  },
  close: async () => undefined,
  counts: noAttempts(),
}

export type DeliveryOptions = {
  /** Without a transport, no webhook URL is permitted and nothing is sent. */
  createTransport: ((parts: TransportParts) => Transport) | undefined
  queueClock: QueueClock
}

/** Composes the deliveries to consumers and the repeated jobs. */
export function createDelivery(kernel: Kernel, { createTransport = () => noTransport, queueClock }: DeliveryOptions) {
  const { config, db, keyring, keyProvider, clock, log, newId, wakeDeliveries, askDue, records, usage } = kernel
  const transport = createTransport({ config, keyring, clock, log })
  const settleDelivery = createSettling({ db, newId, clock, queueClock, wakeDeliveries, usage })
  const { retentionDays } = config.disclosureRecords
  const jobDeps = { db, newId, clock, wakeDeliveries, askDue }
  /** All jobs of the service: only these are repeated. */
  const jobs = [
    matchConsentRequests(jobDeps),
    expireGrants(jobDeps),
    notifyGrantees({ ...jobDeps, keyring }),
    purgeRequests(jobDeps),
    replaceFullDataKeys({ db, provider: keyProvider }),
    makeAhead([db, records.db]),
    purgeDisclosures({ db: records.db, retentionDays }),
    purgeRequestRecords({ db }),
    recoverDeliveries({ db, wakeDeliveries, askDue }),
    purgeDeliveries({ db }),
    purgeEntries({ ...jobDeps, retentionDays: config.auditRetentionDays }),
    ...registryJobs(db),
    ...retentionJobs(db),
    eraseIdentities({ ...jobDeps, erasedSkeleton: createErasedSkeleton(keyring) }),
  ]
  return { transport, settleDelivery, jobs }
}

export type Delivery = ReturnType<typeof createDelivery>

/** The deliveries of a process that makes none and repeats no job. */
export const noDelivery: Pick<Delivery, 'transport' | 'jobs'> = { transport: noTransport, jobs: [] }

/** Makes partitions for the time ahead, in each of the databases. */
export const makeAhead = (databases: readonly Database[]): Job => ({
  name: 'make-partitions',
  intervalMs: 3_600_000,
  run: async () => {
    for (const db of new Set(databases)) await makePartitionsAhead(db)
  },
})
