import { buildSubgraphSchema } from '@apollo/subgraph'
import { buildSchema, type GraphQLSchema, isScalarType, parse, printSchema } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { type Answer, forTests, startTestServer } from '../../support/server.ts'

let page: Answer
let plain: string
const server = forTests(() => startTestServer({ env: { NODE_ENV: 'production' } }))
beforeAll(async () => {
  page = await server.send('GET', '/schema.graphql')
  plain = (await server.send('GET', '/schema.graphql?plain')).text
})

test('the SDL is there in production, as text and without a key', () => {
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('the SDL builds the whole running schema, federation directives and descriptions included', () => {
  const made = buildSubgraphSchema([{ typeDefs: parse(page.text) }])
  expect(printSchema(made)).toBe(printSchema(createSchema()))
  expect(page.text).toContain('@link(url: "https://specs.apollo.dev/federation/v2.5"')
  for (const entity of ['Identity', 'Alias', 'Endpoint', 'Consumer', 'Resolution', 'ResolvedIdentity']) {
    expect(page.text).toMatch(new RegExp(`^type ${entity}\\b.*@key\\(`, 'm'))
  }
})

/** Matches federation's own names and the introspection types. */
const isForeign = (name: string) => /^__|__|^_(?:Any|Entity|Service)$/.test(name)

test('every scalar of ours names its specification', () => {
  const scalars = Object.values(buildSchema(plain).getTypeMap()).filter(isScalarType)
  const own = scalars.filter(({ name }) => !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(name))
  expect(own.map(({ name, specifiedByURL }) => [name, specifiedByURL]).sort()).toEqual([
    ['DateTime', expect.stringMatching(/^https:/)],
    ['JSON', expect.stringMatching(/^https:/)],
  ])
})

test('without federation it is a complete schema with the same types and fields', () => {
  expect(plain).not.toMatch(/@(?:key|shareable|link)|^extend /m)
  const shapeOf = (schema: GraphQLSchema) =>
    Object.values(schema.getTypeMap())
      .filter(({ name }) => !isForeign(name))
      .flatMap((type) =>
        'getFields' in type
          ? Object.values(type.getFields()).map((one) => `${type}.${one.name}: ${one.type}`)
          : [`${type}`],
      )
      .filter((text) => !/\._(?:entities|service)/.test(text))
      .sort()
  expect(shapeOf(buildSchema(plain))).toEqual(shapeOf(createSchema()))
})

test('the introspection switch is about queries: it closes __schema, and leaves the SDL to composition', async () => {
  const { key } = await server.key()
  const asked = await server.graphql(key, '{ __schema { queryType { name } } }')
  expect(asked.body.errors?.[0]?.extensions.code).toBe('GRAPHQL_INVALID')
  expect(asked.body.data?.__schema).toBeUndefined()
  const { body } = await server.graphql(key, '{ _service { sdl } }')
  expect(body.data._service.sdl).toContain('type Resolution @key(fields: "alias")')
})
