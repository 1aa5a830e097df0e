// Made by `npm run generate -- client` of the OpenAPI document.

export interface Identity {
  object: 'identity'
  id: string
  livemode: boolean
  type: 'user' | 'merchant' | 'business' | 'organization' | 'machine'
  status: 'active' | 'suspended' | 'closed'
  display_name: string | null
  default_privacy_level: 'public' | 'unlisted' | 'private' | 'consent_required'
  primary_alias: string | null
  payee_checks: 'on' | 'off'
  close_match: 'on' | 'off'
  declared_match: 'on' | 'off'
  destination_checks: 'on' | 'off'
  external_reference: string | null
  metadata: { [k: string]: string }
  erasing: boolean
  erased_at: number | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface Disclosure {
  object: 'disclosure'
  id: string
  livemode: boolean
  /** idn_… */
  identity: string
  /** Who saw the endpoints */
  consumer: string
  consumer_record: {
    /** apc_… */
    id: string
    name: string | null
    display_name: string | null
  } | null
  /** als_…, the alias that was resolved */
  alias: string
  endpoints: string[]
  grant: string | null
  /** req_… */
  request_id: string
  kind: 'resolve' | 'check' | 'destination' | 'release'
  verdict: 'match' | 'declared_match' | 'close_match' | 'no_match' | 'unavailable' | null
  basis: 'public' | 'unlisted' | 'grant' | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface IdentityExport {
  object: 'identity_export'
  /** idn_… */
  id: string
  livemode: boolean
  identity: Identity
  aliases: Alias[] | null
  endpoints: Endpoint[] | null
  payee_names: PayeeName[] | null
  consent_grants: ConsentGrant[] | null
  consent_requests: ConsentRequest[] | null
  claims: Claim[] | null
  disclosures: Disclosure[] | null
  /** True if a list has more than the newest 1,000 */
  has_more: boolean
  /** The kinds with more records */
  more_of: ('aliases' | 'endpoints' | 'payee_names' | 'consent_grants' | 'consent_requests' | 'claims' | 'disclosures')[]
  /** The kinds that the key may not read: null above */
  left_out: ('aliases' | 'endpoints' | 'payee_names' | 'consent_grants' | 'consent_requests' | 'claims' | 'disclosures')[]
}

export interface Alias {
  object: 'alias'
  id: string
  livemode: boolean
  /** idn_… */
  identity: string
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  value: string
  privacy_level: 'public' | 'unlisted' | 'private' | 'consent_required'
  is_primary: boolean
  status: 'registered' | 'released' | 'transferred'
  verification: 'none' | 'attested' | 'proved'
  verified_at: number | null
  verified_method: 'otp' | 'email_link' | 'document' | 'other' | 'sms_code' | 'email_code' | 'dns_txt' | 'well_known' | null
  proof_expires_at: number | null
  /** The end of a released alias's cooldown */
  available_at?: number
  external_reference: string | null
  metadata: { [k: string]: string }
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface NormalizedAlias {
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  value: string
}

export interface Challenge {
  object: 'challenge'
  id: string
  livemode: boolean
  alias: string | null
  claim: string | null
  method: 'sms_code' | 'email_code' | 'dns_txt' | 'well_known'
  purpose: 'prove' | 'claim' | 'contest'
  status: 'pending' | 'met' | 'failed' | 'expired'
  /** Unix time in seconds */
  expires_at: number
  attempts_left: number
  instructions: {
    /** The instructions as text */
    text: string
    /** For dns_txt: the name of the TXT record */
    record_name?: string
    record_value?: string
    /** For well_known: the URL of the page */
    url?: string
    /** The content of the page */
    content?: string
  }
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface Claim {
  object: 'claim'
  id: string
  livemode: boolean
  direction: 'outgoing' | 'incoming'
  kind: 'ownership' | 'portability'
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** Normalized */
  value: string
  identity: string | null
  /** The claimer */
  consumer: string
  consumer_record: {
    /** apc_… */
    id: string
    name: string | null
    display_name: string | null
  } | null
  status: 'pending_proof' | 'queued' | 'open' | 'awaiting_second_proof' | 'completed' | 'cancelled' | 'expired'
  reason: 'contested' | 'refused' | 'withdrawn' | 'donor_silent' | 'own_alias' | 'identity_not_active' | 'limit_reached' | 'superseded' | 'second_proof_missing' | null
  deadline: number | null
  challenge: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface Endpoint {
  object: 'endpoint'
  id: string
  livemode: boolean
  /** idn_… */
  identity: string
  type: 'crypto_wallet' | 'bank_account' | 'mobile_money' | 'payment_pointer' | 'upi' | 'pix_key' | 'lightning_address'
  privacy_level: 'public' | 'unlisted' | 'private' | 'consent_required'
  /** The higher, the earlier it is named */
  priority: number
  capabilities: {
    asset: string
    network?: string
    rail: string
    supports_instant?: boolean
    /** In units of the asset: routing context only, never a charge */
    min_amount?: number
    /** In units of the asset: routing context only, never a charge */
    max_amount?: number
  }[]
  status: 'active' | 'disabled' | 'removed'
  release: 'never' | 'granted' | 'public'
  verification: 'none' | 'proved'
  verified_method: 'wallet_signature' | null
  address_preview: string | null
  /** Names of networks and rails that are not in the catalogue */
  warnings: {
    code: 'capability_unknown'
    /** The field */
    param: string
    message: string
  }[]
  external_reference: string | null
  metadata: { [k: string]: string }
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface Catalogue {
  object: 'catalogue'
  networks: {
    name: string
    title: string
    /** Synonyms */
    names: string[]
    /** True if the checksum of a wallet address is validated */
    address_checked: boolean
  }[]
  rails: {
    name: string
    title: string
    /** Synonyms */
    names: string[]
  }[]
}

export interface EndpointChallenge {
  object: 'endpoint_challenge'
  /** The message for the wallet to sign: EIP-191 for EVM, ed25519 for Solana */
  message: string
  /** The token to send with the signature */
  token: string
  /** Unix time in seconds */
  expires_at: number
}

export interface ChangeFeed {
  object: 'change_feed'
  url: string
  data: {
    /** identity, alias, endpoint, consent_grant, webhook or api_key */
    object: string
    id: string
    /** Unix time in seconds */
    updated: number
    deleted: boolean
  }[]
  /** The cursor of the next page, even if that is still empty */
  cursor: string
  has_more: boolean
  /** The delay of the feed by an open transaction */
  behind_seconds: number
}

export interface ConsentGrant {
  object: 'consent_grant'
  id: string
  livemode: boolean
  /** idn_… */
  identity: string
  status: 'active' | 'revoked' | 'expired'
  expires_at: number | null
  release: string[]
  /** The grantee; for the owner only, like all following fields */
  consumer?: string
  consumer_record?: {
    /** apc_… */
    id: string
    name: string | null
    display_name: string | null
  } | null
  covers?: {
    all: boolean
    aliases: string[]
    endpoints: string[]
  }
  purpose?: string | null
  /** Incremented at each change */
  version?: number
  revoked_at?: number | null
  /** Unix time in seconds */
  created?: number
  /** Unix time in seconds */
  updated?: number
}

export interface ConsentRequest {
  object: 'consent_request'
  /** crq_… */
  id: string
  livemode: boolean
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** Normalized */
  value: string
  purpose: string | null
  wants: ('disclosure' | 'release')[]
  status: 'pending' | 'approved' | 'declined' | 'expired'
  /** Unix time in seconds */
  expires_at: number
  /** Unix time in seconds */
  created: number
  grant: string | null
  /** idn_…, for the owner only, like all following fields */
  identity?: string
  /** als_… */
  alias?: string
  /** The requester */
  consumer?: string
  consumer_record?: {
    /** apc_… */
    id: string
    name: string | null
    display_name: string | null
  } | null
  /** Unix time in seconds */
  updated?: number
}

export interface Explanation {
  object: 'explanation'
  resolves: boolean
  livemode: boolean
  rules: {
    rule: 'environment' | 'alias_registered' | 'alias_level' | 'proof' | 'identity_active'
    holds: boolean
    because: 'same_environment' | 'other_environment' | 'alias_registered' | 'alias_released' | 'alias_transferred' | 'alias_damaged' | 'alias_public' | 'alias_unlisted' | 'alias_private' | 'grant_covers' | 'grant_missing' | 'grant_omits' | 'grant_revoked' | 'grant_expired' | 'proof_not_required' | 'proof_valid' | 'proof_attested' | 'proof_missing' | 'proof_expired' | 'proof_of_host' | 'attestation_not_accepted' | 'identity_active' | 'identity_suspended' | 'identity_closed' | 'endpoint_public' | 'endpoint_private' | 'endpoint_disabled' | 'endpoint_damaged' | 'payment_not_accepted' | 'alias_hidden'
    remedy: string | null
    grant?: {
      /** cgr_… */
      id: string
      status: 'active' | 'revoked' | 'expired'
      covers: {
        all: boolean
        aliases: string[]
        endpoints: string[]
      }
    }
  }[]
  endpoints: {
    /** end_… */
    endpoint: string
    shown: boolean
    because: 'same_environment' | 'other_environment' | 'alias_registered' | 'alias_released' | 'alias_transferred' | 'alias_damaged' | 'alias_public' | 'alias_unlisted' | 'alias_private' | 'grant_covers' | 'grant_missing' | 'grant_omits' | 'grant_revoked' | 'grant_expired' | 'proof_not_required' | 'proof_valid' | 'proof_attested' | 'proof_missing' | 'proof_expired' | 'proof_of_host' | 'attestation_not_accepted' | 'identity_active' | 'identity_suspended' | 'identity_closed' | 'endpoint_public' | 'endpoint_private' | 'endpoint_disabled' | 'endpoint_damaged' | 'payment_not_accepted' | 'alias_hidden'
    preview: string | null
    /** The consumer is given its token of this bank account */
    token: boolean
  }[]
}

export interface Impact {
  object: 'impact'
  livemode: boolean
  everybody: {
    before: {
      aliases: string[]
      endpoints: string[]
    }
    after: {
      aliases: string[]
      endpoints: string[]
    }
  }
  gains: {
    consent_grant: string | null
    /** apc_… */
    consumer: string
    aliases: string[]
    endpoints: string[]
  }[]
  loses: {
    consent_grant: string | null
    /** apc_… */
    consumer: string
    aliases: string[]
    endpoints: string[]
  }[]
  /** True if the identity has more than 1,000 active grants: the others are not compared */
  truncated: boolean
}

export interface Resolution {
  /** idn_… */
  identity: string
  type: 'user' | 'merchant' | 'business' | 'organization' | 'machine'
  matched_alias: NormalizedAlias
  endpoints: DisclosedEndpoint[]
  disclosure: {
    /** apc_… */
    consumer: string
    /** Endpoints that the identity owns */
    total_endpoints: number
    /** Endpoints in the answer */
    disclosed: number
    /** With `for`: endpoints before its filter */
    visible?: number
  }
  assurance?: {
    alias: {
      verification: 'none' | 'attested' | 'proved'
      /** Whole days */
      days: number
      transferred: boolean
    }
    identity: {
      /** Whole days */
      days: number
    }
    changed: {
      /** end_… */
      endpoint?: string
      payee_names?: true
      /** Whole days */
      days: number
    }[]
  } | null
  livemode: boolean
  /** req_… */
  request_id: string
}

export interface Bulk {
  results: {
    alias: string
    status: 'resolved' | 'consent_pending' | 'error'
    identity?: string
    type?: 'user' | 'merchant' | 'business' | 'organization' | 'machine'
    matched_alias?: {
      type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
      value: string
    }
    endpoints?: DisclosedEndpoint[]
    disclosure?: {
      /** apc_… */
      consumer: string
      /** Endpoints that the identity owns */
      total_endpoints: number
      /** Endpoints in the answer */
      disclosed: number
      /** With `for`: endpoints before its filter */
      visible?: number
    }
    assurance?: {
      alias: {
        verification: 'none' | 'attested' | 'proved'
        /** Whole days */
        days: number
        transferred: boolean
      }
      identity: {
        /** Whole days */
        days: number
      }
      changed: {
        /** end_… */
        endpoint?: string
        payee_names?: true
        /** Whole days */
        days: number
      }[]
    } | null
    error?: {
      type: string
      code: string
    }
  }[]
  livemode: boolean
  /** req_… */
  request_id: string
}

export interface DisclosedEndpoint {
  /** end_… */
  id: string
  type: 'crypto_wallet' | 'bank_account' | 'mobile_money' | 'payment_pointer' | 'upi' | 'pix_key' | 'lightning_address'
  capabilities: {
    asset: string
    network?: string
    rail: string
  }[]
  /** For a crypto_wallet: abbreviated */
  address?: string
  last4?: string | null
  token?: string | null
  /** For a payment_pointer */
  url?: string
  /** For a upi, pix_key or lightning_address: masked */
  masked?: string
}

export interface PayeeName {
  object: 'payee_name'
  id: string
  livemode: boolean
  /** idn_… */
  identity: string
  kind: 'legal' | 'trade' | 'preferred' | 'joint' | 'identification'
  masked: string | null
  basis: 'declared' | 'attested'
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface PayeeCheck {
  object: 'payee_check'
  /** `declared_match`: same name, not verified. `unavailable`: not checked, never fine */
  verdict: 'match' | 'declared_match' | 'close_match' | 'no_match' | 'unavailable'
  basis: 'declared' | 'attested' | null
  livemode: boolean
  /** req_… */
  request_id: string
}

export interface PayeeChecks {
  results: {
    object: 'payee_check'
    /** `declared_match`: same name, not verified. `unavailable`: not checked, never fine */
    verdict?: 'match' | 'declared_match' | 'close_match' | 'no_match' | 'unavailable'
    basis?: 'declared' | 'attested' | null
    error?: {
      type: string
      code: string
    }
  }[]
  livemode: boolean
  /** req_… */
  request_id: string
}

export interface DestinationCheck {
  object: 'destination_check'
  /** `no_match`: not registered in this form. `unavailable`: not checked, never fine */
  verdict: 'match' | 'no_match' | 'unavailable'
  endpoint: string | null
  changed_days: number | null
  livemode: boolean
  /** req_… */
  request_id: string
}

export interface DestinationChecks {
  results: {
    object: 'destination_check'
    /** `no_match`: not registered in this form. `unavailable`: not checked, never fine */
    verdict?: 'match' | 'no_match' | 'unavailable'
    endpoint?: string | null
    changed_days?: number | null
    error?: {
      type: string
      code: string
    }
  }[]
  livemode: boolean
  /** req_… */
  request_id: string
}

export interface SealingKey {
  object: 'sealing_key'
  id: string
  livemode: boolean
  jwk: {
    /** OKP */
    kty: string
    /** X25519 */
    crv: string
    x: string
  }
  status: 'waiting' | 'usable'
  /** Unix time in seconds */
  usable_at: number
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface Release {
  object: 'release'
  /** rel_… */
  id: string
  livemode: boolean
  status: 'pending' | 'ready' | 'failed' | 'expired'
  /** end_… */
  endpoint: string
  alias_type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** slk_… */
  sealing_key: string
  reference: string | null
  jwe: string | null
  /** Unix time in seconds */
  expires_at: number
  /** Unix time in seconds */
  created: number
  /** req_… */
  request_id: string
}

export interface ApiKey {
  object: 'api_key'
  id: string
  livemode: boolean
  name: string | null
  scopes: string[]
  prefix: string
  last4: string
  router: boolean
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  rolled_to: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface ApiKeyWithSecret {
  object: 'api_key'
  id: string
  livemode: boolean
  name: string | null
  scopes: string[]
  prefix: string
  last4: string
  router: boolean
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  rolled_to: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
  key: string | null
}

export interface Webhook {
  object: 'webhook'
  id: string
  livemode: boolean
  url: string
  description: string | null
  enabled_events: string[]
  status: 'enabled' | 'disabled' | 'auto_disabled'
  disabled_reason: string | null
  failing_since: number | null
  paused_until: number | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface WebhookWithSecret {
  object: 'webhook'
  id: string
  livemode: boolean
  url: string
  description: string | null
  enabled_events: string[]
  status: 'enabled' | 'disabled' | 'auto_disabled'
  disabled_reason: string | null
  failing_since: number | null
  paused_until: number | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
  signing_secret: string | null
}

export interface WebhookDelivery {
  object: 'webhook_delivery'
  id: string
  livemode: boolean
  /** whk_… */
  webhook: string
  /** evt_… */
  event: string
  event_type: string
  kind: 'automatic' | 'redelivery' | 'test'
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
  attempt_count: number
  pending_reason: 'due' | 'scheduled' | 'in_flight' | 'webhook_paused' | 'webhook_disabled' | null
  next_attempt_at: number | null
  paused_until: number | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface WebhookDeliveryWithAttempts {
  object: 'webhook_delivery'
  id: string
  livemode: boolean
  /** whk_… */
  webhook: string
  /** evt_… */
  event: string
  event_type: string
  kind: 'automatic' | 'redelivery' | 'test'
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
  attempt_count: number
  pending_reason: 'due' | 'scheduled' | 'in_flight' | 'webhook_paused' | 'webhook_disabled' | null
  next_attempt_at: number | null
  paused_until: number | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
  attempts: {
    n: number
    /** Unix time in seconds */
    started: number
    ms: number
    status: number | null
    error: 'blocked_address' | 'connection_refused' | 'connection_reset' | 'connection_timeout' | 'connection_failed' | 'host_unreachable' | 'tls_failed' | 'answer_invalid' | 'timeout' | null
    answer: string | null
  }[]
}

export interface WebhookRecovery {
  object: 'webhook_recovery'
  /** whk_… */
  webhook: string
  livemode: boolean
  /** Unix time in seconds */
  since: number
}

export interface EventTypes {
  object: 'list'
  url: string
  has_more: false
  data: {
    object: 'event_type'
    type: string
    when: string
    /** JSON Schema */
    data: { [k: string]: unknown }
  }[]
}

export interface Consumer {
  object: 'consumer'
  /** apc_… */
  id: string
  name: string
  livemode: boolean
  scopes: string[]
  /** key_… */
  key: string
}

export interface Limits {
  object: 'limits'
  livemode: boolean
  data: {
    /** requests, resolve (look-ups), misses or registrations (phones and e-mail addresses) */
    policy: string
    size: number
    refill_per_second: number
    remaining: number
    /** Seconds until the next request is admitted; 0 if it is now */
    retry_after: number
  }[]
}

export interface Usage {
  object: 'usage'
  livemode: boolean
  interval: 'hour' | 'day'
  /** The start of the first interval */
  from: number
  /** The end of the last one */
  to: number
  data: {
    /** The start of the interval */
    start: number
    /** Your own look-ups that resolved */
    resolves: number
    /** Your own look-ups that missed */
    misses: number
    /** Answers with a pending consent request: to consent requests, and to look-ups in bulk */
    consent_pending: number
    /** Successful attempts at your own webhooks */
    deliveries: number
    /** Failed attempts at your own webhooks */
    delivery_errors: number
  }[]
}

export interface RequestRecord {
  object: 'request'
  id: string
  livemode: boolean
  /** Field of the schema, like `Mutation.createAlias`; `graphql` for a document without one */
  operation: string
  /** HTTP status; 200 also for GraphQL answers with errors */
  status: number
  code: string | null
  /** key_… */
  key: string
  /** Until the answer was sent, rounded up to the release step of the route */
  duration_ms: number
  /** Requests that the record stands for: more than 1 after the 19th of its kind in a minute */
  count: number
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface KeyUsage {
  object: 'key_usage'
  livemode: boolean
  /** The start of the first day */
  from: number
  /** The end of the last one */
  to: number
  /** True if more keys were used */
  has_more: boolean
  data: {
    /** key_… */
    key: string
    /** Requests with the key on all days */
    requests: number
    days: {
      /** The start of the day (UTC) */
      start: number
      /** Requests on that day */
      requests: number
    }[]
  }[]
}

export interface AuditEntry {
  object: 'audit_entry'
  /** aud_… */
  id: string
  /** Unix time in milliseconds */
  at: number
  /** What happened, like `endpoint.updated` */
  kind: string
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
    name: string | null
  }
  subjects: string[]
  changed: string[]
  livemode: boolean
  request_id: string | null
}

export interface SandboxReset {
  object: 'sandbox_reset'
  /** apc_… */
  consumer: string
  livemode: boolean
  status: 'pending' | 'done'
  /** Identities that this request closed; they are erased within minutes */
  identities: number
  /** Grants that this request ended, made by you or to you */
  grants: number
  /** Webhooks that this request deleted */
  webhooks: number
}

export interface Removal {
  id: string
  /** What was removed */
  object: string
  livemode: boolean
  deleted: true
}

export interface Refusal {
  error: {
    type: 'invalid_request_error' | 'authentication_error' | 'permission_error' | 'not_found_error' | 'conflict_error' | 'idempotency_error' | 'rate_limit_error' | 'api_error'
    code: 'invalid_json' | 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown' | 'parameter_conflict' | 'bulk_limit_exceeded' | 'cursor_invalid' | 'cursor_expired' | 'idempotency_key_invalid' | 'url_not_https' | 'url_forbidden' | 'event_type_unknown' | 'address_invalid' | 'capability_unknown' | 'proof_invalid' | 'claim_type_unsupported' | 'limit_reached' | 'sealing_key_private' | 'sealing_key_invalid' | 'test_key_required' | 'graphql_invalid' | 'graphql_too_complex' | 'document_unknown' | 'alias_value_required' | 'alias_type_unsupported' | 'alias_too_short' | 'alias_too_long' | 'alias_invalid_characters' | 'alias_invalid_format' | 'alias_reserved' | 'phone_invalid' | 'phone_country_code_required' | 'email_invalid' | 'payment_link_invalid' | 'api_key_missing' | 'api_key_invalid' | 'api_key_expired' | 'api_key_revoked' | 'consumer_suspended' | 'scope_missing' | 'alias_not_found' | 'release_not_found' | 'resource_missing' | 'route_not_found' | 'method_not_allowed' | 'request_timeout' | 'body_too_large' | 'content_type_unsupported' | 'headers_too_large' | 'alias_taken' | 'alias_in_cooldown' | 'consumer_name_taken' | 'external_reference_taken' | 'status_transition_invalid' | 'identity_not_active' | 'alias_released' | 'grant_exists' | 'grant_ended' | 'version_changed' | 'consent_request_closed' | 'roll_in_progress' | 'sealing_key_not_usable' | 'webhook_disabled' | 'event_too_old' | 'claim_closed' | 'challenge_closed' | 'idempotency_key_in_use' | 'idempotency_key_reused' | 'challenge_limit' | 'reset_in_progress' | 'rate_limited' | 'internal_error' | 'decryption_failed' | 'service_unavailable' | 'overloaded' | 'challenge_sender_missing' | 'shutting_down'
    message: string
    param?: string
    /** The id of your own conflicting record */
    existing?: string
    /** The message of the code */
    doc_url: string
    /** req_… */
    request_id: string
  }
}

export type BulkItem = string | {
  for?: {
    asset?: string
    network?: string
    rail?: string
    /** In units of the asset; requires `asset` */
    amount?: number
  }
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export type PayeeCheckItem = {
  /** The name in one text */
  name?: string
  /** With `family`, instead of `name` */
  given?: string
  /** With `given`, instead of `name` */
  family?: string
  identification?: {
    /** lei, vat … */
    scheme: string
    value: string
  }
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export type DestinationCheckItem = {
  destination: {
    type: 'crypto_wallet' | 'bank_account' | 'mobile_money' | 'payment_pointer' | 'upi' | 'pix_key' | 'lightning_address'
    /** As typed; normalized as on create */
    address: string
    /** Only the memo and the bank code are compared */
    details?: {
      /** For a bank account */
      holder_name?: string
      /** For a bank account or mobile money: ISO 3166-1, two letters */
      country?: string
      bank_code?: {
        scheme: 'bic' | 'aba' | 'sort_code' | 'ifsc' | 'bsb' | 'clabe'
        /** With or without the spaces and dashes of its scheme */
        value: string
      }
      /** For a wallet: the memo that its payments must carry. XRP: the destination tag */
      memo?: string
      /** For a Stellar memo */
      memo_type?: 'text' | 'id' | 'hash'
      /** For mobile money */
      operator?: string
    }
  }
  /** Your reference for your customer, at most 64 characters */
  payer?: string
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export interface IdentityEventData {
  /** idn_… */
  identity: string
  /** identity type */
  type: string
}

export interface IdentityEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'identity.created' | 'identity.updated' | 'identity.erased'
  data: IdentityEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredIdentityEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'identity.created' | 'identity.updated' | 'identity.erased'
  data: IdentityEventData
}

export interface IdentityStatusEventData {
  /** idn_… */
  identity: string
  /** identity type */
  type: string
  /** the new status */
  status: string
}

export interface IdentityStatusEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'identity.status_changed'
  data: IdentityStatusEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredIdentityStatusEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'identity.status_changed'
  data: IdentityStatusEventData
}

export interface AliasEventData {
  /** idn_… */
  identity: string
  alias: {
    /** als_… */
    public_id: string
    /** its type */
    type: string
  }
}

export interface AliasEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'alias.created' | 'alias.updated' | 'alias.verified' | 'alias.unverified' | 'alias.released'
  data: AliasEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredAliasEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'alias.created' | 'alias.updated' | 'alias.verified' | 'alias.unverified' | 'alias.released'
  data: AliasEventData
}

export interface EndpointEventData {
  /** idn_… */
  identity: string
  endpoint: {
    /** end_… */
    public_id: string
    /** its type */
    type: string
  }
}

export interface EndpointEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'endpoint.added' | 'endpoint.updated' | 'endpoint.removed'
  data: EndpointEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredEndpointEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'endpoint.added' | 'endpoint.updated' | 'endpoint.removed'
  data: EndpointEventData
}

export interface ClaimEventData {
  claim: {
    /** clm_… */
    public_id: string
    /** its type */
    type: string
  }
  /** alias type */
  alias_type: string
}

export interface ClaimEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'claim.opened' | 'claim.completed' | 'claim.cancelled'
  data: ClaimEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredClaimEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'claim.opened' | 'claim.completed' | 'claim.cancelled'
  data: ClaimEventData
}

export interface ConsentRequestEventData {
  /** idn_… */
  identity: string
  /** crq_… */
  consent_request: string
  /** apc_… */
  consumer: string
}

export interface ConsentRequestEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'consent.requested'
  data: ConsentRequestEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredConsentRequestEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'consent.requested'
  data: ConsentRequestEventData
}

export interface ConsentGrantEventData {
  /** idn_… */
  identity: string
  /** cgr_… */
  consent_grant: string
  /** apc_… */
  consumer: string
}

export interface ConsentGrantEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'consent.granted' | 'consent.updated' | 'consent.revoked' | 'consent.expired'
  data: ConsentGrantEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredConsentGrantEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'consent.granted' | 'consent.updated' | 'consent.revoked' | 'consent.expired'
  data: ConsentGrantEventData
}

export interface SealingKeyEventData {
  /** slk_… */
  sealing_key: string
}

export interface SealingKeyEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'sealing_key.created' | 'sealing_key.activated' | 'sealing_key.removed'
  data: SealingKeyEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredSealingKeyEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'sealing_key.created' | 'sealing_key.activated' | 'sealing_key.removed'
  data: SealingKeyEventData
}

export interface PayeeNameEventData {
  /** idn_… */
  identity: string
  /** pnm_… */
  payee_name: string
}

export interface PayeeNameEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'payee_name.attested'
  data: PayeeNameEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredPayeeNameEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'payee_name.attested'
  data: PayeeNameEventData
}

export interface ReleaseEventData {
  /** idn_… */
  identity: string
  endpoint: {
    /** end_… */
    public_id: string
    /** its type */
    type: string
  }
  /** apc_… */
  consumer: string
}

export interface ReleaseEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'endpoint.released'
  data: ReleaseEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredReleaseEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'endpoint.released'
  data: ReleaseEventData
}

export interface WebhookEventData {
  /** whk_… */
  webhook: string
}

export interface WebhookEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'webhook.disabled' | 'webhook.test'
  data: WebhookEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredWebhookEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'webhook.disabled' | 'webhook.test'
  data: WebhookEventData
}

export interface ApiKeyEventData {
  /** key_… */
  api_key: string
}

export interface ApiKeyEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'api_key.created' | 'api_key.revoked'
  data: ApiKeyEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredApiKeyEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'api_key.created' | 'api_key.revoked'
  data: ApiKeyEventData
}

export interface ApiKeyRolledEventData {
  /** key_… */
  api_key: string
  /** key_… */
  rolled_to: string
}

export interface ApiKeyRolledEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'api_key.rolled'
  data: ApiKeyRolledEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredApiKeyRolledEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'api_key.rolled'
  data: ApiKeyRolledEventData
}

export interface ConsumerEventData {
  /** apc_… */
  consumer: string
}

export interface ConsumerEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'consumer.suspended' | 'consumer.resumed'
  data: ConsumerEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredConsumerEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'consumer.suspended' | 'consumer.resumed'
  data: ConsumerEventData
}

