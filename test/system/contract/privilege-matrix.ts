import { generateKeyPairSync } from 'node:crypto'
import type { Json } from '../../support/server.ts'

/*
 * Permissions of every caller, written by hand from the product rules: no expectation here is derived from the code.
 * A route, a root field or an entity that is not in this table fails the test, and so does a scope.
 */

/** Every scope that a key can carry. */
export const allScopes = [
  'identities:write',
  'identities:read',
  'identities:erase',
  'aliases:write',
  'aliases:read',
  'endpoints:write',
  'endpoints:read',
  'webhooks:write',
  'webhooks:read',
  'consents:write',
  'consents:read',
  'resolve',
  'payee_names:write',
  'payee_names:read',
  'payee_check',
  'destination_check',
  'claims:write',
  'claims:read',
  'release',
  'sealing_keys:write',
  'sealing_keys:read',
  'requests:read',
  'audit:read',
  'keys:write',
  '*',
] as const
export type ScopeName = (typeof allScopes)[number]

/** The records of one consumer in one environment: public ids, and the alias as people write it. */
export type Records = {
  consumer: string
  identity: string
  alias: string
  value: string
  /** An alias that a code can prove, and a challenge for it; empty in records that are about something else. */
  address: string
  challenge: string
  /** A claim of this consumer's, and one of its own number by the grantee; empty in records about something else. */
  claim: string
  claimed: string
  endpoint: string
  /** Made by this consumer on its identity. */
  grant: string
  /** The grantee of that grant. */
  grantee: string
  apiKey: string
  payeeName: string
  sealingKey: string
  /** Of this consumer's endpoint, to its sealing key. */
  release: string
  /** Made by the grantee for this consumer's alias, and matched to it. */
  request: string
  /** The record of a look-up that disclosed the alias; empty in records that a cell uses up. */
  disclosure: string
  webhook: string
  /** Of a test sent to the webhook. */
  delivery: string
  /** The event of the identity's creation; empty in records that a cell uses up. */
  event: string
  /** The entry of that creation. */
  entry: string
}

/** `theirs` belongs to the case's holder; `own` to the caller, in the key's environment. */
export type Sent = { theirs: Records; own: Records; fresh: string }

export type Case = {
  /** `VERB /path`, `Query.field`, `Mutation.field` or `entity Type`. */
  at: string
  /** Distinguishes several cases of one operation. */
  about?: string
  /** Any one of these scopes does it, and so does `*`. */
  opens: readonly ScopeName[] | 'any key' | 'no key'
  /** Of each of these, one scope is needed too. */
  also?: readonly (readonly ScopeName[])[]
  /** These get past the scope, but the record stays unseen. */
  admits?: readonly ScopeName[]
  /** The result for every other caller, and for the holder's key of the other environment. */
  toOthers:
    | 'absent' // as if the record were not there
    | 'own' // the same operation on what is their own
    | 'open' // the holder's answer, in the same environment; a miss in the other
    | 'cursor' // the record is no cursor of their list
    | 'unconfirmed' // nothing is done, for the holder either: the id does not confirm it, or the key is live

  /** The owner or addressee of the record: the owner when absent. */
  holder?: 'grantee'
  /** A read that refuses what is not there, where others answer null. */
  isRefused?: true
  /** The scopes that a refusal may name; those that open it when absent. */
  names?: readonly (ScopeName | 'scopes')[]
  /** The id that only the holder's answer shows. */
  shows?: keyof Records
  status?: 201 | 202
  path?: (sent: Sent, route: string) => string
  body?: (sent: Sent) => unknown
  /** GraphQL: the rest of the field (arguments and selection), and its variables' types. */
  field?: string
  takes?: string
  variables?: (sent: Sent) => Json
}

/** A reset that is done empties the world of this test: test/registry/sandbox/reset.test.ts holds its reach. */
const nobodysId = `apc_${'0'.repeat(26)}`

const hookUrl = 'https://127.0.0.1:8443/hook'
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const identities = { read: ['identities:read', 'identities:write'], write: ['identities:write'] } as const
const aliases = { read: ['aliases:read', 'aliases:write'], write: ['aliases:write'] } as const
const endpoints = { read: ['endpoints:read', 'endpoints:write'], write: ['endpoints:write'] } as const
const consents = { read: ['consents:read', 'consents:write'], write: ['consents:write'] } as const
/** An explanation shows records of four kinds. */
const explained = {
  opens: aliases.read,
  also: [endpoints.read, identities.read, consents.read],
  toOthers: 'absent',
  shows: 'endpoint',
} as const
/** The scope of the change, and the one that shows grants. */
const predicted = {
  also: [consents.read],
  names: ['aliases:write', 'endpoints:write', 'identities:write', 'consents:write', 'consents:read'],
  toOthers: 'absent',
  isRefused: true,
  shows: 'alias',
} as const

const payeeNames = {
  read: ['payee_names:read', 'payee_names:write'],
  write: ['payee_names:write'],
} as const
const sealingKeys = { read: ['sealing_keys:read', 'sealing_keys:write'], write: ['sealing_keys:write'] } as const
/** Returns an unregistered public key. */
const freshPoint = () => generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }).x
const john = { kind: 'legal', name: 'John Smith' }
const claims = { read: ['claims:read', 'claims:write'], write: ['claims:write'] } as const
const webhooks = { read: ['webhooks:read', 'webhooks:write'], write: ['webhooks:write'] } as const

/** Scopes that open the changes feed, which reports what a key may read. */
const anyOwn = [
  'identities:read',
  'identities:write',
  'aliases:read',
  'aliases:write',
  'endpoints:read',
  'endpoints:write',
  'consents:read',
  'consents:write',
  'webhooks:read',
  'webhooks:write',
  'keys:write',
] as const

const ofIdentity = (sent: Sent) => ({ id: sent.theirs.identity })
const ofAlias = (sent: Sent) => ({ id: sent.theirs.alias })
const ofEndpoint = (sent: Sent) => ({ id: sent.theirs.endpoint })
const ofGrant = (sent: Sent) => ({ id: sent.theirs.grant })
const ofWebhook = (sent: Sent) => ({ id: sent.theirs.webhook })
const ofKey = (sent: Sent) => ({ id: sent.theirs.apiKey })

/** An operation on a record that its path names. */
const onRecord = (record: keyof Records) =>
  ({ toOthers: 'absent', path: at(record), shows: record }) satisfies Partial<Case>

