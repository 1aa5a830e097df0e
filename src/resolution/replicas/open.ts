import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createTimeLimit } from '../../database/time-limit.ts'
import type { Row, Statements } from '../rows-store.ts'
import type { LookUp } from '../store.ts'
import { openReplica } from './connection-store.ts'
import { createMarks } from './mark-store.ts'
import { createReplicaReads } from './reads.ts'
import type { Refusal } from './rules.ts'

/** What a read on a replica may take before the primary is asked instead. */
const readMs = 500
/** What a mark may take: as much as any read of the primary. */
const markMs = 2_000
/** Two batches are under way, and one that is late holds its connection a while longer. */
const poolSize = 4

export type ReplicasOptions = {
  urls: readonly string[]
  waitMs: number
  prepared: boolean
  statements: Statements
  onPool: (pool: Pool) => void
  onChange: (replica: string, refusal: Refusal | null) => void
}

/** Replicas that look-ups are read from, or null without any. */
export function openReplicas(primary: Pool, options: ReplicasOptions) {
  const { urls, waitMs, prepared, statements, onPool, onChange } = options
  if (urls.length === 0) return null
  const replicas = urls.map((url) => openReplica(url, { primary, prepared, statements, poolSize, waitMs }))
  for (const { pool } of replicas) onPool(pool)
  const reads = createReplicaReads<readonly LookUp[], Row[]>({
    replicas,
    takeMark: createMarks(primary, { prepared, timeoutMs: markMs }),
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

export type Replicas = NonNullable<ReturnType<typeof openReplicas>>
