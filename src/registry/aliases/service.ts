import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { runTogether } from '../../database/prepared.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { aliasPayload, identityPayload } from '../../events/payload.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireId, requireLevel } from '../../kernel/input.ts'
import type { Page } from '../../kernel/page.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import { openedPage, type RecordPage, recordsByIds } from '../../kernel/records.ts'
import { mustBeOneOf, mustNotBeNull } from '../../kernel/rule.ts'
import type { Change, Write } from '../../unit-of-work/write.ts'
import { optionalMember, storedFilter } from '../filter.ts'
import type { CooldownDays } from '../identities/service.ts'
import { readNotes } from '../notes/rules.ts'
import type { NoteColumns, OwnerNotes } from '../notes/sealing.ts'
import { refusingTaken } from '../notes/taken.ts'
import { recordLimits } from '../record-limits.ts'
import { lockAlias, setPrimary } from './changes.ts'
import type { ErasedSkeleton } from './erased-skeleton.ts'
import { heldError, isCollision } from './held.ts'
import {
  type AliasFilter,
  type AliasInput,
  type CreateAliasInput,
  readAliasInput,
  storedAliasFilter,
  type UpdateAliasInput,
} from './input.ts'
import { NORM_VERSION } from './normalization/alias-types.ts'
import { type NormalizedAlias, normalizeForCreate } from './normalization/normalize.ts'
import {
  type AliasRecord,
  type AliasRow,
  aliasStatuses,
  createAliasRecords,
  readAliasStatus,
  verificationMethods,
} from './record.ts'
import { lockForAlias, type Reservation, registeringAlias, releaseAliases } from './reservation-store.ts'
import { aliasesOf, attestAlias, findAliases, ownAliases, updateAlias } from './store.ts'

/** What somebody else may own, and a registration proves nothing of: whoever takes it keeps its owner out. */
const unproven: ReadonlySet<string> = new Set(['phone', 'email'])

/** A new alias: its id, its place, and its notes as they are stored. */
type NewRegistration = { id: string; identityId: string; value: string; columns: NoteColumns }

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  cooldownDays: CooldownDays
  defaultRegion: string | undefined
  notes: OwnerNotes
  erasedSkeleton: ErasedSkeleton
  /** A create that collides tells that the alias exists: it is a guess. */
  limits: Pick<Limits, 'admitGuesses' | 'admitRegistration'>
}