/** The first page of a list. */
const firstPage = (shows?: keyof Records, filter?: string) =>
  ({
    toOthers: 'own',
    path: (_: Sent, route: string) => `${route}?${filter === undefined ? '' : `${filter}&`}limit=100`,
    ...(shows && { shows }),
  }) satisfies Partial<Case>

/** A page of a list whose cursor is a record. */
const pageAt = (record: keyof Records, parameters = 'starting_after') =>
  ({
    toOthers: 'cursor',
    path: ({ theirs }: Sent, route: string) => `${route}?${parameters}=${theirs[record]}`,
  }) satisfies Partial<Case>

/** A page of a list below an own record, whose cursor is below another's. */
const pageBelowOwn = (parent: keyof Records, record: keyof Records, parameter = 'starting_after') =>
  ({
    toOthers: 'cursor',
    path: ({ own, theirs }: Sent, route: string) =>
      `${route.replace(':id', own[parent])}?${parameter}=${theirs[record]}`,
  }) satisfies Partial<Case>

const rest: readonly Case[] = [
  { at: 'GET /healthz', opens: 'no key', toOthers: 'own' },
  { at: 'GET /readyz', opens: 'no key', toOthers: 'own' },
  { at: 'GET /openapi.json', opens: 'no key', toOthers: 'own' },
  { at: 'GET /schema.graphql', opens: 'no key', toOthers: 'own' },
  { at: 'GET /.well-known/signpost-jwks.json', opens: 'no key', toOthers: 'own' },

  {
    at: 'POST /v1/identities',
    opens: identities.write,
    toOthers: 'own',
    status: 201,
    body: () => ({ type: 'user' }),
  },
  { at: 'GET /v1/identities', opens: identities.read, ...firstPage('identity') },
  {
    at: 'GET /v1/identities',
    about: 'after a record',
    opens: identities.read,
    ...pageAt('identity', 'limit=1&starting_after'),
  },
  {
    at: 'POST /v1/identities/search',
    opens: identities.read,
    toOthers: 'own',
    body: () => ({ limit: 100 }),
    shows: 'identity',
  },
  {
    at: 'POST /v1/identities/search',
    about: 'after a record',
    opens: identities.read,
    toOthers: 'cursor',
    body: ({ theirs }) => ({ limit: 1, starting_after: theirs.identity }),
  },
  { at: 'GET /v1/aliases', opens: aliases.read, ...firstPage('alias') },
  { at: 'GET /v1/aliases', about: 'after a record', opens: aliases.read, ...pageAt('alias') },
  {
    at: 'POST /v1/aliases/search',
    opens: aliases.read,
    toOthers: 'own',
    body: ({ theirs }) => ({ limit: 100, identity: theirs.identity }),
    shows: 'alias',
  },
  { at: 'GET /v1/endpoints', opens: endpoints.read, ...firstPage('endpoint') },
  { at: 'GET /v1/endpoints', about: 'after a record', opens: endpoints.read, ...pageAt('endpoint', 'ending_before') },
  {
    at: 'POST /v1/endpoints/search',
    opens: endpoints.read,
    toOthers: 'own',
    body: ({ theirs }) => ({ limit: 100, identity: theirs.identity }),
    shows: 'endpoint',
  },
  {
    at: 'GET /v1/changes',
    opens: anyOwn,
    toOthers: 'own',
    path: () => '/v1/changes',
  },
  { at: 'GET /v1/identities/:id', opens: identities.read, ...onRecord('identity') },
  {
    at: 'PATCH /v1/identities/:id',
    opens: identities.write,
    ...onRecord('identity'),
    body: () => ({ display_name: 'Changed' }),
  },
  {
    at: 'PATCH /v1/identities/:id',
    about: 'closing it',
    opens: identities.write,
    ...onRecord('identity'),
    body: () => ({ status: 'closed' }),
  },
  {
    at: 'POST /v1/identities/:id/erase',
    opens: ['identities:erase'],
    ...onRecord('identity'),
    status: 202,
    body: ({ theirs }) => ({ confirm: theirs.identity }),
  },
  { at: 'GET /v1/identities/:id/export', opens: identities.read, ...onRecord('identity') },
  { at: 'GET /v1/identities/:id/aliases', opens: aliases.read, ...onRecord('identity'), shows: 'alias' },
  {
    at: 'GET /v1/identities/:id/aliases',
    about: "after another identity's alias",
    opens: aliases.read,
    ...pageBelowOwn('identity', 'alias'),
  },
  { at: 'GET /v1/identities/:id/endpoints', opens: endpoints.read, ...onRecord('identity'), shows: 'endpoint' },
  {
    at: 'GET /v1/identities/:id/endpoints',
    about: "before another identity's endpoint",
    opens: endpoints.read,
    ...pageBelowOwn('identity', 'endpoint', 'ending_before'),
  },
  { at: 'GET /v1/identities/:id/consent_grants', opens: consents.read, ...onRecord('identity'), shows: 'grant' },
  {
    at: 'GET /v1/identities/:id/consent_grants',
    about: "after another identity's grant",
    opens: consents.read,
    ...pageBelowOwn('identity', 'grant'),
  },

  {
    at: 'POST /v1/identities/:id/payee_names',
    opens: payeeNames.write,
    ...onRecord('identity'),
    status: 201,
    body: () => john,
  },
  { at: 'GET /v1/identities/:id/payee_names', opens: payeeNames.read, ...onRecord('identity'), shows: 'payeeName' },
  {
    at: 'GET /v1/identities/:id/payee_names',
    about: "after another identity's name",
    opens: payeeNames.read,
    ...pageBelowOwn('identity', 'payeeName'),
  },
  { at: 'DELETE /v1/payee_names/:id', opens: payeeNames.write, ...onRecord('payeeName') },
  {
    at: 'POST /v1/sealing_keys',
    opens: sealingKeys.write,
    toOthers: 'own',
    status: 201,
    body: () => ({ jwk: { kty: 'OKP', crv: 'X25519', x: freshPoint() } }),
  },
  { at: 'GET /v1/sealing_keys', opens: sealingKeys.read, toOthers: 'own', shows: 'sealingKey' },
  { at: 'DELETE /v1/sealing_keys/:id', opens: sealingKeys.write, ...onRecord('sealingKey') },
  {
    at: 'POST /v1/releases',
    opens: ['release'],
    toOthers: 'open',
    status: 201,
    body: ({ own, theirs }) => ({
      type: 'username',
      value: theirs.value,
      endpoint: theirs.endpoint,
      sealing_key: own.sealingKey,
    }),
    shows: 'endpoint',
  },
  { at: 'GET /v1/releases', opens: ['release'], ...firstPage('release') },
  { at: 'GET /v1/releases', about: 'after one', opens: ['release'], ...pageAt('release') },
  { at: 'GET /v1/releases/:id', opens: ['release'], ...onRecord('release') },
  {
    at: 'POST /v1/payee_checks',
    opens: ['payee_check'],
    toOthers: 'own',
    body: ({ fresh }) => ({ type: 'username', value: fresh, name: 'John Smith' }),
  },
  {
    at: 'POST /v1/payee_checks/bulk',
    opens: ['payee_check'],
    toOthers: 'own',
    body: ({ fresh }) => ({ items: [{ type: 'username', value: fresh, name: 'John Smith' }] }),
  },
  {
    at: 'POST /v1/destination_checks',
    opens: ['destination_check'],
    toOthers: 'own',
    body: ({ fresh }) => ({ type: 'username', value: fresh, destination: { type: 'upi', address: 'alice@okbank' } }),
  },
  {
    at: 'POST /v1/destination_checks/bulk',
    opens: ['destination_check'],
    toOthers: 'own',
    body: ({ fresh }) => ({
      items: [{ type: 'username', value: fresh, destination: { type: 'upi', address: 'alice@okbank' } }],
    }),
  },

  {
    at: 'POST /v1/aliases',
    opens: aliases.write,
    toOthers: 'absent',
    status: 201,
    body: ({ theirs, fresh }) => ({ identity: theirs.identity, type: 'username', value: fresh, is_primary: true }),
    shows: 'identity',
  },
  {
    at: 'POST /v1/aliases/normalize',
    opens: 'any key',
    toOthers: 'own',
    body: ({ theirs }) => ({ alias: theirs.value }),
  },
  { at: 'GET /v1/aliases/:id', opens: aliases.read, ...onRecord('alias') },
  {
    at: 'PATCH /v1/aliases/:id',
    opens: aliases.write,
    ...onRecord('alias'),
    body: () => ({ privacy_level: 'private', is_primary: true }),
  },
  { at: 'DELETE /v1/aliases/:id', opens: aliases.write, ...onRecord('alias') },
  { at: 'POST /v1/aliases/:id/verify', opens: aliases.write, ...onRecord('alias'), body: () => ({ method: 'otp' }) },
  {
    at: 'POST /v1/aliases/:id/challenges',
    opens: aliases.write,
    ...onRecord('address'),
    status: 201,
    body: () => ({ method: 'email_code' }),
  },
  { at: 'GET /v1/challenges/:id', opens: aliases.write, ...onRecord('challenge') },
  {
    at: 'POST /v1/challenges/:id/answer',
    opens: aliases.write,
    ...onRecord('challenge'),
    body: () => ({ code: 'wrong' }),
  },

  {
    at: 'POST /v1/endpoints',
    opens: endpoints.write,
    toOthers: 'absent',
    status: 201,
    body: ({ theirs }) => ({ identity: theirs.identity, type: 'crypto_wallet', address: wallet }),
    shows: 'identity',
  },
  {
    at: 'POST /v1/endpoints/challenge',
    opens: endpoints.write,
    toOthers: 'absent',
    body: ({ theirs }) => ({ identity: theirs.identity, type: 'crypto_wallet', address: wallet }),
    shows: 'identity',
  },
  { at: 'GET /v1/endpoints/:id', opens: endpoints.read, ...onRecord('endpoint') },
  {
    at: 'PATCH /v1/endpoints/:id',
    opens: endpoints.write,
    ...onRecord('endpoint'),
    body: () => ({ priority: 7, status: 'disabled' }),
  },
  { at: 'DELETE /v1/endpoints/:id', opens: endpoints.write, ...onRecord('endpoint') },

  {
    at: 'POST /v1/consent_grants',
    opens: consents.write,
    toOthers: 'absent',
    status: 201,
    body: ({ own, theirs }) => ({ identity: theirs.identity, consumer: own.consumer, covers: { all: true } }),
    shows: 'identity',
  },
  {
    at: 'POST /v1/consent_grants',
    about: "on an own identity, covering another's alias",
    opens: consents.write,
    toOthers: 'absent',
    status: 201,
    body: ({ own, theirs }) => ({
      identity: own.identity,
      consumer: own.consumer,
      covers: { aliases: [theirs.alias] },
    }),
  },
  {
    at: 'POST /v1/consent_grants',
    about: "on an own identity, covering another's endpoint",
    opens: consents.write,
    toOthers: 'absent',
    status: 201,
    body: ({ own, theirs }) => ({
      identity: own.identity,
      consumer: own.consumer,
      covers: { endpoints: [theirs.endpoint] },
    }),
  },
  { at: 'GET /v1/consent_grants', opens: consents.read, admits: ['resolve'], ...firstPage('grant') },
  {
    at: 'GET /v1/consent_grants',
    about: 'those made',
    opens: consents.read,
    names: ['consents:read', 'resolve'],
    ...firstPage('grant', 'role=owner'),
  },
  {
    at: 'GET /v1/consent_grants',
    about: 'those received',
    opens: ['resolve'],
    holder: 'grantee',
    names: ['consents:read', 'resolve'],
    ...firstPage('grant', 'role=grantee'),
  },
  {
    at: 'GET /v1/consent_grants',
    about: 'those made, after one',
    opens: consents.read,
    ...pageAt('grant', 'role=owner&starting_after'),
  },
  {
    at: 'GET /v1/consent_grants',
    about: 'those received, after one',
    opens: ['resolve'],
    holder: 'grantee',
    names: ['consents:read', 'resolve'],
    ...pageAt('grant', 'role=grantee&starting_after'),
  },
  ...(['alias', 'endpoint'] as const).map(
    (kind): Case => ({
      at: 'GET /v1/consent_grants',
      about: `those that cover an ${kind}`,
      opens: consents.read,
      toOthers: 'own',
      path: ({ theirs }) => `/v1/consent_grants?${kind}=${theirs[kind]}`,
      names: ['consents:read', 'resolve'],
      shows: 'grant',
    }),
  ),
  { at: 'GET /v1/consent_grants/:id', opens: consents.read, admits: ['resolve'], ...onRecord('grant') },
  {
    at: 'GET /v1/consent_grants/:id',
    about: 'as its grantee',
    opens: ['resolve'],
    admits: consents.read,
    holder: 'grantee',
    ...onRecord('grant'),
  },
  {
    at: 'PATCH /v1/consent_grants/:id',
    opens: consents.write,
    ...onRecord('grant'),
    body: ({ theirs }) => ({ covers: { endpoints: [theirs.endpoint] }, release: [theirs.endpoint] }),
  },
  {
    at: 'PATCH /v1/consent_grants/:id',
    about: "on an own grant, covering another's endpoint",
    opens: consents.write,
    toOthers: 'absent',
    path: ({ own }) => `/v1/consent_grants/${own.grant}`,
    body: ({ theirs }) => ({ covers: { endpoints: [theirs.endpoint] } }),
  },
  { at: 'DELETE /v1/consent_grants/:id', opens: consents.write, ...onRecord('grant') },

  {
    at: 'POST /v1/explanations',
    ...explained,
    body: ({ theirs }) => ({ alias: theirs.alias, consumer: theirs.grantee }),
  },
  {
    at: 'POST /v1/impacts',
    about: 'of an alias',
    ...predicted,
    opens: aliases.write,
    body: ({ theirs }) => ({ operation: 'releaseAlias', id: theirs.alias }),
  },
  {
    at: 'POST /v1/impacts',
    about: 'of an endpoint',
    ...predicted,
    opens: endpoints.write,
    body: ({ theirs }) => ({ operation: 'removeEndpoint', id: theirs.endpoint }),
  },
  {
    at: 'POST /v1/impacts',
    about: 'of an identity',
    ...predicted,
    opens: identities.write,
    body: ({ theirs }) => ({ operation: 'updateIdentity', id: theirs.identity, input: { status: 'suspended' } }),
  },
  {
    at: 'POST /v1/impacts',
    about: 'of a grant',
    ...predicted,
    opens: consents.write,
    body: ({ theirs }) => ({ operation: 'revokeConsent', id: theirs.grant }),
  },
  {
    at: 'POST /v1/resolve',
    opens: ['resolve'],
    toOthers: 'open',
    body: ({ theirs }) => ({ alias: theirs.value }),
    shows: 'identity',
  },
  {
    at: 'POST /v1/resolve/bulk',
    opens: ['resolve'],
    toOthers: 'open',
    body: ({ theirs }) => ({ items: [theirs.value] }),
    shows: 'identity',
  },

  {
    at: 'POST /v1/api_keys',
    opens: ['keys:write'],
    toOthers: 'own',
    status: 201,
    body: () => ({ scopes: ['keys:write'] }),
  },
  {
    at: 'POST /v1/api_keys',
    about: 'with every scope',
    opens: [],
    names: ['keys:write', 'scopes'],
    toOthers: 'own',
    status: 201,
    body: () => ({ scopes: ['*'] }),
  },
  { at: 'GET /v1/api_keys', opens: ['keys:write'], ...firstPage() },
  {
    at: 'GET /v1/api_keys',
    about: 'before one',
    opens: ['keys:write'],
    ...pageAt('apiKey', 'limit=100&ending_before'),
  },
  { at: 'GET /v1/api_keys/:id', opens: ['keys:write'], ...onRecord('apiKey') },
  {
    at: 'POST /v1/api_keys/:id/roll',
    opens: ['keys:write'],
    toOthers: 'absent',
    path: at('apiKey'),
    body: () => ({ expires_in: 60 }),
  },
  { at: 'DELETE /v1/api_keys/:id', opens: ['keys:write'], ...onRecord('apiKey') },
  {
    at: 'GET /v1/identities/:id/disclosures',
    opens: identities.read,
    toOthers: 'absent',
    path: ({ theirs }) => `/v1/identities/${theirs.identity}/disclosures?limit=100`,
    shows: 'disclosure',
  },
  {
    at: 'GET /v1/identities/:id/disclosures',
    about: "before another identity's disclosure",
    opens: identities.read,
    ...pageBelowOwn('identity', 'disclosure', 'ending_before'),
  },
  {
    at: 'POST /v1/consent_requests',
    opens: ['resolve'],
    toOthers: 'own',
    status: 202,
    body: ({ theirs }) => ({ alias: theirs.value }),
  },
  { at: 'GET /v1/consent_requests', opens: consents.read, admits: ['resolve'], ...firstPage('request') },
  {
    at: 'GET /v1/consent_requests',
    about: 'those received',
    opens: consents.read,
    names: ['consents:read', 'resolve'],
    ...firstPage('request', 'direction=incoming'),
  },
  {
    at: 'GET /v1/consent_requests',
    about: 'those made',
    opens: ['resolve'],
    holder: 'grantee',
    names: ['consents:read', 'resolve'],
    ...firstPage('request', 'direction=outgoing'),
  },
  {
    at: 'GET /v1/consent_requests',
    about: 'those received, after one',
    opens: consents.read,
    names: ['consents:read', 'resolve'],
    ...pageAt('request', 'direction=incoming&starting_after'),
  },
  { at: 'GET /v1/consent_requests/:id', opens: consents.read, admits: ['resolve'], ...onRecord('request') },
  {
    at: 'GET /v1/consent_requests/:id',
    about: 'as its requester',
    opens: ['resolve'],
    admits: consents.read,
    holder: 'grantee',
    ...onRecord('request'),
  },
  { at: 'POST /v1/consent_requests/:id/approve', opens: consents.write, ...onRecord('request'), body: () => ({}) },
  { at: 'POST /v1/consent_requests/:id/decline', opens: consents.write, ...onRecord('request') },
  {
    at: 'POST /v1/webhooks',
    opens: webhooks.write,
    toOthers: 'own',
    status: 201,
    body: () => ({ url: hookUrl, enabled_events: ['webhook.disabled'] }),
  },
  { at: 'GET /v1/webhooks', opens: webhooks.read, ...firstPage('webhook') },
  { at: 'GET /v1/webhooks', about: 'after one', opens: webhooks.read, ...pageAt('webhook') },
  { at: 'GET /v1/webhooks/:id', opens: webhooks.read, ...onRecord('webhook') },
  {
    at: 'PATCH /v1/webhooks/:id',
    opens: webhooks.write,
    ...onRecord('webhook'),
    body: () => ({ status: 'disabled', description: 'Changed' }),
  },
  { at: 'DELETE /v1/webhooks/:id', opens: webhooks.write, ...onRecord('webhook') },
  { at: 'POST /v1/webhooks/:id/rotate_secret', opens: webhooks.write, ...onRecord('webhook'), body: () => ({}) },
  { at: 'POST /v1/webhooks/:id/test', opens: webhooks.write, ...onRecord('webhook') },
  {
    at: 'POST /v1/webhooks/:id/recover',
    opens: webhooks.write,
    ...onRecord('webhook'),
    status: 202,
    body: () => ({ since: Math.floor(Date.now() / 1000) - 60 }),
  },
  { at: 'GET /v1/webhooks/:id/deliveries', opens: webhooks.read, ...onRecord('webhook'), shows: 'delivery' },
  {
    at: 'GET /v1/webhooks/:id/deliveries',
    about: "after another webhook's delivery",
    opens: webhooks.read,
    ...pageBelowOwn('webhook', 'delivery'),
  },
  {
    at: 'GET /v1/webhooks/:id/deliveries/:delivery',
    opens: webhooks.read,
    toOthers: 'absent',
    path: ({ theirs }) => `/v1/webhooks/${theirs.webhook}/deliveries/${theirs.delivery}`,
    shows: 'delivery',
  },
  {
    at: 'GET /v1/webhooks/:id/deliveries/:delivery',
    about: 'below an own webhook',
    opens: webhooks.read,
    toOthers: 'absent',
    path: ({ own, theirs }) => `/v1/webhooks/${own.webhook}/deliveries/${theirs.delivery}`,
    shows: 'delivery',
  },
  {
    at: 'POST /v1/webhooks/:id/deliveries/:delivery/redeliver',
    opens: webhooks.write,
    toOthers: 'absent',
    status: 201,
    path: ({ theirs }) => `/v1/webhooks/${theirs.webhook}/deliveries/${theirs.delivery}/redeliver`,
    shows: 'webhook',
  },
  { at: 'GET /v1/events', opens: webhooks.read, ...firstPage() },
  {
    at: 'GET /v1/events',
    about: 'of a record',
    opens: webhooks.read,
    toOthers: 'own',
    path: ({ theirs }) => `/v1/events?object=${theirs.endpoint}`,
    shows: 'endpoint',
  },
  { at: 'GET /v1/events', about: 'after one', opens: webhooks.read, ...pageAt('event') },
  { at: 'GET /v1/events/:id', opens: webhooks.read, ...onRecord('event') },
  { at: 'GET /v1/event_types', opens: 'any key', toOthers: 'own' },
  { at: 'GET /v1/catalogue', opens: 'any key', toOthers: 'own' },
  { at: 'GET /v1/limits', opens: 'any key', toOthers: 'own' },
  { at: 'GET /v1/usage', opens: 'any key', toOthers: 'own' },
  { at: 'GET /v1/requests', opens: ['requests:read'], ...firstPage() },
  { at: 'GET /v1/usage/keys', opens: ['requests:read'], toOthers: 'own' },
  { at: 'GET /v1/audit', opens: ['audit:read'], ...firstPage() },
  {
    at: 'GET /v1/audit',
    about: 'of a record',
    opens: ['audit:read'],
    toOthers: 'own',
    path: ({ theirs }) => `/v1/audit?subject=${theirs.endpoint}`,
    shows: 'endpoint',
  },
  { at: 'GET /v1/audit', about: 'after one', opens: ['audit:read'], ...pageAt('entry') },
  { at: 'GET /v1/audit/:id', opens: ['audit:read'], ...onRecord('entry') },
  {
    at: 'POST /v1/sandbox/reset',
    opens: [],
    names: ['*'],
    toOthers: 'unconfirmed',
    body: () => ({ consumer: nobodysId }),
  },
  { at: 'GET /v1/me', opens: 'any key', toOthers: 'own' },
]

