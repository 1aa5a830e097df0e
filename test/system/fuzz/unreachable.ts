import type { ErrorCode } from '../../../src/kernel/errors.ts'

/** The codes that a fuzzed REST request cannot meet, and why. */
export const unreachable: Partial<Record<ErrorCode, string>> = {
  graphql_invalid: 'GraphQL only: met there',
  graphql_too_complex: 'GraphQL only: met there',
  document_unknown: 'needs TRUSTED_DOCUMENTS, which the fuzzed server has not',
  webhook_disabled: 'takes a webhook that was switched off: met in the tests of webhooks',
  capability_unknown: 'takes CAPABILITY_CATALOGUE=strict: met in the tests of the catalogue',
  event_too_old: 'takes an event of weeks ago: met in the tests of webhooks',
  consumer_name_taken: 'takes an operator who makes a consumer: met in the tests of the admin interface',
  consumer_suspended: 'takes an operator who suspends a consumer: met in the tests of consumers',
  request_timeout: 'takes a client that is slower than ten seconds',
  headers_too_large: 'judged by its own test: the parser refuses before there is a request',
  rate_limited: 'the fuzzed server runs with RATE_LIMITS=off',
  challenge_limit: 'takes more answers of one kind than the fuzz gives',
  challenge_sender_missing: 'the fuzzed server has a sender',
  internal_error: 'a 5xx: none may be met',
  decryption_failed: 'a 5xx: takes a ciphertext that was tampered with',
  service_unavailable: 'a 5xx: takes a database that is away',
  overloaded: 'a 5xx: takes more load than the fuzz makes',
  cursor_expired: 'takes a cursor of another epoch: met in the tests of the changes feed',
  shutting_down: 'a 5xx: takes a server that is draining',
}
