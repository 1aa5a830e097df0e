import { createHash } from 'node:crypto'
import type { Database } from '../../database/orm.ts'
import { inTransaction } from '../../database/retry.ts'
import { byOperator } from '../../events/actor.ts'
import { type NewEvent, recordEvents } from '../../events/store.ts'
import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { CatalogueMode } from '../../registry/endpoints/catalogue/catalogue.ts'
import type { SealAddress } from '../../registry/endpoints/service.ts'
import { changeOf } from '../../unit-of-work/write.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { type Numbered, type Rejection, writeBatch } from './batch.ts'
import { type Line, type LineDeps, readLine } from './line.ts'
import { readCheckpoint, writeCheckpoint } from './store.ts'

export type ImportDeps = {
  db: Database
  keyring: Keyring
  newId: () => string
  clock: () => number
  sealAddress: SealAddress
  defaultRegion: string | undefined
  catalogueMode?: CatalogueMode
}

export type ImportOptions = {
  owner: Owner
  /** What tells this import from others: a digest of the file. */
  fingerprint: string
  isDryRun: boolean
  /** What a dry run needs in its transaction, and takes back with it. */
  prepare?: (trx: Database) => Promise<unknown>
  onProgress: (lines: number) => void
  onRejected: (rejection: Rejection) => void
  batchSize?: number
}

export type ImportReport = { lines: number; accepted: number; rejected: number; resumedAt: number }

/** A uuid out of 16 bytes of a digest, marked as a random one. */
function uuidOf(bytes: Buffer): string {
  const copy = Buffer.from(bytes.subarray(0, 16))
  copy[6] = (copy[6]! & 0x0f) | 0x40
  copy[8] = (copy[8]! & 0x3f) | 0x80
  return copy.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

class DryRun extends Error {}

/** A batch: what it refused. */
type Work = (trx: Database) => Promise<Rejection[]>

/**
 * Imports lines, a transaction a batch; `lines` gives a parsed value or an Error for each line of the file, in order.
 *
 * INVARIANT (resumable): the checkpoint commits with the batch it counts, so taking an import up again repeats nothing.
 */
export async function importLines(
  { db, keyring, newId, clock, sealAddress, defaultRegion, catalogueMode }: ImportDeps,
  lines: AsyncIterable<unknown>,
  { owner, fingerprint, isDryRun, prepare, onProgress, onRejected, batchSize = 1_000 }: ImportOptions,
): Promise<ImportReport> {
  const { livemode } = owner
  const importId = uuidOf(createHash('sha256').update(`${fingerprint}|${owner.consumerId}|${livemode}`).digest())
  const deps: LineDeps = {
    newId,
    idOfRef: (ref) => uuidOf(keyring.hash('fingerprint', livemode, `import|${importId}|${ref}`)),
    seal: async (id, destination, projection) => ({
      address: await sealAddress(id, livemode, destination),
      projection: keyring.seal('projection', id, livemode, projection),
    }),
    defaultRegion,
    ...(catalogueMode ? { catalogueMode } : {}),
  }
  const report: ImportReport = {
    lines: 0,
    accepted: 0,
    rejected: 0,
    resumedAt: isDryRun ? 0 : await readCheckpoint(db, importId),
  }
  const refuse = (rejection: Rejection) => {
    report.rejected++
    onRejected(rejection)
  }

  /** @returns the lines that it refused, in order */
  async function flush(trx: Database, batch: readonly Numbered<Line>[]): Promise<Rejection[]> {
    const events: NewEvent[] = []
    const refused = await writeBatch(changeOf(trx, owner, events, newId, clock, byOperator), owner, batch)
    await recordEvents(trx, events)
    return refused.sort((a, b) => a.line - b.line)
  }

  async function run(commit: (work: Work) => Promise<Rejection[]>): Promise<void> {
    let batch: Numbered<Line>[] = []
    const settle = async (): Promise<void> => {
      const done = batch
      batch = []
      const refused = await commit(async (trx) => {
        const found = await flush(trx, done)
        if (!isDryRun) await writeCheckpoint(trx, importId, report.lines)
        return found
      })
      refused.forEach(refuse)
      report.accepted += done.length - refused.length
      onProgress(report.lines)
    }
    for await (const value of lines) {
      const number = ++report.lines
      if (number <= report.resumedAt) continue
      const judged = await judge(value, deps)
      if (judged instanceof SignpostError)
        refuse({ line: number, code: judged.code, ...(judged.param ? { param: judged.param } : {}) })
      else batch.push({ number, line: judged })
      if (batch.length >= batchSize) await settle()
    }
    await settle()
  }

  if (!isDryRun) {
    await run((work) => inTransaction(db, work))
    return report
  }
  await db
    .transaction()
    .execute(async (trx) => {
      await prepare?.(trx)
      await run((work) => work(trx))
      throw new DryRun()
    })
    .catch((error) => {
      if (!(error instanceof DryRun)) throw error
    })
  return report
}

async function judge(value: unknown, deps: LineDeps): Promise<Line | SignpostError> {
  try {
    return value instanceof Error ? new SignpostError('invalid_json') : await readLine(value, deps)
  } catch (error) {
    if (error instanceof SignpostError) return error
    throw error
  }
}
