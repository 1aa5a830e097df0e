import type { Admission } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { runTogether } from '../../database/prepared.ts'
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
import { findActiveIdentities, type IdentityRow } from '../../registry/identities/store.ts'
import type { Change, Write } from '../../unit-of-work/write.ts'
import { type CoveredRows, type CoversInput, readCovers, readRelease, requireAll } from '../covers.ts'
import type { Purposes } from '../purposes.ts'
import { lockForGrant, lockStanding, makingGrant, type StandingGrant } from './making-store.ts'
import { type ConsentGrantRecord, type GrantRow, grantRecord } from './record.ts'
import {
  findConsumer,
  findGrants,
  findPlace,
  type GrantTuple,
  grantsOf,
  grantsOn,
  lockForRevoke,
  revokingGrant,
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

export type NewGrant = {
  consumerId: string
  covers: CoveredRows
  /** What a merge never adds to: none when absent. */
  release?: readonly string[]
  purpose: string | null
  expiresAt: Date | null
}

/** So many grantees are remembered, in about 100 bytes each. */
const knownLimit = 10_000

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
  /** Grantees that were found, by who asked: consumers are never removed, and what another asked can't be told from the time. */
  const known = new Set<string>()

  async function isConsumer({ caller }: Call, granteeId: string): Promise<boolean> {
    const asked = `${caller.consumerId}:${granteeId}`
    if (known.has(asked)) return true
    const grantee = await findConsumer(db, granteeId).catch((error) => {
      throw fromDatabase(error)
    })
    if (!grantee) return false
    if (known.size >= knownLimit) known.clear()
    known.add(asked)
    return true
  }

  /** A bucket for each grantee that exists, and for no other: ids that somebody made up fill no store. */
  async function admit(call: Call, granteeId: string): Promise<Admission | undefined> {
    return (await isConsumer(call, granteeId)) ? limits.admitGrant(call, granteeId) : undefined
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

  /** A grant on a locked, active identity: what makes it, told already, and its record's row. What stood before is ended. */
  function making(change: Change, identity: IdentityRow, grant: NewGrant, standing: readonly StandingGrant[]) {
    for (const row of standing) emitGrant(change, row.is_over ? 'consent.expired' : 'consent.revoked', row, identity)
    const id = newId()
    const row = {
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
    }
    emitGrant(change, 'consent.granted', row, identity)
    const shown = { purpose: grant.purpose, owner_id: identity.consumer_id, ran_out: false }
    return { statements: makingGrant(row), rowOf: (made: GrantTuple | undefined) => ({ ...made!, ...shown }) }
  }

  async function make(change: Change, identity: IdentityRow, grant: NewGrant): Promise<GrantRow> {
    const owner = { consumerId: identity.consumer_id, livemode: identity.livemode }
    const standing = await lockStanding(change.db, identity.id, owner, grant.consumerId)
    const { statements, rowOf } = making(change, identity, grant, standing)
    const [, [made]] = await runTogether(change.db, statements)
    return rowOf(made)
  }

  return {
    make,

    async grant(call: Call, input: GrantConsentInput): Promise<ConsentGrantRecord> {
      requireScope(call, 'consents:write')
      const covers = readCovers(input.covers)
      const release = readRelease(input.release)
      const owned = { aliases: covers.aliases, endpoints: [...new Set([...covers.endpoints, ...release])] }
      const purpose = optionalText(input.purpose, 'purpose', purposeLimit)
      const expiresAt = requireFuture(input.expiresAt, clock())
      const identityId = requireId('identity', input.identity)
      const consumerId = requireId('consumer', input.consumer)

      const admission = await admit(call, consumerId)
      let spent = 0
      try {
        const record = await write(call, async (change) => {
          const found = await lockForGrant(change.db, call.caller, identityId, consumerId, owned)
          const identity = present(found.identity)
          present(found.consumer)
          requireAll(found.counts, owned)
          if (identity.status !== 'active') throw new SignpostError('identity_not_active')
          const grant = { consumerId, covers, release, purpose, expiresAt }
          const { statements, rowOf } = making(change, identity, grant, found.standing)
          const [, [made]] = await change.conclude(statements)
          return grantRecord(rowOf(made), call.caller.consumerId)
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
        const placed = present(await findPlace(change.db, call.caller, uuid))
        const found = await lockForRevoke(change.db, call.caller, placed)
        const identity = present(found.identity)
        const row = present(found.row)
        const { consumerId } = call.caller
        if (row.status !== 'active' || row.ran_out) return shownTo(consumerId, row)
        emitGrant(change, 'consent.revoked', row, identity)
        const [[revoked]] = await change.conclude([revokingGrant(placed)])
        return shownTo(consumerId, { ...revoked!, owner_id: row.owner_id, ran_out: false })
      })
    },
  }
}

export type ConsentGrants = ReturnType<typeof createConsentGrants>
