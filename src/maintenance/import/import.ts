import { createHash } from 'node:crypto'
import type { Database } from '../../database/orm.ts'
import { inTransaction } from '../../database/retry.ts'
import { byOperator } from '../../events/actor.ts'
import { type NewEvent, recordEvents } from '../../events/store.ts'
import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { CatalogueMode } from '../../registry/endpoints/catalogue/catalogue.ts'
import type { SealAddress } from '../../registry/endpoints/service.ts'
import type { CooldownDays } from '../../registry/identities/service.ts'
import { createNotes } from '../../registry/notes/sealing.ts'
import { changeOf } from '../../unit-of-work/write.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { type Settled, writeBatch } from './batch.ts'
import { readLine, type Said } from './line.ts'
import { nameOf, orRefusal, type Rejection, rejectionOf } from './rejection.ts'
import { readCheckpoint, writeCheckpoint } from './store.ts'
import { type BatchDeps, LostRace, type Numbered, type Outcome, Seen } from './world.ts'

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
  /** What tells this file from others: a digest of it. */
  fingerprint: string
  isDryRun: boolean
  /** What a dry run needs in its transaction, and takes back with it. */
  prepare?: (trx: Database) => Promise<unknown>
  onProgress: (lines: number) => void
  onRejected: (rejection: Rejection) => void
  batchSize?: number
}

/** A line as it was read, with its number as an editor counts; an Error where it could not be. */
export type SourceLine = { number: number; value: unknown }

export type ImportReport = Record<'lines' | Outcome | 'rejected', number>

/** A uuid out of 16 bytes of a digest, marked as a random one. */
function uuidOf(bytes: Buffer): string {
  const copy = Buffer.from(bytes.subarray(0, 16))
  copy[6] = (copy[6]! & 0x0f) | 0x40
  copy[8] = (copy[8]! & 0x3f) | 0x80
  return copy.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

class DryRun extends Error {}

const attempts = 10

/** Runs a batch again that lost to another writer: then it finds what that one stored. */
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
/** A line of a batch as it is judged, with what it was. */
type Judged = Numbered<Said | SignpostError> & { value: unknown }

/**
 * Imports lines, a transaction for each batch; `lines` gives those of the file, in order.
 *
 * INVARIANT (resumable): each line finds what an earlier run made of it, by its reference or by what it is. So an import that was
 * killed is run again from the beginning; only what nothing finds again is held by the checkpoint, which commits with its batch.
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
  { owner, fingerprint, isDryRun, onProgress, onRejected, batchSize = 1_000 }: ImportOptions,
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
  const report: ImportReport = { lines: 0, created: 0, updated: 0, replaced: 0, unchanged: 0, rejected: 0 }

  async function write(batch: readonly Judged[]): Promise<(Outcome | SignpostError)[]> {
    const good = batch.filter(
      (item): item is Numbered<Said> & { value: unknown } => !(item.line instanceof SignpostError),
    )
    const last = batch.at(-1)!.number
    const { outcomes, names } = await commit(async (trx) => {
      const events: NewEvent[] = []
      const settled = await writeBatch(batchDeps, changeOf(trx, owner, events, newId, clock, byOperator), good)
      await recordEvents(trx, events)
      if (!isDryRun) await writeCheckpoint(trx, importId, last)
      return settled
    })
    batchDeps.seen.add(names)
    batchDeps.hashes.clear()
    const settled = outcomes.values()
    return batch.map(({ line }) => (line instanceof SignpostError ? line : settled.next().value!))
  }

  async function settle(batch: readonly Judged[]): Promise<void> {
    for (const [index, outcome] of (await write(batch)).entries()) {
      report.lines++
      const { number, value } = batch[index]!
      if (outcome instanceof SignpostError) {
        report.rejected++
        onRejected(rejectionOf(number, value, outcome))
      } else report[outcome]++
    }
    onProgress(report.lines)
  }

  const judge = createJudge(defaultRegion)
  const source = lines[Symbol.asyncIterator]()
  let reading = take(source, judge, batchSize)
  for (let batch = await reading; batch.length > 0; batch = await reading) {
    // The next lines are read while the database stores these.
    reading = take(source, judge, batchSize)
    reading.catch(() => undefined)
    await settle(batch)
  }
  return report
}

async function take(
  source: AsyncIterator<SourceLine>,
  judge: (line: SourceLine) => Promise<Judged>,
  limit: number,
): Promise<Judged[]> {
  const batch: Judged[] = []
  while (batch.length < limit) {
    const { value, done } = await source.next()
    if (done) break
    batch.push(await judge(value))
  }
  return batch
}

/** Judges lines alone, and refuses a reference that an earlier line of the file has. */
function createJudge(defaultRegion: string | undefined): (line: SourceLine) => Promise<Judged> {
  const refs = new Set<string>()
  return async ({ number, value }) => {
    const { object, ref } = nameOf(value)
    const key = `${object} ${ref}`
    const isRepeated = object !== undefined && ref !== undefined && refs.has(key)
    if (object !== undefined && ref !== undefined) refs.add(key)
    const line = isRepeated ? repeated() : await orRefusal(() => readLine(value, defaultRegion))
    return { number, value, line }
  }
}

const repeated = () =>
  new SignpostError('parameter_conflict', { param: 'ref', rule: 'An earlier line of the file has the same ref.' })
