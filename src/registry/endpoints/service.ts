import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { endpointPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { bound, type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { present, requireId, requireOneOf } from '../../kernel/input.ts'
import { type Page, type RecordPage, type Removed, recordsByIds } from '../../kernel/page.ts'
import { readPrivacy } from '../../kernel/privacy.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { isEndpointMarked, markEndpoint } from '../binding.ts'
import { narrowed, optionalMember, storedFilter } from '../filter.ts'
import { recordLimits } from '../identities/rules.ts'
import { lockBelow } from '../identities/store.ts'
import { type OpenRows, openPages } from '../notes/opening.ts'
import type { OwnerNotes } from '../notes/sealing.ts'
import { type Capability, isSameCapabilities, readCapabilities } from './capability.ts'
import { requireCapabilityRoom, requireRoom } from './capability-store.ts'
import { type Catalogue, type CatalogueMode, catalogue, requireKnown } from './catalogue/catalogue.ts'
import { endpointStates, endpointStatuses, endpointTypeNames, ruleOf } from './endpoint-types.ts'
import {
  type CreateEndpointInput,
  type EndpointFilter,
  readEndpointFields,
  requireDestination,
  type UpdateEndpointInput,
} from './input.ts'
import {
  changedEndpoint,
  createEndpointRecords,
  type EndpointRecord,
  type EndpointRow,
  patchEndpoint,
} from './record.ts'
import type { JudgeWallet } from './rules.ts'
import { type SealAddress, sealEndpoint } from './sealing.ts'
import {
  endpointsOf,
  findEndpoints,
  insertEndpoint,
  lockForEndpoint,
  ownEndpoints,
  removeEndpoints,
  updateEndpoint,
} from './store.ts'

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  keyring: Keyring
  notes: OwnerNotes
  openRows: OpenRows
  sealAddress: SealAddress
  catalogueMode: CatalogueMode
  judgeWallet: JudgeWallet
}
type Context = Deps & { endpointRecord: ReturnType<typeof createEndpointRecords> }

const lockEndpoint = lockBelow(findEndpoints)

async function create(context: Context, call: Call, input: CreateEndpointInput): Promise<EndpointRecord> {
  requireScope(call, 'endpoints:write')
  const type = requireOneOf(endpointTypeNames, input.type, 'type')
  const fields = readEndpointFields(input, endpointStatuses)
  const { level, priority = 0, capabilities = [], release = 'never' } = fields
  requireKnown(context.catalogueMode, capabilities)
  const destination = requireDestination(type, input, capabilities)
  const { address } = destination
  const identityId = requireId('identity', input.identity)
  const { proof } = input
  let use: ReturnType<JudgeWallet> | null = null
  const judge = () => {
    use = proof ? context.judgeWallet(call, { identityId, type, address, capabilities }, proof) : null
  }
  const { livemode, consumerId } = call.caller
  const id = context.newId()
  const place = { id, livemode, identityId, consumerId, type }
  const sealed = {
    ...(await sealEndpoint(context, place, destination, capabilities)),
    ...context.notes.sealed('endpoint', call.caller, id, fields),
  }

  const add = async ({ db, emit }: Change) => {
    const found = await lockForEndpoint(db, call.caller, identityId, capabilities)
    const identity = present(found.identity)
    if (identity.status !== 'active') throw new SignpostError('identity_not_active')
    if (found.room.count >= recordLimits.endpoints) throw new SignpostError('limit_reached')
    requireRoom(found.room, capabilities)
    if (use) await use(db)

    emit('endpoint.added', endpointPayload(identity.id, { id, type }))
    const row = await insertEndpoint(db, {
      id,
      livemode,
      identity_id: identity.id,
      consumer_id: consumerId,
      type,
      privacy_level: level ?? readPrivacy(identity.default_privacy_level),
      priority,
      capabilities: JSON.stringify(capabilities),
      status: 'active',
      release,
      verification: use ? 'proved' : 'none',
      verified_method: use ? 'wallet_signature' : null,
      ...sealed,
    })
    return context.endpointRecord(row, ruleOf(type).projects(address))
  }
  return context.write(call, add, judge)
}

/** Records for public ids, null for each that is absent, removed, malformed or not the caller's. */
async function byIds(
  { db, openRows, endpointRecord }: Context,
  call: Call,
  ids: readonly string[],
): Promise<(EndpointRecord | null)[]> {
  requireScope(call, 'endpoints:read')
  const find = (uuids: string[]) => findEndpoints(db, call.caller, uuids)
  return recordsByIds('endpoint', ids, find, { open: (rows) => openRows(call, rows, endpointRecord) })
}

/** A page of each identity's endpoints. */
async function listOf(
  { openRows, readLists, endpointRecord }: Context,
  call: Call,
  identities: readonly string[],
  page: Page,
): Promise<RecordPage<EndpointRecord>[]> {
  requireScope(call, 'endpoints:read')
  const lists = await readLists<EndpointRow>(
    call.caller.consumerId,
    endpointsOf(call.caller),
    identities.map((id) => requireId('identity', id)),
    page,
  )
  return openPages(lists, (rows) => openRows(call, rows, endpointRecord))
}

/** A page of the caller's own endpoints, of all identities. */
async function list(
  { notes, openRows, readLists, endpointRecord }: Context,
  call: Call,
  page: Page,
  filter: EndpointFilter,
): Promise<RecordPage<EndpointRecord>> {
  requireScope(call, 'endpoints:read')
  const listing = ownEndpoints(call.caller, {
    ...storedFilter('endpoint', notes, call.caller, filter),
    identityId: narrowed(filter.identity),
    status: optionalMember(endpointStates, filter.status, 'status'),
  })
  const own = await readOwn<EndpointRow>(readLists, call.caller.consumerId, listing, page)
  return { records: await openRows(call, own.rows, endpointRecord), hasMore: own.hasMore }
}

/** The mark of the given capabilities; absent if the endpoint already has it. It covers no other column. */
async function marked(
  { keyring }: Context,
  { identity, row }: Awaited<ReturnType<typeof lockEndpoint>>,
  capabilities: readonly Capability[] | undefined,
): Promise<{ mark?: Buffer }> {
  if (capabilities === undefined) return {}
  const { id, livemode, type } = row
  const place = { id, livemode, identityId: identity.id, consumerId: identity.consumer_id, type }
  const isSame = isSameCapabilities(capabilities, readCapabilities(row.capabilities))
  if (isSame && (await keyring.opening(() => isEndpointMarked(keyring, place, capabilities, row.mark)))) return {}
  return { mark: markEndpoint(keyring, place, capabilities) }
}

async function update(context: Context, call: Call, id: string, patch: UpdateEndpointInput): Promise<EndpointRecord> {
  requireScope(call, 'endpoints:write')
  const { write, catalogueMode, notes, endpointRecord } = context
  const fields = readEndpointFields(patch, endpointStatuses)
  const { capabilities } = fields
  const uuid = requireId('endpoint', id)

  return write(call, async (change) => {
    const locked = await lockEndpoint(change.db, call.caller, uuid)
    const { identity, row } = locked
    if (identity.status === 'closed') throw new SignpostError('identity_not_active')
    requireKnown(catalogueMode, capabilities ?? [], readCapabilities(row.capabilities))
    await requireCapabilityRoom(change.db, identity.id, row.id, capabilities ?? [])
    const next = {
      ...patchEndpoint(row, fields),
      capabilities: capabilities ?? readCapabilities(row.capabilities),
      ...(await marked(context, locked, capabilities)),
      ...(await notes.changed('endpoint', call.caller, row, fields)),
    }
    const changed = changedEndpoint(row, next)
    if (changed.length === 0) return endpointRecord(row)
    const updated = await updateEndpoint(change.db, row, next)
    change.emit('endpoint.updated', endpointPayload(updated.identity_id, updated), { changed })
    return endpointRecord(updated)
  })
}

/** Removes the endpoint and erases its ciphertext. The id is never used again. */
async function remove({ write }: Context, call: Call, id: string): Promise<Removed> {
  requireScope(call, 'endpoints:write')
  const uuid = requireId('endpoint', id)
  return write(call, async (change) => {
    const { row } = await lockEndpoint(change.db, call.caller, uuid)
    await removeEndpoints(change.db, [row])
    change.emit('endpoint.removed', endpointPayload(row.identity_id, row))
    return { id: encodeId('endpoint', row.id), livemode: row.livemode }
  })
}

export function createEndpoints(deps: Deps) {
  const context: Context = { ...deps, endpointRecord: createEndpointRecords(deps.keyring, deps.notes) }
  return {
    ...bound(context, { create, byIds, listOf, list, update, remove }),
    /** The networks and rails that capabilities may name, for any key. */
    catalogue: (): Catalogue => catalogue,
  }
}
