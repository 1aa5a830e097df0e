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
import { type Judgement, type Settled, writeBatch } from './batch.ts'
import { type BatchDeps, LostRace, type Numbered, type Outcome, Seen } from './batch-context.ts'
import { type Patch, readLine } from './line.ts'
import { type Named, nameOf, orRefusal, type Rejection, rejectionOf } from './rejected-line.ts'
import { readCheckpoint, writeCheckpoint } from './store.ts'

export type ImportDeps = {
  db: Database
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

/** Retries a batch that lost a race to another writer: the retry finds the other's records. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof LostRace) || attempt === attempts) throw error
    }
  }
}

type Work = (trx: Database) => Promise<Settled>
/** An evaluated line of a batch, with its source. */
type Checked = Numbered<Patch | SignpostError> & { source: SourceLine }

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
  if (!options.isDryRun) return run(deps, lines, options, (work) => again(() => inTransaction(db, work)))
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

async function run(
  { db, keyring, newId, clock, sealAddress, cooldownDays, defaultRegion, catalogueMode = 'open' }: ImportDeps,
  lines: AsyncIterable<SourceLine>,
  { owner, fingerprint, isDryRun, onProgress, onRejected, onWarning, batchSize = 1_000 }: ImportOptions,
  commit: (work: Work) => Promise<Settled>,
): Promise<ImportReport> {
  const importId = uuidOf(createHash('sha256').update(`${fingerprint}|${owner.consumerId}|${owner.livemode}`).digest())
  const batchDeps: BatchDeps = {
    owner,
    keyring,
    notes: createNotes(keyring),
    newId,
    sealAddress,
    cooldownDays,
    catalogueMode,
    hashes: new Map(),
    seen: new Seen(),
    doneBefore: await readCheckpoint(db, importId),
  }
  const report: ImportReport = { lines: 0, created: 0, updated: 0, replaced: 0, unchanged: 0, rejected: 0, warnings: 0 }

  async function write(batch: readonly Checked[]): Promise<Judgement[]> {
    const good = batch.filter((item): item is Checked & Numbered<Patch> => !(item.line instanceof SignpostError))
    const last = batch.at(-1)!.number
    const { judgements, names } = await commit(async (trx) => {
      const events: NewEvent[] = []
      const settled = await writeBatch(batchDeps, changeOf(trx, owner, events, newId, clock, byOperator), good)
      await recordEvents(trx, events)
      if (!isDryRun) await writeCheckpoint(trx, importId, last)
      return settled
    })
    batchDeps.seen.add(names)
    batchDeps.hashes.clear()
    const settled = judgements.values()
    return batch.map(({ line }) =>
      line instanceof SignpostError ? { outcome: line, warnings: [] } : settled.next().value!,
    )
  }

  async function settle(batch: readonly Checked[]): Promise<void> {
    for (const [index, { outcome, warnings }] of (await write(batch)).entries()) {
      report.lines++
      report.warnings += warnings.length
      const { source } = batch[index]!
      for (const warning of warnings) onWarning?.(rejectionOf(source, warning))
      if (outcome instanceof SignpostError) {
        report.rejected++
        onRejected(rejectionOf(source, outcome))
      } else report[outcome]++
    }
    onProgress(report.lines)
  }

  const check = createLineCheck(defaultRegion)
  const source = lines[Symbol.asyncIterator]()
  let reading = take(source, check, batchSize)
  for (let batch = await reading; batch.length > 0; batch = await reading) {
    // The next lines are read while the database stores these.
    reading = take(source, check, batchSize)
    reading.catch(() => undefined)
    await settle(batch)
  }
  return report
}

async function take(
  source: AsyncIterator<SourceLine>,
  check: (line: SourceLine) => Promise<Checked>,
  limit: number,
): Promise<Checked[]> {
  const batch: Checked[] = []
  while (batch.length < limit) {
    const { value, done } = await source.next()
    if (done) break
    batch.push(await check(value))
  }
  return batch
}

/** Validates lines alone, and refuses a reference or an id of an earlier line of the file. */
function createLineCheck(defaultRegion: string | undefined): (line: SourceLine) => Promise<Checked> {
  const names = new Set<string>()
  return async (source) => {
    const line = await orRefusal(() => readLine(source.value, defaultRegion))
    const {
      object,
      ref = null,
      id = null,
    }: Partial<Patch> | Named = line instanceof SignpostError ? nameOf(source.value) : line
    const param = ref === null ? 'id' : 'ref'
    const name = ref ?? id
    const key = `${object} ${param} ${name}`
    const isRepeated = name !== null && object !== undefined && names.has(key)
    if (name !== null && object !== undefined) names.add(key)
    return { number: source.number, source, line: isRepeated ? repeated(param) : line }
  }
}

const repeated = (param: 'ref' | 'id') =>
  new SignpostError('parameter_conflict', { param, rule: `An earlier line of the file has the same ${param}.` })
