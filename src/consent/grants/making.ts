import { runTogether } from '../../database/prepared.ts'
import { grantPayload } from '../../events/payload.ts'
import type { IdentityRow } from '../../registry/identities/store.ts'
import type { Change } from '../../unit-of-work/write.ts'
import type { CoveredRows } from '../covers.ts'
import type { Purposes } from '../purposes.ts'
import { lockStanding, makingGrant, type StandingGrant } from './making-store.ts'
import type { GrantRow } from './record.ts'
import type { GrantTuple } from './store.ts'

/** What making grants needs. */
export type Making = { newId: () => string; purposes: Purposes }

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

/** A grant on a locked, active identity: what makes it, told already, and its record's row. What stood before is ended. */
export function making(
  { newId, purposes }: Making,
  change: Change,
  identity: IdentityRow,
  grant: NewGrant,
  standing: readonly StandingGrant[],
) {
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

export async function make(needs: Making, change: Change, identity: IdentityRow, grant: NewGrant): Promise<GrantRow> {
  const owner = { consumerId: identity.consumer_id, livemode: identity.livemode }
  const standing = await lockStanding(change.db, identity.id, owner, grant.consumerId)
  const { statements, rowOf } = making(needs, change, identity, grant, standing)
  const [, [made]] = await runTogether(change.db, statements)
  return rowOf(made)
}
