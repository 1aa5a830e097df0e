import { requestDays } from '../../access/requests/store.ts'
import { expireGrants, matchConsentRequests } from '../../consent/jobs.ts'
import type { Database } from '../../database/orm.ts'
import type { PartitionedTable } from '../../database/partitions/rules.ts'
import { dropPartitionsOlderThan, makePartitionsAhead } from '../../database/partitions/store.ts'
import { purgeEntries } from '../../events/service.ts'
import { drain, type Job } from '../../kernel/job.ts'
import { eraseIdentities, registryJobs } from '../../registry/erasure/erasing.ts'
import { purgeErasedReservations } from '../../registry/erasure/store.ts'
import { endOverdueJobs } from '../../releases/opener-queue/store.ts'
import { purgeReleases } from '../../releases/store.ts'
import { notifyGrantees } from '../../resolution/notices/job.ts'
import { replaceFullDataKeys } from '../../vault/rotation/full-keys.ts'
import type { QueueClock } from '../../webhooks/deliveries/queue-store.ts'
import { createSettling, purgeDeliveries, recoverDeliveries } from '../../webhooks/deliveries/settling.ts'
import { noAttempts, type Transport, type TransportParts } from '../../webhooks/transport/transport.ts'
import type { Kernel } from './foundation.ts'
import { expiring, removeSome } from './retention-store.ts'

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

const batchSize = 1_000
const hourMs = 3_600_000

/** The jobs that remove expired rows and have no other work. docs/how-to/operations.md lists every table. */
function retentionJobs(db: Database): Job[] {
  const purge = (name: string, batch: (limit: number) => Promise<number>): Job => ({
    name,
    intervalMs: hourMs,
    run: () => drain(batchSize, batch),
  })
  return [
    ...Object.entries(expiring).map(([name, rows]) => purge(name, (limit) => removeSome(db, rows, limit))),
    purge('purge-releases', (limit) => purgeReleases(db, limit)),
    purge('purge-release-jobs', (limit) => endOverdueJobs(db, limit)),
    purge('purge-erased-reservations', (limit) => purgeErasedReservations(db, limit)),
  ]
}

/** Drops the partitions of a table whose retention is over. */
const dropOld = (name: string, db: Database, table: PartitionedTable, days: number): Job => ({
  name,
  intervalMs: hourMs,
  run: () => dropPartitionsOlderThan(db, table, days),
})

/** Makes partitions for the time ahead, in each of the databases. */
const makeAhead = (databases: readonly Database[]): Job => ({
  name: 'make-partitions',
  intervalMs: hourMs,
  run: async () => {
    for (const db of new Set(databases)) await makePartitionsAhead(db)
  },
})

/** Composes the deliveries to consumers and the repeated jobs. */
export function createDelivery(kernel: Kernel, { createTransport = () => noTransport, queueClock }: DeliveryOptions) {
  const { config, db, keyProvider, records } = kernel
  const transport = createTransport(kernel)
  const settleDelivery = createSettling({ ...kernel, queueClock })
  const { retentionDays } = config.disclosureRecords
  /** All jobs of the service: only these are repeated. */
  const jobs = [
    matchConsentRequests(kernel),
    expireGrants(kernel),
    notifyGrantees(kernel),
    replaceFullDataKeys({ db, provider: keyProvider }),
    makeAhead([db, records.db]),
    dropOld('purge-disclosure-records', records.db, 'disclosure_record', retentionDays),
    dropOld('purge-request-records', db, 'request_record', requestDays),
    recoverDeliveries(kernel),
    purgeDeliveries(kernel),
    purgeEntries({ ...kernel, retentionDays: config.auditRetentionDays }),
    ...registryJobs(db),
    ...retentionJobs(db),
    eraseIdentities(kernel),
  ]
  return { transport, settleDelivery, jobs }
}

export type Delivery = ReturnType<typeof createDelivery>

/** The deliveries of a process that makes none and repeats no job. */
export const noDelivery: Pick<Delivery, 'transport' | 'jobs'> = { transport: noTransport, jobs: [] }
