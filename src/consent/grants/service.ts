import type { Admission } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { fromDatabase } from '../../database/violations.ts'
import { grantPayload } from '../../events/payload.ts'
import { type Call, requireAnyScope, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId } from '../../kernel/id.ts'
import { optionalText, present, requireFuture, requireId } from '../../kernel/input.ts'
import type { Page } from '../../kernel/page.ts'
import type { RecordPage } from '../../kernel/records.ts'
import { mustBeOneOf } from '../../kernel/rule.ts'
import { hasScope } from '../../kernel/scopes.ts'
import { findActiveIdentities, type IdentityRow, lockIdentity } from '../../registry/identities/store.ts'
import type { Change, Write } from '../../unit-of-work/write.ts'
import { type CoveredRows, type CoversInput, readCovers, readRelease, requireOwnRows } from '../covers.ts'
import type { Purposes } from '../purposes.ts'
import { type ConsentGrantRecord, type GrantRow, grantRecord } from './record.ts'
import {
  endStanding,
  findConsumer,
  findGrants,
  grantsOf,
  grantsOn,
  insertGrant,
  lockGrant,
  revokeGrant,
} from './store.ts'

export type { ConsentGrantRecord } from './record.ts'
export const consentGrantRoles = ['owner', 'grantee'] as const
export type ConsentGrantRole = (typeof consentGrantRoles)[number]

export type GrantConsentInput = {
  identity: string
  consumer: string
  covers: CoversInput
  release?: readonly string[] | null | undefined
  purpose?: string | null | undefined
  expiresAt?: Date | null | undefined
}

export const purposeLimit = 500

/** What `consent.*` events say of a grant; the grantee hears of it while the identity is active. */
export function emitGrant(
  { emit }: Change,
  type: 'consent.granted' | 'consent.revoked' | 'consent.expired',
  grant: { id: string; identity_id: string; consumer_id: string },
  identity: { status: string; consumer_id: string },
): void {
  emit(type, grantPayload(grant.identity_id, grant), {
    consumerId: identity.consumer_id,
    granteeId: identity.status === 'active' ? grant.consumer_id : null,
  })
}

/** Ends the grant that stands between this identity and this consumer, and reports it. */
async function end(change: Change, identity: IdentityRow, consumerId: string): Promise<void> {
  for (const row of await endStanding(change.db, identity, consumerId))
    emitGrant(change, row.status === 'expired' ? 'consent.expired' : 'consent.revoked', row, identity)
}

export type NewGrant = {
  consumerId: string
  covers: CoveredRows
  /** What a merge never adds to: none when absent. */
  release?: readonly string[]
  purpose: string | null
  expiresAt: Date | null
}

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  clock: () => number
  limits: Pick<Limits, 'admitGrant'>
  purposes: Purposes
}