/** A field about a record that its id names. */
const byId = (record: keyof Records, field = '(id: $id) { id }') =>
  ({
    takes: '($id: ID!)',
    field,
    variables: ({ theirs }: Sent) => ({ id: theirs[record] }),
    toOthers: 'absent',
    shows: record,
  }) satisfies Partial<Case>

const connection = '{ edges { cursor node { id } } pageInfo { hasNextPage } }'

/** The first page of a connection. */
const ownPage = (shows?: keyof Records, filter?: string) =>
  ({
    toOthers: 'own',
    field: `(first: 100${filter === undefined ? '' : `, ${filter}`}) ${connection}`,
    ...(shows && { shows }),
  }) satisfies Partial<Case>

/** A page of a connection whose cursor is a record. */
const pageAfter = (record: keyof Records) =>
  ({
    toOthers: 'cursor',
    takes: '($after: String)',
    field: `(first: 1, after: $after) ${connection}`,
    variables: ({ theirs }: Sent) => ({ after: theirs[record] }),
  }) satisfies Partial<Case>

const queries: readonly Case[] = [
  { at: 'Query._service', opens: 'any key', toOthers: 'own', field: '{ sdl }' },
  { at: 'Query.viewer', opens: 'any key', toOthers: 'own', field: '{ id scopes }' },
  {
    at: 'Query.normalizeAlias',
    opens: 'any key',
    toOthers: 'own',
    takes: '($input: ResolveInput!)',
    field: '(input: $input) { type value }',
    variables: ({ theirs }) => ({ input: { alias: theirs.value } }),
  },
  { at: 'Query.node', about: 'an identity', opens: identities.read, ...byId('identity') },
  { at: 'Query.node', about: 'an alias', opens: aliases.read, ...byId('alias') },
  { at: 'Query.node', about: 'an endpoint', opens: endpoints.read, ...byId('endpoint') },
  { at: 'Query.node', about: 'a grant', opens: consents.read, admits: ['resolve'], ...byId('grant') },
  { at: 'Query.identityExport', opens: identities.read, ...byId('identity') },
  { at: 'Query.identity', opens: identities.read, ...byId('identity') },
  { at: 'Query.alias', opens: aliases.read, ...byId('alias') },
  { at: 'Query.claim', opens: claims.read, ...byId('claim') },
  { at: 'Query.node', about: 'a claim', opens: claims.read, ...byId('claim') },
  { at: 'Query.claims', opens: claims.read, ...ownPage('claim') },
  { at: 'Query.challenge', opens: aliases.write, ...byId('challenge') },
  { at: 'Query.node', about: 'a challenge', opens: aliases.write, ...byId('challenge') },
  { at: 'Query.endpoint', opens: endpoints.read, ...byId('endpoint') },
  { at: 'Query.consentGrant', opens: consents.read, admits: ['resolve'], ...byId('grant') },
  {
    at: 'Query.consentGrant',
    about: 'as its grantee',
    opens: ['resolve'],
    admits: consents.read,
    holder: 'grantee',
    ...byId('grant'),
  },
  { at: 'Query.node', about: 'a consent request', opens: consents.read, admits: ['resolve'], ...byId('request') },
  { at: 'Query.consentRequest', opens: consents.read, admits: ['resolve'], ...byId('request') },
  {
    at: 'Query.consentRequest',
    about: 'as its requester',
    opens: ['resolve'],
    admits: consents.read,
    holder: 'grantee',
    ...byId('request'),
  },
  { at: 'Query.consentRequests', opens: consents.read, ...ownPage('request', 'direction: INCOMING') },
  {
    at: 'Query.consentRequests',
    about: 'those made',
    opens: ['resolve'],
    holder: 'grantee',
    ...ownPage('request', 'direction: OUTGOING'),
  },
  { at: 'Query.node', about: 'a webhook', opens: webhooks.read, ...byId('webhook') },
  { at: 'Query.node', about: 'an event', opens: webhooks.read, ...byId('event') },
  { at: 'Query.node', about: 'a delivery', opens: webhooks.read, ...byId('delivery') },
  { at: 'Query.node', about: 'an API key', opens: ['keys:write'], ...byId('apiKey') },
  { at: 'Query.node', about: 'a payee name', opens: payeeNames.read, ...byId('payeeName') },
  { at: 'Query.node', about: 'a sealing key', opens: sealingKeys.read, ...byId('sealingKey') },
  { at: 'Query.node', about: 'a release', opens: ['release'], ...byId('release') },
  {
    at: 'Query.nodes',
    opens: 'any key',
    toOthers: 'own',
    takes: '($ids: [ID!]!)',
    field: '(ids: $ids) { __typename }',
    variables: ({ theirs }) => ({ ids: [theirs.grantee, 'nonsense'] }),
  },
  { at: 'Query.webhook', opens: webhooks.read, ...byId('webhook') },
  { at: 'Query.event', opens: webhooks.read, ...byId('event') },
  { at: 'Query.eventTypes', opens: 'any key', toOthers: 'own', field: '{ type }' },
  { at: 'Query.catalogue', opens: 'any key', toOthers: 'own', field: '{ rails { name } }' },
  { at: 'Query.usage', opens: 'any key', toOthers: 'own', field: '{ interval }' },
  { at: 'Query.keyUsage', opens: ['requests:read'], toOthers: 'own', field: '{ from }' },
  { at: 'Query.requests', opens: ['requests:read'], ...ownPage() },
  { at: 'Query.auditEntry', opens: ['audit:read'], ...byId('entry') },
  { at: 'Query.auditEntries', opens: ['audit:read'], ...ownPage() },
  { at: 'Query.webhooks', opens: webhooks.read, ...ownPage('webhook') },
  {
    at: 'Query.events',
    opens: webhooks.read,
    toOthers: 'cursor',
    takes: '($after: String)',
    field: `(after: $after) ${connection}`,
    variables: ({ theirs }) => ({ after: theirs.event }),
  },
  {
    at: 'Query.webhookDelivery',
    opens: webhooks.read,
    toOthers: 'absent',
    ...ofDelivery('{ id }'),
    shows: 'delivery',
  },
  {
    at: 'Query.webhookDeliveries',
    opens: webhooks.read,
    toOthers: 'absent',
    isRefused: true,
    takes: '($webhook: ID!)',
    field: `(webhook: $webhook) ${connection}`,
    variables: ({ theirs }) => ({ webhook: theirs.webhook }),
    shows: 'delivery',
  },
  { at: 'Query.apiKey', opens: ['keys:write'], ...byId('apiKey') },
  { at: 'Query.identities', opens: identities.read, ...ownPage('identity') },
  { at: 'Query.identities', about: 'after one', opens: identities.read, ...pageAfter('identity') },
  { at: 'Query.changes', opens: anyOwn, toOthers: 'own', field: '{ changes { id } }' },
  { at: 'Query.aliases', opens: aliases.read, ...ownPage('alias') },
  { at: 'Query.aliases', about: 'after one', opens: aliases.read, ...pageAfter('alias') },
  { at: 'Query.endpoints', opens: endpoints.read, ...ownPage('endpoint') },
  { at: 'Query.endpoints', about: 'after one', opens: endpoints.read, ...pageAfter('endpoint') },
  { at: 'Query.consentGrants', opens: consents.read, admits: ['resolve'], ...ownPage('grant') },
  {
    at: 'Query.consentGrants',
    about: 'those received',
    opens: ['resolve'],
    holder: 'grantee',
    ...ownPage('grant', 'role: GRANTEE'),
  },
  {
    at: 'Query.consentGrants',
    about: 'those that cover an endpoint',
    opens: consents.read,
    toOthers: 'own',
    takes: '($endpoint: ID!)',
    field: `(first: 100, endpoint: $endpoint) ${connection}`,
    variables: ({ theirs }) => ({ endpoint: theirs.endpoint }),
    names: ['consents:read', 'resolve'],
    shows: 'grant',
  },
  {
    at: 'Query.explanation',
    ...explained,
    takes: '($input: ExplanationInput!)',
    field: '(input: $input) { rules { grant { id } } endpoints { endpointId } }',
    variables: ({ theirs }) => ({ input: { alias: theirs.alias, consumer: theirs.grantee } }),
  },
  {
    at: 'Query.impact',
    ...predicted,
    opens: aliases.write,
    takes: '($input: ImpactInput!)',
    field: '(input: $input) { everybody { before { aliasIds } } loses { aliasIds } }',
    variables: ({ theirs }) => ({ input: { releaseAlias: { id: theirs.alias } } }),
  },
  { at: 'Query.apiKeys', opens: ['keys:write'], ...ownPage() },
  {
    at: 'Query.resolve',
    opens: ['resolve'],
    toOthers: 'open',
    takes: '($input: ResolveInput!)',
    field: '(input: $input) { identityId endpoints { id } }',
    variables: ({ theirs }) => ({ input: { alias: theirs.value } }),
    shows: 'identity',
  },
  { at: 'Query.sealingKeys', opens: sealingKeys.read, ...ownPage('sealingKey') },
  { at: 'Query.releases', opens: ['release'], ...ownPage('release') },
  { at: 'Query.releases', about: 'after one', opens: ['release'], ...pageAfter('release') },
  { at: 'Query.release', opens: ['release'], ...byId('release') },
  {
    at: 'Query.checkPayee',
    opens: ['payee_check'],
    toOthers: 'own',
    field: '(input: { type: USERNAME, value: $value, name: "John Smith" }) { verdict }',
    takes: '($value: String!)',
    variables: ({ fresh }) => ({ value: fresh }),
  },
  {
    at: 'Query.checkPayees',
    opens: ['payee_check'],
    toOthers: 'own',
    field: '(items: [{ type: USERNAME, value: $value, name: "John Smith" }]) { verdict }',
    takes: '($value: String!)',
    variables: ({ fresh }) => ({ value: fresh }),
  },
  {
    at: 'Query.checkDestination',
    opens: ['destination_check'],
    toOthers: 'own',
    field:
      '(input: { type: USERNAME, value: $value, destination: { type: UPI, address: "alice@okbank" } }) { verdict }',
    takes: '($value: String!)',
    variables: ({ fresh }) => ({ value: fresh }),
  },
  {
    at: 'Query.checkDestinations',
    opens: ['destination_check'],
    toOthers: 'own',
    field:
      '(inputs: [{ type: USERNAME, value: $value, destination: { type: UPI, address: "alice@okbank" } }]) { verdict }',
    takes: '($value: String!)',
    variables: ({ fresh }) => ({ value: fresh }),
  },
  {
    at: 'Query.resolveBulk',
    opens: ['resolve'],
    toOthers: 'open',
    takes: '($items: [ResolveInput!]!)',
    field: '(items: $items) { alias status identityId error { code } }',
    variables: ({ theirs }) => ({ items: [{ alias: theirs.value }] }),
    shows: 'identity',
  },
]

