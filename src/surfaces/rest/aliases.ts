import Type, { type TSchema } from 'typebox'
import type { Texts } from '../../kernel/input.ts'
import { restOf } from '../../kernel/record.ts'
import { written } from '../../kernel/record-bodies.ts'
import { type AliasType, aliasTypes } from '../../registry/aliases/normalization/alias-types.ts'
import { type AliasStatus, alias, aliasStatuses, verificationMethods } from '../../registry/aliases/record.ts'
import type { ResolveInput } from '../graphql/generated/resolvers.ts'
import { paging, recordArgs, recordFilters, searchArgs, searchBody } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { body, camelNoted, exampleId, id, one, oneOf, text, typeOf } from './schema-parts.ts'

const names = {
  alias: Type.Optional(text('An alias whose type is detected')),
  type: Type.Optional(typeOf(aliasTypes, 'With `value`, instead of `alias`')),
  value: Type.Optional(text('With `type`, instead of `alias`')),
}

/** Each with its required properties: a linter looks for them beside `required`. */
const waysToName = [
  { required: ['alias'], properties: { alias: names.alias } },
  { required: ['type', 'value'], properties: { type: names.type, value: names.value } },
]

/**
 * Schema of a body that names an alias, by itself or with its type, and further fields. The use case refuses a body without an
 * alias, with a specific code; the document shows `oneOf`.
 */
export const namingAlias = <T extends Record<string, TSchema>>(more: T) =>
  Type.Object({ ...names, ...more }, { additionalProperties: false, 'x-oneOf': waysToName })

const aliasBody = namingAlias({})

/** The filters of a list, from a query string or a body. */
const filterOf = ({ identity, status, type, value }: Texts<'identity' | 'status' | 'type' | 'value'>) => ({
  identity,
  status: status as AliasStatus,
  type: type as AliasType,
  value,
})

export const aliasRest = restOf(alias)

export const normalizedAlias = {
  schema: Type.Object({ type: typeOf(aliasTypes), value: text() }),
  view: ({ type, value }: { type: string; value: string }) => ({ type, value }),
}

export const aliases: Noun = {
  group: 'Registry',
  tags: { aliases: 'Human-friendly identifiers that point to identities.' },
  variables: { aliases: 'ALIAS' },
  records: { alias: aliasRest.schema, normalizedAlias: normalizedAlias.schema },
  routes: [
    route('POST /v1/aliases', {
      maps: 'Mutation.createAlias',
      summary: 'Register an alias',
      status: 201,
      body: body(written(alias, 'create')),
      example: { identity: exampleId('idn'), type: 'username', value: '@Bob', privacy_level: 'public' },
      args: ({ body }) => ({ input: { ...camelNoted(body), type: body.type as AliasType } }),
      ...shows(aliasRest),
    }),
    route('POST /v1/aliases/normalize', {
      maps: 'Query.normalizeAlias',
      summary: 'Normalize an alias, without a look-up',
      body: aliasBody,
      example: { alias: '+49 170 1234567' },
      args: ({ body }) => ({ input: body as ResolveInput }),
      ...shows(normalizedAlias),
    }),
    route('GET /v1/aliases', {
      maps: 'Query.aliases',
      summary: 'List your aliases',
      query: {
        ...paging,
        identity: text('Only of this identity'),
        status: oneOf(aliasStatuses, 'registered when absent'),
        type: typeOf(aliasTypes, 'With `value`'),
        value: text('As typed, with `type`; a search in a body is safer'),
        ...recordFilters,
      },
      args: ({ query }) => ({ ...recordArgs(query), ...filterOf(query) }),
      inSlices: true,
      ...lists(aliasRest),
    }),
    route('POST /v1/aliases/search', {
      maps: 'Query.aliases',
      summary: 'Find your aliases',
      body: searchBody({
        identity: Type.Optional(text('idn_…: only of this identity')),
        status: Type.Optional(one(aliasStatuses)),
        type: Type.Optional(typeOf(aliasTypes, 'With `value`')),
        value: Type.Optional(text('As typed, with `type`; normalized as on create')),
      }),
      example: { type: 'username', value: '@Bob' },
      args: ({ body }) => ({ ...searchArgs(body), ...filterOf(body) }),
      inSlices: true,
      ...lists(aliasRest),
    }),
    route('GET /v1/aliases/:id', {
      maps: 'Query.alias',
      summary: 'Read an alias',
      args: id,
      ...shows(aliasRest),
    }),
    route('PATCH /v1/aliases/:id', {
      maps: 'Mutation.updateAlias',
      summary: "Change an alias's privacy level or primary mark",
      body: body(written(alias, 'update')),
      example: { is_primary: true },
      args: ({ params, body }) => ({ id: params.id, input: camelNoted(body) }),
      ...shows(aliasRest),
    }),
    route('DELETE /v1/aliases/:id', {
      maps: 'Mutation.releaseAlias',
      summary: 'Release an alias into its cooldown',
      args: id,
      ...shows(aliasRest),
    }),
    route('POST /v1/aliases/:id/verify', {
      maps: 'Mutation.verifyAlias',
      summary: "Mark an alias as verified, by its owner's attestation",
      body: body({ method: one(verificationMethods) }),
      example: { method: 'otp' },
      args: ({ params, body }) => ({ id: params.id, method: body.method }),
      ...shows(aliasRest),
    }),
  ],
}
