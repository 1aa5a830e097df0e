import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { aliasPayload, endpointPayload, grantPayload, identityPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { bound, type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { present, requireId, requireOneOf } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordsByIds } from '../../kernel/page.ts'
import { releaseAliases } from '../aliases/reservation-store.ts'
import { findRegistered } from '../aliases/store.ts'
import { disableEndpoints } from '../endpoints/store.ts'
import { storedFilter } from '../filter.ts'
import type { OpenRows } from '../notes/opening.ts'
import type { OwnerNotes } from '../notes/sealing.ts'
import {
  type CreateIdentityInput,
  type IdentityFilter,
  readIdentityFields,
  storedIdentityFilter,
  type UpdateIdentityInput,
} from './input.ts'
import { createIdentityRecords, type IdentityRecord, patchIdentity, storedSettings } from './record.ts'
import { identityTypes } from './rules.ts'
import {
  beginErasure,
  findIdentities,
  findIdentity,
  type IdentityRow,
  identitiesOf,
  insertIdentity,
  lockIdentity,
  revokeGrantsOn,
  updateIdentity,
} from './store.ts'

const mustBeItsId = 'The value must be the id of the identity to erase.'
const mustBeClosed = 'An identity must be closed before it is erased: close it first.'

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  cooldownDays: CooldownDays
  notes: OwnerNotes
  openRows: OpenRows
  defaultRegion: string | undefined
}
export type CooldownDays = (aliasType: string) => number

/**
 * Closes the records of an identity: its aliases are released into their cooldown, its endpoints disabled, its grants
 * revoked; an event for each. The caller has locked the identity's row and changes its status.
 */
async function closeIdentity({ db, emit }: Change, identity: IdentityRow, cooldownDays: CooldownDays): Promise<void> {
  const registered = await findRegistered(db, identity.id)
  const released = await releaseAliases(
    db,
    registered.map(({ id, type }) => ({ id, identity_id: identity.id, days: cooldownDays(type) })),
  )
  for (const alias of released) {
    emit('alias.released', aliasPayload(identity.id, alias))
  }

  for (const endpoint of await disableEndpoints(db, identity.id)) {
    emit('endpoint.updated', endpointPayload(identity.id, endpoint), { changed: ['status'] })
  }

  for (const grant of await revokeGrantsOn(db, identity.id)) {
    // The grantee is not notified: an inactive identity answers no one (docs/rules.md#events).
    emit('consent.revoked', grantPayload(identity.id, grant))
  }
}

/** The fields of an identity that its closing changes: its primary alias is released. */
const closedFields = (row: IdentityRow): string[] =>
  row.primary_alias_id === null ? ['status'] : ['status', 'primary_alias']

/** Closes a locked identity and requests its erasure, in one event of the identity's own. */
export async function closeAndErase(
  change: Change,
  row: IdentityRow,
  cooldownDays: CooldownDays,
): Promise<IdentityRow> {
  // Closes records that were inserted by hand, even after the identity was closed.
  await closeIdentity(change, row, cooldownDays)
  const erasing = await beginErasure(change.db, row.id)
  const about = identityPayload(row)
  if (row.status === 'closed') change.emit('identity.updated', about, { changed: ['erasing'] })
  else {
    const changed = [...closedFields(row), 'erasing']
    change.emit('identity.status_changed', { ...about, status: 'closed' }, { changed })
  }
  return erasing
}

type Context = Deps & { identityRecord: ReturnType<typeof createIdentityRecords> }

async function create(
  { newId, notes, write, identityRecord }: Context,
  call: Call,
  input: CreateIdentityInput,
): Promise<IdentityRecord> {
  requireScope(call, 'identities:write')
  const type = requireOneOf(identityTypes, input.type, 'type')
  const fields = readIdentityFields(input)
  const id = newId()
  const values = {
    id,
    livemode: call.caller.livemode,
    consumer_id: call.caller.consumerId,
    type,
    ...storedSettings(fields),
    ...notes.sealed('identity', call.caller, id, fields),
  }
  return write(call, async ({ db, emit }) => {
    const row = await insertIdentity(db, values)
    const record = await identityRecord(row)
    emit('identity.created', identityPayload({ id: row.id, type: record.type }))
    return record
  })
}

