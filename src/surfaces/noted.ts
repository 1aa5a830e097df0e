import { nobody } from '../kernel/call.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import { statusOf } from '../kernel/status.ts'
import type { RequestContext } from './request-context.ts'

/** The facts of a request for the list of its caller's requests. */
export type Noted = {
  /** A field of the schema, or the operation's own name. */
  readonly operation: string
  readonly isWrite: boolean
  /** Null for a success. */
  readonly code: ErrorCode | null
}

const leastRefusal = 400

/**
 * Records a write or a refusal. Successful reads are left out, and so are requests without a consumer's key.
 *
 * INVARIANT (same record): every miss of an operation has the same record, whatever its cause: it contains only the
 * answer and its release step.
 */
export function noteRequest(
  { app, caller, requestId }: RequestContext,
  { operation, isWrite, code }: Noted,
  { status, durationMs }: { status: number; durationMs: number },
): void {
  if (caller.operator !== undefined || caller.keyId === nobody.keyId || status === statusOf('api_key_invalid')) return
  if (!isWrite && code === null && status < leastRefusal) return
  const { consumerId, livemode, keyId } = caller
  app.requestRecords.note({ consumerId, livemode, keyId, requestId, operation, status, code, durationMs })
}
