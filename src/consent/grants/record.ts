import { encodeId } from '../../kernel/id.ts'
import {
  flag,
  group,
  list,
  moment,
  nullable,
  one,
  owner,
  parts,
  type RecordOf,
  shape,
  text,
  whole,
} from '../../kernel/record.ts'
import { readMoment, readStored, readTexts } from '../../kernel/stored.ts'
import { coversOf } from './rules.ts'
import type { findGrants } from './store.ts'

export const consentGrantStatuses = ['active', 'revoked', 'expired'] as const
export type ConsentGrantStatus = (typeof consentGrantStatuses)[number]

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const consentGrant = shape('consent_grant', {
  id: owner(text()),
  livemode: owner(flag()),
  identity: owner(text('idn_…')),
  status: owner(one(consentGrantStatuses)),
  expiresAt: owner(nullable(moment())),
  /** For the grantee: those that the policy discloses to it now. */
  release: owner(list(text('end_…, whose sealed address the grantee may receive'))),
  /** Null for the grantee, who sees the fields above and nothing else. */
  owned: owner(
    group({
      consumer: owner(text('The grantee; for the owner only, like all following fields')),
      covers: owner(parts({ all: flag(), aliases: list(text()), endpoints: list(text()) })),
      purpose: owner(nullable(text())),
      version: owner(whole('Incremented at each change')),
      revokedAt: owner(nullable(moment())),
      createdAt: owner(moment()),
      updatedAt: owner(moment()),
    }),
  ),
})

export type ConsentGrantRecord = RecordOf<typeof consentGrant>

type FoundGrant = Awaited<ReturnType<typeof findGrants>>[number]

/** If the identity's status is not read, the grantee sees no active grant; if `releasable` is not, no endpoint. */
export type GrantRow = Omit<FoundGrant, 'identity_status'> & {
  identity_status?: string
  releasable?: ReadonlySet<string> | undefined
}

/** A grant counts as revoked by its status or its date. */
export function ownersStatus({
  status,
  revoked_at,
  ran_out,
}: Pick<GrantRow, 'status' | 'revoked_at' | 'ran_out'>): ConsentGrantStatus {
  if (revoked_at !== null) return 'revoked'
  return status === 'active' && ran_out ? 'expired' : readStored(consentGrantStatuses, status, 'revoked')
}

/**
 * The status for the grantee: active while the grant discloses, expired once its end, which the grantee knows, has
 * passed.
 *
 * INVARIANT (nothing of an identity that isn't active): suspended, closed and revoked are the same bytes at every
 * moment.
 */
function granteesStatus({ status, revoked_at, ran_out, identity_status }: GrantRow): ConsentGrantStatus {
  if (ran_out) return 'expired'
  return status === 'active' && revoked_at === null && identity_status === 'active' ? 'active' : 'revoked'
}

/** True while the grant discloses anything to its grantee. */
export const isActiveToGrantee = (row: GrantRow): boolean => granteesStatus(row) === 'active'

const encodeAll = (kind: 'alias' | 'endpoint', uuids: readonly string[]) => uuids.map((uuid) => encodeId(kind, uuid))

/** Renders the covered records of a grant. */
export const shownCovers = (covers: { all: boolean; aliases: readonly string[]; endpoints: readonly string[] }) => ({
  all: covers.all,
  aliases: encodeAll('alias', covers.aliases),
  endpoints: encodeAll('endpoint', covers.endpoints),
})

/** Renders the grant for `viewer` (a consumer's uuid). `purpose` is opened for the owner alone. */
export function grantRecord(row: GrantRow & { purpose?: string | null }, viewer: string): ConsentGrantRecord {
  const isOwner = row.owner_id === viewer
  const release = readTexts(row.release)
  const status = isOwner ? ownersStatus(row) : granteesStatus(row)
  const sent = status === 'active' ? release.filter((id) => row.releasable?.has(id)) : []
  return {
    id: encodeId('consentGrant', row.id),
    livemode: row.livemode,
    identity: encodeId('identity', row.identity_id),
    status,
    expiresAt: row.expires_at,
    release: encodeAll('endpoint', isOwner ? release : sent),
    owned: isOwner
      ? {
          consumer: encodeId('consumer', row.consumer_id),
          covers: shownCovers(coversOf(row)),
          purpose: row.purpose ?? null,
          version: row.version,
          revokedAt: row.revoked_at,
          createdAt: readMoment(row.created_at),
          updatedAt: readMoment(row.updated_at),
        }
      : null,
  }
}
