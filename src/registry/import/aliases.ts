import { aliasPayload, identityPayload } from '../../events/payload.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import { NORM_VERSION } from '../aliases/normalization/alias-types.ts'
import { checkReserved } from '../aliases/normalization/reserved.ts'
import { patchAlias } from '../aliases/record.ts'
import { heldError } from '../aliases/reservation.ts'
import { markAlias } from '../binding.ts'
import { readIdentityType, recordLimits } from '../identities/rules.ts'
import {
  type AliasState,
  type BatchDeps,
  fixed,
  type IdentityState,
  identityOf,
  nameKey,
  type Outcome,
  type Plan,
} from './batch-context.ts'
import { type AliasPatch, absentId, missing } from './line.ts'
import type { AliasName } from './look-up-store.ts'
import type { AliasLine } from './store.ts'

export async function planAlias(plan: Plan, line: AliasPatch): Promise<Outcome> {
  const found = findAlias(plan, line)
  if (line.isReleased) return found && !isExpired(found) ? release(plan, found, line) : 'unchanged'
  return found ? changeAlias(plan, found, line) : makeAlias(plan, line)
}

/** Released or transferred: only an id finds it. */
const isExpired = ({ isReleased, status }: AliasState): boolean => isReleased || status !== 'registered'

/**
 * Finds the alias of a line: by its reference, or its id, else by its value. One with another reference is not the
 * line's: it is a conflict, as on create.
 */
function findAlias(plan: Plan, line: AliasPatch): AliasState | undefined {
  const { aliases, reservations } = plan.world
  const { ref, id, named } = line
  const found = aliases.find(plan, line)
  if (id !== null && !found) throw absentId()
  if (found || named === null) return found
  const own = reservations.get(nameKey(named))?.own ?? null
  const byName = own === null ? undefined : aliases.byId.get(own)
  // A lookalike has the same reservation and another value.
  if (byName?.value !== named.value || byName.isReleased) return undefined
  return ref === null || byName.reference_hash === null ? byName : undefined
}

/** The identity of a found alias, which the line may repeat and can't change. */
function homeOf(plan: Plan, found: AliasState, { identity, named }: AliasPatch): IdentityState {
  const isOther = named !== null && (named.type !== found.type || named.value !== found.value)
  if (isOther) throw fixed('value', 'alias', found.id)
  const home = plan.world.identities.byId.get(found.identity_id)!
  if (identity !== null && identityOf(plan, identity) !== home)
    throw new SignpostError('alias_taken', { existing: encodeId('alias', found.id) })
  return home
}

function release(plan: Plan, found: AliasState, line: AliasPatch): Outcome {
  const home = homeOf(plan, found, line)
  takeName(plan, found)
  found.isReleased = true
  home.aliases--
  plan.world.reservations.set(nameKey(found), { type: found.type, skeleton: found.skeleton, own: null, cooling: true })
  plan.emit('alias.released', aliasPayload(home.id, found))
  if (home.primary_alias_id === found.id) {
    Object.assign(home, { primary_alias_id: null, isPrimaryMoved: true })
    tellPrimary(plan, home)
  }
  return 'updated'
}

const isSeen = ({ seen, names }: Plan, name: string): boolean => seen.has(name) || names.has(name)

/** @throws SignpostError alias_taken if an earlier line of the file has the same alias */
function takeName(plan: Plan, alias: AliasName): void {
  const name = nameKey(alias)
  if (isSeen(plan, name)) throw new SignpostError('alias_taken')
  plan.names.add(name)
}

/** @throws SignpostError if another line of the file has made an alias of the identity primary */
function refuseSecondPrimary(plan: Plan, home: IdentityState, { isPrimary }: AliasPatch): void {
  if (isPrimary !== true || !isSeen(plan, home.id)) return
  throw new SignpostError('parameter_conflict', {
    param: 'is_primary',
    rule: 'An earlier line of the file names the primary alias of this identity.',
  })
}

async function changeAlias(plan: Plan, found: AliasState, line: AliasPatch): Promise<Outcome> {
  const home = homeOf(plan, found, line)
  if (found.released_at !== null || isExpired(found)) throw new SignpostError('alias_released')
  refuseSecondPrimary(plan, home, line)
  takeName(plan, found)
  const { notes, owner, names } = plan
  const given = { externalReference: line.ref ?? undefined, metadata: line.metadata }
  const noted = await notes.changed('alias', owner, found, given)
  if (line.isPrimary) names.add(home.id)
  const { next, changed, isPrimaryChanged } = patchAlias(found, home.primary_alias_id === found.id, line, noted)
  if (changed.length === 0) return 'unchanged'
  Object.assign(found, next, { isChanged: true })
  plan.emit('alias.updated', aliasPayload(home.id, found), { changed })
  if (isPrimaryChanged) setPrimary(plan, home, line.isPrimary ? found.id : null, found.id)
  return 'updated'
}

const tellPrimary = ({ emit }: Plan, { id, type }: IdentityState): void =>
  emit('identity.updated', identityPayload({ id, type: readIdentityType(type) }), { changed: ['primary_alias'] })

function setPrimary(plan: Plan, home: IdentityState, aliasId: string | null, except: string): void {
  const previous = home.primary_alias_id
  Object.assign(home, { primary_alias_id: aliasId, isPrimaryMoved: true })
  tellPrimary(plan, home)
  if (previous !== null && previous !== except) plan.world.demoted.push({ id: previous, identity_id: home.id })
}

/**
 * INVARIANT (refusals before the reservation): every check that does not depend on the alias comes before its look-up.
 */
function makeAlias(plan: Plan, line: AliasPatch): Outcome {
  const { world, names } = plan
  const { named } = line
  if (named === null) throw missing('type')
  checkReserved(named)
  const home = identityOf(plan, line.identity)
  if (home.status !== 'active') throw new SignpostError('identity_not_active')
  if (home.aliases >= recordLimits.aliases) throw new SignpostError('limit_reached')
  refuseSecondPrimary(plan, home, line)
  takeName(plan, named)
  const held = world.reservations.get(nameKey(named))
  if (held) throw heldError(held)
  const made = aliasOf(plan, line, home)
  world.aliases.add(made)
  home.aliases++
  plan.emit('alias.created', aliasPayload(home.id, made))
  if (line.isPrimary) {
    names.add(home.id)
    setPrimary(plan, home, made.id, made.id)
  }
  return 'created'
}

function aliasOf({ newId, notes, owner }: Plan, line: AliasPatch, home: IdentityState): AliasState {
  const id = newId()
  const { type, value, skeleton } = line.named!
  return {
    id,
    livemode: owner.livemode,
    identity_id: home.id,
    type,
    value,
    skeleton,
    privacy_level: line.level ?? readPrivacy(home.default_privacy_level),
    ...notes.sealed('alias', owner, id, { externalReference: line.ref, metadata: line.metadata }),
    status: 'registered',
    released_at: null,
    isMade: true,
    isChanged: false,
    isReleased: false,
  }
}

/** As it is stored. */
export const aliasLine = ({ owner, keyring }: BatchDeps, state: AliasState): AliasLine => ({
  ...state,
  norm_version: NORM_VERSION,
  mark: markAlias(keyring, { ...state, identityId: state.identity_id, consumerId: owner.consumerId }),
})
