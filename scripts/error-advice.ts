import type { ErrorCode } from '../src/kernel/errors.ts'

/** Of each code: what causes it, and what to do. `docs/errors.md` shows both, where `doc_url` leads. */
export const errorAdvice: Readonly<Record<ErrorCode, readonly [cause: string, advice: string]>> = {
  invalid_json: ['The body is missing, is not JSON, or is not an object.', 'Send one JSON object in UTF-8.'],
  parameter_missing: ['A field that the route needs is absent.', 'Send the field that `param` names.'],
  parameter_invalid: [
    'A field has the wrong type, length or form, or an id is none of ours.',
    'Mend the field that `param` names; the message says what is allowed where there is more to say.',
  ],
  parameter_unknown: [
    'A field or a query parameter is not one of the route: perhaps it is misspelt.',
    'Leave it out, or spell it as [the reference](routes.md) does.',
  ],
  parameter_conflict: ['Two forms of the same thing were sent.', 'Send one of them.'],
  bulk_limit_exceeded: [
    'A bulk request has more than 100 items.',
    'Split it; each item counts as a look-up of its own.',
  ],
  cursor_invalid: [
    'The cursor names no record of this list for this key, or the filters changed.',
    'Begin the list again without a cursor.',
  ],
  cursor_expired: [
    'The registry was restored, or the key lost a scope, since the cursor was made.',
    'Begin again without a cursor.',
  ],
  idempotency_key_invalid: [
    'The header is empty, too long, or has other than visible ASCII.',
    'Send 1 to 255 visible ASCII characters.',
  ],
  url_not_https: [
    'The URL of a webhook is not https, or uses another port than 443 or 8443.',
    'Serve the receiver over https.',
  ],
  url_forbidden: [
    'The name does not resolve, or leads to an address that is not public.',
    'Register a public address. How to try it on one machine: [webhooks](webhooks.md).',
  ],
  event_type_unknown: [
    '`enabled_events` names a type that does not exist.',
    'Take types of `GET /v1/event_types`, `family.*` or `*`.',
  ],
  address_invalid: [
    'The address does not fit its endpoint type, its network or its check digits.',
    'Check the address and the `capabilities` beside it: [resolving](resolve.md).',
  ],
  capability_unknown: [
    'The service is strict about networks and rails, and this one is not in the catalogue.',
    'Take a name of [the catalogue](catalogue.md).',
  ],
  proof_invalid: [
    'The signature is of another key or another text, or the challenge is used or over.',
    'Ask for a new challenge and sign its text as it is: [ownership](ownership.md).',
  ],
  claim_type_unsupported: [
    'Aliases of this type are not proved in the way that the claim asks for.',
    'See which types can be claimed in [ownership](ownership.md).',
  ],
  limit_reached: [
    'The consumer or the identity has as many records as it may.',
    'Remove what is not used, or ask the operator for more: [quotas](limits.md).',
  ],
  sealing_key_invalid: [
    'The JWK is not a public X25519 key, carries a private part, or is a weak key.',
    'Register the public JWK of a fresh key pair: [releases](releases.md).',
  ],
  graphql_invalid: [
    'The document does not parse, does not fit the schema, or its variables do not.',
    'Check it against `/schema.graphql`, or in the explorer at `/graphql`.',
  ],
  graphql_too_complex: [
    'The document is too deep, too long, or may read too many records.',
    'Ask for less at once: [quotas](limits.md).',
  ],
  document_unknown: [
    'Only trusted documents are run here, and this is none of them.',
    'Send the hash of a registered document.',
  ],

  alias_value_required: ['The alias is empty after normalization.', 'Send a value.'],
  alias_type_unsupported: [
    'The type is none of the service, or cannot be told from the value.',
    'Send `type`, one of those in [the reference](routes.md).',
  ],
  alias_too_short: ['The normalized value is shorter than its type allows.', 'Take a longer one.'],
  alias_too_long: ['The value is longer than its type allows.', 'Take a shorter one.'],
  alias_invalid_characters: [
    'The value has characters that its type does not take, or mixes scripts.',
    'Leave them out. `POST /v1/aliases/normalize` shows what would be stored.',
  ],
  alias_invalid_format: [
    'The value does not have the form of its type.',
    'Check it by `POST /v1/aliases/normalize`, which looks nothing up.',
  ],
  alias_reserved: ['The word is kept for the service or for a rail.', 'Take another.'],
  phone_invalid: ['The number cannot exist in its country.', 'Check the number and its country code.'],
  phone_country_code_required: ['The number has no country code.', 'Write it as `+` and the country code.'],
  email_invalid: ['The address has not the form of an e-mail address.', 'Check both sides of the `@`.'],
  payment_link_invalid: [
    'The link is not https, or has parts that a payment link may not have.',
    'Send host and path alone.',
  ],

  api_key_missing: [
    'There is no `Authorization` header, or it is of another scheme.',
    'Send `Authorization: Bearer` and the key.',
  ],
  api_key_invalid: ['Nobody has this key.', 'Check that it was copied whole; test keys begin with `spk_test_`.'],
  api_key_expired: [
    'The key had an end, and it has passed; after a roll the old key ends too.',
    'Use the new key, or create one.',
  ],
  api_key_revoked: ['The key was revoked.', 'Use another key of the consumer.'],
  consumer_suspended: [
    'The operator suspended the consumer.',
    'Talk to the operator; no other key of yours works either.',
  ],
  scope_missing: [
    'The key is valid and lacks the scope of this operation.',
    'Use a key with the scope that [the route](routes.md) names.',
  ],

  alias_not_found: [
    'Nobody has the alias, or it is not for you to see: hidden and absent are one answer, in time too.',
    'Check the spelling, or ask for [consent](consent.md). Sending it again changes nothing and costs the quota of misses.',
  ],
  release_not_found: [
    'There is nothing to release: no such endpoint, no permission, or it ended.',
    'See what permits a release in [releases](releases.md).',
  ],
  resource_missing: [
    'No record of yours has this id in the environment of the key.',
    'Check the id, and whether the key is a test key.',
  ],
  route_not_found: ['No route has this path.', 'See [routes](routes.md).'],
  method_not_allowed: ['The path exists, but not with this verb.', 'Take a verb of the `Allow` header.'],
  request_timeout: ['The request did not arrive whole in time.', 'Send it again: a write with its `Idempotency-Key`.'],
  body_too_large: ['The body is larger than 64 KiB, or 128 KiB for a bulk.', 'Send less at once.'],
  content_type_unsupported: [
    'The body is declared as something else than JSON, or as compressed.',
    'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  ],
  headers_too_large: ['The headers together are too large.', 'Send fewer or shorter headers.'],

  alias_taken: [
    'The alias, or one that looks like it, is registered or cools down.',
    'Take another. With `existing` it is your own record. Who proves control of it can [claim](ownership.md) it.',
  ],
  alias_in_cooldown: [
    'You released the alias yourself, and it waits until nobody expects you behind it.',
    'Wait: 30 days, 90 for a phone number.',
  ],
  consumer_name_taken: [
    'On the admin interface: another consumer has the name.',
    'Choose another name, or find that consumer with `GET /admin/v1/consumers`.',
  ],
  external_reference_taken: [
    'Another live record of yours, of the same kind, has it.',
    'Find it by `…/search` ([finding](finding.md)).',
  ],
  status_transition_invalid: [
    'The record is in a status from which this cannot be reached: a closed identity stays closed.',
    'Read the record again.',
  ],
  identity_not_active: ['The identity is suspended or closed.', 'Activate it first; a closed one stays closed.'],
  alias_released: ['The alias was released and cannot be changed.', 'Register it again, after its cooldown.'],
  consent_request_closed: ['The request was approved, declined, or has expired.', 'Ask again with a new request.'],
  roll_in_progress: [
    'The key was rolled, and the old one has not ended.',
    'Wait for its end, or revoke one of the two.',
  ],
  sealing_key_not_usable: [
    'A new key waits before it can be used; a removed one never is.',
    'Wait until `usable_at`, or name another key.',
  ],
  webhook_disabled: [
    'The webhook is off: by you, or after lasting failures.',
    'Mend the receiver and enable it: `PATCH /v1/webhooks/:id`.',
  ],
  event_too_old: ['The event is older than 23 days and about to be dropped.', 'Read the records themselves.'],
  claim_closed: [
    'The claim is over, waits for another step, or this step is of the other side.',
    'Read the claim: its `status` says what comes next.',
  ],
  challenge_closed: ['The challenge is answered, over, or had too many wrong answers.', 'Ask for a new one.'],

  idempotency_key_in_use: [
    'The first request with this key is still at work.',
    'Wait a second and send the same again.',
  ],
  idempotency_key_reused: [
    'The key was used for another request within a day.',
    'Take a fresh key for each thing that should happen once.',
  ],
  challenge_limit: [
    'Too many codes were sent, or too many answers were wrong, for this alias or consumer.',
    'Wait as long as `Retry-After` says.',
  ],
  rate_limited: [
    'A quota of the consumer or of the network is used up.',
    'Wait as long as `Retry-After` says. `GET /v1/limits` shows what is left: [quotas](limits.md).',
  ],

  internal_error: [
    'A fault of the service. It is logged under the `request_id`.',
    'Send it again later, a write with its `Idempotency-Key`; then report the `request_id`.',
  ],
  decryption_failed: [
    'A sealed value does not open with the keys of the service.',
    'Report the `request_id` to the operator. Sending it again does not help.',
  ],
  service_unavailable: ['The database or another part does not answer.', 'Send it again after `Retry-After`.'],
  overloaded: [
    'More requests came than the service can answer in time.',
    'Send it again after `Retry-After`, more slowly.',
  ],
  challenge_sender_missing: [
    'The operator configured no way to send this kind of code.',
    'Use another method, or talk to the operator: [ownership](ownership.md).',
  ],
  shutting_down: ['This process is being replaced.', 'Send it again after `Retry-After`: another process answers.'],
}
