import { consentRequestPayload } from '../../events/payload.ts'
import type { Change, Write } from '../../events/write.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { mustNotBeNull, present, requireFuture, requireId } from '../../kernel/input.ts'
import { readAliasStatus } from '../../registry/aliases/record.ts'
import { findAliasStatus } from '../../registry/aliases/store.ts'
import { findCoveredByApproval } from '../../registry/endpoints/store.ts'
import { type IdentityRow, lockIdentity } from '../../registry/identities/store.ts'
import { createGrant, updateGrant } from '../grants/change.ts'
import { readLiving } from '../grants/covered-store.ts'
import {
  type CoveredRows,
  type CoversInput,
  namedBy,
  readCovers,
  readRelease,
  requireCovered,
  requireOwnRows,
} from '../grants/input.ts'
import { mergeTerms, type TermsChange } from '../grants/rules.ts'
import { lockStanding, termsOf } from '../grants/store.ts'
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
  /** Covered endpoints whose addresses the requester may have: none if absent, whatever the request asked for. */
  release?: readonly string[] | null | undefined
  /** When absent, the end of an active grant stays as it is. */
  expiresAt?: Date | null | undefined
}

type Deps = { write: Write; clock: () => number; newId: () => string; purposes: Purposes }

type Approved = TermsChange & {
  covers: CoveredRows
  release: readonly string[]
  consumerId: string
  purpose: string | null
}

/** Owner decisions: approve or decline. */
export function createConsentRequestsApproval(deps: Deps) {
  const { write, clock, purposes } = deps
  return {
    /**
     * Approves an open request: creates a grant to the requester, or merges into the active one. Only named endpoints
     * are released.
     */
    async approve(call: Call, id: string, input: ApproveConsentRequestInput): Promise<ConsentRequestRecord> {
      requireScope(call, 'consents:write')
      if (input.covers === null) throw new SignpostError('parameter_invalid', { param: 'covers', rule: mustNotBeNull })
      const named = input.covers && readCovers(input.covers)
      const release = readRelease(input.release)
      const { expiresAt } = input
      const uuid = requireId('consentRequest', id)

      const validate = () => void requireFuture(expiresAt, clock())
      const approve = async (change: Change) => {
        const { identity, row } = await lockRequest(change, call, uuid)
        const covers = named ?? (await defaultCovers(change, row))
        await requireOwnRows(change.db, identity, namedBy(covers, release))
        requireOpen(row)
        if (identity.status !== 'active') throw new SignpostError('identity_not_active')
        await requireRegistered(change, row)
        // The purpose is part of the approved grant: a request whose purpose can't be opened is refused.
        const request = await purposes.opened('request_purpose', row)
        const approved = { consumerId: row.consumer_id, covers, release, purpose: request.purpose, expiresAt }
        const grantId = await giveGrant(deps, change, identity, approved)
        return settle(change, request, { status: 'approved', open: false, grant_id: grantId })
      }
      return write(call, approve, validate)
    },

    /** Declines an open request. For the requester it stays open, so that asking again reveals nothing. */
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

/**
 * Locks the identity first, like every write to its records; then the request. For its requester a matched request costs no
 * statement more than another.
 */
async function lockRequest(
  { db }: Change,
  { caller }: Call,
  id: string,
): Promise<{ identity: IdentityRow; row: ConsentRequestRow }> {
  const [found] = await findConsentRequests(db, caller, [id])
  const identityId = present(found?.owner_id === caller.consumerId ? found.identity_id : null)
  const identity = present(await lockIdentity(db, caller, identityId))
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
  return { all: false, aliases: [alias_id!], endpoints: await findCoveredByApproval(db, identity_id!) }
}

/**
 * Gives the requester its approved rights: in the active grant between the two, or in a new one. @returns the grant's
 * uuid
 */
async function giveGrant(
  deps: Deps,
  change: Change,
  identity: IdentityRow,
  { consumerId, purpose, ...approved }: Approved,
): Promise<string> {
  const standing = await lockStanding(change.db, identity.id, consumerId)
  const active = standing.find(({ isActive }) => isActive)
  const none = { covers: noCovers, release: [], expiresAt: null }
  const living = await readLiving(change.db, identity.id)
  const terms = mergeTerms(active ? termsOf(active) : none, approved, living)
  requireCovered(terms.covers, approved.release)
  if (active) return (await updateGrant(change, identity, active, terms)).id
  return (await createGrant(deps, change, identity, { ...terms, consumerId, purpose })).id
}

const noCovers: CoveredRows = { all: false, aliases: [], endpoints: [] }

async function settle(
  { db, emit }: Change,
  row: ConsentRequestRow & { purpose: string | null },
  change: RequestChange & { status: 'approved' | 'declined' },
): Promise<ConsentRequestRecord> {
  emit(`consent_request.${change.status}`, consentRequestPayload(row.identity_id!, row))
  const { updated_at } = await updateRequest(db, row.id, change)
  return consentRequestRecord({ ...row, ...change, updated_at }, 'owner')
}