/** Requires that the caller owns the identity, for its nested lists of any scope. @throws resource_missing */
async function requireOwn({ db }: Context, call: Call, id: string): Promise<void> {
  present(await findIdentity(db, call.caller, requireId('identity', id)))
}

/** `requireOwn` for many: the id of each that is the caller's, null for any other. */
async function ownByIds({ db }: Context, call: Call, ids: readonly string[]) {
  const find = (uuids: string[]) => findIdentities(db, call.caller, uuids)
  return recordsByIds('identity', ids, find, ({ id }) => ({ id: encodeId('identity', id) }))
}

/** Records for public ids, null for each that is absent, malformed or not the caller's. */
async function byIds(
  { db, openRows, identityRecord }: Context,
  call: Call,
  ids: readonly string[],
): Promise<(IdentityRecord | null)[]> {
  requireScope(call, 'identities:read')
  return recordsByIds('identity', ids, (uuids) => findIdentities(db, call.caller, uuids), {
    open: (rows) => openRows(call, rows, identityRecord),
  })
}

async function list(
  { notes, defaultRegion, openRows, readLists, identityRecord }: Context,
  call: Call,
  page: Page,
  filter: IdentityFilter,
): Promise<RecordPage<IdentityRecord>> {
  requireScope(call, 'identities:read')
  const listing = identitiesOf(call.caller, {
    ...storedFilter('identity', notes, call.caller, filter),
    ...storedIdentityFilter(filter, defaultRegion),
  })
  const own = await readOwn<IdentityRow>(readLists, call.caller.consumerId, listing, page)
  return { records: await openRows(call, own.rows, identityRecord), hasMore: own.hasMore }
}

async function update(
  { write, notes, identityRecord, cooldownDays }: Context,
  call: Call,
  id: string,
  patch: UpdateIdentityInput,
): Promise<IdentityRecord> {
  requireScope(call, 'identities:write')
  const fields = readIdentityFields(patch)
  const uuid = requireId('identity', id)

  return write(call, async (change) => {
    const { db, emit } = change
    const row = present(await lockIdentity(db, call.caller, uuid))
    if (row.erasing_at !== null) throw new SignpostError('identity_not_active')
    const noted = await notes.changed('identity', call.caller, row, fields)
    const { next, changed, isStatusChanged } = patchIdentity(row, fields, noted)
    if (!isStatusChanged && changed.length === 0) return identityRecord(row)

    const isClosed = isStatusChanged && next.status === 'closed'
    if (isClosed) await closeIdentity(change, row, cooldownDays)
    const updated = await updateIdentity(db, row.id, next)
    const record = await identityRecord(updated)
    const about = identityPayload({ id: row.id, type: record.type })
    if (changed.length > 0) emit('identity.updated', about, { changed })
    if (isStatusChanged) {
      const changed = isClosed ? closedFields(row) : ['status']
      emit('identity.status_changed', { ...about, status: record.status }, { changed })
    }
    return record
  })
}

/**
 * Requests the erasure of a closed identity: a job does it (registry/erasure). Repeating it changes nothing. @throws
 * SignpostError parameter_invalid · status_transition_invalid if it is not closed
 */
async function erase(
  { write, identityRecord, cooldownDays }: Context,
  call: Call,
  id: string,
  { confirm }: { confirm: string },
): Promise<IdentityRecord> {
  requireScope(call, 'identities:erase')
  const uuid = requireId('identity', id)
  return write(call, async (change) => {
    const row = present(await lockIdentity(change.db, call.caller, uuid))
    if (decodeId('identity', confirm) !== uuid)
      throw new SignpostError('parameter_invalid', { param: 'confirm', rule: mustBeItsId })
    if (row.status !== 'closed') throw new SignpostError('status_transition_invalid', { rule: mustBeClosed })
    if (row.erasing_at !== null) return identityRecord(row)
    return identityRecord(await closeAndErase(change, row, cooldownDays))
  })
}

export function createIdentities(deps: Deps) {
  const context: Context = { ...deps, identityRecord: createIdentityRecords(deps.notes) }
  return bound(context, { create, requireOwn, ownByIds, byIds, list, update, erase })
}
