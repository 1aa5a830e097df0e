import { parse, validate } from 'graphql'
import { Compile } from 'typebox/compile'
import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../../scripts/openapi-document.ts'
import { eventsPage } from '../../../scripts/pages/catalogue.ts'
import { graphqlAnchor, graphqlHeading, graphqlPage } from '../../../scripts/pages/graphql.ts'
import { operationHeading, operationsPage } from '../../../scripts/pages/operations.ts'
import { privacyLevelsPage } from '../../../scripts/pages/privacy-levels.ts'
import { createSignpost } from '../../../src/client/client.ts'
import { type EventType, eventTypes } from '../../../src/events/event-types.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { eventExamples, recordExamples } from '../../../src/surfaces/rest/examples.ts'
import { operationIdOf } from '../../../src/surfaces/rest/operation.ts'
import { nouns, routes } from '../../../src/surfaces/rest/routes.ts'
import { removal } from '../../../src/surfaces/rest/schema-parts.ts'
import { type Body, forTests, startTestServer } from '../../support/server.ts'

let document: Body
const server = forTests(startTestServer)
beforeAll(async () => {
  document = (await server.send('GET', '/openapi.json')).body
})

const operations = (): Body[] =>
  Object.values(document.paths as Record<string, Record<string, Body>>).flatMap((item) => Object.values(item))

type Methods = { [name: string]: Methods | (() => unknown) }

/** The dotted names of a client's methods. */
const methodsOf = (methods: Methods, at = ''): string[] =>
  Object.entries(methods).flatMap(([name, one]) =>
    typeof one === 'function' ? [at + name] : methodsOf(one, `${at}${name}.`),
  )

test('the id of every operation is the name of its method in the client, and no two are the same', () => {
  const client = createSignpost({ apiKey: 'spk_test_none', baseUrl: 'http://127.0.0.1:9' })
  const ids = operations().map(({ operationId }) => operationId as string)
  expect(ids.toSorted()).toEqual(methodsOf(client as unknown as Methods).toSorted())
  expect(new Set(ids).size).toBe(routes.length)
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*$/)
})

test.each([
  ['POST', '/v1/identities', 'identities.create'],
  ['GET', '/v1/identities', 'identities.list'],
  ['GET', '/v1/identities/:id', 'identities.retrieve'],
  ['PATCH', '/v1/identities/:id', 'identities.update'],
  ['DELETE', '/v1/aliases/:id', 'aliases.delete'],
  ['POST', '/v1/aliases/:id/verify', 'aliases.verify'],
  ['POST', '/v1/identities/search', 'identities.search'],
  ['POST', '/v1/identities/:id/payee_names', 'identities.payeeNames.create'],
  ['POST', '/v1/resolve/bulk', 'resolveBulk'],
])('%s %s is %s', (verb, path, id) => {
  expect(operationIdOf(routes.find((row) => row.verb === verb && row.path === path)!, routes)).toBe(id)
})

test('every operation names a field of the GraphQL schema, which can do the same', () => {
  const schema = createSchema()
  for (const operation of operations()) {
    const [type, field] = (operation['x-graphql-field'] as string).split('.') as [string, string]
    const fields = (schema.getType(type) as { getFields?: () => object } | undefined)?.getFields?.() ?? {}
    expect(Object.keys(fields), operation.operationId).toContain(field)
  }
})

test('the document names the serving host, for any Host header, and its licence', async () => {
  const at = `http://localhost:${new URL(server.url).port}`
  expect(document.servers).toEqual([{ url: at, description: 'This service' }])
  expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  for (const operation of operations())
    for (const { source } of operation['x-codeSamples']) expect(source).toContain(at)
  const asked = await server.send('GET', '/openapi.json', { headers: { host: 'attacker.example' } })
  expect(asked.text).not.toContain('attacker.example')
})

test('every operation shows the same as GraphQL, valid against the schema, and as a call of its method', () => {
  const schema = createSchema()
  for (const { operationId, 'x-codeSamples': samples } of operations()) {
    const [, typescript, graphql] = samples.map(({ source }: { source: string }) => source)
    expect([operationId, validate(schema, parse(graphql)).map(String)]).toEqual([operationId, []])
    expect(typescript).toContain(`await signpost.${operationId}(`)
  }
})

test('the webhooks of the document are the events of the catalogue, with the schema of their data', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(eventTypes))
  for (const [type, { data }] of Object.entries(eventTypes)) {
    const { schema, examples } = document.webhooks[type].post.requestBody.content['application/json']
    expect(examples.recorded.value, type).toEqual(eventExamples[type as EventType])
    expect([schema.properties.type, schema.properties.data]).toEqual([{ const: type }, data])
  }
})

test('the page of privacy levels has every level of an alias with every level of an endpoint', () => {
  expect(privacyLevelsPage().match(/^\| `\w+` \| `\w+` \|/gm)).toHaveLength(16)
})

test('every operation, query and mutation has a section in the docs', async () => {
  const rest = await operationsPage()
  for (const operation of operations()) expect(rest).toContain(`\n### ${operationHeading(operation as Operation)}\n`)
  const graphql = graphqlPage()
  const schema = createSchema()
  for (const root of ['Query', 'Mutation'] as const) {
    const type = (root === 'Query' ? schema.getQueryType() : schema.getMutationType())!
    const fields = Object.keys(type.getFields()).filter((name) => !name.startsWith('_'))
    for (const name of fields) expect(graphql).toContain(`\n### ${graphqlHeading(root, name)}\n`)
  }
  for (const { 'x-graphql-field': field } of operations()) expect(rest).toContain(`#${graphqlAnchor(field)})`)
})

test('every operation shows an answer of a run, without a secret', () => {
  for (const { operationId, responses } of operations()) {
    const bodies = Object.values(responses as Record<string, Body>).flatMap(({ content }) =>
      Object.values((content['application/json'].examples ?? {}) as Record<string, Body>).map(({ value }) => value),
    )
    expect([operationId, bodies.length, typeof bodies[0]]).toEqual([operationId, 1, 'object'])
    expect(JSON.stringify(bodies)).not.toMatch(/(?:spk_(?:test|live)|whsec)_(?!example)/)
  }
})

test('the example of every record is one of its schema', () => {
  const schemas = { ...Object.assign({}, ...nouns.map(({ records }) => records)), removal }
  for (const [name, example] of Object.entries(recordExamples)) {
    const schema = schemas[name[0]!.toLowerCase() + name.slice(1)]
    expect([name, Compile(schema).Errors(example)]).toEqual([name, []])
  }
})

test('the document leads back to the documentation of its host', () => {
  expect(document.externalDocs.url).toBe(`${document.servers[0].url}/docs`)
})

test('the catalogue of events shows the recorded body of every type', () => {
  expect(Object.keys(eventExamples).toSorted()).toEqual(Object.keys(eventTypes).toSorted())
  for (const [type, body] of Object.entries(eventExamples)) {
    expect(body).toMatchObject({ id: expect.stringMatching(/^evt_/), type })
    expect(eventsPage()).toContain(JSON.stringify(body, null, 2))
  }
})

test('where PUBLIC_URL is set, the document names that', async () => {
  const public_ = await startTestServer({ env: { PUBLIC_URL: 'https://signpost.example.com' } })
  try {
    const { body } = await public_.send('GET', '/openapi.json')
    expect(body.servers[0].url).toBe('https://signpost.example.com')
    expect(body.paths['/v1/me'].get['x-codeSamples'][0].source).toContain('curl -s https://signpost.example.com/v1/me')
  } finally {
    await public_.close()
  }
})
