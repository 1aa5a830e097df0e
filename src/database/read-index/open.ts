import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from '../../kernel/log.ts'
import { withinTime } from '../../kernel/long-work.ts'
import type { Tracing } from '../../observability/tracing.ts'
import { openReplica, type ReadOn } from './connection-store.ts'
import { createMarks } from './mark-store.ts'
import { createReplicaReads } from './reads.ts'

const tooSlow = () => new Error('The replica did not answer in time')

export type ReadIndexOptions = {
  urls: readonly string[]
  waitMs: number
  tracing: Tracing | null
  log: Logger
}

/** One kind of read, with separate connections, so that no other kind waits for them. */
export type ReadingOptions<Batch, Answer> = {
  /** Its name in the log. */
  reads: 'look-ups' | 'lists'
  read: ReadOn<Batch, Answer>
  /** Connections to each replica. */
  poolSize: number
  /** Time that a read may take on a replica before the primary is asked instead. */
  readMs: number
  /** Time after which the replica cancels a statement; never when absent. */
  statementMs?: number
}

/** Reads from replicas by the read index, or null without any. All kinds of reads share the queries for marks. */
export function openReadIndex(primary: Pool, { urls, waitMs, tracing, log }: ReadIndexOptions) {
  if (urls.length === 0) return null
  const takeMark = createMarks(primary)
  return function openReads<Batch, Answer>(options: ReadingOptions<Batch, Answer>) {
    const { reads: kind, readMs, ...reading } = options
    const replicas = urls.map((url) => openReplica<Batch, Answer>(url, { primary, waitMs, tracing, ...reading }))
    const reads = createReplicaReads<Batch, Answer>({
      replicas,
      takeMark,
      waitMs,
      clock: () => performance.now(),
      pause: (ms) => pause(ms),
      inWait: (work) => withinTime(waitMs, () => work, tooSlow),
      inRead: (work) => withinTime(readMs, () => work, tooSlow),
      onChange(index, refusal) {
        const replica = replicas[index]!.name
        if (refusal) log.warn({ replica, reason: refusal }, `${kind} no longer use a replica`)
        else log.info({ replica }, `${kind} use a replica`)
      },
    })
    return {
      ...reads,
      close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
    }
  }
}

export type ReadIndex = NonNullable<ReturnType<typeof openReadIndex>>

/** Reads of one kind, for their users. */
export type ReplicaReads = Pick<ReturnType<typeof createReplicaReads>, 'counts' | 'areUp' | 'areRead'>
