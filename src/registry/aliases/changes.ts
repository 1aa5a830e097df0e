import type { Limits } from '../../access/quotas/service.ts'
import { RaceLost } from '../../database/violations.ts'
import { aliasPayload, identityPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireId } from '../../kernel/input.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { markAlias } from '../binding.ts'
import { type IdentityRow, lockBelow, updatePrimaryAlias } from '../identities/store.ts'
import type { NoteColumns, OwnerNotes } from '../notes/sealing.ts'
import { type AliasFields, type CreateAliasInput, readAliasFields } from './input.ts'
import { NORM_VERSION } from './normalization/alias-types.ts'
import { normalizeForCreate } from './normalization/normalize.ts'
import type { AliasRecord, createAliasRecords } from './record.ts'
import { type ErasedSkeleton, heldError, isCollision } from './reservation.ts'
import { insertAlias, lockForAlias, type Reservation, takeReservation } from './reservation-store.ts'
import { findAliases, updateAlias } from './store.ts'

export const lockAlias = lockBelow(findAliases)

/** Points the identity at another primary alias, or at none; every changed record is touched and reported. */
export async function setPrimary(
  { db, emit }: Change,
  identity: IdentityRow,
  aliasId: string | null,
  except: string | null,
): Promise<void> {
  await updatePrimaryAlias(db, identity.id, aliasId)
  emit('identity.updated', identityPayload(identity), { changed: ['primary_alias'] })
  const previous = identity.primary_alias_id
  if (previous === null || previous === except) return
  const demoted = await updateAlias(db, { id: previous, identity_id: identity.id })
  emit('alias.updated', aliasPayload(identity.id, demoted), { changed: ['is_primary'] })
}

/** Dependencies of registering aliases. */
export type Registering = {
  write: Write
  newId: () => string
  defaultRegion: string | undefined
  notes: OwnerNotes
  erasedSkeleton: ErasedSkeleton
  keyring: Keyring
  /** A create that collides reveals that the alias exists: it counts as a guess. */
  limits: Pick<Limits, 'admitGuesses' | 'admitRegistration'>
  aliasRecord: ReturnType<typeof createAliasRecords>
}

/** Types that another person may own, and that a registration does not prove: registering one locks its owner out. */
const unproven: ReadonlySet<string> = new Set(['phone', 'email'])

/** A new alias: its id, its shard key, and its stored notes. */
type NewRegistration = { id: string; identityId: string; value: string; columns: NoteColumns }

/**
 * INVARIANT (refusals before the reservation): every check that does not depend on the alias comes before its look-up.
 */
async function register(
  { aliasRecord, keyring }: Registering,
  change: Change,
  { caller }: Call,
  input: Pick<AliasFields, 'level' | 'isPrimary'> & NewRegistration,
  reservation: Reservation,
): Promise<AliasRecord> {
  const { db, emit } = change
  const found = await lockForAlias(db, caller, input.identityId, reservation)
  const identity = present(found.identity)
  if (identity.status !== 'active') throw new SignpostError('identity_not_active')
  if (!found.hasRoom) throw new SignpostError('limit_reached')
  if (found.held) throw heldError(found.held)
  const { id, value, columns } = input
  const level = input.level ?? readPrivacy(identity.default_privacy_level)
  const holder = { identityId: identity.id, consumerId: caller.consumerId }
  const mark = markAlias(keyring, { id, ...holder, ...reservation, value })
  const alias = { id, ...holder, ...reservation, value, normVersion: NORM_VERSION, level, mark, ...columns }
  emit('alias.created', aliasPayload(identity.id, alias))
  // On a repeated run, `lockForAlias` finds the holder.
  if (!(await takeReservation(db, reservation, id, caller.consumerId))) throw new RaceLost()
  const row = await insertAlias(db, alias)
  if (!row) throw new RaceLost()
  if (input.isPrimary) await setPrimary(change, identity, id, null)
  return aliasRecord({ ...row, primary_alias_id: input.isPrimary ? id : identity.primary_alias_id })
}

export async function create(registering: Registering, call: Call, input: CreateAliasInput): Promise<AliasRecord> {
  requireScope(call, 'aliases:write')
  const { level, isPrimary, ...noted } = readAliasFields(input)
  const { type, value, skeleton } = normalizeForCreate(input.type, input.value, {
    defaultRegion: registering.defaultRegion,
  })
  const identityId = requireId('identity', input.identity)
  const { livemode } = call.caller
  const reservation = { livemode, type, skeleton, erased: registering.erasedSkeleton({ livemode, type, skeleton }) }
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
      register(registering, change, call, { level, isPrimary, ...fresh(), identityId, value }, reservation),
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
