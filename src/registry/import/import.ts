import { createHash } from 'node:crypto'
import type { Database } from '../../database/orm.ts'
import { inTransaction } from '../../database/retry.ts'
import { byOperator } from '../../events/actor.ts'
import { type NewEvent, recordEvents } from '../../events/store.ts'
import { changeOf } from '../../events/write.ts'
import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { CatalogueMode } from '../endpoints/catalogue/catalogue.ts'
import type { SealAddress } from '../endpoints/sealing.ts'
import type { CooldownDays } from '../identities/service.ts'
import { createNotes } from '../notes/sealing.ts'
import { type Evaluated, evaluate, type Judgement, store } from './batch.ts'
import { type BatchDeps, LostRace, type Outcome } from './batch-context.ts'
import { type Checked, inBatches, namesOf } from './batches.ts'
import { type Rejection, rejectionOf } from './rejected-line.ts'
import { readCheckpoint, writeCheckpoint } from './store.ts'

export type ImportDeps = {
  db: Database
  /** Each batch takes one connection, and the seals of all another. */
  pool: { readonly options: { readonly max?: number | undefined } }
  keyring: Keyring
  newId: () => string
  clock: () => number
  sealAddress: SealAddress
  cooldownDays: CooldownDays
  defaultRegion: string | undefined
  /** `open` when absent. */
  catalogueMode?: CatalogueMode
}

export type ImportOptions = {
  owner: Owner
  /** Digest that identifies this file. */
  fingerprint: string
  isDryRun: boolean
  /** Prepares the transaction of a dry run, and is rolled back with it. */
  prepare?: (trx: Database) => Promise<unknown>
  onProgress: (lines: number) => void
  onRejected: (rejection: Rejection) => void
  /** A warning about an imported line, in the form of a rejection. */
  onWarning?: (warning: Rejection) => void
  batchSize?: number
}

/**
 * A parsed line with its number in an editor; an Error if it is malformed. A row of payees becomes several lines, whose
 * fields are reported by their columns.
 */
export type SourceLine = { number: number; value: unknown; columns?: Readonly<Record<string, string>> }

export type ImportReport = Record<'lines' | Outcome | 'rejected' | 'warnings', number>

