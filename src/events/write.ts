import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { fromDatabase } from '../database/violations.ts'
import type { Call, Owner } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId, timedId } from '../kernel/id.ts'
import type { Keyring } from '../vault/keyring.ts'
import { type Cause, causeOf } from './actor.ts'
import { allowedData, type EventType, isEventType } from './event-types.ts'
import { idempotencyOf, isRefusal, type Outcome, ReplayedRefusal } from './idempotency.ts'
import { markWork, undoWork } from './idempotency-store.ts'
import { type EntryKind, mainSide, subjectsOf } from './kinds.ts'
import { type NewEvent, recordEvents } from './store.ts'

/** Parts of a use case: the transaction, and the events of its change. */
export type Change = {
  readonly db: Database
  emit(type: EntryKind, data: Record<string, unknown>, audience?: Audience): void
}

/** In whose log an entry is, and the names of the fields that changed. */
type Audience = {
  /** Null in the operator's own log. */
  consumerId?: string | null
  granteeId?: string | null
  livemode?: boolean
  changed?: readonly string[]
}

/** Dependencies of a step of a job: a write without a request. */
export type StepDeps = {
  db: Database
  newId: () => string
  clock: () => number
  /** Called after a commit that made deliveries due. */
  wakeDeliveries: () => void
}

type WritingDeps = StepDeps & { keyring: Keyring }

/** Counts of the outcomes of Idempotency-Keys. */
export type IdempotencyCounts = Record<'stored' | 'replayed' | 'in_use' | 'reused', number>

/**
 * Runs every write of the service: one transaction with its events and, under an Idempotency-Key, its outcome.
 *
 * INVARIANT (one transaction): the change, its events, their deliveries and the stored outcome commit together or not at all.
 */
export function createWriting({ db, keyring, newId, clock, wakeDeliveries }: WritingDeps) {
  async function once<T>(
    call: Call,
    work: (change: Change) => Promise<T>,
    validate?: () => void,
  ): Promise<{ outcome: Outcome; due: number }> {
    const idempotency = idempotencyOf(call, keyring)
    return inTransaction(db, async (trx) => {
      const earlier = await idempotency?.find(trx)
      if (earlier) return { outcome: earlier, due: -1 }
      validate?.()

      const events: NewEvent[] = []
      const change = changeOf(trx, call.caller, events, newId, clock, causeOf(call))
      const outcome: Outcome = idempotency
        ? await guarded(trx, () => work(change), idempotency.refused)
        : { kind: 'record', record: await work(change) }
      const due = outcome.kind === 'record' ? await recordEvents(trx, events) : 0
      await idempotency?.store(trx, newId(), outcome)
      return { outcome, due }
    })
  }

  const counts: IdempotencyCounts = { stored: 0, replayed: 0, in_use: 0, reused: 0 }

  function count(error: unknown): void {
    if (!(error instanceof SignpostError)) return
    if (error.code === 'idempotency_key_in_use') counts.in_use++
    else if (error.code === 'idempotency_key_reused') counts.reused++
  }

  /**
   * Makes a change. `validate` judges input whose validity changes with time: a replay does without it, and its refusal
   * is not stored.
   */
  async function write<T>(call: Call, work: (change: Change) => Promise<T>, validate?: () => void): Promise<T> {
    try {
      const { outcome, due } = await once(call, work, validate)
      if (due > 0) wakeDeliveries()
      call.replayed = due === -1
      if (call.idempotency) counts[call.replayed ? 'replayed' : 'stored']++
      if (outcome.kind === 'refused') throw new ReplayedRefusal(outcome)
      return outcome.record as T
    } catch (error) {
      count(error)
      throw fromDatabase(error)
    }
  }

  /**
   * Runs a write that waits for another machine between two transactions: `first`, and `rest`, which waits and then calls
   * `write`. Until then the key is in use; it is free again if `rest` fails without an outcome. `rest` gets undefined if the
   * key has an outcome, which `write` then replays.
   */
  async function inTwo<First, T>(
    call: Call,
    first: (db: Database) => Promise<First>,
    rest: (begun: First | undefined) => Promise<T>,
  ): Promise<T> {
    const idempotency = idempotencyOf(call, keyring)
    const id = newId()
    let begun: First | undefined
    try {
      begun = await inTransaction(db, async (trx) => {
        if (await idempotency?.find(trx)) return undefined
        const begun = await first(trx)
        await idempotency?.begin(trx, id)
        return begun
      })
    } catch (error) {
      if (idempotency && isRefusal(error)) return write(call, () => Promise.reject(error))
      count(error)
      throw fromDatabase(error)
    }
    try {
      return await rest(begun)
    } catch (error) {
      await idempotency?.end(db, id).catch(() => undefined)
      throw error
    }
  }
  return Object.assign(write, { inTwo, counts: counts as Readonly<IdempotencyCounts> })
}

export type Writing = ReturnType<typeof createWriting>

export type Write = <T>(call: Call, work: (change: Change) => Promise<T>, validate?: () => void) => Promise<T>

/** The work inside a savepoint: a refusal undoes the work but not the transaction, so that it can be stored. */
async function guarded<T>(db: Database, work: () => Promise<T>, refused: (error: never) => Outcome): Promise<Outcome> {
  await markWork(db)
  try {
    return { kind: 'record', record: await work() }
  } catch (error) {
    if (!isRefusal(error)) throw error
    await undoWork(db)
    return refused(error as never)
  }
}

/** An event as it is recorded: its body is rendered here, once, from the allow-list of its type. */
export function newEvent(
  random: string,
  type: EventType | EntryKind,
  data: Record<string, unknown>,
  { consumerId, livemode, granteeId = null, changed = [] }: Audience & { consumerId: string | null; livemode: boolean },
  now: number,
  cause: Cause,
): NewEvent {
  const id = timedId(random, now)
  const grantee = granteeId === consumerId ? null : granteeId
  return {
    ...{ id, livemode, consumerId, granteeId: grantee, type, changed, cause, createdAt: new Date(Math.floor(now)) },
    subjects: subjectsOf(type, mainSide(type), data),
    granteeSubjects: subjectsOf(type, 'grantee', data),
    body: isEventType(type) ? bodyOf(id, type, data, livemode, now) : null,
  }
}

const bodyOf = (id: string, type: EventType, data: Record<string, unknown>, livemode: boolean, now: number): string =>
  JSON.stringify({
    id: encodeId('event', id),
    type,
    created: Math.floor(now / 1000),
    livemode,
    data: allowedData(type, data),
  })

export function changeOf(
  db: Database,
  owner: Owner,
  events: NewEvent[],
  newId: () => string,
  clock: () => number,
  cause: Cause,
): Change {
  return {
    db,
    emit: (type, data, audience) =>
      void events.push(newEvent(newId(), type, data, { ...owner, ...audience }, clock(), cause)),
  }
}

/** Runs one step of a job in one transaction with its events. `changeFor` makes the change of the log's owner. */
export async function transact<T>(
  { db, newId, clock, wakeDeliveries }: StepDeps,
  cause: Cause,
  work: (trx: Database, changeFor: (owner: Owner) => Change) => Promise<T>,
): Promise<T> {
  const { done, due } = await inTransaction(db, async (trx) => {
    const events: NewEvent[] = []
    const done = await work(trx, (owner) => changeOf(trx, owner, events, newId, clock, cause))
    return { done, due: await recordEvents(trx, events) }
  })
  if (due > 0) wakeDeliveries()
  return done
}
