import { encodeId } from '../../kernel/id.ts'
import { readMoment, readStored, readTexts } from '../../kernel/stored.ts'
import type { Covers } from '../covers.ts'
import type { findGrants } from './store.ts'

export const consentGrantStatuses = ['active', 'revoked', 'expired'] as const
export type ConsentGrantStatus = (typeof consentGrantStatuses)[number]

export type ConsentGrantRecord = {
  id: string
  livemode: boolean
  identity: string
  status: ConsentGrantStatus
  expiresAt: Date | null
  /** Null to the grantee, which sees the four fields above and nothing else. */
  owned: {
    consumer: string
    covers: Covers
    /** The endpoints whose addresses the grantee may have, sealed. */
    release: string[]
    purpose: string | null
    revokedAt: Date | null
    createdAt: Date
    updatedAt: Date
  } | null
}

type FoundGrant = Awaited<ReturnType<typeof findGrants>>[number]

/** Where the identity's status is not read, the grantee is shown no active grant. */
export type GrantRow = Omit<FoundGrant, 'identity_status'> & { identity_status?: string }

/** One that was revoked by either word, its status or its date, is revoked. */
function ownersStatus({ status, revoked_at, ran_out }: GrantRow): ConsentGrantStatus {
  if (revoked_at !== null) return 'revoked'
  return status === 'active' && ran_out ? 'expired' : readStored(consentGrantStatuses, status, 'revoked')
}

/**
 * What a grantee is told: whether the grant shows anything now, and whether its end, which the grantee knows, is over.
 *
 * INVARIANT (nothing of an identity that isn't active): suspended, closed and revoked are the same bytes at every moment.
 */
function granteesStatus({ status, revoked_at, ran_out, identity_status }: GrantRow): ConsentGrantStatus {
  if (ran_out) return 'expired'
  return status === 'active' && revoked_at === null && identity_status === 'active' ? 'active' : 'revoked'
}

const encodeAll = (kind: 'alias' | 'endpoint', stored: unknown) => readTexts(stored).map((uuid) => encodeId(kind, uuid))

/** The grant as `viewer` (a consumer's uuid) may see it. `purpose` is opened for the owner alone. */
export function grantRecord(row: GrantRow & { purpose?: string | null }, viewer: string): ConsentGrantRecord {
  const isOwner = row.owner_id === viewer
  return {
    id: encodeId('consentGrant', row.id),
    livemode: row.livemode,
    identity: encodeId('identity', row.identity_id),
    status: isOwner ? ownersStatus(row) : granteesStatus(row),
    expiresAt: row.expires_at,
    owned: isOwner
      ? {
          consumer: encodeId('consumer', row.consumer_id),
          covers: {
            all: row.covers_all === true,
            aliases: encodeAll('alias', row.covers_aliases),
            endpoints: encodeAll('endpoint', row.covers_endpoints),
          },
          release: encodeAll('endpoint', row.release),
          purpose: row.purpose ?? null,
          revokedAt: row.revoked_at,
          createdAt: readMoment(row.created_at),
          updatedAt: readMoment(row.updated_at),
        }
      : null,
  }
}