/** Makes a uuid from 16 bytes of a digest, marked as a random one. */
function uuidOf(bytes: Buffer): string {
  const copy = Buffer.from(bytes.subarray(0, 16))
  copy[6] = (copy[6]! & 0x0f) | 0x40
  copy[8] = (copy[8]! & 0x3f) | 0x80
  return copy.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

class DryRun extends Error {}

const attempts = 10

/** Batches of which one is evaluated while the database stores the others. */
const mostBatches = 3

/** Repeats a batch that lost a race to another writer: the repetition finds the other's records. */
async function again<T>(first: Promise<T>, repeat: () => Promise<T>): Promise<T> {
  let attempt = first
  for (let count = 1; ; count++) {
    try {
      return await attempt
    } catch (error) {
      if (!(error instanceof LostRace) || count === attempts) throw error
      attempt = repeat()
    }
  }
}

type Work = (trx: Database) => Promise<Evaluated>

/**
 * Imports lines, a transaction for each batch; `lines` yields those of the file, in order.
 *
 * INVARIANT (resumable): each line finds the result of an earlier run, by its reference or its value. So a killed
 * import is run again from the beginning; a checkpoint, which commits with its batch, covers the lines whose result no
 * look-up finds.
 */
export async function importLines(
  deps: ImportDeps,
  lines: AsyncIterable<SourceLine>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { db } = deps
  if (!options.isDryRun) return run(deps, lines, options, (work) => inTransaction(db, work))
  let report: ImportReport | undefined
  await db
    .transaction()
    .execute(async (trx) => {
      await options.prepare?.(trx)
      report = await run(deps, lines, options, (work) => work(trx))
      throw new DryRun()
    })
    .catch((error) => {
      if (!(error instanceof DryRun)) throw error
    })
  return report!
}

/** A batch whose transaction has begun. Its first attempt ends in a `LostRace` if another writer was faster. */
type Running = {
  names: ReadonlySet<string> | null
  first: Promise<Judgement[]>
  /** The end of the last attempt. */
  done: Promise<Judgement[]>
}

const isApart = (one: Running['names'], other: Running['names']): boolean =>
  one !== null && other !== null && one.isDisjointFrom(other)

const ignore = () => undefined

async function run(
  { db, pool, clock, defaultRegion, catalogueMode = 'open', ...given }: ImportDeps,
  lines: AsyncIterable<SourceLine>,
  { owner, fingerprint, isDryRun, onProgress, onRejected, onWarning, batchSize = 1_000 }: ImportOptions,
  commit: (work: Work) => Promise<Evaluated>,
): Promise<ImportReport> {
  const importId = uuidOf(createHash('sha256').update(`${fingerprint}|${owner.consumerId}|${owner.livemode}`).digest())
  const batchDeps: Omit<BatchDeps, 'hashes'> = {
    ...given,
    owner,
    notes: createNotes(given.keyring),
    catalogueMode,
    seen: new Set(),
    doneBefore: await readCheckpoint(db, importId),
  }
  const report: ImportReport = { lines: 0, created: 0, updated: 0, replaced: 0, unchanged: 0, rejected: 0, warnings: 0 }

  /** Writes a batch in one transaction, which commits after the attempt `before` it. */
  async function write(
    batch: readonly Checked[],
    before?: Promise<unknown>,
    onEvaluated: () => void = ignore,
  ): Promise<Judgement[]> {
    const { plan, judgements } = await commit(async (trx) => {
      const events: NewEvent[] = []
      const change = changeOf(trx, owner, events, given.newId, clock, byOperator)
      const evaluated = await evaluate({ ...batchDeps, hashes: new Map() }, change, batch)
      onEvaluated()
      await store(evaluated.plan, change)
      await recordEvents(trx, events)
      await before
      if (!isDryRun) await writeCheckpoint(trx, importId, batch.at(-1)!.source.number)
      return evaluated
    })
    for (const name of plan.names) batchDeps.seen.add(name)
    return judgements
  }

  const most = isDryRun ? 1 : Math.max(1, Math.min(mostBatches, (pool.options.max ?? 0) - 1))
  const running: Running[] = []

  /** Begins a batch, beside the others if they name no record in common, and returns once it is evaluated. */
  async function begin(batch: readonly Checked[]): Promise<Running> {
    const names = namesOf(batch)
    const last = running.at(-1)
    const beside = running.every((other) => isApart(other.names, names)) ? last : undefined
    if (!beside) await last?.done
    const evaluated = Promise.withResolvers<void>()
    const first = write(batch, beside?.first, evaluated.resolve)
    const done = isDryRun
      ? first
      : again(first, async () => {
          await beside?.done
          return write(batch)
        })
    await Promise.race([evaluated.promise, done.catch(ignore)])
    return { names, first, done }
  }

  async function settle({ done }: Running): Promise<void> {
    for (const { source, outcome, warnings } of await done) {
      report.lines++
      report.warnings += warnings.length
      for (const warning of warnings) onWarning?.(rejectionOf(source, warning))
      if (outcome instanceof SignpostError) {
        report.rejected++
        onRejected(rejectionOf(source, outcome))
      } else report[outcome]++
    }
    onProgress(report.lines)
  }

  const batches = inBatches(lines, defaultRegion, batchSize)
  let reading = batches.next()
  try {
    for (let next = await reading; !next.done; next = await reading) {
      // The next lines are read while the database stores these.
      reading = batches.next()
      reading.catch(ignore)
      running.push(await begin(next.value))
      if (running.length === most) await settle(running.shift()!)
    }
  } finally {
    while (running.length > 0) await settle(running.shift()!)
  }
  return report
}
