import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { inTransaction } from '../../database/retry.ts'
import { noId } from '../../kernel/id.ts'
import { refreshSnapshots, snapshotsSealedBy } from '../../registry/endpoints/snapshot-store.ts'
import {
  addDataKey,
  announceDataKeys,
  openKeyring,
  readWrapped,
  unwrapAll,
  wrappingContext,
  writeSealCounts,
} from '../data-key-store.ts'
import type { KeyProvider } from '../key-provider.ts'
import { Keyring, type SealingPurpose, sealingPurposes } from '../keyring.ts'
import {
  type BoundValue,
  countSealedByOther,
  lockSealedByOther,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
  sealedColumns,
  type Use,
} from './sealed-value-store.ts'
import { destroy, nodesBehind, promote, type RotationState, replaceWrapped, rotationState, setStatus } from './store.ts'

export type Step = 'add' | 'await_opens' | 'promote' | 'await_seals' | 'reencrypt' | 'settle' | 'disable' | 'destroy'

export type Progress =
  | { step: Step; done?: number; total?: number; waitingFor?: number }
  | { step: 'finished'; reencrypted: number }

export type ReencryptOptions = {
  db: Database
  provider: KeyProvider
  purposes?: readonly SealingPurpose[]
  batchSize?: number
  /** A pause between batches. */
  pauseMs?: number
  /** The longest time until a request that sealed with the old key commits. */
  graceMs?: number
  onProgress?: (progress: Progress) => void
}

/**
 * Gives every use a new data key and seals its values again. Its progress is in the rows of the data keys alone:
 * stopped at any point and run again, it continues from there.
 *
 * INVARIANT (always openable): a key seals nothing before every process opens with it, and is disabled only when no
 * value is sealed by it.
 */
