import type { EventType, NoticeType } from './event-types.ts'

/** In whose log an entry is, by what the record is to them. */
export const sides = ['owner', 'grantee', 'requester', 'claimant', 'operator'] as const
export type Side = (typeof sides)[number]

/** The fields of the data whose ids are the subjects of the entry, by side. */
type Subjects = { readonly [S in Side]?: readonly string[] }

const identity = { owner: ['identity'] }
const alias = { owner: ['identity', 'alias'] }
const endpoint = { owner: ['identity', 'endpoint'] }
const request = { owner: ['identity', 'consent_request', 'consumer'] }
const grant = {
  owner: ['identity', 'consent_grant', 'consumer'],
  grantee: ['identity', 'consent_grant', 'consumer'],
}
const claim = { owner: ['claim', 'identity', 'alias'], claimant: ['claim'] }
const payeeName = { owner: ['identity', 'payee_name'] }
const sealingKey = { owner: ['sealing_key'] }
const apiKey = { owner: ['api_key'] }
const consumer = { owner: ['consumer'] }
const webhook = { owner: ['webhook'] }

/**
 * Every kind of entry: in whose log it is, and the ids that each side is told. Webhooks hear those that are event types too.
 *
 * INVARIANT (silent requests): the requester's entry names no identity, and is the same whether or not there is one: the match is
 * in the owner's log alone.
 */
export const kinds = {
  'identity.created': identity,
  'identity.updated': identity,
  'identity.status_changed': identity,
  'identity.erased': identity,
  'identity.exported': identity,
  'alias.created': alias,
  'alias.updated': alias,
  'alias.verified': alias,
  'alias.unverified': alias,
  'alias.released': alias,
  'endpoint.added': endpoint,
  'endpoint.updated': endpoint,
  'endpoint.removed': endpoint,
  'endpoint.released': { owner: ['identity', 'endpoint', 'consumer'] },
  'consent.requested': request,
  'consent.granted': grant,
  'consent.updated': grant,
  'consent.revoked': grant,
  'consent.expired': grant,
  'consent_request.asked': { requester: ['consent_request'] },
  'consent_request.approved': request,
  'consent_request.declined': request,
  'claim.created': { claimant: ['claim'] },
  'claim.opened': claim,
  'claim.completed': claim,
  'claim.cancelled': claim,
  'payee_name.created': payeeName,
  'payee_name.attested': payeeName,
  'payee_name.removed': payeeName,
  'release.requested': { requester: ['release'] },
  'sealing_key.created': sealingKey,
  'sealing_key.activated': sealingKey,
  'sealing_key.removed': sealingKey,
  'api_key.created': apiKey,
  'api_key.rolled': { owner: ['api_key', 'rolled_to'] },
  'api_key.revoked': apiKey,
  'api_key.new_network': apiKey,
  'consumer.suspended': consumer,
  'consumer.resumed': consumer,
  'consumer.settings_changed': consumer,
  'webhook.created': webhook,
  'webhook.updated': webhook,
  'webhook.secret_rotated': webhook,
  'webhook.disabled': webhook,
  'webhook.removed': webhook,
  'operator.consumer_created': { operator: ['consumer'] },
  'operator.limits_changed': { operator: ['consumer'] },
  'operator.group_changed': { operator: ['consumer'] },
  'operator.api_key_created': { operator: ['consumer', 'api_key'] },
  'operator.exported': { operator: ['consumer'] },
  'operator.renormalized': { operator: [] },
  'retention.dropped': { operator: [] },
} as const satisfies Record<Exclude<EventType, NoticeType>, Subjects> & Record<string, Subjects>

export type EntryKind = keyof typeof kinds

export const isEntryKind = (value: unknown): value is EntryKind =>
  typeof value === 'string' && Object.hasOwn(kinds, value)

/** The public ids that an entry tells a side; none where it is not told. An event of one side lacks the fields of another. */
export function subjectsOf(kind: string, side: Side, data: Readonly<Record<string, unknown>>): string[] {
  const fields = isEntryKind(kind) ? ((kinds[kind] as Subjects)[side] ?? []) : []
  const ids = fields.flatMap((field) => {
    const named = data[field] as string | { public_id: string } | undefined
    return typeof named === 'object' ? named.public_id : (named ?? [])
  })
  return [...new Set(ids)]
}

/** Fields of a grant that are the same to both sides: `covers` and `release` may change by a record that is hidden from the grantee. */
const granteeFields: readonly string[] = ['expires_at']

/** The names of fields that a grantee is told. */
export const toldToGrantee = (changed: readonly string[]): string[] =>
  changed.filter((name) => granteeFields.includes(name))

/** The side whose log the entry is in first: a grantee reads it beside its owner. */
export const mainSide = (kind: string): Side =>
  (isEntryKind(kind) && sides.find((side) => side !== 'grantee' && side in kinds[kind])) || 'owner'

/** Those of the fields that differ. Columns are called as the fields of their records. */
export const changedFields = (
  names: readonly string[],
  before: object,
  after: Readonly<Record<string, unknown>>,
): string[] => names.filter((name) => name in after && after[name] !== (before as Record<string, unknown>)[name])