export interface DisclosedEndpointsEventData {
  /** cgr_… */
  consent_grant: string
  /** idn_… */
  identity: string
  endpoints: {
    /** end_… */
    public_id: string
    /** its type */
    type: string
    /** `added`, `updated` or `removed` */
    change: string
  }[]
}

export interface DisclosedEndpointsEvent {
  object: 'event'
  id: string
  livemode: boolean
  type: 'disclosed_endpoints.changed'
  data: DisclosedEndpointsEventData
  actor: {
    type: 'api_key' | 'operator' | 'system'
    id: string | null
  } | null
  request: string | null
  /** Unix time in seconds */
  created: number
  /** Unix time in seconds */
  updated: number
}

export interface DeliveredDisclosedEndpointsEvent {
  id: string
  /** Unix time in seconds */
  created: number
  livemode: boolean
  type: 'disclosed_endpoints.changed'
  data: DisclosedEndpointsEventData
}

/** What happened */
export type Event = IdentityEvent | IdentityStatusEvent | AliasEvent | EndpointEvent | ClaimEvent | ConsentRequestEvent | ConsentGrantEvent | SealingKeyEvent | PayeeNameEvent | ReleaseEvent | WebhookEvent | ApiKeyEvent | ApiKeyRolledEvent | ConsumerEvent | DisclosedEndpointsEvent

