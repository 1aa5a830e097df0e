import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireFuture, requireId } from '../../kernel/input.ts'
import { mustNotBeNull } from '../../kernel/rule.ts'
import { readTexts } from '../../kernel/stored.ts'
import { readAliasStatus } from '../../registry/aliases/record.ts'
import { findAliasStatus } from '../../registry/aliases/store.ts'
import { findConsentRequired } from '../../registry/endpoints/store.ts'
import { type IdentityRow, lockIdentity } from '../../registry/identities/store.ts'
import type { Change, Write } from '../../unit-of-work/write.ts'
import { type CoveredRows, type CoversInput, readCovers, requireOwnRows } from '../covers.ts'
import { emitGrant, type NewGrant } from '../grants/making.ts'
import type { ConsentGrants } from '../grants/service.ts'
import { lockActiveGrant, widenGrant } from '../grants/store.ts'
import type { Purposes } from '../purposes.ts'
import { type ConsentRequestRecord, consentRequestRecord } from './service.ts'
import {
  type ConsentRequestRow,
  findConsentRequests,
  lockIncoming,
  type RequestChange,
  updateRequest,
} from './store.ts'

/** Without `covers`: the named alias and the identity's consent-required endpoints. */
export type ApproveConsentRequestInput = {
  covers?: CoversInput | null | undefined
  expiresAt?: Date | null | undefined
}

type Deps = { write: Write; clock: () => number; grants: Pick<ConsentGrants, 'make'>; purposes: Purposes }

/** What the owner of the identity makes of an incoming request. */
export function createConsentRequestsApproval({ write, clock, grants, purposes }: Deps) {
  return {
    /** Approves an open request: a grant to the requester, merged into the active one when there is one. */
    async approve(call: Call, id: string, input: ApproveConsentRequestInput): Promise<ConsentRequestRecord> {
      requireScope(call, 'consents:write')
      if (input.covers === null) throw new SignpostError('parameter_invalid', { param: 'covers', rule: mustNotBeNull })
      const named = input.covers && readCovers(input.covers)
      const expiresAt = requireFuture(input.expiresAt, clock())
      const uuid = requireId('consentRequest', id)

      return write(call, async (change) => {
        const { identity, row } = await lockRequest(change, call, uuid)
        const covers = named ?? (await defaultCovers(change, row))
        await requireOwnRows(change, identity, covers)
        requireOpen(row)
        if (identity.status !== 'active') throw new SignpostError('identity_not_active')
        await requireRegistered(change, row)
        // A grant without the purpose that was approved would be another grant: one that can't be opened is refused.
        const request = await purposes.opened('request_purpose', row)
        const grant = { consumerId: row.consumer_id, covers, purpose: request.purpose, expiresAt }
        const merged = await merge(change, identity, grant)
        const grantId = merged ?? (await grants.make(change, identity, grant)).id
        return settle(change, request, { status: 'approved', open: false, grant_id: grantId })
      })
    },

    /** Declines an open request. It stays open to the requester, so that asking again tells nothing. */
    async decline(call: Call, id: string): Promise<ConsentRequestRecord> {
      requireScope(call, 'consents:write')
      const uuid = requireId('consentRequest', id)
      return write(call, async (change) => {
        const { row } = await lockRequest(change, call, uuid)
        requireOpen(row)
        return settle(change, await purposes.shown('request_purpose', row), { status: 'declined' })
      })
    },
  }
}

export type ConsentRequestsApproval = ReturnType<typeof createConsentRequestsApproval>

/** The identity first, as in every write below it; then the request. */
async function lockRequest(
  { db }: Change,
  { caller }: Call,
  id: string,
): Promise<{ identity: IdentityRow; row: ConsentRequestRow }> {
  const [found] = await findConsentRequests(db, caller, [id])
  const { identity_id } = present(found)
  const identity = present(identity_id === null ? null : await lockIdentity(db, caller, identity_id))
  return { identity, row: present(await lockIncoming(db, caller, id)) }
}

function requireOpen({ status, ran_out }: ConsentRequestRow): void {
  if (status !== 'pending' || ran_out) throw new SignpostError('consent_request_closed')
}

async function requireRegistered({ db }: Change, { alias_id }: ConsentRequestRow): Promise<void> {
  if (readAliasStatus(present(await findAliasStatus(db, alias_id!))) !== 'registered')
    throw new SignpostError('alias_released')
}

async function defaultCovers({ db }: Change, { identity_id, alias_id }: ConsentRequestRow): Promise<CoveredRows> {
  return { all: false, aliases: [alias_id!], endpoints: await findConsentRequired(db, identity_id!) }
}

/**
 * Widens the active grant between the identity and the consumer. Null when there is none.
 *
 * DECISION: of the two ends the earlier one holds, so nothing is shown longer than either approval said.
 * @returns the grant's uuid
 */
async function merge(change: Change, identity: IdentityRow, grant: NewGrant): Promise<string | null> {
  const { db } = change
  const active = await lockActiveGrant(db, identity.id, grant)
  if (!active) return null

  const held = { aliases: readTexts(active.covers_aliases), endpoints: readTexts(active.covers_endpoints) }
  const all = active.covers_all || grant.covers.all
  const widened = {
    covers_all: all,
    covers_aliases: all ? [] : union(held.aliases, grant.covers.aliases),
    covers_endpoints: all ? [] : union(held.endpoints, grant.covers.endpoints),
    expires_at: earlier(active.expires_at, grant.expiresAt),
  }
  const isChanged =
    all !== active.covers_all ||
    widened.covers_aliases.length !== held.aliases.length ||
    widened.covers_endpoints.length !== held.endpoints.length ||
    widened.expires_at?.getTime() !== active.expires_at?.getTime()
  if (!isChanged) return active.id
  await widenGrant(db, active.id, widened)
  emitGrant(change, 'consent.granted', active, identity)
  return active.id
}

const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

async function settle(
  { db }: Change,
  row: ConsentRequestRow & { purpose: string | null },
  change: RequestChange,
): Promise<ConsentRequestRecord> {
  const { updated_at } = await updateRequest(db, row.id, change)
  return consentRequestRecord({ ...row, ...change, updated_at }, 'owner')
}
