import type { Limits } from '../../access/quotas/service.ts'
import { runTogether } from '../../database/prepared.ts'
import { aliasPayload } from '../../events/payload.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireId, requireLevel } from '../../kernel/input.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import { mustNotBeNull } from '../../kernel/rule.ts'
import type { Change, Write } from '../../unit-of-work/write.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { markAlias } from '../binding.ts'
import { readNotes } from '../notes/rules.ts'
import type { NoteColumns, OwnerNotes } from '../notes/sealing.ts'
import { refusingTaken } from '../notes/taken.ts'
import { recordLimits } from '../record-limits.ts'
import { setPrimary } from './changes.ts'
import type { ErasedSkeleton } from './erased-skeleton.ts'
import { heldError, isCollision } from './held.ts'
import type { CreateAliasInput } from './input.ts'
import { NORM_VERSION } from './normalization/alias-types.ts'
import { normalizeForCreate } from './normalization/normalize.ts'
import type { AliasRecord, createAliasRecords } from './record.ts'
import { lockForAlias, type Reservation, registeringAlias } from './reservation-store.ts'

/** What registering aliases needs. */
export type Registering = {
  write: Write
  newId: () => string
  defaultRegion: string | undefined
  notes: OwnerNotes
  erasedSkeleton: ErasedSkeleton
  keyring: Keyring
  /** A create that collides tells that the alias exists: it is a guess. */
  limits: Pick<Limits, 'admitGuesses' | 'admitRegistration'>
  aliasRecord: ReturnType<typeof createAliasRecords>
}

/** What somebody else may own, and a registration proves nothing of: whoever takes it keeps its owner out. */
const unproven: ReadonlySet<string> = new Set(['phone', 'email'])

/** A new alias: its id, its place, and its notes as they are stored. */
type NewRegistration = { id: string; identityId: string; value: string; columns: NoteColumns }

/** INVARIANT (refusals before the reservation): all that does not depend on the alias is judged before it is looked at. */
async function register(
  { aliasRecord, keyring }: Registering,
  change: Change,
  { caller }: Call,
  input: Pick<CreateAliasInput, 'privacyLevel' | 'isPrimary'> & NewRegistration,
  reservation: Reservation,
): Promise<AliasRecord> {
  const { db, emit } = change
  const found = await lockForAlias(db, caller, input.identityId, reservation, recordLimits.aliases)
  const identity = present(found.identity)
  if (identity.status !== 'active') throw new SignpostError('identity_not_active')
  if (!found.hasRoom) throw new SignpostError('limit_reached')
  if (found.held) throw heldError(found.held)
  const { id, value, columns } = input
  const level = input.privacyLevel ?? readPrivacy(identity.default_privacy_level)
  const holder = { identityId: identity.id, consumerId: caller.consumerId }
  const mark = markAlias(keyring, { id, ...holder, ...reservation, value })
  const alias = { id, ...holder, ...reservation, value, normVersion: NORM_VERSION, level, mark, ...columns }
  emit('alias.created', aliasPayload(identity.id, alias))
  const statements = registeringAlias(alias)
  const inserting = input.isPrimary ? runTogether(db, statements) : change.conclude(statements)
  const [, [row]] = await refusingTaken(inserting)
  if (input.isPrimary) await setPrimary(change, identity, id, null)
  return aliasRecord({ ...row!, primary_alias_id: input.isPrimary ? id : identity.primary_alias_id })
}

export async function create(registering: Registering, call: Call, input: CreateAliasInput): Promise<AliasRecord> {
  requireScope(call, 'aliases:write')
  if (input.privacyLevel !== undefined) requireLevel(input.privacyLevel, 'privacyLevel')
  if (input.isPrimary === null)
    throw new SignpostError('parameter_invalid', { param: 'isPrimary', rule: mustNotBeNull })
  const { type, value, skeleton } = normalizeForCreate(input.type, input.value, {
    defaultRegion: registering.defaultRegion,
  })
  const identityId = requireId('identity', input.identity)
  const { livemode } = call.caller
  const reservation = { livemode, type, skeleton, erased: registering.erasedSkeleton({ livemode, type, skeleton }) }
  const noted = readNotes(input)
  const admission = await (unproven.has(type)
    ? registering.limits.admitRegistration(call)
    : registering.limits.admitGuesses(call, 1))
  let outcome: 'made' | 'collided' | 'neither' = 'neither'
  try {
    const fresh = () => {
      const id = registering.newId()
      return { id, columns: registering.notes.sealed('alias', call.caller, id, noted) }
    }
    const record = await registering.write(call, (change) =>
      register(registering, change, call, { ...input, ...fresh(), identityId, value }, reservation),
    )
    if (!call.replayed) outcome = 'made'
    return record
  } catch (error) {
    if (isCollision(error)) outcome = 'collided'
    throw error
  } finally {
    admission.settle(outcome === 'collided' ? 1 : 0, outcome === 'neither')
  }
}
