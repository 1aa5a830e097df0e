/** The families of errors a caller can meet. Source: docs/rules.md#errors. */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'idempotency_error'
  | 'rate_limit_error'
  | 'api_error'

type ErrorRule = { type: ErrorType; message: string }

const bad = (message: string): ErrorRule => ({ type: 'invalid_request_error', message })
const unauthenticated = (message: string): ErrorRule => ({ type: 'authentication_error', message })
const forbidden = (message: string): ErrorRule => ({ type: 'permission_error', message })
const absent = (message: string): ErrorRule => ({ type: 'not_found_error', message })
const conflict = (message: string): ErrorRule => ({ type: 'conflict_error', message })
const repeated = (message: string): ErrorRule => ({ type: 'idempotency_error', message })
const tooMany = (message: string): ErrorRule => ({ type: 'rate_limit_error', message })
const ours = (message: string): ErrorRule => ({ type: 'api_error', message })

/**
 * Every error code of the service, with its family and its public message.
 *
 * INVARIANT (no echo): a message never contains a value of the caller's; `param` at most names the field.
 */
export const errorCatalogue = {
  invalid_json: bad('The body is not valid JSON.'),
  parameter_missing: bad('A required parameter is missing.'),
  parameter_invalid: bad('A parameter has an invalid value.'),
  parameter_unknown: bad('The request has a parameter that this route does not know.'),
  parameter_conflict: bad('The parameters exclude each other: send one form or the other.'),
  bulk_limit_exceeded: bad('The bulk has more items than its limit.'),
  cursor_invalid: bad('The cursor is not valid for this list.'),
  cursor_expired: bad(
    'The cursor is of an earlier state of the registry, or of a key with fewer scopes: begin again without one.',
  ),
  idempotency_key_invalid: bad('The Idempotency-Key must be 1 to 255 visible ASCII characters.'),
  url_not_https: bad('The URL must be an https URL without user information, on port 443 or 8443.'),
  url_forbidden: bad('The URL does not lead to a public address.'),
  event_type_unknown: bad('An event type is not in the catalogue: GET /v1/event_types lists them.'),
  address_invalid: bad('The address is not valid for its endpoint type and network.'),
  capability_unknown: bad('A network or rail is not in the catalogue.'),
  proof_invalid: bad('The proof does not show control of this address, or is used or expired.'),
  claim_type_unsupported: bad('An alias of this type cannot be claimed in this way.'),
  limit_reached: bad('A limit on the number of records is reached.'),
  sealing_key_private: bad("You sent the private half (`d`). Throw this pair away and register another's public half."),
  sealing_key_invalid: bad('The key is not a valid public X25519 key.'),
  test_key_required: bad('This works in test mode only: use a test key. Nothing was changed.'),
  graphql_invalid: bad('The GraphQL document is not valid.'),
  graphql_too_complex: bad('The GraphQL operation is too large or too complex.'),
  document_unknown: bad('The GraphQL document is not one of the trusted documents.'),

  alias_value_required: bad('An alias value is required.'),
  alias_type_unsupported: bad('The alias type is not supported.'),
  alias_too_short: bad('The alias is too short.'),
  alias_too_long: bad('The alias is too long.'),
  alias_invalid_characters: bad('The alias has characters that its type does not allow.'),
  alias_invalid_format: bad('The alias does not have the form of its type.'),
  alias_reserved: bad('The alias is a reserved word.'),
  phone_invalid: bad('The phone number is not valid.'),
  phone_country_code_required: bad('The phone number needs a country code: begin with + or 00.'),
  email_invalid: bad('The e-mail address is not valid.'),
  payment_link_invalid: bad('The payment link is not valid.'),

  api_key_missing: unauthenticated('An API key is required: send Authorization: Bearer <API_KEY>.'),
  api_key_invalid: unauthenticated('The API key is not valid. Send Authorization: Bearer <API_KEY>.'),
  api_key_expired: unauthenticated('The API key has expired.'),
  api_key_revoked: unauthenticated('The API key has been revoked.'),

  consumer_suspended: forbidden('The consumer of this API key is suspended.'),
  scope_missing: forbidden('The API key lacks the required scope.'),

  alias_not_found: absent('No alias matches.'),
  release_not_found: absent(
    'No such release is possible: ask the owner of the alias with a consent request for a release.',
  ),
  resource_missing: absent('No such record.'),
  route_not_found: absent('No such route.'),

  method_not_allowed: bad('The route does not support this method.'),
  request_timeout: bad('The request took too long to arrive.'),
  body_too_large: bad('The body is too large.'),
  content_type_unsupported: bad('The Content-Type must be application/json.'),
  headers_too_large: bad('The request headers are too large.'),

  alias_taken: conflict('The alias is taken.'),
  alias_in_cooldown: conflict('The alias was released and is cooling down.'),
  consumer_name_taken: conflict('Another consumer has this name.'),
  external_reference_taken: conflict('Another record of yours has this external reference.'),
  status_transition_invalid: conflict('The status cannot change in this way.'),
  identity_not_active: conflict('The identity is not active.'),
  alias_released: conflict('The alias is released.'),
  grant_exists: conflict('The consumer has an active grant on this identity: change that one.'),
  grant_ended: conflict('The grant is no longer active: create another.'),
  version_changed: conflict('The grant was changed meanwhile: read it again.'),
  consent_request_closed: conflict('The consent request is closed.'),
  roll_in_progress: conflict('The key is being rolled already.'),
  sealing_key_not_usable: conflict('The sealing key is still delayed, or is removed.'),
  webhook_disabled: conflict('The webhook is disabled.'),
  event_too_old: conflict('The event is too old to be delivered again.'),
  claim_closed: conflict('The claim no longer accepts this, or not from this side.'),
  challenge_closed: conflict('The challenge is closed.'),

  idempotency_key_in_use: repeated('A request with this Idempotency-Key is in progress.'),
  idempotency_key_reused: repeated('This Idempotency-Key was used with another request.'),

  challenge_limit: tooMany('Too many challenges or wrong answers: wait and try again.'),
  reset_in_progress: tooMany('Another reset of this sandbox is running: wait and retry.'),
  rate_limited: tooMany('Too many requests: wait and try again.'),

  internal_error: ours('Something went wrong on our side.'),
  decryption_failed: ours('Stored data could not be decrypted.'),
  service_unavailable: ours('The service is temporarily unavailable.'),
  overloaded: ours('The service is overloaded.'),
  challenge_sender_missing: ours('No sender of challenges is configured for this method.'),
  shutting_down: ours('The service is shutting down.'),
} as const satisfies Record<string, ErrorRule>

export type ErrorCode = keyof typeof errorCatalogue

/**
 * The one error that services throw on purpose. `param` names the field in camelCase; `existing` is the public id of
 * the caller's own conflicting record; `rule` replaces the catalogue's message with the rule; `retryAfter` is in
 * seconds.
 */
export class SignpostError extends Error {
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly existing: string | undefined
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    {
      param,
      existing,
      rule,
      retryAfter,
      cause,
    }: { param?: string; existing?: string; rule?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(rule ?? errorCatalogue[code].message, cause === undefined ? undefined : { cause })
    this.name = 'SignpostError'
    this.code = code
    this.param = param
    this.existing = existing
    this.retryAfter = retryAfter
  }

  get type(): ErrorType {
    return errorCatalogue[this.code].type
  }
}