/** The body of a delivery */
export type DeliveredEvent = DeliveredIdentityEvent | DeliveredIdentityStatusEvent | DeliveredAliasEvent | DeliveredEndpointEvent | DeliveredClaimEvent | DeliveredConsentRequestEvent | DeliveredConsentGrantEvent | DeliveredSealingKeyEvent | DeliveredPayeeNameEvent | DeliveredReleaseEvent | DeliveredWebhookEvent | DeliveredApiKeyEvent | DeliveredApiKeyRolledEvent | DeliveredConsumerEvent | DeliveredDisclosedEndpointsEvent

export interface CreateIdentityBody {
  type: 'user' | 'merchant' | 'business' | 'organization' | 'machine'
  display_name?: string | null
  default_privacy_level?: 'public' | 'unlisted' | 'private' | 'consent_required'
  external_reference?: string | null
  /** Merged into the stored metadata: a key with null is deleted, null deletes all */
  metadata?: { [k: string]: unknown } | null
}

export interface IdentitiesQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only this type */
  type?: 'user' | 'merchant' | 'business' | 'organization' | 'machine'
  /** Only this status */
  status?: 'active' | 'suspended' | 'closed'
  /** One of its registered aliases; a search in a body is safer */
  alias?: string
  /** The beginning of its display name; a search in a body is safer */
  display_name?: string
  /** Your reference */
  external_reference?: string
  /** At or after this Unix time in seconds */
  'created[gte]'?: number
  /** After this Unix time in seconds */
  'created[gt]'?: number
  /** At or before this Unix time in seconds */
  'created[lte]'?: number
  /** Before this Unix time in seconds */
  'created[lt]'?: number
  /** At or after this Unix time in seconds */
  'updated[gte]'?: number
  /** After this Unix time in seconds */
  'updated[gt]'?: number
  /** At or before this Unix time in seconds */
  'updated[lte]'?: number
  /** Before this Unix time in seconds */
  'updated[lt]'?: number
}

