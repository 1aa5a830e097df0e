import { foreignKeyViolationOf, uniqueViolationOf } from '../../database/violations.ts'
import { aliasPayload } from '../../events/payload.ts'
import type { Change } from '../../events/write.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { releaseAliases } from '../aliases/reservation-store.ts'
import { insertEndpoints, removeEndpoints } from '../endpoints/store.ts'
import { withFolded } from '../identities/store.ts'
import { aliasLine, planAlias } from './aliases.ts'
import { type BatchDeps, LostRace, type Outcome, type Plan, type Warning } from './batch-context.ts'
import type { Checked } from './batches.ts'
import { endpointLine, planEndpoint } from './endpoints.ts'
import { planIdentity } from './identities.ts'
import type { SourceLine } from './import.ts'
import type { Patch } from './line.ts'
import { lookUp } from './look-up.ts'
import { findErasedReservations } from './look-up-store.ts'
import { orRefusal } from './rejected-line.ts'
import {
  type AliasLine,
  insertWithAliases,
  setPrimaries,
  takeReservations,
  touchAliases,
  updateAliases,
  updateEndpoints,
  updateIdentities,
} from './store.ts'

/** Outcome of a line, with its warnings if it is imported. */
export type Judgement = { source: SourceLine; outcome: Outcome | SignpostError; warnings: readonly Warning[] }
/** A batch that may be stored. */
export type Evaluated = { plan: Plan; judgements: Judgement[] }

/**
 * Evaluates a batch of lines, every line against the stored records and the changes of earlier lines. The identities
 * that it finds stay locked until the end of the caller's transaction.
 */
export async function evaluate(deps: BatchDeps, { db, emit }: Change, batch: readonly Checked[]): Promise<Evaluated> {
  const lines = batch.flatMap(({ line }) => (line instanceof SignpostError ? [] : [line]))
  const world = await lookUp(deps, db, lines)
  let warnings: Warning[] = []
  const warn = (warning: Warning) => void warnings.push(warning)
  const plan: Plan = { ...deps, world, names: new Set(), emit, warn }
  const judgements: Judgement[] = []
  for (const { source, line } of batch) {
    warnings = []
    const outcome = line instanceof SignpostError ? line : await orRefusal(() => planLine(plan, line, source.number))
    judgements.push({ source, outcome, warnings: outcome instanceof SignpostError ? [] : warnings })
  }
  return { plan, judgements }
}

function planLine(plan: Plan, line: Patch, number: number): Promise<Outcome> {
  switch (line.object) {
    case 'identity':
      return planIdentity(plan, line, number)
    case 'alias':
      return planAlias(plan, line)
    case 'endpoint':
      return planEndpoint(plan, line)
  }
}

/**
 * Another writer took a reference meanwhile: of a changed alias, or of an identity and its alias, which need each
 * other.
 */
const isLostRace = (error: unknown): boolean =>
  uniqueViolationOf(error) === 'alias_reference' ||
  ['identity_primary_alias', 'alias_identity_id_livemode_fkey'].includes(foreignKeyViolationOf(error) ?? '')

/**
 * Stores an evaluated batch in the caller's transaction: a statement for each table, whatever the number of lines.
 *
 * INVARIANT (the index arbitrates): unique indexes guard every write that depends on an earlier read; if one refuses,
 * the whole batch is rolled back. @throws LostRace
 */
export async function store(plan: Plan, change: Change): Promise<void> {
  try {
    await storeRecords(plan, change)
  } catch (error) {
    throw isLostRace(error) ? new LostRace() : error
  }
}

async function storeRecords(plan: Plan, { db, emit }: Change): Promise<void> {
  const { owner, world } = plan
  const aliases = world.aliases.made().map((alias) => aliasLine(plan, alias))
  await takeNames(plan, db, aliases)
  await storeIdentities(plan, db, aliases)
  for (const alias of await touchAliases(db, world.demoted))
    emit('alias.updated', aliasPayload(alias.identity_id, alias), { changed: ['is_primary'] })
  const { endpoints } = world
  await removeEndpoints(
    db,
    endpoints.all().filter(({ isRemoved }) => isRemoved),
  )
  await updateEndpoints(db, endpoints.changed().map(endpointLine))
  const made = endpoints.made().map(endpointLine)
  mustBe(await insertEndpoints(db, owner, made), made.length)
}

/** Reserves the new aliases, and changes the old ones. */
async function takeNames(plan: Plan, db: Change['db'], made: readonly AliasLine[]): Promise<void> {
  const { owner, keyring, world, cooldownDays } = plan
  const { aliases } = world
  mustBe(await takeReservations(db, owner, made), made.length)
  // One that was erased since its look-up cools down.
  mustBe((await findErasedReservations(db, keyring, owner, made)).length, 0)
  const released = aliases.all().filter(({ isReleased }) => isReleased)
  await releaseAliases(
    db,
    released.map((alias) => ({ ...alias, days: cooldownDays(alias.type) })),
  )
  await updateAliases(db, aliases.changed())
}

async function storeIdentities({ owner, world }: Plan, db: Change['db'], aliases: readonly AliasLine[]): Promise<void> {
  const { identities } = world
  const made = identities.made().map(withFolded)
  mustBe(await insertWithAliases(db, owner, made, aliases), made.length + aliases.length)
  await updateIdentities(db, identities.changed().map(withFolded))
  await setPrimaries(
    db,
    identities.all().filter(({ isMade, isPrimaryMoved }) => isPrimaryMoved && !isMade),
  )
}

function mustBe(stored: number, asked: number): void {
  if (stored !== asked) throw new LostRace()
}