const change = (
  input: string | null,
  variables: NonNullable<Case['variables']>,
  selection = '{ id }',
): Pick<Case, 'takes' | 'field' | 'variables'> => ({
  takes: input === null ? '($id: ID!)' : `($id: ID!, $input: ${input}!)`,
  field: input === null ? `(id: $id) ${selection}` : `(id: $id, input: $input) ${selection}`,
  variables,
})

const make = (
  input: string,
  values: NonNullable<Case['variables']>,
  selection = '{ id }',
): Pick<Case, 'takes' | 'field' | 'variables'> => ({
  takes: `($input: ${input}!)`,
  field: `(input: $input) ${selection}`,
  variables: (sent) => ({ input: values(sent) }),
})

const mutations: readonly Case[] = [
  {
    at: 'Mutation.createIdentity',
    opens: identities.write,
    toOthers: 'own',
    ...make('CreateIdentityInput', () => ({ type: 'USER' })),
  },
  { at: 'Mutation.eraseIdentity', opens: ['identities:erase'], ...byId('identity', '(id: $id, confirm: $id) { id }') },
  {
    at: 'Mutation.updateIdentity',
    opens: identities.write,
    toOthers: 'absent',
    ...change('UpdateIdentityInput', (sent) => ({ ...ofIdentity(sent), input: { displayName: 'Changed' } })),
    shows: 'identity',
  },
  {
    at: 'Mutation.createAlias',
    opens: aliases.write,
    toOthers: 'absent',
    ...make('CreateAliasInput', ({ theirs, fresh }) => ({
      identity: theirs.identity,
      type: 'USERNAME',
      value: fresh,
    })),
  },
  {
    at: 'Mutation.updateAlias',
    opens: aliases.write,
    toOthers: 'absent',
    ...change('UpdateAliasInput', (sent) => ({ ...ofAlias(sent), input: { isPrimary: true } })),
    shows: 'alias',
  },
  { at: 'Mutation.verifyAlias', opens: aliases.write, ...byId('alias', '(id: $id, method: OTP) { id }') },
  {
    at: 'Mutation.createClaim',
    opens: claims.write,
    toOthers: 'absent',
    takes: '($id: ID!)',
    field: '(input: { identity: $id, type: PHONE, value: "+16465550123", kind: OWNERSHIP }) { id }',
    variables: ofIdentity,
  },
  { at: 'Mutation.challengeClaim', opens: claims.write, ...byId('claim', '(id: $id, method: SMS_CODE) { claimId }') },
  { at: 'Mutation.confirmClaim', opens: claims.write, ...byId('claimed') },
  { at: 'Mutation.refuseClaim', opens: claims.write, ...byId('claimed') },
  { at: 'Mutation.contestClaim', opens: claims.write, ...byId('claimed', '(id: $id, method: SMS_CODE) { id }') },
  { at: 'Mutation.cancelClaim', opens: claims.write, ...byId('claim') },
  {
    at: 'Mutation.challengeAlias',
    opens: aliases.write,
    ...byId('address', '(id: $id, method: EMAIL_CODE) { aliasId }'),
  },
  { at: 'Mutation.answerChallenge', opens: aliases.write, ...byId('challenge', '(id: $id, code: "wrong") { id }') },
  { at: 'Mutation.releaseAlias', opens: aliases.write, ...byId('alias') },
  {
    at: 'Mutation.challengeEndpoint',
    opens: endpoints.write,
    toOthers: 'absent',
    ...make(
      'ChallengeEndpointInput',
      ({ theirs }) => ({ identity: theirs.identity, type: 'CRYPTO_WALLET', address: wallet }),
      '{ token }',
    ),
  },
  {
    at: 'Mutation.createEndpoint',
    opens: endpoints.write,
    toOthers: 'absent',
    ...make('CreateEndpointInput', ({ theirs }) => ({
      identity: theirs.identity,
      type: 'CRYPTO_WALLET',
      address: wallet,
    })),
  },
  {
    at: 'Mutation.updateEndpoint',
    opens: endpoints.write,
    toOthers: 'absent',
    ...change('UpdateEndpointInput', (sent) => ({ ...ofEndpoint(sent), input: { priority: 3 } })),
    shows: 'endpoint',
  },
  { at: 'Mutation.removeEndpoint', opens: endpoints.write, ...byId('endpoint') },
  {
    at: 'Mutation.grantConsent',
    opens: consents.write,
    toOthers: 'absent',
    ...make('GrantConsentInput', ({ own, theirs }) => ({
      identity: theirs.identity,
      consumer: own.consumer,
      covers: { all: true },
    })),
  },
  {
    at: 'Mutation.updateConsentGrant',
    opens: consents.write,
    toOthers: 'absent',
    ...change('UpdateConsentGrantInput', (sent) => ({ ...ofGrant(sent), input: { covers: { all: true } } })),
    shows: 'grant',
  },
  { at: 'Mutation.revokeConsent', opens: consents.write, ...byId('grant') },
  {
    at: 'Mutation.requestConsent',
    opens: ['resolve'],
    toOthers: 'own',
    ...make('RequestConsentInput', ({ theirs }) => ({ alias: theirs.value })),
  },
  { at: 'Mutation.approveConsentRequest', opens: consents.write, ...byId('request') },
  { at: 'Mutation.declineConsentRequest', opens: consents.write, ...byId('request') },
  {
    at: 'Mutation.createWebhook',
    opens: webhooks.write,
    toOthers: 'own',
    ...make('CreateWebhookInput', () => ({ url: hookUrl, enabledEvents: ['webhook.disabled'] }), '{ webhook { id } }'),
  },
  {
    at: 'Mutation.updateWebhook',
    opens: webhooks.write,
    toOthers: 'absent',
    ...change('UpdateWebhookInput', (sent) => ({ ...ofWebhook(sent), input: { status: 'DISABLED' } })),
    shows: 'webhook',
  },
  { at: 'Mutation.deleteWebhook', opens: webhooks.write, ...byId('webhook') },
  {
    at: 'Mutation.rotateWebhookSecret',
    opens: webhooks.write,
    ...byId('webhook', '(id: $id) { webhook { id } signingSecret }'),
  },
  { at: 'Mutation.testWebhook', opens: webhooks.write, ...byId('webhook', '(id: $id) { id webhookId }') },
  {
    at: 'Mutation.redeliverWebhookDelivery',
    opens: webhooks.write,
    toOthers: 'absent',
    ...ofDelivery('{ id webhookId }'),
    shows: 'webhook',
  },
  {
    at: 'Mutation.recoverWebhook',
    opens: webhooks.write,
    toOthers: 'absent',
    takes: '($id: ID!, $since: DateTime!)',
    field: '(id: $id, since: $since) { webhookId }',
    variables: (sent) => ({ ...ofWebhook(sent), since: new Date(Date.now() - 60_000).toISOString() }),
    shows: 'webhook',
  },
  {
    at: 'Mutation.createSealingKey',
    opens: sealingKeys.write,
    toOthers: 'own',
    field: '(jwk: { kty: "OKP", crv: "X25519", x: $x }) { id }',
    takes: '($x: String!)',
    variables: () => ({ x: freshPoint() }),
  },
  { at: 'Mutation.removeSealingKey', opens: sealingKeys.write, ...byId('sealingKey') },
  {
    at: 'Mutation.createRelease',
    opens: ['release'],
    toOthers: 'open',
    field: '(input: { type: USERNAME, value: $value, endpoint: $endpoint, sealingKey: $key }) { endpointId }',
    takes: '($value: String!, $endpoint: ID!, $key: ID!)',
    variables: ({ own, theirs }) => ({ value: theirs.value, endpoint: theirs.endpoint, key: own.sealingKey }),
    shows: 'endpoint',
  },
  {
    at: 'Mutation.createPayeeName',
    opens: payeeNames.write,
    ...byId('identity', '(identity: $id, input: { kind: LEGAL, name: "John Smith" }) { identityId }'),
  },
  { at: 'Mutation.removePayeeName', opens: payeeNames.write, ...byId('payeeName') },
  {
    at: 'Mutation.createApiKey',
    opens: ['keys:write'],
    toOthers: 'own',
    ...make('CreateApiKeyInput', () => ({ scopes: ['KEYS_WRITE'] }), '{ apiKey { id } }'),
  },
  {
    at: 'Mutation.rollApiKey',
    opens: ['keys:write'],
    toOthers: 'absent',
    ...change(null, ofKey, '{ apiKey { id } key }'),
  },
  {
    at: 'Mutation.resetSandbox',
    opens: [],
    names: ['*'],
    toOthers: 'unconfirmed',
    field: `(consumer: "${nobodysId}") { status }`,
  },
  { at: 'Mutation.revokeApiKey', opens: ['keys:write'], ...byId('apiKey') },
]

