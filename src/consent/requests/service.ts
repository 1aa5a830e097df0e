import { payFor } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { UsageCounter } from '../../access/usage/counter.ts'
import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import type { Change, Write } from '../../events/write.ts'
import { type Call, type Caller, requireAnyScope, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { optionalText, requireId, requireOneOf } from '../../kernel/input.ts'
import { openedPage, type Page, type RecordPage, recordsByIds } from '../../kernel/page.ts'
import {
  flag,
  group,
  list,
  moment,
  nullable,
  one,
  owner,
  type RecordOf,
  shape,
  text,
  typeOf,
} from '../../kernel/record.ts'
import { hasScope } from '../../kernel/scopes.ts'
import { readMoment, readText } from '../../kernel/stored.ts'
import { type AliasInput, readAliasInput } from '../../registry/aliases/input.ts'
import { aliasTypes, readAliasType } from '../../registry/aliases/normalization/alias-types.ts'
import { purposeLimit } from '../grants/input.ts'
import { isActiveToGrantee } from '../grants/record.ts'
import { findGrants } from '../grants/store.ts'
import type { Purposes } from '../purposes.ts'
import { askOnce, type ConsentRequestRow, findConsentRequests, requestsOf, requestsOn } from './store.ts'

const consentRequestStatuses = ['pending', 'approved', 'declined', 'expired'] as const
export type ConsentRequestStatus = (typeof consentRequestStatuses)[number]

/** Purposes of a request. Receiving an address implies seeing the endpoint. */
export const consentWants = ['disclosure', 'release'] as const
export type ConsentWant = (typeof consentWants)[number]

const consentRequestDirections = ['incoming', 'outgoing'] as const
export type ConsentRequestDirection = (typeof consentRequestDirections)[number]

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const consentRequest = shape('consent_request', {
  id: owner(text('crq_…')),
  livemode: owner(flag()),
  type: owner(typeOf(aliasTypes)),
  value: owner(text('Normalized')),
  purpose: owner(nullable(text())),
  wants: owner(list(one(consentWants))),
  status: owner(one(consentRequestStatuses)),
  expiresAt: owner(moment()),
  createdAt: owner(moment()),
  /** For the requester: present while the grant shows it something. */
  grant: owner(nullable(text('cgr_…, the grant that the approval created or extended'))),
  /** Null for the requester. */
  owned: owner(
    group({
      identity: owner(text('idn_…, for the owner only, like all following fields')),
      alias: owner(text('als_…')),
      consumer: owner(text('The requester')),
      updatedAt: owner(moment()),
    }),
  ),
})

export type ConsentRequestRecord = RecordOf<typeof consentRequest>

export type RequestConsentInput = AliasInput & {
  purpose?: string | null | undefined
  /** Disclosure alone by default. */
  wants?: readonly ConsentWant[] | null | undefined
}

const wantsRule = 'The value must be a list of disclosure, release or both.'

/** True if it also asks for a release. Order and repetition don't count. @throws SignpostError parameter_invalid */
function readWants(wants: RequestConsentInput['wants']): boolean {
  if (wants === undefined) return false
  if (!Array.isArray(wants) || wants.length === 0 || !wants.every((want) => consentWants.includes(want)))
    throw new SignpostError('parameter_invalid', { param: 'wants', rule: wantsRule })
  return wants.includes('release')
}

/** A row with its purpose. `grantShown`: its grant, if the requester sees it. */
type ShownRow = ConsentRequestRow & { purpose: string | null; grantShown?: boolean }

/**
 * The request for one side.
 *
 * INVARIANT (silent decline): nothing in the requester's view depends on whether the request was matched or declined.
 */
export function consentRequestRecord(row: ShownRow, side: 'owner' | 'requester'): ConsentRequestRecord {
  const isGrantShown = side === 'owner' || (row.status === 'approved' && row.grantShown === true)
  return {
    id: encodeId('consentRequest', row.id),
    livemode: row.livemode,
    type: readAliasType(row.type),
    value: readText(row.value),
    purpose: row.purpose,
    wants: row.wants_release ? [...consentWants] : ['disclosure'],
    status: statusFor(row, side),
    expiresAt: readMoment(row.expires_at),
    createdAt: readMoment(row.created_at),
    grant: isGrantShown ? row.grant_id && encodeId('consentGrant', row.grant_id) : null,
    owned:
      side === 'requester'
        ? null
        : {
            identity: encodeId('identity', row.identity_id!),
            alias: encodeId('alias', row.alias_id!),
            consumer: encodeId('consumer', row.consumer_id),
            updatedAt: readMoment(row.updated_at),
          },
  }
}

function statusFor({ status, ran_out }: ConsentRequestRow, side: 'owner' | 'requester'): ConsentRequestStatus {
  if (status === 'approved') return 'approved'
  if (status !== 'pending' && side === 'owner') return 'declined'
  return ran_out ? 'expired' : 'pending'
}

/** The side of the request that the caller's key may see; the owner's shows more. */
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
  const shown = async (row: ConsentRequestRow & { grantShown?: boolean }, side: 'owner' | 'requester') =>
    consentRequestRecord(await purposes.shown('request_purpose', row), side)

  /** Reads whether approved requests of the caller's own show their grants. Other requests need no such read. */
  async function withGrants({ caller }: Call, rows: readonly ConsentRequestRow[]) {
    const granted = rows.filter(({ status, consumer_id }) => status === 'approved' && consumer_id === caller.consumerId)
    const ids = granted.flatMap(({ grant_id }) => grant_id ?? [])
    const grants = ids.length === 0 ? [] : await findGrants(db, caller, ids)
    const active = new Set(grants.filter(isActiveToGrantee).map(({ id }) => id))
    return rows.map((row) => ({ ...row, grantShown: row.grant_id !== null && active.has(row.grant_id) }))
  }

  return {
    /**
     * Accepts a request with or without an existing alias, at the price of a miss. Repeated while one is open, also a
     * declined one, it returns that one; asking for more then extends it.
     */
    async ask(call: Call, { purpose: sent, wants, ...named }: RequestConsentInput): Promise<ConsentRequestRecord> {
      requireScope(call, 'resolve')
      const alias = readAliasInput(named, defaultRegion)
      const purpose = optionalText(sent, 'purpose', purposeLimit)
      const wantsRelease = readWants(wants)
      // A write doesn't fit into the step of a single look-up.
      if (call.release === 'at once') call.release = 'bulk'
      const admission = await limits.admitGuesses(call, 1)
      const { livemode, consumerId } = call.caller
      const ask = async ({ db, emit }: Change) => {
        const id = newId()
        const sealed = purposes.seal('request_purpose', id, livemode, purpose)
        const asked = { sealed_purpose: sealed, wants_release: wantsRelease }
        const row = await askOnce(db, { id, livemode, consumer_id: consumerId, ...alias, ...asked })
        // Asking again is told as well: every request does the same work.
        emit('consent_request.asked', { consent_request: encodeId('consentRequest', row.id) })
        return shown(row, 'requester')
      }
      const record = await payFor(admission, () => write(call, ask))
      usage.count(call.caller, 'consentPending')
      return record
    },

    /**
     * Records for public ids, null for each that is absent, malformed, or neither made by nor matched to the caller.
     */
    async byIds(call: Call, ids: readonly string[]): Promise<(ConsentRequestRecord | null)[]> {
      requireAnyScope(call, ['consents:read', 'resolve'])
      const open = async (rows: readonly ConsentRequestRow[]) => {
        const records = (await withGrants(call, rows)).map(async (row) => {
          const side = sideOf(row, call.caller)
          return side && shown(row, side)
        })
        return Promise.all(records)
      }
      return recordsByIds('consentRequest', ids, (uuids) => findConsentRequests(db, call.caller, uuids), { open })
    },

    /** `outgoing` are the caller's own requests, `incoming` those matched to its identities. */
    async list(call: Call, page: Page, direction: ConsentRequestDirection): Promise<RecordPage<ConsentRequestRecord>> {
      const isIncoming = requireOneOf(consentRequestDirections, direction, 'direction') === 'incoming'
      requireScope(call, isIncoming ? 'consents:read' : 'resolve')
      const listing = requestsOf(call.caller, direction)
      const { rows, hasMore } = await readOwn<ConsentRequestRow>(readLists, call.caller.consumerId, listing, page)
      const whole = isIncoming ? rows : await withGrants(call, rows)
      return openedPage({ rows: whole, hasMore }, (row) => shown(row, isIncoming ? 'owner' : 'requester'))
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
