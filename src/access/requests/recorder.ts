import { createBatches } from '../../database/batches.ts'
import { type Call, nobody } from '../../kernel/call.ts'
import type { Logger } from '../../kernel/log.ts'
import { statusOf } from '../../kernel/status.ts'
import { type BucketRule, createAllowance } from '../quotas/token-bucket.ts'
import type { NewRequestRecord } from './store.ts'

/** A write or a refusal of a known caller. */
type AnsweredRequest = Omit<NewRequestRecord, 'count' | 'createdAt'>

type Deps = {
  /** Stores records; existing ones are kept. */
  insert: (records: readonly NewRequestRecord[]) => Promise<void>
  clock: () => number
  warn: (error: unknown, waiting: number) => void
  /** Rows for each (consumer, environment, operation, code) in a minute. */
  perMinute?: number
}

const minuteMs = 60_000
/**
 * Limit of records in memory, about 300 bytes each. Records beyond it are lost, because no answer waits for its record.
 */
const capacity = 20_000

type Window = { rows: number; rest: NewRequestRecord | null }

/**
 * Records writes and refusals outside of the requests.
 *
 * INVARIANT (bounded): a consumer has at most `perMinute` rows a minute for one operation and code. The last one is
 * written when the minute is over, and counts the requests without a row of their own.
 */
export function createRequestRecorder({ insert, clock, warn, perMinute = 20 }: Deps) {
  const batches = createBatches({ insert, clock, warn, flushMs: 1_000, capacity })
  let windows = new Map<string, Window>()
  let minute = 0
  let timer: NodeJS.Timeout | undefined

  function write(row: NewRequestRecord): void {
    if (batches.hasRoom(1)) batches.add([row])
    else batches.lose(1)
  }

  /** Writes the rows that count the rest of the minute. */
  function endMinute(): void {
    clearTimeout(timer)
    timer = undefined
    const ended = windows
    windows = new Map()
    for (const { rest } of ended.values()) if (rest) write(rest)
  }

  function windowOf({ consumerId, livemode, operation, code }: AnsweredRequest, now: number): Window {
    const current = Math.floor(now / minuteMs)
    if (current !== minute) endMinute()
    minute = current
    const key = `${consumerId} ${livemode} ${operation} ${code}`
    const window = windows.get(key) ?? { rows: 0, rest: null }
    windows.set(key, window)
    return window
  }

  return {
    counts: batches.counts,

    note(request: AnsweredRequest): void {
      const now = clock()
      const window = windowOf(request, now)
      const row: NewRequestRecord = { ...request, count: 1, createdAt: new Date(now) }
      if (window.rows < perMinute - 1) {
        window.rows++
        write(row)
        return
      }
      window.rest = { ...row, count: (window.rest?.count ?? 0) + 1 }
      timer ??= setTimeout(endMinute, minuteMs - (now % minuteMs)).unref()
    },

    /** Writes all pending records, the counts of this minute included. */
    async flush(): Promise<void> {
      endMinute()
      await batches.flush()
    },

    /** @returns the number of lost records */
    close(): Promise<number> {
      endMinute()
      return batches.close()
    },
  }
}

/** Fields of a line: names and numbers of the service, no input of a client. */
type RequestLine = { requestId: string; status: number } & Record<string, string | number | boolean | null | undefined>

const reportMs = 1_000

/**
 * The log of requests. A known caller's lines are limited by its quotas. All other requests, and those that a quota
 * refused, share the lines of `rule`; one line counts those beyond it.
 */
export function createRequestLog(log: Logger, rule: BucketRule) {
  const mayWrite = createAllowance(rule)
  // A line is flat. Redaction searches nested fields, which would take a twentieth of a look-up's time.
  const lines = log.child({}, { redact: [] })
  let skipped = new Map<number, number>()

  let reporter: NodeJS.Timeout | undefined

  function report(): void {
    reporter = undefined
    log.info({ byStatus: Object.fromEntries(skipped) }, 'requests without a known caller, not logged one by one')
    skipped = new Map()
  }

  function skip(status: number): void {
    skipped.set(status, (skipped.get(status) ?? 0) + 1)
    reporter ??= setTimeout(report, reportMs).unref()
  }

  return {
    /** Logs a request that was answered, or that ended without an answer. */
    answered(call: Pick<Call, 'caller'> | null, line: RequestLine): void {
      const isKnown = call !== null && call.caller !== nobody && line.status !== statusOf('rate_limited')
      if (isKnown || mayWrite()) lines.info(line, 'request')
      else skip(line.status)
    },
    stop: () => clearTimeout(reporter),
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
