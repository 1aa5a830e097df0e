import { encodeId } from '../../kernel/id.ts'
import { moment, nullable, one, owner, type RecordOf, record, text, typeOf } from '../../kernel/record.ts'
import { readMoment, readStored, readText } from '../../kernel/stored.ts'
import { aliasTypes, readAliasType } from '../../registry/aliases/normalization/alias-types.ts'
import { claimDirections, claimKinds, claimReasons, claimStatuses, isOpen, readClaimStatus } from './rules.ts'
import type { ClaimRow } from './store.ts'

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const claim = record('claim', {
  direction: owner(one(claimDirections)),
  kind: owner(one(claimKinds)),
  type: owner(typeOf(aliasTypes)),
  value: owner(text('Normalized')),
  /** Neither side sees the other's. */
  identity: owner(nullable(text("idn_…, this side's own"))),
  consumer: owner(text('The claimer')),
  status: owner(one(claimStatuses)),
  reason: owner(nullable(one(claimReasons))),
  deadline: owner(nullable(moment('The deadline of its status'))),
  challenge: owner(nullable(text("chl_…, this side's latest challenge"))),
})

export type ClaimRecord = RecordOf<typeof claim>

/** Renders the claim for one side. */
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

/** Payload of `claim.*` events. */
export const claimPayload = ({ id, kind, type }: Pick<ClaimRow, 'id' | 'kind' | 'type'>) => ({
  claim: { public_id: encodeId('claim', id), type: kind },
  alias_type: type,
})