export interface IdentitiesSearchBody {
  type?: 'user' | 'merchant' | 'business' | 'organization' | 'machine'
  status?: 'active' | 'suspended' | 'closed'
  /** One of its registered aliases, as typed */
  alias?: string
  /** The beginning of its display name, ignoring case and accents */
  display_name?: string
  /** Your reference */
  external_reference?: string
  created?: {
    /** At or after this Unix time in seconds */
    gte?: number
    /** After this Unix time in seconds */
    gt?: number
    /** At or before this Unix time in seconds */
    lte?: number
    /** Before this Unix time in seconds */
    lt?: number
  }
  updated?: {
    /** At or after this Unix time in seconds */
    gte?: number
    /** After this Unix time in seconds */
    gt?: number
    /** At or before this Unix time in seconds */
    lte?: number
    /** Before this Unix time in seconds */
    lt?: number
  }
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface UpdateIdentityBody {
  status?: 'active' | 'suspended' | 'closed'
  display_name?: string | null
  default_privacy_level?: 'public' | 'unlisted' | 'private' | 'consent_required'
  payee_checks?: 'on' | 'off'
  close_match?: 'on' | 'off'
  declared_match?: 'on' | 'off'
  destination_checks?: 'on' | 'off'
  external_reference?: string | null
  /** Merged into the stored metadata: a key with null is deleted, null deletes all */
  metadata?: { [k: string]: unknown } | null
}

export interface EraseIdentityBody {
  /** idn_…: its id, to confirm */
  confirm: string
}

export interface IdentityAliasesQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** registered when absent */
  status?: 'registered' | 'released' | 'transferred'
}