export function createConsentGrants({ db, readLists, write, newId, clock, limits, purposes }: Deps) {
  /** A bucket for each grantee that exists, and for no other: ids that somebody made up fill no store. */
  async function admit(call: Call, granteeId: string): Promise<Admission | undefined> {
    const grantee = await findConsumer(db, granteeId).catch((error) => {
      throw fromDatabase(error)
    })
    return grantee && limits.admitGrant(call, granteeId)
  }

  async function withIdentityStatus(rows: readonly GrantRow[]): Promise<GrantRow[]> {
    const ids = rows.map(({ identity_id }) => identity_id)
    const active = await findActiveIdentities(db, ids)
    return rows.map((row) => ({ ...row, identity_status: active.has(row.identity_id) ? 'active' : 'not active' }))
  }

  /** The grantee is shown no purpose: it is opened for the owner only. */
  const shownTo = async (viewer: string, row: GrantRow): Promise<ConsentGrantRecord> =>
    grantRecord(row.owner_id === viewer ? await purposes.shown('grant_purpose', row) : row, viewer)

  const allShownTo = (viewer: string, rows: readonly GrantRow[]): Promise<ConsentGrantRecord[]> =>
    Promise.all(rows.map((row) => shownTo(viewer, row)))

  /** Makes the grant on a locked, active identity; what stood before is ended. */
  async function make(change: Change, identity: IdentityRow, grant: NewGrant): Promise<GrantRow> {
    await end(change, identity, grant.consumerId)
    const id = newId()
    const row = await insertGrant(change.db, {
      id,
      livemode: identity.livemode,
      identity_id: identity.id,
      consumer_id: grant.consumerId,
      owner_id: identity.consumer_id,
      covers_all: grant.covers.all,
      covers_aliases: grant.covers.aliases,
      covers_endpoints: grant.covers.endpoints,
      release: [...(grant.release ?? [])],
      sealed_purpose: purposes.seal('grant_purpose', id, identity.livemode, grant.purpose),
      expires_at: grant.expiresAt,
    })
    emitGrant(change, 'consent.granted', row, identity)
    return { ...row, purpose: grant.purpose, owner_id: identity.consumer_id, ran_out: false }
  }

  return {
    make,

    async grant(call: Call, input: GrantConsentInput): Promise<ConsentGrantRecord> {
      requireScope(call, 'consents:write')
      const covers = readCovers(input.covers)
      const release = readRelease(input.release)
      const purpose = optionalText(input.purpose, 'purpose', purposeLimit)
      const expiresAt = requireFuture(input.expiresAt, clock())
      const identityId = requireId('identity', input.identity)
      const consumerId = requireId('consumer', input.consumer)

      const admission = await admit(call, consumerId)
      let spent = 0
      try {
        const record = await write(call, async (change) => {
          const identity = present(await lockIdentity(change.db, call.caller, identityId))
          present(await findConsumer(change.db, consumerId))
          await requireOwnRows(change, identity, covers)
          await requireOwnRows(change, identity, { all: false, aliases: [], endpoints: release })
          if (identity.status !== 'active') throw new SignpostError('identity_not_active')
          const row = await make(change, identity, { consumerId, covers, release, purpose, expiresAt })
          return grantRecord(row, call.caller.consumerId)
        })
        spent = call.replayed ? 0 : 1
        return record
      } finally {
        admission?.settle(spent)
      }
    },

    /** Records for public ids, null for each that is absent, malformed, or neither made by nor to the caller. */
    async byIds(call: Call, ids: readonly string[]): Promise<(ConsentGrantRecord | null)[]> {
      requireAnyScope(call, ['consents:read', 'resolve'])
      const uuids = ids.map((id) => decodeId('consentGrant', id))
      const rows = await findGrants(
        db,
        call.caller,
        uuids.filter((id) => id !== null),
      )
      const { consumerId, scopes } = call.caller
      // A key sees the side that its scopes open: grants made by its consumer, or to it.
      const visible = rows.filter((row) => hasScope(scopes, row.owner_id === consumerId ? 'consents:read' : 'resolve'))
      const records = await allShownTo(consumerId, visible)
      const byId = new Map(visible.map(({ id }, index) => [id, records[index]!]))
      return uuids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
    },

    /** `owner` lists the grants on the caller's identities, `grantee` those made to the caller. */
    async list(call: Call, page: Page, role: ConsentGrantRole): Promise<RecordPage<ConsentGrantRecord>> {
      if (!consentGrantRoles.includes(role))
        throw new SignpostError('parameter_invalid', { param: 'role', rule: mustBeOneOf(consentGrantRoles) })
      requireScope(call, role === 'owner' ? 'consents:read' : 'resolve')
      const list = await readOwn<GrantRow>(readLists, call.caller.consumerId, grantsOf(call.caller, role), page)
      const rows = role === 'owner' ? list.rows : await withIdentityStatus(list.rows)
      return { records: await allShownTo(call.caller.consumerId, rows), hasMore: list.hasMore }
    },

    /** A page of the grants on each identity of the caller's. */
    async listOf(call: Call, identities: readonly string[], page: Page): Promise<RecordPage<ConsentGrantRecord>[]> {
      requireScope(call, 'consents:read')
      const { consumerId } = call.caller
      const lists = await readLists<GrantRow>(
        call.caller.consumerId,
        grantsOn(call.caller),
        identities.map((id) => requireId('identity', id)),
        page,
      )
      return Promise.all(
        lists.map(async ({ rows, hasMore }) => ({ records: await allShownTo(consumerId, rows), hasMore })),
      )
    },

    /** Revokes at once: from the moment this answers, nothing is disclosed by it. Repeated, it changes nothing. */
    async revoke(call: Call, id: string): Promise<ConsentGrantRecord> {
      requireScope(call, 'consents:write')
      const uuid = requireId('consentGrant', id)
      return write(call, async (change) => {
        const [found] = await findGrants(change.db, call.caller, [uuid])
        const placed = present(found)
        const identity = present(await lockIdentity(change.db, call.caller, placed.identity_id))
        await lockGrant(change.db, placed)
        const [row] = await findGrants(change.db, call.caller, [uuid])
        const { consumerId } = call.caller
        if (row!.status !== 'active' || row!.ran_out) return shownTo(consumerId, row!)
        const revoked = await revokeGrant(change.db, placed)
        emitGrant(change, 'consent.revoked', revoked, identity)
        return shownTo(consumerId, { ...revoked, owner_id: row!.owner_id, ran_out: false })
      })
    },
  }
}

export type ConsentGrants = ReturnType<typeof createConsentGrants>
