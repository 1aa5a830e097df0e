import Type from 'typebox'
import { apiKey, apiKeyWithSecret } from '../../access/api-keys/service.ts'
import { camel } from '../../kernel/camel.ts'
import { restOf } from '../../kernel/record.ts'
import { scopes } from '../../kernel/scopes.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, removes, route, shows } from './route.ts'
import { body, id, keys, nullable, one, text, unix, unixSeconds } from './schema-parts.ts'

const key = restOf(apiKey)
const withSecret = restOf(apiKeyWithSecret)

export const apiKeys: Noun = {
  group: 'This caller',
  tags: { api_keys: 'The keys of the own consumer.' },
  variables: { api_keys: 'API_KEY' },
  records: { apiKey: key.schema, apiKeyWithSecret: withSecret.schema },
  routes: [
    route('POST /v1/api_keys', {
      maps: 'Mutation.createApiKey',
      summary: 'Create an API key; the secret is shown once',
      status: 201,
      body: body({
        scopes: Type.Array(one(keys(scopes)), { minItems: 1 }),
        name: Type.Optional(nullable(text())),
        expires_at: Type.Optional(nullable(unixSeconds())),
        router: Type.Optional(Type.Boolean({ description: "A federation router's key" })),
      }),
      example: { scopes: ['resolve'], name: 'Checkout' },
      args: ({ body: { expires_at, ...body } }) => ({ input: { ...camel(body), expiresAt: unix(expires_at) } }),
      ...shows(withSecret),
    }),
    route('GET /v1/api_keys', {
      maps: 'Query.apiKeys',
      summary: 'List the API keys of the own consumer',
      query: paging,
      args: ({ query }) => pageArgs(query),
      ...lists(key),
    }),
    route('GET /v1/api_keys/:id', {
      maps: 'Query.apiKey',
      summary: 'Read an API key of the own consumer; never its secret',
      args: id,
      ...shows(key),
    }),
    route('POST /v1/api_keys/:id/roll', {
      maps: 'Mutation.rollApiKey',
      summary: 'Replace an API key; the old one ends after a while',
      body: body({ expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })) }),
      bodyOptional: true,
      example: { expires_in: 3600 },
      args: ({ params, body }) => ({ id: params.id, expiresIn: body.expires_in }),
      ...shows(withSecret),
    }),
    route('DELETE /v1/api_keys/:id', {
      maps: 'Mutation.revokeApiKey',
      summary: 'Revoke an API key',
      args: id,
      ...removes('api_key'),
    }),
  ],
}
