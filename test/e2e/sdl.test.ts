import { buildSubgraphSchema } from '@apollo/subgraph'
import { type GraphQLSchema, parse, printSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSchema } from '../../src/surfaces/graphql/schema.ts'
import { type Answer, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let page: Answer
beforeAll(async () => {
  server = await startTestServer({ env: { NODE_ENV: 'production' } })
  page = await server.send('GET', '/schema.graphql')
})
afterAll(() => server.close())

test('the SDL is there in production, as text and without a key', () => {
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

/** A scalar's library describes it, beyond the SDL. */
const printed = (schema: GraphQLSchema): string =>
  printSchema(schema).replace(/(?:"""\n[^"]*\n"""\n)?(scalar \w+).*/g, '$1')

test('it is the whole subgraph: what it makes is the schema that answers, federation directives and descriptions included', () => {
  const made = buildSubgraphSchema([{ typeDefs: parse(page.text) }])
  expect(printed(made)).toBe(printed(createSchema()))
  expect(page.text).toContain('@link(url: "https://specs.apollo.dev/federation/v2.5"')
  for (const entity of ['Identity', 'Alias', 'Endpoint', 'Consumer', 'Resolution']) {
    expect(page.text).toMatch(new RegExp(`^type ${entity}\\b.*@key\\(`, 'm'))
  }
})

test('the introspection switch is about queries: it closes __schema, and leaves the SDL to composition', async () => {
  const { key } = await server.key()
  const asked = await server.graphql(key, '{ __schema { queryType { name } } }')
  expect(asked.body.errors?.[0]?.extensions.code).toBe('GRAPHQL_INVALID')
  expect(asked.body.data?.__schema).toBeUndefined()
  const { body } = await server.graphql(key, '{ _service { sdl } }')
  expect(body.data._service.sdl).toContain('type Resolution @key(fields: "alias")')
})
