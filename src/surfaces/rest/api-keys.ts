import Type from 'typebox'
import { apiKey, apiKeyWithSecret } from '../../access/api-keys/service.ts'
import { camel } from '../../kernel/camel.ts'
import { restOf } from '../../kernel/record.ts'
import { scopes } from '../../kernel/scopes.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { type Noun, route } from './route.ts'
import { body, id, keys, list, nullable, one, removal, removedView, text, unix, unixSeconds } from './schema-parts.ts'

const bodies = {
  createApiKey: body({
    scopes: Type.Array(one(keys(scopes)), { minItems: 1 }),
    name: Type.Optional(nullable(text())),
    expires_at: Type.Optional(nullable(unixSeconds())),
    router: Type.Optional(Type.Boolean({ description: "A federation router's key" })),
  }),
  rollApiKey: body({ expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })) }),
}

const key = restOf(apiKey)
const withSecret = restOf(apiKeyWithSecret)
export const apiKeyRecords = { apiKey: key.schema, apiKeyWithSecret: withSecret.schema }
export const apiKeyViews = { apiKey: key.view, apiKeyWithSecret: withSecret.view }

export const apiKeys: Noun = {
  group: 'This caller',
  tags: { api_keys: 'The keys of the own consumer.' },
  variables: { api_keys: 'API_KEY' },
  records: apiKeyRecords,
  routes: [
    route('POST /v1/api_keys', {
      maps: 'Mutation.createApiKey',
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
      summary: 'List the API keys of the own consumer',
      query: paging,
      args: ({ query }) => pageArgs(query),
      view: listView(apiKeyViews.apiKey),
      answers: list(apiKeyRecords.apiKey),
    }),
    route('GET /v1/api_keys/:id', {
      maps: 'Query.apiKey',
      summary: 'Read an API key of the own consumer; never its secret',
      args: id,
      view: apiKeyViews.apiKey,
      answers: apiKeyRecords.apiKey,
    }),
    route('POST /v1/api_keys/:id/roll', {
      maps: 'Mutation.rollApiKey',
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
      summary: 'Revoke an API key',
      args: id,
      view: removedView('api_key'),
      answers: removal,
    }),
  ],
}