export interface IdentityEndpointsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface IdentityConsentGrantsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface IdentityDisclosuresQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only to this consumer */
  consumer?: string
  /** Unix seconds: from then on */
  since?: number
  /** Unix seconds: before then */
  until?: number
  /** Only of this kind */
  kind?: 'resolve' | 'check' | 'destination' | 'release'
  /** Only checks with this verdict */
  verdict?: 'match' | 'declared_match' | 'close_match' | 'no_match' | 'unavailable'
  /** Only disclosures to this request: req_… */
  request_id?: string
}

export interface CreateAliasBody {
  /** idn_… */
  identity: string
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** As typed; normalized on create */
  value: string
  privacy_level?: 'public' | 'unlisted' | 'private' | 'consent_required'
  is_primary?: boolean
  external_reference?: string | null
  /** Merged into the stored metadata: a key with null is deleted, null deletes all */
  metadata?: { [k: string]: unknown } | null
}

export interface AliasesQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only of this identity */
  identity?: string
  /** registered when absent */
  status?: 'registered' | 'released' | 'transferred'
  /** With `value` */
  type?: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** As typed, with `type`; a search in a body is safer */
  value?: string
  /** Your reference */
  external_reference?: string
  /** At or after this Unix time in seconds */
  'created[gte]'?: number
  /** After this Unix time in seconds */
  'created[gt]'?: number
  /** At or before this Unix time in seconds */
  'created[lte]'?: number
  /** Before this Unix time in seconds */
  'created[lt]'?: number
  /** At or after this Unix time in seconds */
  'updated[gte]'?: number
  /** After this Unix time in seconds */
  'updated[gt]'?: number
  /** At or before this Unix time in seconds */
  'updated[lte]'?: number
  /** Before this Unix time in seconds */
  'updated[lt]'?: number
}