export async function reencrypt({
  db,
  provider,
  purposes = sealingPurposes,
  batchSize = 200,
  pauseMs = 0,
  graceMs = 15_000,
  onProgress = () => undefined,
}: ReencryptOptions): Promise<number> {
  const uses: Use[] = purposes.flatMap((purpose) => [false, true].map((livemode) => ({ purpose, livemode })))
  const states = () => Promise.all(uses.map((use) => rotationState(db, use)))

  async function awaitNodes(step: 'await_opens' | 'await_seals', ids: readonly string[]): Promise<void> {
    for (let wait = 20; ; wait = Math.min(wait * 2, 1_000)) {
      const behind = await nodesBehind(db, step === 'await_opens' ? 'opens' : 'seals', ids)
      onProgress({ step, waitingFor: behind.length })
      if (behind.length === 0) return
      await announceDataKeys(db)
      await pause(wait)
    }
  }

  /** One pass through all values that another than the primary key sealed. @returns the number sealed again */
  async function pass(current: readonly RotationState[], progress: { done: number; total: number }): Promise<number> {
    const keyring = new Keyring(await unwrapAll(await readWrapped(db), provider))
    const before = progress.done
    const places = current.flatMap((state) => sealedColumns(state.use.purpose).map((column) => ({ ...state, column })))
    for (const { use, primary, column } of places) {
      for await (const sealed of walk((after) => sealBatch(db, keyring, use, column, primary, after, batchSize))) {
        progress.done += sealed.length
        progress.total = Math.max(progress.total, progress.done)
        await writeSealCounts(db, keyring)
        onProgress({ step: 'reencrypt', ...progress })
        if (pauseMs > 0) await pause(pauseMs)
      }
    }
    return progress.done - before
  }

  const remaining = async (current: readonly RotationState[]): Promise<number> => {
    const counts = await Promise.all(current.map(({ use, primary }) => countSealedByOther(db, use, primary)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  // A version that seals more columns may not have run on this database yet.
  await openKeyring(db, provider)
  // One that was stopped may have disabled a key that still sealed a value: it opens again, and is disabled in the end.
  const stopped = (await states()).flatMap(({ disabled }) => disabled)
  if (stopped.length > 0) await tellStatus(db, stopped, 'enabled')
  let current = await states()
  if (current.every(({ next, former }) => !next && former.length === 0)) {
    onProgress({ step: 'add' })
    await inTransaction(db, async (trx) => {
      for (const { purpose, livemode } of uses) await addDataKey(trx, provider, purpose, livemode, 'enabled')
      await announceDataKeys(trx)
    })
    current = await states()
  }
  if (current.some(({ next }) => next !== null)) {
    await awaitNodes(
      'await_opens',
      current.flatMap(({ next }) => next ?? []),
    )
    onProgress({ step: 'promote' })
    const ready = current
    await inTransaction(db, (trx) => promote(trx, ready))
    current = await states()
  }
  await awaitNodes(
    'await_seals',
    current.map(({ primary }) => primary),
  )

  const progress = { done: 0, total: await remaining(current) }
  await pass(current, progress)
  const former = current.flatMap((state) => state.former)
  const isUnused = async (): Promise<boolean> =>
    (await remaining(current)) === 0 && (await snapshotsSealedBy(db, former, noId, 1)).length === 0
  do {
    // Later passes find the rows that requests had locked, or sealed with the old key just before it was replaced.
    for (let quietSince = Date.now(); Date.now() - quietSince < graceMs || (await remaining(current)) > 0; ) {
      onProgress({ step: 'settle', ...progress })
      await pause(Math.min(250, graceMs + 10))
      if ((await pass(current, progress)) > 0) quietSince = Date.now()
    }
    await clearSnapshots(db, former, batchSize)
    onProgress({ step: 'disable' })
  } while (!(await disable(db, former, isUnused)))
  onProgress({ step: 'destroy' })
  await destroy(db, former)
  onProgress({ step: 'finished', reencrypted: progress.done })
  return progress.done
}

/** Snapshots change with their rows; one that still names an old key is rewritten before the key is removed. */
async function clearSnapshots(db: Database, keyIds: readonly string[], limit: number): Promise<void> {
  for await (const identities of walk((after) => snapshotsSealedBy(db, keyIds, after, limit))) {
    const ids = identities.map(({ id }) => id)
    await inTransaction(db, (trx) => refreshSnapshots(trx, ids))
  }
}

const tellStatus = (db: Database, ids: readonly string[], status: 'disabled' | 'enabled'): Promise<void> =>
  inTransaction(db, async (trx) => {
    await setStatus(trx, ids, status)
    await announceDataKeys(trx)
  })

/** Takes keys out of use, unless a value is still sealed by them. */
async function disable(db: Database, ids: readonly string[], isUnused: () => Promise<boolean>): Promise<boolean> {
  await tellStatus(db, ids, 'disabled')
  if (await isUnused()) return true
  await tellStatus(db, ids, 'enabled')
  return false
}

/** One batch in one transaction. @returns the values sealed again */
function sealBatch(
  db: Database,
  keyring: Keyring,
  use: Use,
  column: SealedColumn,
  primary: string,
  after: string,
  limit: number,
): Promise<SealedValue[]> {
  const { purpose, livemode } = use
  return inTransaction(db, async (trx) => {
    const values = await lockSealedByOther(trx, column, livemode, primary, after, limit)
    const resealed = values.map((value): SealedValue => {
      const opened = openOrSay(keyring, use, value)
      return { id: value.id, sealed: keyring.seal(purpose, value.record, livemode, opened) }
    })
    await replaceSealed(trx, column, resealed)
    return resealed
  })
}

/** @throws Error with a sentence for the operator: the value's old key must stay until a person decides about it */
function openOrSay(keyring: Keyring, { purpose, livemode }: Use, { id, record, sealed }: BoundValue): Buffer {
  try {
    return keyring.open(purpose, record, livemode, sealed)
  } catch (cause) {
    throw new Error(`The ${purpose} of row ${id} cannot be opened. It was not changed, and no key was disabled.`, {
      cause,
    })
  }
}

/**
 * Wraps every data key again, with the provider's current key: all at once, when the provider has wrapped the last one. No
 * row is locked while a provider works, which may be slow. @returns the number of keys
 */
export async function rewrap(db: Database, provider: KeyProvider): Promise<number> {
  // A run that was stopped may have left keys disabled: the next one enables them.
  const all = await readWrapped(db, ['primary', 'enabled', 'disabled'])
  const rows = all.filter(({ key_provider }) => key_provider !== provider.id)
  const rewrapped: Buffer[] = []
  for (const row of rows) {
    const dataKey = await provider.unwrap(row.wrapped!, wrappingContext(row))
    rewrapped.push(await provider.wrap(dataKey, wrappingContext(row)))
  }
  return replaceWrapped(db, rows, rewrapped, provider.id)
}