/** Queries of a router: a representation in, the fields that need a look-up out. */
const entities: readonly Case[] = [
  {
    at: 'entity Identity',
    opens: identities.read,
    toOthers: 'absent',
    field: 'type',
    variables: ofIdentity,
    shows: 'identity',
  },
  { at: 'entity Alias', opens: aliases.read, toOthers: 'absent', field: 'value', variables: ofAlias, shows: 'alias' },
  {
    at: 'entity Endpoint',
    opens: endpoints.read,
    toOthers: 'absent',
    field: 'addressPreview',
    variables: ofEndpoint,
    shows: 'endpoint',
  },
  {
    // A caller gets its own name; test/access/consumer-names.test.ts covers the names of others.
    at: 'entity Consumer',
    opens: 'any key',
    toOthers: 'own',
    field: 'id name',
    variables: ({ own }) => ({ id: own.consumer }),
  },
  {
    at: 'entity Resolution',
    opens: ['resolve'],
    toOthers: 'open',
    field: 'identityId',
    variables: ({ theirs }) => ({ alias: theirs.value }),
    shows: 'identity',
  },
]

/** Behind the lists: what each of them makes would fill their first pages. */
const claiming: readonly Case[] = [
  {
    at: 'POST /v1/claims',
    opens: claims.write,
    toOthers: 'absent',
    status: 202,
    body: ({ theirs }) => ({ identity: theirs.identity, type: 'phone', value: '+16465550123', kind: 'ownership' }),
  },
  { at: 'GET /v1/claims', opens: claims.read, ...firstPage('claim') },
  { at: 'GET /v1/claims', about: 'incoming ones', opens: claims.read, ...firstPage('claimed', 'direction=incoming') },
  { at: 'GET /v1/claims/:id', opens: claims.read, ...onRecord('claim') },
  {
    at: 'POST /v1/claims/:id/challenges',
    opens: claims.write,
    ...onRecord('claim'),
    status: 201,
    body: () => ({ method: 'sms_code' }),
  },
  { at: 'POST /v1/claims/:id/confirm', opens: claims.write, ...onRecord('claimed') },
  { at: 'POST /v1/claims/:id/refuse', opens: claims.write, ...onRecord('claimed') },
  {
    at: 'POST /v1/claims/:id/contest',
    opens: claims.write,
    ...onRecord('claimed'),
    body: () => ({ method: 'sms_code' }),
  },
  { at: 'POST /v1/claims/:id/cancel', opens: claims.write, ...onRecord('claim') },
]

export const matrix: readonly Case[] = [...rest, ...queries, ...claiming, ...mutations, ...entities]

function at(record: keyof Records): (sent: Sent, route: string) => string {
  return ({ theirs }, route) => route.replace(':id', theirs[record])
}

function ofDelivery(selection: string): Pick<Case, 'takes' | 'field' | 'variables'> {
  return {
    takes: '($webhook: ID!, $id: ID!)',
    field: `(webhook: $webhook, id: $id) ${selection}`,
    variables: ({ theirs }) => ({ webhook: theirs.webhook, id: theirs.delivery }),
  }
}
