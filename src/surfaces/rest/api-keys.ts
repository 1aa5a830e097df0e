import Type from 'typebox'
import type { ApiKeyRecord, ApiKeyWithSecret } from '../../access/api-keys/service.ts'
import { scopes } from '../../kernel/scopes.ts'
import { camel } from '../camel.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { type Noun, route } from './route.ts'
import { body, keys, list, nullable, one, record, removal, text, unixSeconds } from './schema-parts.ts'
import { id, removedView, seconds, secondsOrNull, unix } from './view-parts.ts'

const bodies = {
  createApiKey: body({
    scopes: Type.Array(one(keys(scopes)), { minItems: 1 }),
    name: Type.Optional(nullable(text())),
    expires_at: Type.Optional(nullable(unixSeconds())),
    router: Type.Optional(Type.Boolean({ description: 'Held by a federation router' })),
  }),
  rollApiKey: body({ expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })) }),
}

const apiKey = record('api_key', {
  name: nullable(text()),
  scopes: Type.Array(text()),
  prefix: text(),
  last4: text(),
  router: Type.Boolean(),
  expires_at: nullable(unixSeconds()),
  revoked_at: nullable(unixSeconds()),
  last_used_at: nullable(unixSeconds()),
  rolled_to: nullable(text('key_…')),
})

export const apiKeyRecords = {
  apiKey,
  apiKeyWithSecret: Type.Object({ ...apiKey.properties, key: nullable(text('Shown once')) }),
}

const apiKeyView = (record: ApiKeyRecord) => ({
  object: 'api_key',
  id: record.id,
  livemode: record.livemode,
  name: record.name,
  scopes: record.scopes,
  prefix: record.prefix,
  last4: record.last4,
  router: record.router,
  expires_at: secondsOrNull(record.expiresAt),
  revoked_at: secondsOrNull(record.revokedAt),
  last_used_at: secondsOrNull(record.lastUsedAt),
  rolled_to: record.rolledTo,
  created: seconds(record.createdAt),
  updated: seconds(record.updatedAt),
})

export const apiKeyViews = {
  apiKey: apiKeyView,
  apiKeyWithSecret: (record: ApiKeyWithSecret) => ({ ...apiKeyView(record), key: record.key?.reveal() ?? null }),
}

export const apiKeys: Noun = {
  group: 'This caller',
  tags: { api_keys: 'The keys of the own consumer.' },
  variables: { api_keys: 'API_KEY' },
  records: apiKeyRecords,
  routes: [
    route('POST /v1/api_keys', {
      maps: 'Mutation.createApiKey',
      scope: 'keys:write',
      summary: 'Create an API key; the secret is shown once',
      status: 201,
      body: bodies.createApiKey,
      example: { scopes: ['resolve'], name: 'Checkout' },
      args: ({ body: { expires_at, ...body } }) => ({ input: { ...camel(body), expiresAt: unix(expires_at) } }),
      view: apiKeyViews.apiKeyWithSecret,
      answers: apiKeyRecords.apiKeyWithSecret,
    }),
    route('GET /v1/api_keys', {
      maps: 'Query.apiKeys',
      scope: 'keys:write',
      summary: 'List the API keys of the own consumer',
      query: paging,
      args: ({ query }) => pageArgs(query),
      view: listView(apiKeyViews.apiKey),
      answers: list(apiKeyRecords.apiKey),
    }),
    route('GET /v1/api_keys/:id', {
      maps: 'Query.apiKey',
      scope: 'keys:write',
      summary: 'Read an API key of the own consumer; never its secret',
      args: id,
      view: apiKeyViews.apiKey,
      answers: apiKeyRecords.apiKey,
    }),
    route('POST /v1/api_keys/:id/roll', {
      maps: 'Mutation.rollApiKey',
      scope: 'keys:write',
      summary: 'Replace an API key; the old one ends after a while',
      body: bodies.rollApiKey,
      bodyOptional: true,
      example: { expires_in: 3600 },
      args: ({ params, body }) => ({ id: params.id, expiresIn: body.expires_in }),
      view: apiKeyViews.apiKeyWithSecret,
      answers: apiKeyRecords.apiKeyWithSecret,
    }),
    route('DELETE /v1/api_keys/:id', {
      maps: 'Mutation.revokeApiKey',
      scope: 'keys:write',
      summary: 'Revoke an API key',
      args: id,
      view: removedView('api_key'),
      answers: removal,
    }),
  ],
}
