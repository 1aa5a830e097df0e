/** A value of one of the service's own enums: a type, a status, a level. */
const word = 'a word of a fixed list'
/** Data of a consumer, not of one of its identities. */
const consumers = 'of a consumer, and of none of its identities'
const keyed = 'a keyed hash or a random token, which ends by itself'
const actor = 'a key, the name of a job, or the operator’s way'
const machine = 'of the service itself'

/**
 * The columns that can hold text or bytes and stay when an identity is erased, each with the reason. The other ones are
 * in `catalogue-store.ts`. A column in neither list fails test/system/contract/erasure.test.ts.
 */
export const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  identity: {
    type: word,
    status: word,
    default_privacy_level: word,
    payee_checks: word,
    close_match: word,
    declared_match: word,
    destination_checks: word,
  },
  // `snapshot` is derived from the endpoints: a trigger writes it from their rows.
  alias: { type: word, status: word, privacy_level: word },
  alias_reservation: { type: word, skeleton: 'freed, or a keyed hash until its cooldown ends: see eraseReservations' },
  endpoint: { type: word, status: word, privacy_level: word, release: word },
  consent_grant: { status: word },
  consent_request: { type: word, status: word },
  claim: { kind: word, type: word, status: word, reason: word, method: word },
  challenge: { method: word, purpose: word, status: word, send_state: word },
  challenge_tally: { key: keyed, shared_key: keyed },
  disclosure_record: { kind: word, verdict: word, basis: word },
  release: { status: word, alias_type: word },
  value_budget: { subject: consumers, target: keyed, asked: keyed },
  event: {
    type: word,
    subjects: 'public ids',
    grantee_subjects: 'public ids',
    changed_fields: word,
    actor_type: word,
    actor_id: actor,
  },
  api_key_network: { network: keyed },
  audit_network: { prefix: 'the network of the owner’s own key, dropped after 30 days' },
  event_body: { type: word, body: 'public ids and types alone, dropped after 30 days' },
  event_notice: { type: word, actor_type: word, actor_id: actor },
  notice_due: { before: 'ids, types, levels and capabilities of endpoints, until the grantees are told' },
  webhook: { url: consumers, description: consumers, enabled_events: word, status: word, disabled_reason: word },
  webhook_secret: { sealed: consumers },
  webhook_delivery: { kind: word, state: word },
  webhook_attempt: { error: consumers, answer: 'what a receiver of the owner’s answered, dropped after 30 days' },
  idempotency_record: {
    key: keyed,
    fingerprint: keyed,
    outcome: 'a kept answer: it ends after 24 hours, and `doctor --erased` says until when',
  },
  consumer: { name: consumers, display_name: consumers, limits: consumers, group_name: consumers },
  api_key: { name: consumers, scopes: word, hash: keyed, mark: keyed, prefix: word, last4: consumers },
  sealing_key: { x: consumers },
  rate_bucket: { key: consumers },
  request_record: { operation: word, code: word },
  data_key: { purpose: word, wrapped: machine, key_provider: machine, status: word },
  registry_epoch: { system: machine },
  node: { version: machine },
  opener: { day_share: machine },
}
