import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { inTransaction } from '../../database/retry.ts'
import { bound } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { AliasType } from '../aliases/normalization/alias-types.ts'
import { planRenormalization, type Renormalization } from '../aliases/normalization/normalize.ts'
import { createErasedSkeleton, type ErasedSkeleton } from '../aliases/reservation.ts'
import { isAliasMarked, markAlias } from '../binding.ts'
import {
  countOutdated,
  holderOf,
  holdsReservation,
  keepSpelling,
  type OutdatedAlias,
  readOutdated,
  respell,
} from './store.ts'

/** The reason why an alias keeps its old version. Ids are public; no value and no skeleton is shown. */
export type Obstacle = { alias: string; livemode: boolean; type: AliasType } & (
  | { kind: 'collision'; with: string }
  | { kind: 'refused'; code: string }
  /** Its mark doesn't fit its current value, so its new value gets none. */
  | { kind: 'unmarked' }
  /** It moves once its claim has ended. */
  | { kind: 'claimed' }
)

export type RenormalizationReport = { kept: number; moved: number; obstacles: Obstacle[] }
const emptyReport = (): RenormalizationReport => ({ kept: 0, moved: 0, obstacles: [] })

export type RenormalizationOptions = {
  batchSize?: number
  onStart?: (total: number) => void
  /** Called after each batch with the number of aliases evaluated so far. */
  onProgress?: (done: number) => void
}

type Planned = { alias: OutdatedAlias; plan: Renormalization | { kind: 'unmarked' | 'claimed' } }

type Deps = { db: Database; keyring: Keyring }

type Context = Deps & { erasedSkeleton: ErasedSkeleton }

/** Plans the change of an alias. INVARIANT (who is paid): a new mark needs a valid old one, never a row alone. */
async function planOf({ keyring }: Context, alias: OutdatedAlias): Promise<Planned> {
  const isMarked = await keyring.opening(() => isAliasMarked(keyring, alias, alias.mark))
  if (!isMarked) return { alias, plan: { kind: 'unmarked' } }
  const plan = planRenormalization(alias)
  return { alias, plan: plan.kind === 'moved' && alias.isClaimed ? { kind: 'claimed' } : plan }
}

/** The new place of an alias. */
const placeOf = ({ erasedSkeleton }: Context, { livemode, type }: OutdatedAlias, skeleton: string) => ({
  skeleton,
  erased: erasedSkeleton({ livemode, type, skeleton }),
})

const about = ({ id, livemode, type }: OutdatedAlias) => ({
  alias: encodeId('alias', id),
  livemode,
  type: type as AliasType,
})

/** Walks the outdated aliases by id, in batches; those that a batch leaves outdated are not visited again. */
async function goThrough(
  { db }: Context,
  { batchSize = 500, onStart, onProgress }: RenormalizationOptions,
  step: (after: string, limit: number) => Promise<readonly OutdatedAlias[]>,
): Promise<void> {
  if (onStart) onStart(await countOutdated(db))
  let done = 0
  for await (const batch of walk((after) => step(after, batchSize))) {
    done += batch.length
    onProgress?.(done)
  }
}

/** Finds the alias that blocks a move: a holder that stays, or another alias that moves to the same place. */
async function standing(
  context: Context,
  { alias, plan }: Planned,
  claims: Map<string, string>,
): Promise<string | undefined> {
  if (plan.kind !== 'moved' || plan.skeleton === alias.skeleton || !(await holdsReservation(context.db, alias)))
    return undefined
  const place = JSON.stringify([alias.livemode, alias.type, plan.skeleton])
  const claimed = claims.get(place)
  if (claimed !== undefined) return claimed
  const holder = await holderOf(context.db, alias, placeOf(context, alias, plan.skeleton))
  const next = holder && planRenormalization(holder)
  const isLeaving = next?.kind === 'moved' && next.skeleton !== plan.skeleton
  if (holder && !isLeaving) return holder.id
  claims.set(place, alias.id)
  return undefined
}

function tally(report: RenormalizationReport, { alias, plan }: Planned, other: string | undefined): void {
  if (plan.kind === 'unmarked' || plan.kind === 'claimed') report.obstacles.push({ ...about(alias), kind: plan.kind })
  else if (plan.kind === 'refused') report.obstacles.push({ ...about(alias), kind: 'refused', code: plan.code })
  else if (other !== undefined) {
    report.obstacles.push({ ...about(alias), kind: 'collision', with: encodeId('alias', other) })
  } else if (plan.kind === 'moved') report.moved++
  else report.kept++
}

/** @returns the alias that blocks a move; undefined if it is done, or there was none */
async function move(context: Context, trx: Database, { alias, plan }: Planned): Promise<string | undefined> {
  if (plan.kind !== 'moved') return undefined
  const place = placeOf(context, alias, plan.skeleton)
  const mark = markAlias(context.keyring, { ...alias, value: plan.value })
  if (await respell(trx, alias, { ...plan, ...place, mark })) return undefined
  return (await holderOf(trx, alias, place))?.id ?? alias.id
}

/** One batch in one transaction. @returns the evaluated aliases, with those that blocked them */
async function applyBatch(context: Context, after: string, limit: number) {
  return inTransaction(context.db, async (trx) => {
    const batch = await readOutdated(trx, { after, limit, lock: true })
    const planned = await Promise.all(batch.map((alias) => planOf(context, alias)))
    const kept = planned.filter(({ plan }) => plan.kind === 'kept').map(({ alias }) => alias.id)
    if (kept.length > 0) await keepSpelling(trx, kept)
    const judged: [Planned, string | undefined][] = []
    for (const one of planned) judged.push([one, await move(context, trx, one)])
    return { batch, judged }
  })
}

/** Reports the changes that `apply` would make. Nothing is written. */
async function plan(context: Context, options: RenormalizationOptions = {}): Promise<RenormalizationReport> {
  const report = emptyReport()
  const claims = new Map<string, string>()
  await goThrough(context, options, async (after, limit) => {
    const batch = await readOutdated(context.db, { after, limit, lock: false })
    for (const alias of batch) {
      const planned = await planOf(context, alias)
      tally(report, planned, await standing(context, planned, claims))
    }
    return batch
  })
  return report
}

/**
 * Writes the new versions, one transaction a batch. Stopped at any point and run again, it continues with the rest. A
 * move that waits for another move succeeds in a later round.
 */
async function apply(context: Context, options: RenormalizationOptions = {}): Promise<RenormalizationReport> {
  const total = emptyReport()
  for (;;) {
    const round = emptyReport()
    await goThrough(context, options, async (after, limit) => {
      const { batch, judged } = await applyBatch(context, after, limit)
      for (const [planned, other] of judged) tally(round, planned, other)
      return batch
    })
    total.kept += round.kept
    total.moved += round.moved
    total.obstacles = round.obstacles
    const mayGoOn = round.moved > 0 && round.obstacles.some(({ kind }) => kind === 'collision')
    if (!mayGoOn) return total
  }
}

/** Brings stored aliases to the current version of normalization: first as a report, then in resumable batches. */
export function createRenormalization(deps: Deps) {
  const erasedSkeleton = createErasedSkeleton(deps.keyring)
  const context: Context = { ...deps, erasedSkeleton }
  return bound(context, { plan, apply })
}
