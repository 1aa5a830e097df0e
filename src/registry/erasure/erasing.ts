import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import { inTransaction } from '../../database/retry.ts'
import { fromDatabase, isRetryable } from '../../database/violations.ts'
import { bySystem } from '../../events/actor.ts'
import { identityPayload } from '../../events/payload.ts'
import { type StepDeps, transact } from '../../events/write.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { drain, type Job } from '../../kernel/job.ts'
import { cancelClaim } from '../../ownership/claims/completion.ts'
import { isOpen, readClaimStatus } from '../../ownership/claims/rules.ts'
import type { ErasedSkeleton } from '../aliases/reservation.ts'
import { type ErasureTarget, holders as everything } from './catalogue-store.ts'
import {
  blankClaims,
  endErasure,
  eraseReservations,
  eraseRows,
  findErasing,
  forgetReleased,
  lockAliases,
  lockErasing,
  lockErasingClaims,
} from './store.ts'

/** Batch sizes: identities at once, and rows of them in one transaction. */
const identitiesAtOnce = 200
const rowsAtOnce = 500

const erasingJob = 'erase-identities'
const byJob = bySystem(erasingJob)

export type ErasingDeps = StepDeps & {
  erasedSkeleton: ErasedSkeleton
  /** The columns to erase: a control test leaves one out. */
  holders?: readonly ErasureTarget[]
}

/** Reports the number of failures, and the code of the first: never which identity. */
export class ErasureFailed extends Error {
  /** Usually an SQLSTATE, for the logs. */
  readonly code: unknown

  constructor(failures: readonly unknown[]) {
    super(`Identities that could not be erased, and will be retried: ${failures.length}.`)
    this.name = 'ErasureFailed'
    this.code = (failures[0] as { code?: unknown } | null)?.code
  }
}

function isOutage(error: unknown): boolean {
  const known = fromDatabase(error)
  return known instanceof SignpostError && known.code === 'service_unavailable' && !isRetryable(error)
}

type Context = ErasingDeps & { holders: readonly ErasureTarget[] }

const eraseSome = (context: Context, holder: ErasureTarget, ids: readonly string[]) => (limit: number) =>
  transact(context, byJob, async (trx) => {
    await lockErasing(trx, ids)
    return eraseRows(trx, holder, ids, limit)
  })

const eraseAliases = (context: Context, holder: ErasureTarget, ids: readonly string[]) => (limit: number) =>
  transact(context, byJob, async (trx) => {
    await lockErasing(trx, ids)
    const aliases = await lockAliases(trx, holder, ids, limit)
    if (aliases.length === 0) return 0
    await eraseReservations(
      trx,
      aliases.map((alias) => ({ ...alias, erased: context.erasedSkeleton(alias) })),
    )
    return eraseRows(
      trx,
      { ...holder, of: (is) => is('t.id') },
      aliases.map(({ id }) => id),
      limit,
    )
  })

/** Ends an open claim on erased data: its alias or its identity is gone. */
const eraseClaims = (context: Context, holder: ErasureTarget, ids: readonly string[]) => (limit: number) =>
  transact(context, byJob, async (trx, changeFor) => {
    const claims = await lockErasingClaims(trx, holder, ids, limit)
    for (const claim of claims.filter(({ status }) => isOpen(readClaimStatus(status)))) {
      const { consumer_id: consumerId, livemode } = claim
      await cancelClaim(changeFor({ consumerId, livemode }), claim, 'identity_not_active')
    }
    if (claims.length > 0)
      await blankClaims(
        trx,
        claims.map((claim) => ({ id: claim.id, erased: context.erasedSkeleton(claim) })),
      )
    return claims.length
  })

/** The steps of tables whose rows others depend on. */
const steps: Readonly<Record<string, typeof eraseSome>> = { claim: eraseClaims, alias: eraseAliases }

async function eraseBatch(context: Context, ids: readonly string[]): Promise<void> {
  for (const holder of context.holders)
    await drain(rowsAtOnce, (steps[holder.table] ?? eraseSome)(context, holder, ids))
  await transact(context, byJob, async (trx, changeFor) => {
    await lockErasing(trx, ids)
    const erased = await endErasure(trx, context.holders, ids)
    for (const { id, livemode, consumer_id: consumerId, type } of erased)
      changeFor({ consumerId, livemode }).emit('identity.erased', identityPayload({ id, type }))
  })
}

/**
 * Erases each identity that can be: of a batch that fails each half is tried, down to the identity that fails. @returns
 * the failures
 */
async function eraseEach(context: Context, ids: readonly string[]): Promise<unknown[]> {
  try {
    await eraseBatch(context, ids)
    return []
  } catch (error) {
    // Without a database no other half would succeed.
    if (isOutage(error)) throw error
    if (ids.length === 1) return [error]
    const half = Math.ceil(ids.length / 2)
    return [...(await eraseEach(context, ids.slice(0, half))), ...(await eraseEach(context, ids.slice(half)))]
  }
}

/**
 * Erases all pending identities. Its progress is in the rows: stopped at any point, it continues from there.
 *
 * INVARIANT (none holds up another): an identity that cannot be erased is left for the next run. @throws ErasureFailed
 * after the last one, if some could not be erased
 */
export async function eraseAll({ holders = everything, ...deps }: ErasingDeps): Promise<void> {
  const context: Context = { ...deps, holders }
  const failures: unknown[] = []
  for await (const batch of walk((after) => findErasing(context.db, after, identitiesAtOnce))) {
    const ids = batch.map(({ id }) => id)
    failures.push(...(await eraseEach(context, ids)))
  }
  if (failures.length > 0) throw new ErasureFailed(failures)
}

export const eraseIdentities = (deps: ErasingDeps): Job => ({
  name: erasingJob,
  intervalMs: 60_000,
  run: () => eraseAll(deps),
})

const batchSize = 500
const hourMs = 3_600_000

/** Erases the values of released aliases whose cooldown has ended. */
export const registryJobs = (db: Database): Job[] => [
  {
    name: 'purge-released-aliases',
    intervalMs: hourMs,
    run: () => drain(batchSize, (limit) => inTransaction(db, (trx) => forgetReleased(trx, limit))),
  },
]
