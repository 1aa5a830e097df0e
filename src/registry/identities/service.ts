import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { identityPayload } from '../../events/payload.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { optionalText, present, requireId, requireLevel } from '../../kernel/input.ts'
import type { Page } from '../../kernel/page.ts'
import { type PrivacyLevel, readPrivacy } from '../../kernel/privacy.ts'
import { type RecordPage, recordPage, recordsByIds } from '../../kernel/records.ts'
import { mustBeOneOf } from '../../kernel/rule.ts'
import { readMoment } from '../../kernel/stored.ts'
import type { Write } from '../../unit-of-work/write.ts'
import { recordLimits } from '../record-limits.ts'
import { closeIdentity } from './closing.ts'
import {
  type IdentityStatus,
  type IdentityType,
  identityStatuses,
  identityTypes,
  isIdentityStatus,
  isIdentityType,
  isSwitch,
  readIdentityStatus,
  readIdentityType,
  readSwitch,
  type Switch,
  switches,
  transition,
} from './rules.ts'
import {
  findIdentities,
  findIdentity,
  type IdentityRow,
  identitiesOf,
  insertIdentity,
  lockIdentity,
  updateIdentity,
} from './store.ts'

export type IdentityRecord = {
  id: string
  livemode: boolean
  type: IdentityType
  status: IdentityStatus
  displayName: string | null
  defaultPrivacyLevel: PrivacyLevel
  primaryAlias: string | null
  /** Whether payers may check its names, and may be told of a close match. */
  payeeChecks: Switch
  closeMatch: Switch
  createdAt: Date
  updatedAt: Date
}

export const identityRecord = (row: IdentityRow): IdentityRecord => ({
  id: encodeId('identity', row.id),
  livemode: row.livemode,
  type: readIdentityType(row.type),
  status: readIdentityStatus(row.status),
  displayName: row.display_name,
  defaultPrivacyLevel: readPrivacy(row.default_privacy_level),
  primaryAlias: row.primary_alias_id && encodeId('alias', row.primary_alias_id),
  payeeChecks: readSwitch(row.payee_checks),
  closeMatch: readSwitch(row.close_match),
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.updated_at),
})

/** Absent is undefined; `displayName` may be cleared by null. Other nulls are refused. */
export type CreateIdentityInput = {
  type: string
  displayName?: string | null | undefined
  defaultPrivacyLevel?: string | null | undefined
}
export type UpdateIdentityInput = {
  status?: string | null | undefined
  payeeChecks?: string | null | undefined
  closeMatch?: string | null | undefined
  displayName?: string | null | undefined
  defaultPrivacyLevel?: string | null | undefined
}

/** @throws SignpostError parameter_invalid */
function optionalSwitch(value: unknown, param: string): Switch | undefined {
  if (value === undefined) return undefined
  if (!isSwitch(value)) throw new SignpostError('parameter_invalid', { param, rule: mustBeOneOf(switches) })
  return value
}

type Deps = { db: Database; readLists: ReadLists; write: Write; newId: () => string; cooldownDays: CooldownDays }
export type CooldownDays = (aliasType: string) => number