export function createAliases(deps: Deps) {
  const { db, readLists, write, newId, cooldownDays, defaultRegion, limits, notes, erasedSkeleton } = deps
  const aliasRecord = createAliasRecords(notes)

  /** INVARIANT (refusals before the reservation): all that does not depend on the alias is judged before it is looked at. */
  async function register(
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
    const alias = { id, ...holder, ...reservation, value, normVersion: NORM_VERSION, level, ...columns }
    emit('alias.created', aliasPayload(identity.id, alias))
    const statements = registeringAlias(alias)
    const inserting = input.isPrimary ? runTogether(db, statements) : change.conclude(statements)
    const [, [row]] = await refusingTaken(inserting)
    if (input.isPrimary) await setPrimary(change, identity, id, null)
    return aliasRecord({ ...row!, primary_alias_id: input.isPrimary ? id : identity.primary_alias_id })
  }

  return {
    async create(call: Call, input: CreateAliasInput): Promise<AliasRecord> {
      requireScope(call, 'aliases:write')
      if (input.privacyLevel !== undefined) requireLevel(input.privacyLevel, 'privacyLevel')
      if (input.isPrimary === null)
        throw new SignpostError('parameter_invalid', { param: 'isPrimary', rule: mustNotBeNull })
      const { type, value, skeleton } = normalizeForCreate(input.type, input.value, { defaultRegion })
      const identityId = requireId('identity', input.identity)
      const { livemode } = call.caller
      const reservation = { livemode, type, skeleton, erased: erasedSkeleton({ livemode, type, skeleton }) }
      const noted = readNotes(input)
      const admission = await (unproven.has(type) ? limits.admitRegistration(call) : limits.admitGuesses(call, 1))
      let outcome: 'made' | 'collided' | 'neither' = 'neither'
      try {
        const fresh = () => {
          const id = newId()
          return { id, columns: notes.sealed('alias', call.caller, id, noted) }
        }
        const record = await write(call, (change) =>
          register(change, call, { ...input, ...fresh(), identityId, value }, reservation),
        )
        if (!call.replayed) outcome = 'made'
        return record
      } catch (error) {
        if (isCollision(error)) outcome = 'collided'
        throw error
      } finally {
        admission.settle(outcome === 'collided' ? 1 : 0, outcome === 'neither')
      }
    },

    /** Records for public ids, null for each that is absent, malformed or not the caller's. */
    async byIds(call: Call, ids: readonly string[]): Promise<(AliasRecord | null)[]> {
      requireScope(call, 'aliases:read')
      return recordsByIds('alias', ids, (uuids) => findAliases(db, call.caller, uuids), aliasRecord)
    },

    /** A page of each identity's aliases. The identities (public ids) are the caller's own: they come from its records. */
    async listOf(
      call: Call,
      identities: readonly string[],
      page: Page,
      { status }: { status?: string | null },
    ): Promise<RecordPage<AliasRecord>[]> {
      requireScope(call, 'aliases:read')
      const shown = optionalMember(aliasStatuses, status, 'status') ?? 'registered'
      const lists = await readLists<AliasRow>(
        call.caller.consumerId,
        aliasesOf(call.caller, shown),
        identities.map((id) => requireId('identity', id)),
        page,
      )
      return Promise.all(lists.map((list) => openedPage(list, aliasRecord)))
    },

    /** A page of the caller's own aliases, of whatever identity. */
    async list(call: Call, page: Page, filter: AliasFilter): Promise<RecordPage<AliasRecord>> {
      requireScope(call, 'aliases:read')
      const shown = optionalMember(aliasStatuses, filter.status, 'status') ?? 'registered'
      const listing = ownAliases(call.caller, shown, {
        ...storedFilter('alias', notes, call.caller, filter),
        ...storedAliasFilter(filter, defaultRegion),
      })
      return openedPage(await readOwn<AliasRow>(readLists, call.caller.consumerId, listing, page), aliasRecord)
    },

    async update(call: Call, id: string, patch: UpdateAliasInput): Promise<AliasRecord> {
      requireScope(call, 'aliases:write')
      const { privacyLevel, isPrimary } = patch
      if (privacyLevel !== undefined) requireLevel(privacyLevel, 'privacyLevel')
      if (isPrimary === null) throw new SignpostError('parameter_invalid', { param: 'isPrimary', rule: mustNotBeNull })
      const noted = readNotes(patch)
      const uuid = requireId('alias', id)

      return write(call, async (change) => {
        const { db, emit } = change
        const { identity, row } = await lockAlias(change, call, uuid)
        if (readAliasStatus(row) !== 'registered') throw new SignpostError('alias_released')
        const wasPrimary = identity.primary_alias_id === row.id
        const isLevelChanged = privacyLevel !== undefined && privacyLevel !== row.privacy_level
        const isPrimaryChanged = isPrimary !== undefined && isPrimary !== wasPrimary
        const noteColumns = await notes.changed('alias', call.caller, row, noted)
        if (!isLevelChanged && !isPrimaryChanged && Object.keys(noteColumns).length === 0)
          return aliasRecord({ ...row, primary_alias_id: identity.primary_alias_id })

        const updated = await updateAlias(db, row, {
          ...noteColumns,
          ...(isLevelChanged ? { privacy_level: privacyLevel } : {}),
        })
        emit('alias.updated', aliasPayload(updated.identity_id, updated))
        if (isPrimaryChanged) await setPrimary(change, identity, isPrimary ? row.id : null, row.id)
        const primary = isPrimaryChanged ? (isPrimary ? row.id : null) : identity.primary_alias_id
        return aliasRecord({ ...updated, primary_alias_id: primary })
      })
    },

    async verify(call: Call, id: string, { method }: { method: string }): Promise<AliasRecord> {
      requireScope(call, 'aliases:write')
      if (!(verificationMethods as readonly string[]).includes(method)) {
        throw new SignpostError('parameter_invalid', { param: 'method', rule: mustBeOneOf(verificationMethods) })
      }
      const uuid = requireId('alias', id)
      return write(call, async (change) => {
        const { identity, row } = await lockAlias(change, call, uuid)
        if (readAliasStatus(row) !== 'registered') throw new SignpostError('alias_released')
        // A proof is worth more than its owner's word, which never takes its place.
        if (row.verification === 'proved' || row.verified_method === method) return aliasRecord(row)
        const updated = await attestAlias(change.db, row, method)
        change.emit('alias.verified', aliasPayload(updated.identity_id, updated))
        return aliasRecord({ ...updated, primary_alias_id: identity.primary_alias_id })
      })
    },

    /** Releases the alias into its cooldown. Releasing a released one changes nothing. */
    async release(call: Call, id: string): Promise<AliasRecord> {
      requireScope(call, 'aliases:write')
      const uuid = requireId('alias', id)
      return write(call, async (change) => {
        const { identity, row } = await lockAlias(change, call, uuid)
        const [released] = await releaseAliases(change.db, identity.id, [row.id], [cooldownDays(row.type)])
        if (released) {
          change.emit('alias.released', aliasPayload(row.identity_id, row))
          if (released.wasPrimary) change.emit('identity.updated', identityPayload(identity))
        }
        const [now] = await findAliases(change.db, call.caller, [row.id])
        return aliasRecord(present(now))
      })
    },

    /** What would be stored of an input. Pure: it tells nothing of what exists. */
    normalize: (input: AliasInput): Pick<NormalizedAlias, 'type' | 'value'> => {
      const { type, value } = readAliasInput(input, defaultRegion)
      return { type, value }
    },
  }
}

export type Aliases = ReturnType<typeof createAliases>
