import type { Limits } from '../../access/quotas/service.ts'
import type { UsageCounter } from '../../access/usage/counter.ts'
import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { type Call, type Caller, requireAnyScope, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { optionalText, requireId } from '../../kernel/input.ts'
import type { Page } from '../../kernel/page.ts'
import { openedPage, type RecordPage } from '../../kernel/records.ts'
import { mustBeOneOf } from '../../kernel/rule.ts'
import { hasScope } from '../../kernel/scopes.ts'
import { readMoment, readText } from '../../kernel/stored.ts'
import { type AliasInput, readAliasInput } from '../../registry/aliases/input.ts'
import { type AliasType, readAliasType } from '../../registry/aliases/normalization/alias-types.ts'
import type { Write } from '../../unit-of-work/write.ts'
import { purposeLimit } from '../grants/service.ts'
import type { Purposes } from '../purposes.ts'
import { askOnce, type ConsentRequestRow, findConsentRequests, requestsOf, requestsOn } from './store.ts'

export type ConsentRequestStatus = 'pending' | 'approved' | 'declined' | 'expired'

export const consentRequestDirections = ['outgoing', 'incoming'] as const
export type ConsentRequestDirection = (typeof consentRequestDirections)[number]

export type ConsentRequestRecord = {
  id: string
  livemode: boolean
  type: AliasType
  value: string
  purpose: string | null
  status: ConsentRequestStatus
  expiresAt: Date
  createdAt: Date
  /** Null to the requester. `consumer` is the requester; `grant` is what an approval made or widened. */
  owned: { identity: string; alias: string; consumer: string; grant: string | null; updatedAt: Date } | null
}

export type RequestConsentInput = AliasInput & { purpose?: string | null | undefined }

/**
 * The request as one side sees it.
 *
 * INVARIANT (silent decline): nothing of the requester's view depends on whether the request was matched or declined.
 */
export function consentRequestRecord(
  row: ConsentRequestRow & { purpose: string | null },
  side: 'owner' | 'requester',
): ConsentRequestRecord {
  return {
    id: encodeId('consentRequest', row.id),
    livemode: row.livemode,
    type: readAliasType(row.type),
    value: readText(row.value),
    purpose: row.purpose,
    status: statusFor(row, side),
    expiresAt: readMoment(row.expires_at),
    createdAt: readMoment(row.created_at),
    owned:
      side === 'requester'
        ? null
        : {
            identity: encodeId('identity', row.identity_id!),
            alias: encodeId('alias', row.alias_id!),
            consumer: encodeId('consumer', row.consumer_id),
            grant: row.grant_id && encodeId('consentGrant', row.grant_id),
            updatedAt: readMoment(row.updated_at),
          },
  }
}

function statusFor({ status, ran_out }: ConsentRequestRow, side: 'owner' | 'requester'): ConsentRequestStatus {
  if (status === 'approved') return 'approved'
  if (status !== 'pending' && side === 'owner') return 'declined'
  return ran_out ? 'expired' : 'pending'
}

/** Which side of the request the caller's key opens; the owner's shows more. */
function sideOf(row: ConsentRequestRow, { consumerId, scopes }: Caller): 'owner' | 'requester' | null {
  const isWhole = row.identity_id !== null && row.alias_id !== null && row.consumer_id !== null
  if (isWhole && row.owner_id === consumerId && hasScope(scopes, 'consents:read')) return 'owner'
  return row.consumer_id === consumerId && hasScope(scopes, 'resolve') ? 'requester' : null
}

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  defaultRegion: string | undefined
  limits: Pick<Limits, 'admitGuesses'>
  purposes: Purposes
  usage: Pick<UsageCounter, 'count'>
}

export function createConsentRequests({ db, readLists, write, newId, defaultRegion, limits, purposes, usage }: Deps) {
  const shown = async (row: ConsentRequestRow, side: 'owner' | 'requester') =>
    consentRequestRecord(await purposes.shown('request_purpose', row), side)

  return {
    /**
     * Accepted whether or not the alias exists, at the price of a miss. Asking again while a request is open, also a
     * declined one, answers that one.
     */
    async ask(call: Call, { purpose: sent, ...alias }: RequestConsentInput): Promise<ConsentRequestRecord> {
      requireScope(call, 'resolve')
      const { type, value, skeleton } = readAliasInput(alias, defaultRegion)
      const purpose = optionalText(sent, 'purpose', purposeLimit)
      if (call.release === 'at once') call.release = 'single'
      const admission = await limits.admitGuesses(call, 1)
      const { livemode, consumerId } = call.caller
      let spent = 0
      try {
        const record = await write(call, async ({ db }) => {
          const id = newId()
          const sealedPurpose = purposes.seal('request_purpose', id, livemode, purpose)
          const row = await askOnce(db, { id, livemode, consumerId, type, value, skeleton, sealedPurpose })
          return shown(row, 'requester')
        })
        spent = 1
        usage.count(call.caller, 'consentPending')
        return record
      } finally {
        admission.settle(spent)
      }
    },

    /** Records for public ids, null for each that is absent, malformed, or neither made by nor matched to the caller. */
    async byIds(call: Call, ids: readonly string[]): Promise<(ConsentRequestRecord | null)[]> {
      requireAnyScope(call, ['consents:read', 'resolve'])
      const uuids = ids.map((id) => decodeId('consentRequest', id))
      const rows = await findConsentRequests(
        db,
        call.caller,
        uuids.filter((id) => id !== null),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      const records = uuids.map(async (id) => {
        const row = id === null ? undefined : byId.get(id)
        const side = row && sideOf(row, call.caller)
        return row && side ? shown(row, side) : null
      })
      return Promise.all(records)
    },

    /** `outgoing` are the caller's own requests, `incoming` those matched to its identities. */
    async list(call: Call, page: Page, direction: ConsentRequestDirection): Promise<RecordPage<ConsentRequestRecord>> {
      if (!consentRequestDirections.includes(direction))
        throw new SignpostError('parameter_invalid', {
          param: 'direction',
          rule: mustBeOneOf(['incoming', 'outgoing']),
        })
      const isIncoming = direction === 'incoming'
      requireScope(call, isIncoming ? 'consents:read' : 'resolve')
      const list = await readOwn<ConsentRequestRow>(
        readLists,
        call.caller.consumerId,
        requestsOf(call.caller, direction),
        page,
      )
      const { rows, hasMore } = list
      const records = rows.map((row) => shown(row, isIncoming ? 'owner' : 'requester'))
      return { records: await Promise.all(records), hasMore }
    },

    /** A page of the requests that were matched to each identity of the caller's. */
    async listOf(call: Call, identities: readonly string[], page: Page): Promise<RecordPage<ConsentRequestRecord>[]> {
      requireScope(call, 'consents:read')
      const ids = identities.map((id) => requireId('identity', id))
      const { consumerId } = call.caller
      const lists = await readLists<ConsentRequestRow>(consumerId, requestsOn(call.caller), ids, page)
      return Promise.all(lists.map((list) => openedPage(list, (row) => shown(row, 'owner'))))
    },
  }
}

export type ConsentRequests = ReturnType<typeof createConsentRequests>