export function createIdentities({ db, readLists, write, newId, cooldownDays }: Deps) {
  return {
    async create(call: Call, input: CreateIdentityInput): Promise<IdentityRecord> {
      requireScope(call, 'identities:write')
      if (!isIdentityType(input.type))
        throw new SignpostError('parameter_invalid', { param: 'type', rule: mustBeOneOf(identityTypes) })
      const level =
        input.defaultPrivacyLevel === undefined
          ? 'unlisted'
          : requireLevel(input.defaultPrivacyLevel, 'defaultPrivacyLevel')
      const values = {
        id: newId(),
        livemode: call.caller.livemode,
        consumer_id: call.caller.consumerId,
        type: input.type,
        display_name: optionalText(input.displayName, 'displayName', recordLimits.displayName),
        default_privacy_level: level,
      }
      return write(call, async ({ db, emit }) => {
        const row = await insertIdentity(db, values)
        const record = identityRecord(row)
        emit('identity.created', identityPayload({ id: row.id, type: record.type }))
        return record
      })
    },

    /** Whether the caller owns the identity: what its nested lists need, whatever their own scope. @throws resource_missing */
    async requireOwn(call: Call, id: string): Promise<void> {
      present(await findIdentity(db, call.caller, requireId('identity', id)))
    },

    /** `requireOwn` for many: the id of each that is the caller's, null for any other. */
    async ownByIds(call: Call, ids: readonly string[]): Promise<(Pick<IdentityRecord, 'id'> | null)[]> {
      const uuids = ids.map((id) => decodeId('identity', id))
      const rows = await findIdentities(
        db,
        call.caller,
        uuids.filter((id) => id !== null),
      )
      const found = new Set(rows.map(({ id }) => encodeId('identity', id)))
      return ids.map((id) => (found.has(id) ? { id } : null))
    },

    /** Records for public ids, null for each that is absent, malformed or not the caller's. */
    async byIds(call: Call, ids: readonly string[]): Promise<(IdentityRecord | null)[]> {
      requireScope(call, 'identities:read')
      return recordsByIds('identity', ids, (uuids) => findIdentities(db, call.caller, uuids), identityRecord)
    },

    async list(
      call: Call,
      page: Page,
      filter: { type?: string | null; status?: string | null },
    ): Promise<RecordPage<IdentityRecord>> {
      requireScope(call, 'identities:read')
      if (filter.type != null && !isIdentityType(filter.type))
        throw new SignpostError('parameter_invalid', { param: 'type', rule: mustBeOneOf(identityTypes) })
      if (filter.status != null && !isIdentityStatus(filter.status)) {
        throw new SignpostError('parameter_invalid', { param: 'status', rule: mustBeOneOf(identityStatuses) })
      }
      const list = await readOwn<IdentityRow>(
        readLists,
        call.caller.consumerId,
        identitiesOf(call.caller, filter),
        page,
      )
      return recordPage(list, identityRecord)
    },

    async update(call: Call, id: string, patch: UpdateIdentityInput): Promise<IdentityRecord> {
      requireScope(call, 'identities:write')
      const { status, displayName, defaultPrivacyLevel } = patch
      if (status !== undefined && !isIdentityStatus(status))
        throw new SignpostError('parameter_invalid', { param: 'status', rule: mustBeOneOf(identityStatuses) })
      if (defaultPrivacyLevel !== undefined) requireLevel(defaultPrivacyLevel, 'defaultPrivacyLevel')
      const name =
        displayName === undefined ? undefined : optionalText(displayName, 'displayName', recordLimits.displayName)
      const payeeChecks = optionalSwitch(patch.payeeChecks, 'payeeChecks')
      const closeMatch = optionalSwitch(patch.closeMatch, 'closeMatch')
      const uuid = requireId('identity', id)

      return write(call, async (change) => {
        const { db, emit } = change
        const row = present(await lockIdentity(db, call.caller, uuid))
        const isStatusChanged =
          status !== undefined &&
          (transition(readIdentityStatus(row.status), status) === 'changed' || row.status !== status)
        const next = {
          display_name: name === undefined ? row.display_name : name,
          default_privacy_level: defaultPrivacyLevel ?? readPrivacy(row.default_privacy_level),
          payee_checks: payeeChecks ?? readSwitch(row.payee_checks),
          close_match: closeMatch ?? readSwitch(row.close_match),
        }
        const isUpdated =
          next.display_name !== row.display_name ||
          next.default_privacy_level !== row.default_privacy_level ||
          next.payee_checks !== row.payee_checks ||
          next.close_match !== row.close_match
        if (!isStatusChanged && !isUpdated) return identityRecord(row)

        if (isStatusChanged && status === 'closed') await closeIdentity(change, row, cooldownDays)
        const updated = await updateIdentity(db, row.id, { ...next, ...(isStatusChanged ? { status } : {}) })
        const record = identityRecord(updated)
        const about = identityPayload({ id: row.id, type: record.type })
        if (isUpdated) emit('identity.updated', about)
        if (isStatusChanged) {
          emit('identity.status_changed', { ...about, status: record.status })
        }
        return record
      })
    },
  }
}

export type Identities = ReturnType<typeof createIdentities>