export type NormalizeAliasBody = {
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
}

export interface AliasesSearchBody {
  /** idn_…: only of this identity */
  identity?: string
  status?: 'registered' | 'released' | 'transferred'
  /** With `value` */
  type?: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** As typed, with `type`; normalized as on create */
  value?: string
  /** Your reference */
  external_reference?: string
  created?: {
    /** At or after this Unix time in seconds */
    gte?: number
    /** After this Unix time in seconds */
    gt?: number
    /** At or before this Unix time in seconds */
    lte?: number
    /** Before this Unix time in seconds */
    lt?: number
  }
  updated?: {
    /** At or after this Unix time in seconds */
    gte?: number
    /** After this Unix time in seconds */
    gt?: number
    /** At or before this Unix time in seconds */
    lte?: number
    /** Before this Unix time in seconds */
    lt?: number
  }
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface UpdateAliasBody {
  privacy_level?: 'public' | 'unlisted' | 'private' | 'consent_required'
  is_primary?: boolean
  external_reference?: string | null
  /** Merged into the stored metadata: a key with null is deleted, null deletes all */
  metadata?: { [k: string]: unknown } | null
}

export interface VerifyAliasBody {
  method: 'otp' | 'email_link' | 'document' | 'other'
}

export interface ChallengeAliasBody {
  method: 'sms_code' | 'email_code' | 'dns_txt' | 'well_known'
}

export interface AnswerChallengeBody {
  code?: string | null
}

export interface CreateClaimBody {
  /** phone, email or payment_link */
  type: string
  /** The value as typed */
  value: string
  /** idn_…, the identity for the alias */
  identity: string
  kind: 'ownership' | 'portability'
}

export interface ClaimsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** outgoing: own claims; incoming: of own aliases */
  direction?: 'outgoing' | 'incoming'
}

export interface ChallengeClaimBody {
  method: 'sms_code' | 'email_code' | 'dns_txt' | 'well_known'
}

export interface ContestClaimBody {
  method: 'sms_code' | 'email_code' | 'dns_txt' | 'well_known'
}

export interface CreateEndpointBody {
  /** idn_… */
  identity: string
  type: 'crypto_wallet' | 'bank_account' | 'mobile_money' | 'payment_pointer' | 'upi' | 'pix_key' | 'lightning_address'
  /** The raw destination, sealed at once and never read back: crypto_wallet 0x…, bank_account DE89 3704 0044 0532 0130 00, mobile_money +254 712 345 678, payment_pointer $pay.example.com/alice, upi alice@bank, pix_key +55 11 91234 5678 or alice@example.com, lightning_address alice@pay.example.com */
  address: string
  /** Sealed with the address, as one record */
  details?: {
    /** For a bank account */
    holder_name?: string
    /** For a bank account or mobile money: ISO 3166-1, two letters */
    country?: string
    bank_code?: {
      scheme: 'bic' | 'aba' | 'sort_code' | 'ifsc' | 'bsb' | 'clabe'
      /** With or without the spaces and dashes of its scheme */
      value: string
    }
    /** For a wallet: the memo that its payments must carry. XRP: the destination tag */
    memo?: string
    /** For a Stellar memo */
    memo_type?: 'text' | 'id' | 'hash'
    /** For mobile money */
    operator?: string
  }
  privacy_level?: 'public' | 'unlisted' | 'private' | 'consent_required'
  /** The higher, the earlier it is named */
  priority?: number
  capabilities?: {
    asset: string
    network?: string
    rail: string
    supports_instant?: boolean
    /** In units of the asset: routing context only, never a charge */
    min_amount?: number
    /** In units of the asset: routing context only, never a charge */
    max_amount?: number
  }[]
  release?: 'never' | 'granted' | 'public'
  /** For a crypto_wallet: the token of POST /v1/endpoints/challenge, and the signature of its message */
  proof?: {
    token: string
    /** EVM: 0x and 130 hex digits in lower case. Solana: base58 */
    signature: string
  }
  external_reference?: string | null
  /** Merged into the stored metadata: a key with null is deleted, null deletes all */
  metadata?: { [k: string]: unknown } | null
}

