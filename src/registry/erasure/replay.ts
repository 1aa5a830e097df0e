import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { byOperator } from '../../events/actor.ts'
import { type StepDeps, transact } from '../../events/write.ts'
import { type CooldownDays, closeAndErase } from '../identities/service.ts'
import { findAsked, findStandings, lockForReplay } from './store.ts'

const atOnce = 1_000

/** Yields the uuids of all identities whose erasure was requested since a time, in batches. */
export async function* listAsked(db: Database, since: Date | null): AsyncGenerator<string[]> {
  for await (const batch of walk((after) => findAsked(db, since, after, atOnce))) yield batch.map(({ id }) => id)
}

/**
 * `absent`: created after the backup. `asked`: their erasure was requested before it. `replayed`: requested again now.
 */
export type Replayed = { listed: number; absent: number; asked: number; replayed: number }

type Deps = StepDeps & { cooldownDays: CooldownDays }

function* slicesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += atOnce) yield ids.slice(at, at + atOnce)
}

/** Closes the identity and requests its erasure, as its owner did, in one transaction with the events. */
const replayOne = (deps: Deps, id: string): Promise<boolean> =>
  transact(deps, byOperator, async (trx, changeFor) => {
    const row = await lockForReplay(trx, id)
    if (!row || row.erasing_at !== null) return false
    const change = changeFor({ consumerId: row.consumer_id, livemode: row.livemode })
    await closeAndErase(change, row, deps.cooldownDays)
    return true
  })

/** Requests again the erasures that a backup lacks. `ids` are uuids. */
export async function replayErasures(deps: Deps, ids: readonly string[], isDryRun: boolean): Promise<Replayed> {
  const report: Replayed = { listed: ids.length, absent: 0, asked: 0, replayed: 0 }
  for (const slice of slicesOf(ids)) {
    const found = await findStandings(deps.db, slice)
    report.absent += slice.length - found.length
    for (const { id, isAsked } of found)
      if (!isAsked && (isDryRun || (await replayOne(deps, id)))) report.replayed++
      else report.asked++
  }
  return report
}

/** Counts those that exist and are not erased yet. `ids` are uuids. */
export async function countUnerased(db: Database, ids: readonly string[]): Promise<number> {
  let left = 0
  for (const slice of slicesOf(ids)) left += (await findStandings(db, slice)).filter(({ isErased }) => !isErased).length
  return left
}
