import { timingSafeEqual } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Database } from '../database/orm.ts'
import type { Call } from '../kernel/call.ts'
import { type ErrorCode, SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import type { Keyring } from '../vault/keyring.ts'
import { Sensitive } from '../vault/secret.ts'
import { findOutcome, type IdempotencyScope, removeOutcome, storeOutcome, takeKey } from './idempotency-store.ts'

/** The outcome of a use case: its record, or its refusal. `requestId` is the first request's. */
export type Outcome =
  | { kind: 'record'; record: unknown }
  | {
      kind: 'refused'
      code: ErrorCode
      param: string | undefined
      existing?: string
      message?: string
      requestId: string
    }

/** Stored in place of an outcome while the request waits for another machine. */
type Begun = { kind: 'begun'; requestId: string }

/** Seconds for which a request has its key before its outcome, longer than any wait: its process may be gone by then. */
const begunSeconds = 30
const outcomeSeconds = 24 * 3_600

/** A refusal that was stored under an Idempotency-Key: its body carries the first request's id. */
export class ReplayedRefusal extends SignpostError {
  readonly originalRequestId: string

  constructor(outcome: Extract<Outcome, { kind: 'refused' }>) {
    const { code, param, existing, message } = outcome
    super(code, {
      ...(param === undefined ? {} : { param }),
      ...(existing === undefined ? {} : { existing }),
      ...(message === undefined ? {} : { rule: message }),
    })
    this.originalRequestId = outcome.requestId
  }
}

const refusalFamilies = new Set(['invalid_request_error', 'not_found_error', 'conflict_error'])

/** True for a refusal inside the transaction, which is stored and replayed; false for a technical failure. */
export const isRefusal = (error: unknown): error is SignpostError =>
  error instanceof SignpostError && refusalFamilies.has(error.type)

/** Hashes differ by consumer and environment, so equal keys of two consumers can't be told in the table. */
function scopeOf({ consumerId, livemode }: Call['caller'], callersKey: string, keyring: Keyring): IdempotencyScope {
  const hash = (use: string) => keyring.hash('fingerprint', livemode, `idempotency ${use}|${consumerId}|${callersKey}`)
  const lock = hash('lock').readBigInt64BE()
  return { consumerId, livemode, key: hash('key').toString('base64url'), lock }
}

/** Looks a key up and keeps outcomes under it, inside the transaction of the write. Source: docs/rules.md#idempotency. */
export function idempotencyOf(call: Call, keyring: Keyring) {
  if (!call.idempotency) return null
  const { livemode } = call.caller
  const scope = scopeOf(call.caller, call.idempotency.key, keyring)
  const fingerprint = keyring.hash('fingerprint', livemode, call.idempotency.payload)
  const inUse = () => new SignpostError('idempotency_key_in_use', { retryAfter: 1 })

  async function store(db: Database, id: string, outcome: Outcome | Begun, seconds = outcomeSeconds): Promise<void> {
    const sealed = keyring.seal('idempotency', id, livemode, serialize(withoutSecrets(outcome)))
    await storeOutcome(db, scope, { id, fingerprint, outcome: sealed }, seconds)
  }

  return {
    /** @throws SignpostError idempotency_key_in_use · idempotency_key_reused */
    async find(db: Database): Promise<Outcome | undefined> {
      if (!(await takeKey(db, scope))) throw inUse()
      const stored = await findOutcome(db, scope)
      if (!stored) return undefined
      if (!timingSafeEqual(stored.fingerprint, fingerprint)) throw new SignpostError('idempotency_key_reused')
      const opened = await keyring.opening(() => keyring.open('idempotency', stored.id, livemode, stored.outcome))
      const outcome = deserialize(opened) as Outcome | Begun
      if (outcome.kind !== 'begun') return outcome
      if (outcome.requestId !== call.requestId) throw inUse()
      return undefined
    },

    store: (db: Database, id: string, outcome: Outcome) => store(db, id, outcome),

    begin: (db: Database, id: string) => store(db, id, { kind: 'begun', requestId: call.requestId }, begunSeconds),

    /** Frees the key of a request that has begun and has no outcome. */
    end: (db: Database, id: string) => removeOutcome(db, scope, id),

    refused: (error: SignpostError): Outcome => ({
      kind: 'refused',
      code: error.code,
      param: error.param,
      ...(error.existing === undefined ? {} : { existing: error.existing }),
      message: error.message,
      requestId: encodeId('request', call.requestId),
    }),
  }
}

/** INVARIANT (shown once): a secret is never stored with the outcome; a replay shows null in its place. */
function withoutSecrets<T>(value: T): T {
  if (value instanceof Sensitive) return null as T
  if (Array.isArray(value)) return value.map(withoutSecrets) as T
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecrets(inner)])) as T
}