export interface EndpointsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only of this identity */
  identity?: string
  /** All but removed ones when absent */
  status?: 'active' | 'disabled' | 'removed'
  /** Your reference */
  external_reference?: string
  /** At or after this Unix time in seconds */
  'created[gte]'?: number
  /** After this Unix time in seconds */
  'created[gt]'?: number
  /** At or before this Unix time in seconds */
  'created[lte]'?: number
  /** Before this Unix time in seconds */
  'created[lt]'?: number
  /** At or after this Unix time in seconds */
  'updated[gte]'?: number
  /** After this Unix time in seconds */
  'updated[gt]'?: number
  /** At or before this Unix time in seconds */
  'updated[lte]'?: number
  /** Before this Unix time in seconds */
  'updated[lt]'?: number
}

export interface ChallengeEndpointBody {
  /** idn_… */
  identity: string
  type: 'crypto_wallet'
  /** The wallet to register */
  address: string
  capabilities?: {
    asset: string
    network?: string
    rail: string
    supports_instant?: boolean
    /** In units of the asset: routing context only, never a charge */
    min_amount?: number
    /** In units of the asset: routing context only, never a charge */
    max_amount?: number
  }[]
}

export interface EndpointsSearchBody {
  /** idn_…: only of this identity */
  identity?: string
  status?: 'active' | 'disabled' | 'removed'
  /** Your reference */
  external_reference?: string
  created?: {
    /** At or after this Unix time in seconds */
    gte?: number
    /** After this Unix time in seconds */
    gt?: number
    /** At or before this Unix time in seconds */
    lte?: number
    /** Before this Unix time in seconds */
    lt?: number
  }
  updated?: {
    /** At or after this Unix time in seconds */
    gte?: number
    /** After this Unix time in seconds */
    gt?: number
    /** At or before this Unix time in seconds */
    lte?: number
    /** Before this Unix time in seconds */
    lt?: number
  }
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface UpdateEndpointBody {
  privacy_level?: 'public' | 'unlisted' | 'private' | 'consent_required'
  /** The higher, the earlier it is named */
  priority?: number
  capabilities?: {
    asset: string
    network?: string
    rail: string
    supports_instant?: boolean
    /** In units of the asset: routing context only, never a charge */
    min_amount?: number
    /** In units of the asset: routing context only, never a charge */
    max_amount?: number
  }[]
  release?: 'never' | 'granted' | 'public'
  status?: 'active' | 'disabled'
  external_reference?: string | null
  /** Merged into the stored metadata: a key with null is deleted, null deletes all */
  metadata?: { [k: string]: unknown } | null
}

export interface ChangesQuery {
  /** How many */
  limit?: number
  /** The cursor of the page before; from the beginning without one */
  cursor?: string
}

export interface GrantConsentBody {
  /** idn_… */
  identity: string
  /** apc_… */
  consumer: string
  covers: {
    all?: boolean
    aliases?: string[]
    endpoints?: string[]
  }
  purpose?: string | null
  /** Covered endpoints whose addresses it may receive */
  release?: string[]
  expires_at?: number | null
}

export interface ConsentGrantsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** owner: on own identities; grantee: made to the caller */
  role?: 'owner' | 'grantee'
  /** als_…: only active grants on own identities that cover it */
  alias?: string
  /** end_…: only active grants on own identities that cover it */
  endpoint?: string
}

export interface UpdateConsentGrantBody {
  covers?: {
    all?: boolean
    aliases?: string[]
    endpoints?: string[]
  }
  /** Covered endpoints whose addresses it may receive */
  release?: string[]
  expires_at?: number | null
  /** The version that you have read: it must be the current one */
  version?: number
}

export type RequestConsentBody = {
  purpose?: string | null
  /** disclosure by default; release implies it */
  wants?: ('disclosure' | 'release')[]
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export interface ConsentRequestsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** outgoing: own requests; incoming: matched to own identities */
  direction?: 'outgoing' | 'incoming'
}

export interface ApproveConsentRequestBody {
  covers?: {
    all?: boolean
    aliases?: string[]
    endpoints?: string[]
  }
  /** Covered endpoints whose addresses it may receive */
  release?: string[]
  expires_at?: number | null
}

export interface ExplanationBody {
  /** als_…, of any status */
  alias: string
  consumer: string | null
  for?: {
    asset?: string
    network?: string
    rail?: string
    /** In units of the asset; requires `asset` */
    amount?: number
  }
}

export interface ImpactBody {
  operation: 'updateAlias' | 'releaseAlias' | 'updateEndpoint' | 'removeEndpoint' | 'updateIdentity' | 'grantConsent' | 'updateConsentGrant' | 'revokeConsent'
  /** The record that is changed; absent for a new grant */
  id?: string
  /** The body of the operation's own route */
  input?: {
    
  }
}

