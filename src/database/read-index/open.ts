import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Tracing } from '../../observability/tracing.ts'
import { createTimeLimit } from '../time-limit.ts'
import { openReplica, type ReadOn } from './connection-store.ts'
import { createMarks } from './mark-store.ts'
import { createReplicaReads } from './reads.ts'
import type { Refusal } from './rules.ts'

/** How long a mark may take: as much as any read of the primary. */
const markMs = 2_000

export type ReadIndexOptions = {
  urls: readonly string[]
  waitMs: number
  prepared: boolean
  tracing: Tracing | null
}

/** One kind of read, with connections of its own: no other kind waits for them. */
export type ReadingOptions<Batch, Answer> = {
  read: ReadOn<Batch, Answer>
  /** Connections to each replica. */
  poolSize: number
  /** How long a read may take on a replica before the primary is asked instead. */
  readMs: number
  /** How long the replica works at one statement before it cancels it; without a word, for ever. */
  statementMs?: number
  onChange: (replica: string, refusal: Refusal | null) => void
}

/** Reads from replicas by the read index, or null without any. All kinds of reads share the questions for marks. */
export function openReadIndex(primary: Pool, { urls, waitMs, prepared, tracing }: ReadIndexOptions) {
  if (urls.length === 0) return null
  const takeMark = createMarks(primary, { prepared, timeoutMs: markMs })
  return function openReads<Batch, Answer>(options: ReadingOptions<Batch, Answer>) {
    const { readMs, onChange, ...reading } = options
    const replicas = urls.map((url) =>
      openReplica<Batch, Answer>(url, { primary, prepared, waitMs, tracing, ...reading }),
    )
    const reads = createReplicaReads<Batch, Answer>({
      replicas,
      takeMark,
      waitMs,
      clock: () => performance.now(),
      pause: (ms) => pause(ms),
      inWait: createTimeLimit(waitMs),
      inRead: createTimeLimit(readMs),
      onChange: (index, refusal) => onChange(replicas[index]!.name, refusal),
    })
    return {
      ...reads,
      close: async () => void (await Promise.all(replicas.map((replica) => replica.close()))),
    }
  }
}

export type ReadIndex = NonNullable<ReturnType<typeof openReadIndex>>

/** Reads of one kind, as their users know them. */
export type ReplicaReads = Pick<ReturnType<typeof createReplicaReads>, 'counts' | 'areUp' | 'areRead'>
