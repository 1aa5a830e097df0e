# Made by `npm run generate -- python` of the OpenAPI document.

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


class Identity(TypedDict):
    object: Literal["identity"]
    id: str
    livemode: bool
    type: Literal["user", "merchant", "business", "organization", "machine"]
    status: Literal["active", "suspended", "closed"]
    display_name: Union[str, None]
    default_privacy_level: Literal["public", "unlisted", "private", "consent_required"]
    primary_alias: Union[str, None]
    payee_checks: Literal["on", "off"]
    close_match: Literal["on", "off"]
    declared_match: Literal["on", "off"]
    destination_checks: Literal["on", "off"]
    external_reference: Union[str, None]
    metadata: Dict[str, str]
    erasing: bool
    erased_at: Union[int, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DisclosureConsumerRecord(TypedDict):
    """The consumer's name"""

    # apc_…
    id: str
    name: Union[str, None]
    display_name: Union[str, None]


class Disclosure(TypedDict):
    object: Literal["disclosure"]
    id: str
    livemode: bool
    # idn_…
    identity: str
    # Who saw the endpoints
    consumer: str
    consumer_record: Union[DisclosureConsumerRecord, None]
    # als_…, the alias that was resolved
    alias: str
    endpoints: List[str]
    grant: Union[str, None]
    # req_…
    request_id: str
    kind: Literal["resolve", "check", "destination", "release"]
    verdict: Union[Literal["match", "declared_match", "close_match", "no_match", "unavailable"], None]
    basis: Union[Literal["public", "unlisted", "grant"], None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class IdentityExport(TypedDict):
    object: Literal["identity_export"]
    # idn_…
    id: str
    livemode: bool
    identity: Identity
    aliases: Union[List[Alias], None]
    endpoints: Union[List[Endpoint], None]
    payee_names: Union[List[PayeeName], None]
    consent_grants: Union[List[ConsentGrant], None]
    consent_requests: Union[List[ConsentRequest], None]
    claims: Union[List[Claim], None]
    disclosures: Union[List[Disclosure], None]
    # True if a list has more than the newest 1,000
    has_more: bool
    # The kinds with more records
    more_of: List[Literal["aliases", "endpoints", "payee_names", "consent_grants", "consent_requests", "claims", "disclosures"]]
    # The kinds that the key may not read: null above
    left_out: List[Literal["aliases", "endpoints", "payee_names", "consent_grants", "consent_requests", "claims", "disclosures"]]


class _Alias(TypedDict, total=False):
    # The end of a released alias's cooldown
    available_at: int


class Alias(_Alias):
    object: Literal["alias"]
    id: str
    livemode: bool
    # idn_…
    identity: str
    type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    value: str
    privacy_level: Literal["public", "unlisted", "private", "consent_required"]
    is_primary: bool
    status: Literal["registered", "released", "transferred"]
    verification: Literal["none", "attested", "proved"]
    verified_at: Union[int, None]
    verified_method: Union[Literal["otp", "email_link", "document", "other", "sms_code", "email_code", "dns_txt", "well_known"], None]
    proof_expires_at: Union[int, None]
    external_reference: Union[str, None]
    metadata: Dict[str, str]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class NormalizedAlias(TypedDict):
    type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    value: str


class _ChallengeInstructions(TypedDict, total=False):
    # For dns_txt: the name of the TXT record
    record_name: str
    record_value: str
    # For well_known: the URL of the page
    url: str
    # The content of the page
    content: str


class ChallengeInstructions(_ChallengeInstructions):
    # The instructions as text
    text: str


class Challenge(TypedDict):
    object: Literal["challenge"]
    id: str
    livemode: bool
    alias: Union[str, None]
    claim: Union[str, None]
    method: Literal["sms_code", "email_code", "dns_txt", "well_known"]
    purpose: Literal["prove", "claim", "contest"]
    status: Literal["pending", "met", "failed", "expired"]
    # Unix time in seconds
    expires_at: int
    attempts_left: int
    instructions: ChallengeInstructions
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class ClaimConsumerRecord(TypedDict):
    """The consumer's name"""

    # apc_…
    id: str
    name: Union[str, None]
    display_name: Union[str, None]


class Claim(TypedDict):
    object: Literal["claim"]
    id: str
    livemode: bool
    direction: Literal["outgoing", "incoming"]
    kind: Literal["ownership", "portability"]
    type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    # Normalized
    value: str
    identity: Union[str, None]
    # The claimer
    consumer: str
    consumer_record: Union[ClaimConsumerRecord, None]
    status: Literal["pending_proof", "queued", "open", "awaiting_second_proof", "completed", "cancelled", "expired"]
    reason: Union[Literal["contested", "refused", "withdrawn", "donor_silent", "own_alias", "identity_not_active", "limit_reached", "superseded", "second_proof_missing"], None]
    deadline: Union[int, None]
    challenge: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class _EndpointCapabilities(TypedDict, total=False):
    network: str
    supports_instant: bool
    # In units of the asset: routing context only, never a charge
    min_amount: float
    # In units of the asset: routing context only, never a charge
    max_amount: float


class EndpointCapabilities(_EndpointCapabilities):
    asset: str
    rail: str


class EndpointWarnings(TypedDict):
    code: Literal["capability_unknown"]
    # The field
    param: str
    message: str


class Endpoint(TypedDict):
    object: Literal["endpoint"]
    id: str
    livemode: bool
    # idn_…
    identity: str
    type: Literal["crypto_wallet", "bank_account", "mobile_money", "payment_pointer", "upi", "pix_key", "lightning_address"]
    privacy_level: Literal["public", "unlisted", "private", "consent_required"]
    # The higher, the earlier it is named
    priority: float
    capabilities: List[EndpointCapabilities]
    status: Literal["active", "disabled", "removed"]
    release: Literal["never", "granted", "public"]
    verification: Literal["none", "proved"]
    verified_method: Union[Literal["wallet_signature"], None]
    address_preview: Union[str, None]
    # Names of networks and rails that are not in the catalogue
    warnings: List[EndpointWarnings]
    external_reference: Union[str, None]
    metadata: Dict[str, str]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class CatalogueNetworks(TypedDict):
    name: str
    title: str
    # Synonyms
    names: List[str]
    # True if the checksum of a wallet address is validated
    address_checked: bool


class CatalogueRails(TypedDict):
    name: str
    title: str
    # Synonyms
    names: List[str]


class Catalogue(TypedDict):
    object: Literal["catalogue"]
    networks: List[CatalogueNetworks]
    rails: List[CatalogueRails]


class EndpointChallenge(TypedDict):
    object: Literal["endpoint_challenge"]
    # The message for the wallet to sign: EIP-191 for EVM, ed25519 for Solana
    message: str
    # The token to send with the signature
    token: str
    # Unix time in seconds
    expires_at: int


class ChangeFeedData(TypedDict):
    # identity, alias, endpoint, consent_grant, webhook or api_key
    object: str
    id: str
    # Unix time in seconds
    updated: int
    deleted: bool


class ChangeFeed(TypedDict):
    object: Literal["change_feed"]
    url: str
    data: List[ChangeFeedData]
    # The cursor of the next page, even if that is still empty
    cursor: str
    has_more: bool
    # The delay of the feed by an open transaction
    behind_seconds: int


class ConsentGrantConsumerRecord(TypedDict):
    """The consumer's name"""

    # apc_…
    id: str
    name: Union[str, None]
    display_name: Union[str, None]


class ConsentGrantCovers(TypedDict):
    all: bool
    aliases: List[str]
    endpoints: List[str]


class _ConsentGrant(TypedDict, total=False):
    # The grantee; for the owner only, like all following fields
    consumer: str
    consumer_record: Union[ConsentGrantConsumerRecord, None]
    covers: ConsentGrantCovers
    purpose: Union[str, None]
    # Incremented at each change
    version: int
    revoked_at: Union[int, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class ConsentGrant(_ConsentGrant):
    object: Literal["consent_grant"]
    id: str
    livemode: bool
    # idn_…
    identity: str
    status: Literal["active", "revoked", "expired"]
    expires_at: Union[int, None]
    release: List[str]


class ConsentRequestConsumerRecord(TypedDict):
    """The consumer's name"""

    # apc_…
    id: str
    name: Union[str, None]
    display_name: Union[str, None]


class _ConsentRequest(TypedDict, total=False):
    # idn_…, for the owner only, like all following fields
    identity: str
    # als_…
    alias: str
    # The requester
    consumer: str
    consumer_record: Union[ConsentRequestConsumerRecord, None]
    # Unix time in seconds
    updated: int


class ConsentRequest(_ConsentRequest):
    object: Literal["consent_request"]
    # crq_…
    id: str
    livemode: bool
    type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    # Normalized
    value: str
    purpose: Union[str, None]
    wants: List[Literal["disclosure", "release"]]
    status: Literal["pending", "approved", "declined", "expired"]
    # Unix time in seconds
    expires_at: int
    # Unix time in seconds
    created: int
    grant: Union[str, None]


class ExplanationRulesGrantCovers(TypedDict):
    all: bool
    aliases: List[str]
    endpoints: List[str]


class ExplanationRulesGrant(TypedDict):
    # cgr_…
    id: str
    status: Literal["active", "revoked", "expired"]
    covers: ExplanationRulesGrantCovers


class _ExplanationRules(TypedDict, total=False):
    grant: ExplanationRulesGrant


class ExplanationRules(_ExplanationRules):
    rule: Literal["environment", "alias_registered", "alias_level", "proof", "identity_active"]
    holds: bool
    because: Literal["same_environment", "other_environment", "alias_registered", "alias_released", "alias_transferred", "alias_damaged", "alias_public", "alias_unlisted", "alias_private", "grant_covers", "grant_missing", "grant_omits", "grant_revoked", "grant_expired", "proof_not_required", "proof_valid", "proof_attested", "proof_missing", "proof_expired", "proof_of_host", "attestation_not_accepted", "identity_active", "identity_suspended", "identity_closed", "endpoint_public", "endpoint_private", "endpoint_disabled", "endpoint_damaged", "payment_not_accepted", "alias_hidden"]
    remedy: Union[str, None]


class ExplanationEndpoints(TypedDict):
    # end_…
    endpoint: str
    shown: bool
    because: Literal["same_environment", "other_environment", "alias_registered", "alias_released", "alias_transferred", "alias_damaged", "alias_public", "alias_unlisted", "alias_private", "grant_covers", "grant_missing", "grant_omits", "grant_revoked", "grant_expired", "proof_not_required", "proof_valid", "proof_attested", "proof_missing", "proof_expired", "proof_of_host", "attestation_not_accepted", "identity_active", "identity_suspended", "identity_closed", "endpoint_public", "endpoint_private", "endpoint_disabled", "endpoint_damaged", "payment_not_accepted", "alias_hidden"]
    preview: Union[str, None]
    # The consumer is given its token of this bank account
    token: bool


class Explanation(TypedDict):
    object: Literal["explanation"]
    resolves: bool
    livemode: bool
    rules: List[ExplanationRules]
    endpoints: List[ExplanationEndpoints]


class ImpactEverybodyBefore(TypedDict):
    aliases: List[str]
    endpoints: List[str]


class ImpactEverybodyAfter(TypedDict):
    aliases: List[str]
    endpoints: List[str]


class ImpactEverybody(TypedDict):
    before: ImpactEverybodyBefore
    after: ImpactEverybodyAfter


class ImpactGains(TypedDict):
    consent_grant: Union[str, None]
    # apc_…
    consumer: str
    aliases: List[str]
    endpoints: List[str]


class ImpactLoses(TypedDict):
    consent_grant: Union[str, None]
    # apc_…
    consumer: str
    aliases: List[str]
    endpoints: List[str]


class Impact(TypedDict):
    object: Literal["impact"]
    livemode: bool
    everybody: ImpactEverybody
    gains: List[ImpactGains]
    loses: List[ImpactLoses]
    # True if the identity has more than 1,000 active grants: the others are not compared
    truncated: bool


class _ResolutionDisclosure(TypedDict, total=False):
    # With `for`: endpoints before its filter
    visible: int


class ResolutionDisclosure(_ResolutionDisclosure):
    # apc_…
    consumer: str
    # Endpoints that the identity owns
    total_endpoints: int
    # Endpoints in the answer
    disclosed: int


class ResolutionAssuranceAlias(TypedDict):
    verification: Literal["none", "attested", "proved"]
    # Whole days
    days: int
    transferred: bool


class ResolutionAssuranceIdentity(TypedDict):
    # Whole days
    days: int


class _ResolutionAssuranceChanged(TypedDict, total=False):
    # end_…
    endpoint: str
    payee_names: Literal[True]


class ResolutionAssuranceChanged(_ResolutionAssuranceChanged):
    # Whole days
    days: int


class ResolutionAssurance(TypedDict):
    alias: ResolutionAssuranceAlias
    identity: ResolutionAssuranceIdentity
    changed: List[ResolutionAssuranceChanged]


class _Resolution(TypedDict, total=False):
    assurance: Union[ResolutionAssurance, None]


class Resolution(_Resolution):
    # idn_…
    identity: str
    type: Literal["user", "merchant", "business", "organization", "machine"]
    matched_alias: NormalizedAlias
    endpoints: List[DisclosedEndpoint]
    disclosure: ResolutionDisclosure
    livemode: bool
    # req_…
    request_id: str


class BulkResultsMatchedAlias(TypedDict):
    type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    value: str


class _BulkResultsDisclosure(TypedDict, total=False):
    # With `for`: endpoints before its filter
    visible: int


class BulkResultsDisclosure(_BulkResultsDisclosure):
    # apc_…
    consumer: str
    # Endpoints that the identity owns
    total_endpoints: int
    # Endpoints in the answer
    disclosed: int


class BulkResultsAssuranceAlias(TypedDict):
    verification: Literal["none", "attested", "proved"]
    # Whole days
    days: int
    transferred: bool


class BulkResultsAssuranceIdentity(TypedDict):
    # Whole days
    days: int


class _BulkResultsAssuranceChanged(TypedDict, total=False):
    # end_…
    endpoint: str
    payee_names: Literal[True]


class BulkResultsAssuranceChanged(_BulkResultsAssuranceChanged):
    # Whole days
    days: int


class BulkResultsAssurance(TypedDict):
    alias: BulkResultsAssuranceAlias
    identity: BulkResultsAssuranceIdentity
    changed: List[BulkResultsAssuranceChanged]


class BulkResultsError(TypedDict):
    type: str
    code: str


class _BulkResults(TypedDict, total=False):
    identity: str
    type: Literal["user", "merchant", "business", "organization", "machine"]
    matched_alias: BulkResultsMatchedAlias
    endpoints: List[DisclosedEndpoint]
    disclosure: BulkResultsDisclosure
    assurance: Union[BulkResultsAssurance, None]
    error: BulkResultsError


class BulkResults(_BulkResults):
    alias: str
    status: Literal["resolved", "consent_pending", "error"]


class Bulk(TypedDict):
    results: List[BulkResults]
    livemode: bool
    # req_…
    request_id: str


class _DisclosedEndpointCapabilities(TypedDict, total=False):
    network: str


class DisclosedEndpointCapabilities(_DisclosedEndpointCapabilities):
    asset: str
    rail: str


class _DisclosedEndpoint(TypedDict, total=False):
    # For a crypto_wallet: abbreviated
    address: str
    last4: Union[str, None]
    token: Union[str, None]
    # For a payment_pointer
    url: str
    # For a upi, pix_key or lightning_address: masked
    masked: str


class DisclosedEndpoint(_DisclosedEndpoint):
    # end_…
    id: str
    type: Literal["crypto_wallet", "bank_account", "mobile_money", "payment_pointer", "upi", "pix_key", "lightning_address"]
    capabilities: List[DisclosedEndpointCapabilities]


class PayeeName(TypedDict):
    object: Literal["payee_name"]
    id: str
    livemode: bool
    # idn_…
    identity: str
    kind: Literal["legal", "trade", "preferred", "joint", "identification"]
    masked: Union[str, None]
    basis: Literal["declared", "attested"]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class PayeeCheck(TypedDict):
    object: Literal["payee_check"]
    # `declared_match`: same name, not verified. `unavailable`: not checked, never fine
    verdict: Literal["match", "declared_match", "close_match", "no_match", "unavailable"]
    basis: Union[Literal["declared", "attested"], None]
    livemode: bool
    # req_…
    request_id: str


class PayeeChecksResultsError(TypedDict):
    type: str
    code: str


class _PayeeChecksResults(TypedDict, total=False):
    # `declared_match`: same name, not verified. `unavailable`: not checked, never fine
    verdict: Literal["match", "declared_match", "close_match", "no_match", "unavailable"]
    basis: Union[Literal["declared", "attested"], None]
    error: PayeeChecksResultsError


class PayeeChecksResults(_PayeeChecksResults):
    object: Literal["payee_check"]


class PayeeChecks(TypedDict):
    results: List[PayeeChecksResults]
    livemode: bool
    # req_…
    request_id: str


class DestinationCheck(TypedDict):
    object: Literal["destination_check"]
    # `no_match`: not registered in this form. `unavailable`: not checked, never fine
    verdict: Literal["match", "no_match", "unavailable"]
    endpoint: Union[str, None]
    changed_days: Union[int, None]
    livemode: bool
    # req_…
    request_id: str


class DestinationChecksResultsError(TypedDict):
    type: str
    code: str


class _DestinationChecksResults(TypedDict, total=False):
    # `no_match`: not registered in this form. `unavailable`: not checked, never fine
    verdict: Literal["match", "no_match", "unavailable"]
    endpoint: Union[str, None]
    changed_days: Union[int, None]
    error: DestinationChecksResultsError


class DestinationChecksResults(_DestinationChecksResults):
    object: Literal["destination_check"]


class DestinationChecks(TypedDict):
    results: List[DestinationChecksResults]
    livemode: bool
    # req_…
    request_id: str


class SealingKeyJwk(TypedDict):
    # OKP
    kty: str
    # X25519
    crv: str
    x: str


class SealingKey(TypedDict):
    object: Literal["sealing_key"]
    id: str
    livemode: bool
    jwk: SealingKeyJwk
    status: Literal["waiting", "usable"]
    # Unix time in seconds
    usable_at: int
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class Release(TypedDict):
    object: Literal["release"]
    # rel_…
    id: str
    livemode: bool
    status: Literal["pending", "ready", "failed", "expired"]
    # end_…
    endpoint: str
    alias_type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    # slk_…
    sealing_key: str
    reference: Union[str, None]
    jwe: Union[str, None]
    # Unix time in seconds
    expires_at: int
    # Unix time in seconds
    created: int
    # req_…
    request_id: str


class ApiKey(TypedDict):
    object: Literal["api_key"]
    id: str
    livemode: bool
    name: Union[str, None]
    scopes: List[str]
    prefix: str
    last4: str
    router: bool
    expires_at: Union[int, None]
    revoked_at: Union[int, None]
    last_used_at: Union[int, None]
    rolled_to: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class ApiKeyWithSecret(TypedDict):
    object: Literal["api_key"]
    id: str
    livemode: bool
    name: Union[str, None]
    scopes: List[str]
    prefix: str
    last4: str
    router: bool
    expires_at: Union[int, None]
    revoked_at: Union[int, None]
    last_used_at: Union[int, None]
    rolled_to: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int
    key: Union[str, None]


class Webhook(TypedDict):
    object: Literal["webhook"]
    id: str
    livemode: bool
    url: str
    description: Union[str, None]
    enabled_events: List[str]
    status: Literal["enabled", "disabled", "auto_disabled"]
    disabled_reason: Union[str, None]
    failing_since: Union[int, None]
    paused_until: Union[int, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class WebhookWithSecret(TypedDict):
    object: Literal["webhook"]
    id: str
    livemode: bool
    url: str
    description: Union[str, None]
    enabled_events: List[str]
    status: Literal["enabled", "disabled", "auto_disabled"]
    disabled_reason: Union[str, None]
    failing_since: Union[int, None]
    paused_until: Union[int, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int
    signing_secret: Union[str, None]


class WebhookDelivery(TypedDict):
    object: Literal["webhook_delivery"]
    id: str
    livemode: bool
    # whk_…
    webhook: str
    # evt_…
    event: str
    event_type: str
    kind: Literal["automatic", "redelivery", "test"]
    state: Literal["pending", "delivered", "exhausted", "cancelled"]
    attempt_count: int
    pending_reason: Union[Literal["due", "scheduled", "in_flight", "webhook_paused", "webhook_disabled"], None]
    next_attempt_at: Union[int, None]
    paused_until: Union[int, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class WebhookDeliveryWithAttemptsAttempts(TypedDict):
    n: int
    # Unix time in seconds
    started: int
    ms: int
    status: Union[int, None]
    error: Union[Literal["blocked_address", "connection_refused", "connection_reset", "connection_timeout", "connection_failed", "host_unreachable", "tls_failed", "answer_invalid", "timeout"], None]
    answer: Union[str, None]


class WebhookDeliveryWithAttempts(TypedDict):
    object: Literal["webhook_delivery"]
    id: str
    livemode: bool
    # whk_…
    webhook: str
    # evt_…
    event: str
    event_type: str
    kind: Literal["automatic", "redelivery", "test"]
    state: Literal["pending", "delivered", "exhausted", "cancelled"]
    attempt_count: int
    pending_reason: Union[Literal["due", "scheduled", "in_flight", "webhook_paused", "webhook_disabled"], None]
    next_attempt_at: Union[int, None]
    paused_until: Union[int, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int
    attempts: List[WebhookDeliveryWithAttemptsAttempts]


class WebhookRecovery(TypedDict):
    object: Literal["webhook_recovery"]
    # whk_…
    webhook: str
    livemode: bool
    # Unix time in seconds
    since: int


class EventTypesData(TypedDict):
    object: Literal["event_type"]
    type: str
    when: str
    # JSON Schema
    data: Dict[str, Any]


class EventTypes(TypedDict):
    object: Literal["list"]
    url: str
    has_more: Literal[False]
    data: List[EventTypesData]


class Consumer(TypedDict):
    object: Literal["consumer"]
    # apc_…
    id: str
    name: str
    livemode: bool
    scopes: List[str]
    # key_…
    key: str


class LimitsData(TypedDict):
    # requests, resolve (look-ups), misses or registrations (phones and e-mail addresses)
    policy: str
    size: float
    refill_per_second: float
    remaining: int
    # Seconds until the next request is admitted; 0 if it is now
    retry_after: int


class Limits(TypedDict):
    object: Literal["limits"]
    livemode: bool
    data: List[LimitsData]


class UsageData(TypedDict):
    # The start of the interval
    start: int
    # Your own look-ups that resolved
    resolves: int
    # Your own look-ups that missed
    misses: int
    # Answers with a pending consent request: to consent requests, and to look-ups in bulk
    consent_pending: int
    # Successful attempts at your own webhooks
    deliveries: int
    # Failed attempts at your own webhooks
    delivery_errors: int


Usage = TypedDict(
    "Usage",
    {
        "object": Literal["usage"],
        "livemode": "bool",
        "interval": Literal["hour", "day"],
        # The start of the first interval
        "from": "int",
        # The end of the last one
        "to": "int",
        "data": List[UsageData],
    },
    total=True,
)


class RequestRecord(TypedDict):
    object: Literal["request"]
    id: str
    livemode: bool
    # Field of the schema, like `Mutation.createAlias`; `graphql` for a document without one
    operation: str
    # HTTP status; 200 also for GraphQL answers with errors
    status: int
    code: Union[str, None]
    # key_…
    key: str
    # Until the answer was sent, rounded up to the release step of the route
    duration_ms: int
    # Requests that the record stands for: more than 1 after the 19th of its kind in a minute
    count: int
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class KeyUsageDataDays(TypedDict):
    # The start of the day (UTC)
    start: int
    # Requests on that day
    requests: int


class KeyUsageData(TypedDict):
    # key_…
    key: str
    # Requests with the key on all days
    requests: int
    days: List[KeyUsageDataDays]


KeyUsage = TypedDict(
    "KeyUsage",
    {
        "object": Literal["key_usage"],
        "livemode": "bool",
        # The start of the first day
        "from": "int",
        # The end of the last one
        "to": "int",
        # True if more keys were used
        "has_more": "bool",
        "data": List[KeyUsageData],
    },
    total=True,
)


class AuditEntryActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]
    name: Union[str, None]


class AuditEntry(TypedDict):
    object: Literal["audit_entry"]
    # aud_…
    id: str
    # Unix time in milliseconds
    at: int
    # What happened, like `endpoint.updated`
    kind: str
    actor: AuditEntryActor
    subjects: List[str]
    changed: List[str]
    livemode: bool
    request_id: Union[str, None]


class SandboxReset(TypedDict):
    object: Literal["sandbox_reset"]
    # apc_…
    consumer: str
    livemode: bool
    status: Literal["pending", "done"]
    # Identities that this request closed; they are erased within minutes
    identities: int
    # Grants that this request ended, made by you or to you
    grants: int
    # Webhooks that this request deleted
    webhooks: int


class Removal(TypedDict):
    id: str
    # What was removed
    object: str
    livemode: bool
    deleted: Literal[True]


class _RefusalError(TypedDict, total=False):
    param: str
    # The id of your own conflicting record
    existing: str


class RefusalError(_RefusalError):
    type: Literal["invalid_request_error", "authentication_error", "permission_error", "not_found_error", "conflict_error", "idempotency_error", "rate_limit_error", "api_error"]
    code: Literal["invalid_json", "parameter_missing", "parameter_invalid", "parameter_unknown", "parameter_conflict", "bulk_limit_exceeded", "cursor_invalid", "cursor_expired", "idempotency_key_invalid", "url_not_https", "url_forbidden", "event_type_unknown", "address_invalid", "capability_unknown", "proof_invalid", "claim_type_unsupported", "limit_reached", "sealing_key_private", "sealing_key_invalid", "test_key_required", "graphql_invalid", "graphql_too_complex", "document_unknown", "alias_value_required", "alias_type_unsupported", "alias_too_short", "alias_too_long", "alias_invalid_characters", "alias_invalid_format", "alias_reserved", "phone_invalid", "phone_country_code_required", "email_invalid", "payment_link_invalid", "api_key_missing", "api_key_invalid", "api_key_expired", "api_key_revoked", "consumer_suspended", "scope_missing", "alias_not_found", "release_not_found", "resource_missing", "route_not_found", "method_not_allowed", "request_timeout", "body_too_large", "content_type_unsupported", "headers_too_large", "alias_taken", "alias_in_cooldown", "consumer_name_taken", "external_reference_taken", "status_transition_invalid", "identity_not_active", "alias_released", "grant_exists", "grant_ended", "version_changed", "consent_request_closed", "roll_in_progress", "sealing_key_not_usable", "webhook_disabled", "event_too_old", "claim_closed", "challenge_closed", "idempotency_key_in_use", "idempotency_key_reused", "challenge_limit", "reset_in_progress", "rate_limited", "internal_error", "decryption_failed", "service_unavailable", "overloaded", "challenge_sender_missing", "shutting_down"]
    message: str
    # The message of the code
    doc_url: str
    # req_…
    request_id: str


class Refusal(TypedDict):
    error: RefusalError


class BulkItemObjectFor(TypedDict, total=False):
    asset: str
    network: str
    rail: str
    # In units of the asset; requires `asset`
    amount: float


BulkItemObject = TypedDict(
    "BulkItemObject",
    {
        # An alias whose type is detected
        "alias": "str",
        # With `value`, instead of `alias`
        "type": Literal["username", "phone", "email", "merchant_handle", "payment_link"],
        # With `type`, instead of `alias`
        "value": "str",
        "for": "BulkItemObjectFor",
    },
    total=False,
)


BulkItem = Union[str, BulkItemObject]


class PayeeCheckItemIdentification(TypedDict):
    # lei, vat …
    scheme: str
    value: str


class PayeeCheckItem(TypedDict, total=False):
    # An alias whose type is detected
    alias: str
    # With `value`, instead of `alias`
    type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    # With `type`, instead of `alias`
    value: str
    # The name in one text
    name: str
    # With `family`, instead of `name`
    given: str
    # With `given`, instead of `name`
    family: str
    identification: PayeeCheckItemIdentification


class DestinationCheckItemDestinationDetailsBankCode(TypedDict):
    scheme: Literal["bic", "aba", "sort_code", "ifsc", "bsb", "clabe"]
    # With or without the spaces and dashes of its scheme
    value: str


class DestinationCheckItemDestinationDetails(TypedDict, total=False):
    """Only the memo and the bank code are compared"""

    # For a bank account
    holder_name: str
    # For a bank account or mobile money: ISO 3166-1, two letters
    country: str
    bank_code: DestinationCheckItemDestinationDetailsBankCode
    # For a wallet: the memo that its payments must carry. XRP: the destination tag
    memo: str
    # For a Stellar memo
    memo_type: Literal["text", "id", "hash"]
    # For mobile money
    operator: str


class _DestinationCheckItemDestination(TypedDict, total=False):
    # Only the memo and the bank code are compared
    details: DestinationCheckItemDestinationDetails


class DestinationCheckItemDestination(_DestinationCheckItemDestination):
    type: Literal["crypto_wallet", "bank_account", "mobile_money", "payment_pointer", "upi", "pix_key", "lightning_address"]
    # As typed; normalized as on create
    address: str


class _DestinationCheckItem(TypedDict, total=False):
    # An alias whose type is detected
    alias: str
    # With `value`, instead of `alias`
    type: Literal["username", "phone", "email", "merchant_handle", "payment_link"]
    # With `type`, instead of `alias`
    value: str
    # Your reference for your customer, at most 64 characters
    payer: str


class DestinationCheckItem(_DestinationCheckItem):
    destination: DestinationCheckItemDestination


class IdentityEventData(TypedDict):
    # idn_…
    identity: str
    # identity type
    type: str


class IdentityEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class IdentityEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["identity.created", "identity.updated", "identity.erased"]
    data: IdentityEventData
    actor: Union[IdentityEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredIdentityEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["identity.created", "identity.updated", "identity.erased"]
    data: IdentityEventData


class IdentityStatusEventData(TypedDict):
    # idn_…
    identity: str
    # identity type
    type: str
    # the new status
    status: str


class IdentityStatusEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class IdentityStatusEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["identity.status_changed"]
    data: IdentityStatusEventData
    actor: Union[IdentityStatusEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredIdentityStatusEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["identity.status_changed"]
    data: IdentityStatusEventData


class AliasEventDataAlias(TypedDict):
    # als_…
    public_id: str
    # its type
    type: str


class AliasEventData(TypedDict):
    # idn_…
    identity: str
    alias: AliasEventDataAlias


class AliasEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class AliasEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["alias.created", "alias.updated", "alias.verified", "alias.unverified", "alias.released"]
    data: AliasEventData
    actor: Union[AliasEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredAliasEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["alias.created", "alias.updated", "alias.verified", "alias.unverified", "alias.released"]
    data: AliasEventData


class EndpointEventDataEndpoint(TypedDict):
    # end_…
    public_id: str
    # its type
    type: str


class EndpointEventData(TypedDict):
    # idn_…
    identity: str
    endpoint: EndpointEventDataEndpoint


class EndpointEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class EndpointEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["endpoint.added", "endpoint.updated", "endpoint.removed"]
    data: EndpointEventData
    actor: Union[EndpointEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredEndpointEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["endpoint.added", "endpoint.updated", "endpoint.removed"]
    data: EndpointEventData


class ClaimEventDataClaim(TypedDict):
    # clm_…
    public_id: str
    # its type
    type: str


class ClaimEventData(TypedDict):
    claim: ClaimEventDataClaim
    # alias type
    alias_type: str


class ClaimEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class ClaimEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["claim.opened", "claim.completed", "claim.cancelled"]
    data: ClaimEventData
    actor: Union[ClaimEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredClaimEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["claim.opened", "claim.completed", "claim.cancelled"]
    data: ClaimEventData


class ConsentRequestEventData(TypedDict):
    # idn_…
    identity: str
    # crq_…
    consent_request: str
    # apc_…
    consumer: str


class ConsentRequestEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class ConsentRequestEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["consent.requested"]
    data: ConsentRequestEventData
    actor: Union[ConsentRequestEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredConsentRequestEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["consent.requested"]
    data: ConsentRequestEventData


class ConsentGrantEventData(TypedDict):
    # idn_…
    identity: str
    # cgr_…
    consent_grant: str
    # apc_…
    consumer: str


class ConsentGrantEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class ConsentGrantEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["consent.granted", "consent.updated", "consent.revoked", "consent.expired"]
    data: ConsentGrantEventData
    actor: Union[ConsentGrantEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredConsentGrantEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["consent.granted", "consent.updated", "consent.revoked", "consent.expired"]
    data: ConsentGrantEventData


class SealingKeyEventData(TypedDict):
    # slk_…
    sealing_key: str


class SealingKeyEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class SealingKeyEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["sealing_key.created", "sealing_key.activated", "sealing_key.removed"]
    data: SealingKeyEventData
    actor: Union[SealingKeyEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredSealingKeyEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["sealing_key.created", "sealing_key.activated", "sealing_key.removed"]
    data: SealingKeyEventData


class PayeeNameEventData(TypedDict):
    # idn_…
    identity: str
    # pnm_…
    payee_name: str


class PayeeNameEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class PayeeNameEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["payee_name.attested"]
    data: PayeeNameEventData
    actor: Union[PayeeNameEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredPayeeNameEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["payee_name.attested"]
    data: PayeeNameEventData


class ReleaseEventDataEndpoint(TypedDict):
    # end_…
    public_id: str
    # its type
    type: str


class ReleaseEventData(TypedDict):
    # idn_…
    identity: str
    endpoint: ReleaseEventDataEndpoint
    # apc_…
    consumer: str


class ReleaseEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class ReleaseEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["endpoint.released"]
    data: ReleaseEventData
    actor: Union[ReleaseEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredReleaseEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["endpoint.released"]
    data: ReleaseEventData


class WebhookEventData(TypedDict):
    # whk_…
    webhook: str


class WebhookEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class WebhookEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["webhook.disabled", "webhook.test"]
    data: WebhookEventData
    actor: Union[WebhookEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredWebhookEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["webhook.disabled", "webhook.test"]
    data: WebhookEventData


class ApiKeyEventData(TypedDict):
    # key_…
    api_key: str


class ApiKeyEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class ApiKeyEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["api_key.created", "api_key.revoked"]
    data: ApiKeyEventData
    actor: Union[ApiKeyEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredApiKeyEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["api_key.created", "api_key.revoked"]
    data: ApiKeyEventData


class ApiKeyRolledEventData(TypedDict):
    # key_…
    api_key: str
    # key_…
    rolled_to: str


class ApiKeyRolledEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class ApiKeyRolledEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["api_key.rolled"]
    data: ApiKeyRolledEventData
    actor: Union[ApiKeyRolledEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredApiKeyRolledEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["api_key.rolled"]
    data: ApiKeyRolledEventData


class ConsumerEventData(TypedDict):
    # apc_…
    consumer: str


class ConsumerEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class ConsumerEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["consumer.suspended", "consumer.resumed"]
    data: ConsumerEventData
    actor: Union[ConsumerEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredConsumerEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["consumer.suspended", "consumer.resumed"]
    data: ConsumerEventData


class DisclosedEndpointsEventDataEndpoints(TypedDict):
    # end_…
    public_id: str
    # its type
    type: str
    # `added`, `updated` or `removed`
    change: str


class DisclosedEndpointsEventData(TypedDict):
    # cgr_…
    consent_grant: str
    # idn_…
    identity: str
    endpoints: List[DisclosedEndpointsEventDataEndpoints]


class DisclosedEndpointsEventActor(TypedDict):
    type: Literal["api_key", "operator", "system"]
    id: Union[str, None]


class DisclosedEndpointsEvent(TypedDict):
    object: Literal["event"]
    id: str
    livemode: bool
    type: Literal["disclosed_endpoints.changed"]
    data: DisclosedEndpointsEventData
    actor: Union[DisclosedEndpointsEventActor, None]
    request: Union[str, None]
    # Unix time in seconds
    created: int
    # Unix time in seconds
    updated: int


class DeliveredDisclosedEndpointsEvent(TypedDict):
    id: str
    # Unix time in seconds
    created: int
    livemode: bool
    type: Literal["disclosed_endpoints.changed"]
    data: DisclosedEndpointsEventData


# What happened
Event = Union[IdentityEvent, IdentityStatusEvent, AliasEvent, EndpointEvent, ClaimEvent, ConsentRequestEvent, ConsentGrantEvent, SealingKeyEvent, PayeeNameEvent, ReleaseEvent, WebhookEvent, ApiKeyEvent, ApiKeyRolledEvent, ConsumerEvent, DisclosedEndpointsEvent]


# The body of a delivery
DeliveredEvent = Union[DeliveredIdentityEvent, DeliveredIdentityStatusEvent, DeliveredAliasEvent, DeliveredEndpointEvent, DeliveredClaimEvent, DeliveredConsentRequestEvent, DeliveredConsentGrantEvent, DeliveredSealingKeyEvent, DeliveredPayeeNameEvent, DeliveredReleaseEvent, DeliveredWebhookEvent, DeliveredApiKeyEvent, DeliveredApiKeyRolledEvent, DeliveredConsumerEvent, DeliveredDisclosedEndpointsEvent]


class CreatePayeeNameHolders(TypedDict, total=False):
    # The name in one text
    name: str
    # With `family`, instead of `name`
    given: str
    # With `given`, instead of `name`
    family: str


class IdentitiesSearchCreated(TypedDict, total=False):
    # At or after this Unix time in seconds
    gte: int
    # After this Unix time in seconds
    gt: int
    # At or before this Unix time in seconds
    lte: int
    # Before this Unix time in seconds
    lt: int


class IdentitiesSearchUpdated(TypedDict, total=False):
    # At or after this Unix time in seconds
    gte: int
    # After this Unix time in seconds
    gt: int
    # At or before this Unix time in seconds
    lte: int
    # Before this Unix time in seconds
    lt: int


class AliasesSearchCreated(TypedDict, total=False):
    # At or after this Unix time in seconds
    gte: int
    # After this Unix time in seconds
    gt: int
    # At or before this Unix time in seconds
    lte: int
    # Before this Unix time in seconds
    lt: int


class AliasesSearchUpdated(TypedDict, total=False):
    # At or after this Unix time in seconds
    gte: int
    # After this Unix time in seconds
    gt: int
    # At or before this Unix time in seconds
    lte: int
    # Before this Unix time in seconds
    lt: int


class CreateEndpointDetailsBankCode(TypedDict):
    scheme: Literal["bic", "aba", "sort_code", "ifsc", "bsb", "clabe"]
    # With or without the spaces and dashes of its scheme
    value: str


class CreateEndpointDetails(TypedDict, total=False):
    """Sealed with the address, as one record"""

    # For a bank account
    holder_name: str
    # For a bank account or mobile money: ISO 3166-1, two letters
    country: str
    bank_code: CreateEndpointDetailsBankCode
    # For a wallet: the memo that its payments must carry. XRP: the destination tag
    memo: str
    # For a Stellar memo
    memo_type: Literal["text", "id", "hash"]
    # For mobile money
    operator: str


class _CreateEndpointCapabilities(TypedDict, total=False):
    network: str
    supports_instant: bool
    # In units of the asset: routing context only, never a charge
    min_amount: float
    # In units of the asset: routing context only, never a charge
    max_amount: float


class CreateEndpointCapabilities(_CreateEndpointCapabilities):
    asset: str
    rail: str


class CreateEndpointProof(TypedDict):
    """For a crypto_wallet: the token of POST /v1/endpoints/challenge, and the signature of its message"""

    token: str
    # EVM: 0x and 130 hex digits in lower case. Solana: base58
    signature: str


class _ChallengeEndpointCapabilities(TypedDict, total=False):
    network: str
    supports_instant: bool
    # In units of the asset: routing context only, never a charge
    min_amount: float
    # In units of the asset: routing context only, never a charge
    max_amount: float


class ChallengeEndpointCapabilities(_ChallengeEndpointCapabilities):
    asset: str
    rail: str


class EndpointsSearchCreated(TypedDict, total=False):
    # At or after this Unix time in seconds
    gte: int
    # After this Unix time in seconds
    gt: int
    # At or before this Unix time in seconds
    lte: int
    # Before this Unix time in seconds
    lt: int


class EndpointsSearchUpdated(TypedDict, total=False):
    # At or after this Unix time in seconds
    gte: int
    # After this Unix time in seconds
    gt: int
    # At or before this Unix time in seconds
    lte: int
    # Before this Unix time in seconds
    lt: int


class _UpdateEndpointCapabilities(TypedDict, total=False):
    network: str
    supports_instant: bool
    # In units of the asset: routing context only, never a charge
    min_amount: float
    # In units of the asset: routing context only, never a charge
    max_amount: float


class UpdateEndpointCapabilities(_UpdateEndpointCapabilities):
    asset: str
    rail: str


class GrantConsentCovers(TypedDict, total=False):
    all: bool
    aliases: List[str]
    endpoints: List[str]


class UpdateConsentGrantCovers(TypedDict, total=False):
    all: bool
    aliases: List[str]
    endpoints: List[str]


class ApproveConsentRequestCovers(TypedDict, total=False):
    all: bool
    aliases: List[str]
    endpoints: List[str]


class CreateSealingKeyJwk(TypedDict):
    """The public half alone"""

    # OKP
    kty: str
    # X25519
    crv: str
    # base64url
    x: str


class ExplanationFor(TypedDict, total=False):
    asset: str
    network: str
    rail: str
    # In units of the asset; requires `asset`
    amount: float


class ImpactInput(TypedDict):
    """The body of the operation's own route"""



class ResolveFor(TypedDict, total=False):
    asset: str
    network: str
    rail: str
    # In units of the asset; requires `asset`
    amount: float


class CheckPayeeIdentification(TypedDict):
    # lei, vat …
    scheme: str
    value: str


class CheckDestinationDestinationDetailsBankCode(TypedDict):
    scheme: Literal["bic", "aba", "sort_code", "ifsc", "bsb", "clabe"]
    # With or without the spaces and dashes of its scheme
    value: str


class CheckDestinationDestinationDetails(TypedDict, total=False):
    """Only the memo and the bank code are compared"""

    # For a bank account
    holder_name: str
    # For a bank account or mobile money: ISO 3166-1, two letters
    country: str
    bank_code: CheckDestinationDestinationDetailsBankCode
    # For a wallet: the memo that its payments must carry. XRP: the destination tag
    memo: str
    # For a Stellar memo
    memo_type: Literal["text", "id", "hash"]
    # For mobile money
    operator: str


class _CheckDestinationDestination(TypedDict, total=False):
    # Only the memo and the bank code are compared
    details: CheckDestinationDestinationDetails


class CheckDestinationDestination(_CheckDestinationDestination):
    type: Literal["crypto_wallet", "bank_account", "mobile_money", "payment_pointer", "upi", "pix_key", "lightning_address"]
    # As typed; normalized as on create
    address: str
