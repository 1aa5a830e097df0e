import { type Call, nobody } from '../kernel/call.ts'
import { statusOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/log.ts'
import { createAllowance } from './allowance.ts'
import type { BucketRule } from './quotas/token-bucket.ts'

/** Fields of a line: names and numbers of the service, no input of a client. */
export type RequestLine = { requestId: string; status: number } & Record<
  string,
  string | number | boolean | null | undefined
>

export type RequestLog = {
  /** Logs a request that was answered, or that ended without an answer. */
  answered(call: Pick<Call, 'caller'> | null, line: RequestLine): void
  stop(): void
}

const reportMs = 1_000

/**
 * The log of requests. A known caller's lines are limited by its quotas. All other requests, and those that a quota
 * refused, share the lines of `rule`; one line counts those beyond it.
 */
export function createRequestLog(log: Logger, rule: BucketRule): RequestLog {
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
    answered(call, line) {
      const isKnown = call !== null && call.caller !== nobody && line.status !== statusOf('rate_limited')
      if (isKnown || mayWrite()) lines.info(line, 'request')
      else skip(line.status)
    },
    stop: () => clearTimeout(reporter),
  }
}