export type ResolveBody = {
  for?: {
    asset?: string
    network?: string
    rail?: string
    /** In units of the asset; requires `asset` */
    amount?: number
  }
  /** Further parts of the answer */
  include?: ('assurance')[]
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export interface ResolveBulkBody {
  items: BulkItem[]
  /** Further parts of the answer */
  include?: ('assurance')[]
}

export interface CreatePayeeNameBody {
  kind: 'legal' | 'trade' | 'preferred' | 'joint' | 'identification'
  /** The name in one text */
  name?: string
  /** With `family`, instead of `name` */
  given?: string
  /** With `given`, instead of `name` */
  family?: string
  /** For a joint name */
  holders?: {
    /** The name in one text */
    name?: string
    /** With `family`, instead of `name` */
    given?: string
    /** With `given`, instead of `name` */
    family?: string
  }[]
  /** For an identification */
  scheme?: string
  /** For an identification */
  value?: string
}

export interface IdentityPayeeNamesQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export type CheckPayeeBody = {
  /** The name in one text */
  name?: string
  /** With `family`, instead of `name` */
  given?: string
  /** With `given`, instead of `name` */
  family?: string
  identification?: {
    /** lei, vat … */
    scheme: string
    value: string
  }
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export interface CheckPayeesBody {
  items: PayeeCheckItem[]
}

export type CheckDestinationBody = {
  destination: {
    type: 'crypto_wallet' | 'bank_account' | 'mobile_money' | 'payment_pointer' | 'upi' | 'pix_key' | 'lightning_address'
    /** As typed; normalized as on create */
    address: string
    /** Only the memo and the bank code are compared */
    details?: {
      /** For a bank account */
      holder_name?: string
      /** For a bank account or mobile money: ISO 3166-1, two letters */
      country?: string
      bank_code?: {
        scheme: 'bic' | 'aba' | 'sort_code' | 'ifsc' | 'bsb' | 'clabe'
        /** With or without the spaces and dashes of its scheme */
        value: string
      }
      /** For a wallet: the memo that its payments must carry. XRP: the destination tag */
      memo?: string
      /** For a Stellar memo */
      memo_type?: 'text' | 'id' | 'hash'
      /** For mobile money */
      operator?: string
    }
  }
  /** Your reference for your customer, at most 64 characters */
  payer?: string
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export interface CheckDestinationsBody {
  items: DestinationCheckItem[]
}

export interface CreateSealingKeyBody {
  /** The public half alone */
  jwk: {
    /** OKP */
    kty: string
    /** X25519 */
    crv: string
    /** base64url */
    x: string
  }
}

export interface SealingKeysQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export type CreateReleaseBody = {
  /** end_… */
  endpoint: string
  /** For a bank account, its token from resolve */
  token?: string
  /** slk_… */
  sealing_key: string
  /** The purpose, 500 characters at most. It is validated and not stored */
  purpose?: string
  /** Your reference, returned inside the signed text; 140 characters at most */
  reference?: string
} & ({
  /** An alias whose type is detected */
  alias: string
  type?: never
  value?: never
} | {
  /** With `value`, instead of `alias` */
  type: 'username' | 'phone' | 'email' | 'merchant_handle' | 'payment_link'
  /** With `type`, instead of `alias` */
  value: string
  alias?: never
})

export interface ReleasesQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface CreateApiKeyBody {
  scopes: ('identities:write' | 'identities:erase' | 'identities:read' | 'aliases:write' | 'aliases:read' | 'endpoints:write' | 'endpoints:read' | 'webhooks:write' | 'webhooks:read' | 'consents:write' | 'consents:read' | 'resolve' | 'payee_names:write' | 'payee_names:read' | 'payee_check' | 'destination_check' | 'claims:write' | 'claims:read' | 'release' | 'sealing_keys:write' | 'sealing_keys:read' | 'requests:read' | 'audit:read' | 'keys:write' | '*')[]
  name?: string | null
  expires_at?: number | null
  /** A federation router's key */
  router?: boolean
}

export interface ApiKeysQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface RollApiKeyBody {
  expires_in?: number
}

export interface CreateWebhookBody {
  /** https, on port 443 or 8443 */
  url: string
  enabled_events: string[]
  description?: string | null
}

export interface WebhooksQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
}

export interface UpdateWebhookBody {
  url?: string
  enabled_events?: string[]
  description?: string | null
  status?: 'enabled' | 'disabled'
}

export interface RotateWebhookSecretBody {
  previous_expires_in?: number
}

export interface TestWebhookBody {
  /** The type of the example event; in test mode any */
  type?: 'identity.created' | 'identity.updated' | 'identity.status_changed' | 'identity.erased' | 'alias.created' | 'alias.updated' | 'alias.verified' | 'alias.unverified' | 'alias.released' | 'endpoint.added' | 'endpoint.updated' | 'endpoint.removed' | 'consent.requested' | 'consent.granted' | 'consent.updated' | 'consent.revoked' | 'consent.expired' | 'claim.opened' | 'claim.completed' | 'claim.cancelled' | 'endpoint.released' | 'payee_name.attested' | 'sealing_key.created' | 'sealing_key.activated' | 'sealing_key.removed' | 'api_key.created' | 'api_key.rolled' | 'api_key.revoked' | 'consumer.suspended' | 'consumer.resumed' | 'disclosed_endpoints.changed' | 'webhook.disabled' | 'webhook.test'
}

export interface WebhookDeliveriesQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only this state */
  state?: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
}

export interface RecoverWebhookBody {
  /** At most 14 days back */
  since: number
}

export interface EventsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only of this type */
  type?: string
  /** At or after this Unix time in seconds */
  'created[gte]'?: number
  /** After this Unix time in seconds */
  'created[gt]'?: number
  /** At or before this Unix time in seconds */
  'created[lte]'?: number
  /** Before this Unix time in seconds */
  'created[lt]'?: number
  /** A public id: only changes that name this record, without notices and tests */
  object?: string
  /** req_…: only events that this request of yours, or of the operator, caused */
  request?: string
}

export interface UsageQuery {
  /** From the interval of this Unix time on; the last 24 hours or 30 days when absent */
  from?: number
  /** Up to the interval of this Unix time; now when absent */
  to?: number
  interval?: 'hour' | 'day'
}

export interface RequestsQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only this field of the schema, like Mutation.createAlias */
  operation?: string
  /** Only this HTTP status */
  status?: number
  /** Only refusals with this code */
  code?: string
  /** key_…: only those with this key */
  key?: string
  /** From this Unix time on */
  since?: number
  /** Before this Unix time */
  until?: number
}

export interface KeyUsageQuery {
  /** key_…: only this key */
  key?: string
}

export interface AuditEntriesQuery {
  /** How many */
  limit?: number
  /** An id: the page after it, of older records */
  starting_after?: string
  /** An id: the page before it, of newer records */
  ending_before?: string
  /** Only this kind, or this family: `endpoint.*` */
  kind?: string
  /** A public id: only entries about it; of an identity, its disclosures among them */
  subject?: string
  /** key_…, apc_…, the name of a job or of an operator’s way: only what it did */
  actor?: string
  /** From this Unix time in milliseconds on */
  since?: number
  /** Before this Unix time in milliseconds */
  until?: number
}

export interface AuditEntryQuery {
  /** idn_…, of an entry dsc_…: whose records were shown */
  subject?: string
}

export interface ResetSandboxBody {
  /** apc_…, your own, to confirm */
  consumer: string
}
