import { encodeId } from '../../kernel/id.ts'
import { readMoment, readStored, readText } from '../../kernel/stored.ts'
import { type AliasType, readAliasType } from '../../registry/aliases/normalization/alias-types.ts'
import {
  type ClaimDirection,
  type ClaimKind,
  type ClaimReason,
  type ClaimStatus,
  claimKinds,
  claimReasons,
  isOpen,
  readClaimStatus,
} from './rules.ts'
import type { ClaimRow } from './store.ts'

export type ClaimRecord = {
  id: string
  livemode: boolean
  direction: ClaimDirection
  kind: ClaimKind
  type: AliasType
  value: string
  /** The side's own identity: neither side is told the other's. */
  identity: string | null
  /** Who claims. */
  consumer: string
  status: ClaimStatus
  reason: ClaimReason | null
  deadline: Date | null
  /** The latest challenge that this side made. */
  challenge: string | null
  createdAt: Date
  updatedAt: Date
}

/** The claim as one side sees it. */
export function claimRecord(row: ClaimRow, consumerId: string, challengeId: string | null): ClaimRecord {
  const isClaimer = row.consumer_id === consumerId
  const status = readClaimStatus(row.status)
  const identityId = isClaimer ? row.identity_id : row.donor_identity_id
  return {
    id: encodeId('claim', row.id),
    livemode: row.livemode,
    direction: isClaimer ? 'outgoing' : 'incoming',
    kind: readStored(claimKinds, row.kind, 'portability'),
    type: readAliasType(row.type),
    value: readText(row.value),
    identity: identityId && encodeId('identity', identityId),
    consumer: encodeId('consumer', row.consumer_id),
    status,
    reason: row.reason === null ? null : readStored(claimReasons, row.reason, 'refused'),
    deadline: isOpen(status) ? readMoment(row.deadline) : null,
    challenge: challengeId && encodeId('challenge', challengeId),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  }
}

/** What `claim.*` events say. */
export const claimPayload = ({ id, kind, type }: Pick<ClaimRow, 'id' | 'kind' | 'type'>) => ({
  claim: { public_id: encodeId('claim', id), type: kind },
  alias_type: type,
})
