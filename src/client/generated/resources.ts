// Made by `npm run generate -- client` of the OpenAPI document.

import { path, type RequestOptions, type Transport, type WriteOptions } from '../transport.ts'
import type * as types from './types.ts'

export const createResources = ({ send, list, search }: Transport) => ({
  identities: {
    /** Create an identity. Scope: `identities:write`. */
    create: (body: types.CreateIdentityBody, options?: WriteOptions) => send<types.Identity>({ verb: 'POST', path: '/v1/identities', body, isWrite: true }, options),
    /** List identities. Scope: `identities:read`. */
    list: (query?: types.IdentitiesQuery, options?: RequestOptions) => list<types.Identity>('/v1/identities', query, options),
    /** Find your identities. Scope: `identities:read`. */
    search: (body: types.IdentitiesSearchBody, options?: RequestOptions) => search<types.Identity>('/v1/identities/search', body, options),
    /** Read an identity. Scope: `identities:read`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Identity>({ verb: 'GET', path: path`/v1/identities/${id}` }, options),
    /** Change an identity; a closed one stays closed. Scope: `identities:write`. */
    update: (id: string, body: types.UpdateIdentityBody, options?: WriteOptions) => send<types.Identity>({ verb: 'PATCH', path: path`/v1/identities/${id}`, body, isWrite: true }, options),
    /** Erase a closed identity, within 24 hours. Scope: `identities:erase`. */
    erase: (id: string, body: types.EraseIdentityBody, options?: WriteOptions) => send<types.Identity>({ verb: 'POST', path: path`/v1/identities/${id}/erase`, body, isWrite: true }, options),
    aliases: {
      /** List an identity's aliases. Scope: `aliases:read`. */
      list: (id: string, query?: types.IdentityAliasesQuery, options?: RequestOptions) => list<types.Alias>(path`/v1/identities/${id}/aliases`, query, options),
    },
    endpoints: {
      /** List an identity's endpoints. Scope: `endpoints:read`. */
      list: (id: string, query?: types.IdentityEndpointsQuery, options?: RequestOptions) => list<types.Endpoint>(path`/v1/identities/${id}/endpoints`, query, options),
    },
    consentGrants: {
      /** List the consent grants on an identity. Scope: `consents:read`. */
      list: (id: string, query?: types.IdentityConsentGrantsQuery, options?: RequestOptions) => list<types.ConsentGrant>(path`/v1/identities/${id}/consent_grants`, query, options),
    },
    disclosures: {
      /** List the disclosures of an identity's endpoints. Scope: `identities:read`. */
      list: (id: string, query?: types.IdentityDisclosuresQuery, options?: RequestOptions) => list<types.Disclosure>(path`/v1/identities/${id}/disclosures`, query, options),
    },
    /** Export all data about an identity. Scope: `identities:read`. */
    export: (id: string, options?: RequestOptions) => send<types.IdentityExport>({ verb: 'GET', path: path`/v1/identities/${id}/export` }, options),
    payeeNames: {
      /** Register a name that payers may check. Scope: `payee_names:write`. */
      create: (id: string, body: types.CreatePayeeNameBody, options?: WriteOptions) => send<types.PayeeName>({ verb: 'POST', path: path`/v1/identities/${id}/payee_names`, body, isWrite: true }, options),
      /** List an identity's payee names, masked. Scope: `payee_names:read`. */
      list: (id: string, query?: types.IdentityPayeeNamesQuery, options?: RequestOptions) => list<types.PayeeName>(path`/v1/identities/${id}/payee_names`, query, options),
    },
  },
  aliases: {
    /** Register an alias. Scope: `aliases:write`. */
    create: (body: types.CreateAliasBody, options?: WriteOptions) => send<types.Alias>({ verb: 'POST', path: '/v1/aliases', body, isWrite: true }, options),
    /** List your aliases. Scope: `aliases:read`. */
    list: (query?: types.AliasesQuery, options?: RequestOptions) => list<types.Alias>('/v1/aliases', query, options),
    /** Normalize an alias, without a look-up. Any key. */
    normalize: (body: types.NormalizeAliasBody, options?: RequestOptions) => send<types.NormalizedAlias>({ verb: 'POST', path: '/v1/aliases/normalize', body }, options),
    /** Find your aliases. Scope: `aliases:read`. */
    search: (body: types.AliasesSearchBody, options?: RequestOptions) => search<types.Alias>('/v1/aliases/search', body, options),
    /** Read an alias. Scope: `aliases:read`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Alias>({ verb: 'GET', path: path`/v1/aliases/${id}` }, options),
    /** Change an alias's privacy level or primary mark. Scope: `aliases:write`. */
    update: (id: string, body: types.UpdateAliasBody, options?: WriteOptions) => send<types.Alias>({ verb: 'PATCH', path: path`/v1/aliases/${id}`, body, isWrite: true }, options),
    /** Release an alias into its cooldown. Scope: `aliases:write`. */
    delete: (id: string, options?: WriteOptions) => send<types.Alias>({ verb: 'DELETE', path: path`/v1/aliases/${id}`, isWrite: true }, options),
    /** Mark an alias as verified, by its owner's attestation. Scope: `aliases:write`. */
    verify: (id: string, body: types.VerifyAliasBody, options?: WriteOptions) => send<types.Alias>({ verb: 'POST', path: path`/v1/aliases/${id}/verify`, body, isWrite: true }, options),
    /** Start a challenge of an alias of yours. Scope: `aliases:write`. */
    challenges: (id: string, body: types.ChallengeAliasBody, options?: WriteOptions) => send<types.Challenge>({ verb: 'POST', path: path`/v1/aliases/${id}/challenges`, body, isWrite: true }, options),
  },
  challenges: {
    /** Read a challenge. Scope: `aliases:write`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Challenge>({ verb: 'GET', path: path`/v1/challenges/${id}` }, options),
    /** Answer a challenge; a wrong answer costs an attempt. Scope: `aliases:write`. */
    answer: (id: string, body?: types.AnswerChallengeBody, options?: WriteOptions) => send<types.Challenge>({ verb: 'POST', path: path`/v1/challenges/${id}/answer`, body, isWrite: true }, options),
  },
  claims: {
    /** Claim an alias; accepted with or without a holder. Scope: `claims:write`. */
    create: (body: types.CreateClaimBody, options?: WriteOptions) => send<types.Claim>({ verb: 'POST', path: '/v1/claims', body, isWrite: true }, options),
    /** List claims: your own, or those of your aliases. Scope: `claims:read`. */
    list: (query?: types.ClaimsQuery, options?: RequestOptions) => list<types.Claim>('/v1/claims', query, options),
    /** Read a claim; each side sees its own identity. Scope: `claims:read`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Claim>({ verb: 'GET', path: path`/v1/claims/${id}` }, options),
    /** Send a code to your side of a claim. Scope: `claims:write`. */
    challenges: (id: string, body: types.ChallengeClaimBody, options?: WriteOptions) => send<types.Challenge>({ verb: 'POST', path: path`/v1/claims/${id}/challenges`, body, isWrite: true }, options),
    /** Confirm a claim and give up its alias. Scope: `claims:write`. */
    confirm: (id: string, options?: WriteOptions) => send<types.Claim>({ verb: 'POST', path: path`/v1/claims/${id}/confirm`, isWrite: true }, options),
    /** Refuse a claim that moves an alias to another consumer. Scope: `claims:write`. */
    refuse: (id: string, options?: WriteOptions) => send<types.Claim>({ verb: 'POST', path: path`/v1/claims/${id}/refuse`, isWrite: true }, options),
    /** Contest a claim: send the code that keeps the alias. Scope: `claims:write`. */
    contest: (id: string, body: types.ContestClaimBody, options?: WriteOptions) => send<types.Claim>({ verb: 'POST', path: path`/v1/claims/${id}/contest`, body, isWrite: true }, options),
    /** Withdraw a claim. Scope: `claims:write`. */
    cancel: (id: string, options?: WriteOptions) => send<types.Claim>({ verb: 'POST', path: path`/v1/claims/${id}/cancel`, isWrite: true }, options),
  },
  endpoints: {
    /** Create an endpoint. Scope: `endpoints:write`. */
    create: (body: types.CreateEndpointBody, options?: WriteOptions) => send<types.Endpoint>({ verb: 'POST', path: '/v1/endpoints', body, isWrite: true }, options),
    /** List your endpoints. Scope: `endpoints:read`. */
    list: (query?: types.EndpointsQuery, options?: RequestOptions) => list<types.Endpoint>('/v1/endpoints', query, options),
    /** Get a challenge that proves control of a wallet. Scope: `endpoints:write`. */
    challenge: (body: types.ChallengeEndpointBody, options?: WriteOptions) => send<types.EndpointChallenge>({ verb: 'POST', path: '/v1/endpoints/challenge', body, isWrite: true }, options),
    /** Find your endpoints. Scope: `endpoints:read`. */
    search: (body: types.EndpointsSearchBody, options?: RequestOptions) => search<types.Endpoint>('/v1/endpoints/search', body, options),
    /** Read an endpoint. Scope: `endpoints:read`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Endpoint>({ verb: 'GET', path: path`/v1/endpoints/${id}` }, options),
    /** Change an endpoint, except its address. Scope: `endpoints:write`. */
    update: (id: string, body: types.UpdateEndpointBody, options?: WriteOptions) => send<types.Endpoint>({ verb: 'PATCH', path: path`/v1/endpoints/${id}`, body, isWrite: true }, options),
    /** Remove an endpoint and erase its address. Scope: `endpoints:write`. */
    delete: (id: string, options?: WriteOptions) => send<types.Removal>({ verb: 'DELETE', path: path`/v1/endpoints/${id}`, isWrite: true }, options),
  },
  /** The networks and rails that capabilities may name. Any key. */
  catalogue: (options?: RequestOptions) => send<types.Catalogue>({ verb: 'GET', path: '/v1/catalogue' }, options),
  /** Follow the changes of your records. Scope: `identities:read` or `aliases:read` or `endpoints:read` or `consents:read` or `webhooks:read` or `keys:write`. */
  changes: (query?: types.ChangesQuery, options?: RequestOptions) => send<types.ChangeFeed>({ verb: 'GET', path: '/v1/changes', query }, options),
  consentGrants: {
    /** Grant a consumer access to consent-required records. Scope: `consents:write`. */
    create: (body: types.GrantConsentBody, options?: WriteOptions) => send<types.ConsentGrant>({ verb: 'POST', path: '/v1/consent_grants', body, isWrite: true }, options),
    /** List consent grants. Scope: `consents:read` or `resolve`. */
    list: (query?: types.ConsentGrantsQuery, options?: RequestOptions) => list<types.ConsentGrant>('/v1/consent_grants', query, options),
    /** Read a consent grant; its grantee sees less of it. Scope: `consents:read` or `resolve`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.ConsentGrant>({ verb: 'GET', path: path`/v1/consent_grants/${id}` }, options),
    /** Change the covers, releases or end of a consent grant: each given field replaces the stored value. Scope: `consents:write`. */
    update: (id: string, body: types.UpdateConsentGrantBody, options?: WriteOptions) => send<types.ConsentGrant>({ verb: 'PATCH', path: path`/v1/consent_grants/${id}`, body, isWrite: true }, options),
    /** Revoke a consent grant, at once. Scope: `consents:write`. */
    delete: (id: string, options?: WriteOptions) => send<types.ConsentGrant>({ verb: 'DELETE', path: path`/v1/consent_grants/${id}`, isWrite: true }, options),
  },
  consentRequests: {
    /** Request access to an alias; accepted with or without an existing one. Scope: `resolve`. */
    create: (body: types.RequestConsentBody, options?: WriteOptions) => send<types.ConsentRequest>({ verb: 'POST', path: '/v1/consent_requests', body, isWrite: true }, options),
    /** List consent requests. Scope: `consents:read` or `resolve`. */
    list: (query?: types.ConsentRequestsQuery, options?: RequestOptions) => list<types.ConsentRequest>('/v1/consent_requests', query, options),
    /** Read a consent request; its requester sees less of it. Scope: `consents:read` or `resolve`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.ConsentRequest>({ verb: 'GET', path: path`/v1/consent_requests/${id}` }, options),
    /** Approve an incoming consent request: it creates or extends a grant. Scope: `consents:write`. */
    approve: (id: string, body?: types.ApproveConsentRequestBody, options?: WriteOptions) => send<types.ConsentRequest>({ verb: 'POST', path: path`/v1/consent_requests/${id}/approve`, body, isWrite: true }, options),
    /** Decline an incoming consent request, without notifying its requester. Scope: `consents:write`. */
    decline: (id: string, options?: WriteOptions) => send<types.ConsentRequest>({ verb: 'POST', path: path`/v1/consent_requests/${id}/decline`, isWrite: true }, options),
  },
  /** Explain what a consumer sees behind an alias of yours. Scope: `aliases:read` and `endpoints:read` and `identities:read` and `consents:read`. */
  explanations: (body: types.ExplanationBody, options?: RequestOptions) => send<types.Explanation>({ verb: 'POST', path: '/v1/explanations', body }, options),
  /** Show what a change would do: who would see more, and who less. Scope: `aliases:write` or `endpoints:write` or `identities:write` or `consents:write` and `consents:read`. */
  impacts: (body: types.ImpactBody, options?: RequestOptions) => send<types.Impact>({ verb: 'POST', path: '/v1/impacts', body }, options),
  /** Resolve an alias. Scope: `resolve`. */
  resolve: (body: types.ResolveBody, options?: RequestOptions) => send<types.Resolution>({ verb: 'POST', path: '/v1/resolve', body }, options),
  /** Resolve up to 100 aliases. Scope: `resolve`. */
  resolveBulk: (body: types.ResolveBulkBody, options?: RequestOptions) => send<types.Bulk>({ verb: 'POST', path: '/v1/resolve/bulk', body }, options),
  payeeNames: {
    /** Remove a payee name. Scope: `payee_names:write`. */
    delete: (id: string, options?: WriteOptions) => send<types.Removal>({ verb: 'DELETE', path: path`/v1/payee_names/${id}`, isWrite: true }, options),
  },
  /** Check whether a name is that of the payee. Scope: `payee_check`. */
  payeeChecks: (body: types.CheckPayeeBody, options?: RequestOptions) => send<types.PayeeCheck>({ verb: 'POST', path: '/v1/payee_checks', body }, options),
  /** Check up to 100 names. Scope: `payee_check`. */
  payeeChecksBulk: (body: types.CheckPayeesBody, options?: RequestOptions) => send<types.PayeeChecks>({ verb: 'POST', path: '/v1/payee_checks/bulk', body }, options),
  /** Check whether a destination is the payee's. Scope: `destination_check`. */
  destinationChecks: (body: types.CheckDestinationBody, options?: RequestOptions) => send<types.DestinationCheck>({ verb: 'POST', path: '/v1/destination_checks', body }, options),
  /** Check up to 20 destinations. Scope: `destination_check`. */
  destinationChecksBulk: (body: types.CheckDestinationsBody, options?: RequestOptions) => send<types.DestinationChecks>({ verb: 'POST', path: '/v1/destination_checks/bulk', body }, options),
  sealingKeys: {
    /** Register a public key for sealed addresses. Scope: `sealing_keys:write`. */
    create: (body: types.CreateSealingKeyBody, options?: WriteOptions) => send<types.SealingKey>({ verb: 'POST', path: '/v1/sealing_keys', body, isWrite: true }, options),
    /** List the sealing keys of the own consumer. Scope: `sealing_keys:read`. */
    list: (query?: types.SealingKeysQuery, options?: RequestOptions) => list<types.SealingKey>('/v1/sealing_keys', query, options),
    /** Remove a sealing key, and everything stored sealed to it. Scope: `sealing_keys:write`. */
    delete: (id: string, options?: WriteOptions) => send<types.Removal>({ verb: 'DELETE', path: path`/v1/sealing_keys/${id}`, isWrite: true }, options),
  },
  releases: {
    /** Get an endpoint's address, sealed to your key. Scope: `release`. */
    create: (body: types.CreateReleaseBody, options?: WriteOptions) => send<types.Release>({ verb: 'POST', path: '/v1/releases', body, isWrite: true }, options),
    /** List your own releases of 30 days, without the sealed addresses. Scope: `release`. */
    list: (query?: types.ReleasesQuery, options?: RequestOptions) => list<types.Release>('/v1/releases', query, options),
    /** Read a release again, for ten minutes. Scope: `release`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Release>({ verb: 'GET', path: path`/v1/releases/${id}` }, options),
  },
  apiKeys: {
    /** Create an API key; the secret is shown once. Scope: `keys:write`. */
    create: (body: types.CreateApiKeyBody, options?: WriteOptions) => send<types.ApiKeyWithSecret>({ verb: 'POST', path: '/v1/api_keys', body, isWrite: true }, options),
    /** List the API keys of the own consumer. Scope: `keys:write`. */
    list: (query?: types.ApiKeysQuery, options?: RequestOptions) => list<types.ApiKey>('/v1/api_keys', query, options),
    /** Read an API key of the own consumer; never its secret. Scope: `keys:write`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.ApiKey>({ verb: 'GET', path: path`/v1/api_keys/${id}` }, options),
    /** Revoke an API key. Scope: `keys:write`. */
    delete: (id: string, options?: WriteOptions) => send<types.Removal>({ verb: 'DELETE', path: path`/v1/api_keys/${id}`, isWrite: true }, options),
    /** Replace an API key; the old one ends after a while. Scope: `keys:write`. */
    roll: (id: string, body?: types.RollApiKeyBody, options?: WriteOptions) => send<types.ApiKeyWithSecret>({ verb: 'POST', path: path`/v1/api_keys/${id}/roll`, body, isWrite: true }, options),
  },
  webhooks: {
    /** Create a webhook; the signing secret is shown once. Scope: `webhooks:write`. */
    create: (body: types.CreateWebhookBody, options?: WriteOptions) => send<types.WebhookWithSecret>({ verb: 'POST', path: '/v1/webhooks', body, isWrite: true }, options),
    /** List webhooks. Scope: `webhooks:read`. */
    list: (query?: types.WebhooksQuery, options?: RequestOptions) => list<types.Webhook>('/v1/webhooks', query, options),
    /** Read a webhook. Scope: `webhooks:read`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Webhook>({ verb: 'GET', path: path`/v1/webhooks/${id}` }, options),
    /** Change a webhook, disable it or enable it again. Scope: `webhooks:write`. */
    update: (id: string, body: types.UpdateWebhookBody, options?: WriteOptions) => send<types.Webhook>({ verb: 'PATCH', path: path`/v1/webhooks/${id}`, body, isWrite: true }, options),
    /** Remove a webhook and cancel its pending deliveries. Scope: `webhooks:write`. */
    delete: (id: string, options?: WriteOptions) => send<types.Removal>({ verb: 'DELETE', path: path`/v1/webhooks/${id}`, isWrite: true }, options),
    /** Replace the signing secret; the old one may also sign for a while. Scope: `webhooks:write`. */
    rotateSecret: (id: string, body?: types.RotateWebhookSecretBody, options?: WriteOptions) => send<types.WebhookWithSecret>({ verb: 'POST', path: path`/v1/webhooks/${id}/rotate_secret`, body, isWrite: true }, options),
    /** Send a test event now; the answer has its result. Scope: `webhooks:write`. */
    test: (id: string, body?: types.TestWebhookBody, options?: WriteOptions) => send<types.WebhookDeliveryWithAttempts>({ verb: 'POST', path: path`/v1/webhooks/${id}/test`, body, isWrite: true }, options),
    deliveries: {
      /** List the deliveries of a webhook. Scope: `webhooks:read`. */
      list: (id: string, query?: types.WebhookDeliveriesQuery, options?: RequestOptions) => list<types.WebhookDelivery>(path`/v1/webhooks/${id}/deliveries`, query, options),
      /** Read a delivery with its attempts. Scope: `webhooks:read`. */
      retrieve: (id: string, delivery: string, options?: RequestOptions) => send<types.WebhookDeliveryWithAttempts>({ verb: 'GET', path: path`/v1/webhooks/${id}/deliveries/${delivery}` }, options),
      /** Send the same event once more. Scope: `webhooks:write`. */
      redeliver: (id: string, delivery: string, options?: WriteOptions) => send<types.WebhookDeliveryWithAttempts>({ verb: 'POST', path: path`/v1/webhooks/${id}/deliveries/${delivery}/redeliver`, isWrite: true }, options),
    },
    /** Queue missed events of a webhook again, in the background. Scope: `webhooks:write`. */
    recover: (id: string, body: types.RecoverWebhookBody, options?: WriteOptions) => send<types.WebhookRecovery>({ verb: 'POST', path: path`/v1/webhooks/${id}/recover`, body, isWrite: true }, options),
  },
  events: {
    /** List events. Scope: `webhooks:read`. */
    list: (query?: types.EventsQuery, options?: RequestOptions) => list<types.Event>('/v1/events', query, options),
    /** Read an event. Scope: `webhooks:read`. */
    retrieve: (id: string, options?: RequestOptions) => send<types.Event>({ verb: 'GET', path: path`/v1/events/${id}` }, options),
  },
  eventTypes: {
    /** The catalogue of event types, with the JSON Schema of the data of each. Any key. */
    list: (options?: RequestOptions) => list<types.EventTypes['data'][number]>('/v1/event_types', {}, options),
  },
  /** Show the consumer of the key. Any key. */
  me: (options?: RequestOptions) => send<types.Consumer>({ verb: 'GET', path: '/v1/me' }, options),
  /** Show the remaining quotas. Any key. */
  limits: (options?: RequestOptions) => send<types.Limits>({ verb: 'GET', path: '/v1/limits' }, options),
  /** Count your requests and your webhooks' answers, by the hour or day. Any key. */
  usage: (query?: types.UsageQuery, options?: RequestOptions) => send<types.Usage>({ verb: 'GET', path: '/v1/usage', query }, options),
  requests: {
    /** List your writes and refusals of the last 7 days. Scope: `requests:read`. */
    list: (query?: types.RequestsQuery, options?: RequestOptions) => list<types.RequestRecord>('/v1/requests', query, options),
  },
  /** Count the requests with each of your keys on the last 30 days. Scope: `requests:read`. */
  usageKeys: (query?: types.KeyUsageQuery, options?: RequestOptions) => send<types.KeyUsage>({ verb: 'GET', path: '/v1/usage/keys', query }, options),
  audit: {
    /** List the entries of your log: who did what to which record. Scope: `audit:read`. */
    list: (query?: types.AuditEntriesQuery, options?: RequestOptions) => list<types.AuditEntry>('/v1/audit', query, options),
    /** Read an entry. Scope: `audit:read`. */
    retrieve: (id: string, query?: types.AuditEntryQuery, options?: RequestOptions) => send<types.AuditEntry>({ verb: 'GET', path: path`/v1/audit/${id}`, query }, options),
  },
  /** Empty your test mode, a page at a time: 202 while records are left. Scope: `*`. */
  sandboxReset: (body: types.ResetSandboxBody, options?: WriteOptions) => send<types.SandboxReset>({ verb: 'POST', path: '/v1/sandbox/reset', body, isWrite: true }, options),
})
