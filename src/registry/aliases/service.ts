import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { aliasPayload, identityPayload } from '../../events/payload.ts'
import { bound, type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireId, requireOneOf } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordsByIds } from '../../kernel/page.ts'
import { optionalMember, storedFilter } from '../filter.ts'
import type { CooldownDays } from '../identities/service.ts'
import { type OpenRows, openPages } from '../notes/opening.ts'
import { create, lockAlias, type Registering, setPrimary } from './changes.ts'
import {
  type AliasFilter,
  type AliasInput,
  readAliasFields,
  readAliasInput,
  storedAliasFilter,
  type UpdateAliasInput,
} from './input.ts'
import type { NormalizedAlias } from './normalization/normalize.ts'
import {
  type AliasRecord,
  type AliasRow,
  aliasStatuses,
  createAliasRecords,
  patchAlias,
  readAliasStatus,
  verificationMethods,
} from './record.ts'
import { releaseAliases } from './reservation-store.ts'
import { aliasesOf, attestAlias, findAliases, ownAliases, updateAlias } from './store.ts'

type Context = Registering & { db: Database; readLists: ReadLists; openRows: OpenRows; cooldownDays: CooldownDays }

type Deps = Omit<Context, 'aliasRecord'>

/** Records for public ids, null for each that is absent, malformed or not the caller's. */
async function byIds(
  { db, openRows, aliasRecord }: Context,
  call: Call,
  ids: readonly string[],
): Promise<(AliasRecord | null)[]> {
  requireScope(call, 'aliases:read')
  return recordsByIds('alias', ids, (uuids) => findAliases(db, call.caller, uuids), {
    open: (rows) => openRows(call, rows, aliasRecord),
  })
}

/** A page of each identity's aliases. The identities (public ids) come from the caller's own records. */
async function listOf(
  { openRows, readLists, aliasRecord }: Context,
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
  return openPages(lists, (rows) => openRows(call, rows, aliasRecord))
}

/** A page of the caller's own aliases, of all identities. */
async function list(
  { notes, defaultRegion, openRows, readLists, aliasRecord }: Context,
  call: Call,
  page: Page,
  filter: AliasFilter,
): Promise<RecordPage<AliasRecord>> {
  requireScope(call, 'aliases:read')
  const shown = optionalMember(aliasStatuses, filter.status, 'status') ?? 'registered'
  const listing = ownAliases(call.caller, shown, {
    ...storedFilter('alias', notes, call.caller, filter),
    ...storedAliasFilter(filter, defaultRegion),
  })
  const own = await readOwn<AliasRow>(readLists, call.caller.consumerId, listing, page)
  return { records: await openRows(call, own.rows, aliasRecord), hasMore: own.hasMore }
}

async function update(
  { write, notes, aliasRecord }: Context,
  call: Call,
  id: string,
  patch: UpdateAliasInput,
): Promise<AliasRecord> {
  requireScope(call, 'aliases:write')
  const fields = readAliasFields(patch)
  const uuid = requireId('alias', id)

  return write(call, async (change) => {
    const { db, emit } = change
    const { identity, row } = await lockAlias(change.db, call.caller, uuid)
    if (readAliasStatus(row) !== 'registered') throw new SignpostError('alias_released')
    const noted = await notes.changed('alias', call.caller, row, fields)
    const { next, changed, isPrimaryChanged } = patchAlias(row, identity.primary_alias_id === row.id, fields, noted)
    if (changed.length === 0) return aliasRecord({ ...row, primary_alias_id: identity.primary_alias_id })

    const updated = await updateAlias(db, row, next)
    emit('alias.updated', aliasPayload(updated.identity_id, updated), { changed })
    const primary = !isPrimaryChanged ? identity.primary_alias_id : fields.isPrimary ? row.id : null
    if (isPrimaryChanged) await setPrimary(change, identity, primary, row.id)
    return aliasRecord({ ...updated, primary_alias_id: primary })
  })
}

async function verify(
  { write, aliasRecord }: Context,
  call: Call,
  id: string,
  { method }: { method: string },
): Promise<AliasRecord> {
  requireScope(call, 'aliases:write')
  requireOneOf(verificationMethods, method, 'method')
  const uuid = requireId('alias', id)
  return write(call, async (change) => {
    const { identity, row } = await lockAlias(change.db, call.caller, uuid)
    if (readAliasStatus(row) !== 'registered') throw new SignpostError('alias_released')
    // A proof counts more than its owner's attestation, which never replaces it.
    if (row.verification === 'proved' || row.verified_method === method) return aliasRecord(row)
    const updated = await attestAlias(change.db, row, method)
    change.emit('alias.verified', aliasPayload(updated.identity_id, updated))
    return aliasRecord({ ...updated, primary_alias_id: identity.primary_alias_id })
  })
}

/** Releases the alias into its cooldown. Releasing a released one changes nothing. */
async function release({ write, cooldownDays, aliasRecord }: Context, call: Call, id: string): Promise<AliasRecord> {
  requireScope(call, 'aliases:write')
  const uuid = requireId('alias', id)
  return write(call, async (change) => {
    const { identity, row } = await lockAlias(change.db, call.caller, uuid)
    const [released] = await releaseAliases(change.db, [{ ...row, days: cooldownDays(row.type) }])
    if (released) {
      change.emit('alias.released', aliasPayload(row.identity_id, row))
      if (released.wasPrimary)
        change.emit('identity.updated', identityPayload(identity), { changed: ['primary_alias'] })
    }
    const [now] = await findAliases(change.db, call.caller, [row.id])
    return aliasRecord(present(now))
  })
}

/** Normalizes an input to its stored form. Pure: it reveals nothing about existing aliases. */
const normalize = ({ defaultRegion }: Context, input: AliasInput): Pick<NormalizedAlias, 'type' | 'value'> => {
  const { type, value } = readAliasInput(input, defaultRegion)
  return { type, value }
}

export function createAliases(deps: Deps) {
  const context: Context = { ...deps, aliasRecord: createAliasRecords(deps.notes) }
  return bound(context, { create, byIds, listOf, list, update, verify, release, normalize })
}
