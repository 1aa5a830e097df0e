import { getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costBudget, operationCost } from '../../../src/surfaces/graphql/cost.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { readOperation } from '../../../src/surfaces/graphql/variables.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const schema = createSchema()
const costOf = (query: string, variables: Record<string, unknown> = {}): number => {
  const document = parse(query)
  const operation = document.definitions.find((node) => node.kind === 'OperationDefinition')!
  return operationCost(readOperation(schema, document, operation as never, variables))
}
const representations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ __typename: 'Resolution', alias: `@nobody${index}` }))

describe('the cost of an operation', () => {
  test.each<[string, string, Record<string, unknown>, number]>([
    ['a page without a size', '{ identities { edges { node { id } } } }', {}, 10],
    ['a literal size', '{ identities(first: 7) { edges { node { id } } } }', {}, 7],
    ['a size in a variable', 'query ($n: Int) { identities(first: $n) { edges { node { id } } } }', { n: 100 }, 100],
    ['a default of a variable', 'query ($n: Int = 60) { identities(first: $n) { edges { node { id } } } }', {}, 60],
    [
      'a null over that default',
      'query ($n: Int = 60) { identities(first: $n) { pageInfo { hasNextPage } } }',
      { n: null },
      10,
    ],
    [
      'one impact with both lists',
      'query ($i: ImpactInput!) { impact(input: $i) { gains { endpointIds } loses { endpointIds } } }',
      { i: {} },
      4_001,
    ],
    ['metadata of a page', '{ identities(first: 100) { edges { node { metadata } } } }', {}, 2_600],
    ['the last ones', 'query ($n: Int) { identities(last: $n) { edges { cursor } } }', { n: 33 }, 33],
    [
      'a size that no page has',
      'query ($n: Int) { identities(first: $n) { edges { cursor } } }',
      { n: 2_000_000 },
      100,
    ],
    [
      'pages inside of pages',
      'query ($n: Int) { identities(first: $n) { edges { node { aliases(first: $n) { edges { node { identity { id } } } } } } } }',
      { n: 20 },
      20 + 20 * 20 + 20 * 20,
    ],
    [
      'bulk items',
      'query ($i: [ResolveInput!]!) { resolveBulk(items: $i) { status } }',
      { i: Array(90).fill({ alias: '@a' }) },
      90,
    ],
    ['bulk items as a literal', '{ resolveBulk(items: [{ alias: "@a" }, { alias: "@b" }]) { status } }', {}, 2],
    [
      'representations, and what hangs on them',
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Resolution { identityId matchedAlias { value } } } }',
      { r: representations(30) },
      60,
    ],
    [
      'what is skipped',
      'query ($no: Boolean!) { identities(first: 100) @include(if: $no) { edges { cursor } } }',
      { no: false },
      0,
    ],
    [
      'what is not skipped',
      'query ($no: Boolean!) { identities(first: 100) @skip(if: $no) { edges { cursor } } }',
      { no: false },
      100,
    ],
    [
      'fragments',
      'query { ...a } fragment a on Query { identities(first: 5) { edges { node { ...b } } } } fragment b on Identity { endpoints(first: 3) { edges { cursor } } }',
      {},
      5 + 15,
    ],
    ['a fragment on an interface', '{ node(id: "x") { ... on Identity { aliases { edges { cursor } } } } }', {}, 11],
    ['leaves', '{ __typename }', {}, 0],
    ['introspection', getIntrospectionQuery(), {}, 1],
  ])('%s', (name, query, variables, expected) => {
    const cost = costOf(query, variables)
    if (name === 'introspection') expect(cost).toBeLessThan(costBudget)
    else expect(cost).toBe(expected)
  })
})

describe('over HTTP', () => {
  let server: TestServer
  let key: string
  beforeAll(async () => {
    server = await startTestServer()
    key = (await server.key()).key
  })
  afterAll(() => server.close())

  const nested = `query ($n: Int, $m: Int) { identities(first: $n) { edges { node {
    aliases(first: $m) { edges { node { id } } } endpoints(first: $m) { edges { node { id } } } } } } }`
  const tooComplex = { status: 400, code: 'GRAPHQL_TOO_COMPLEX' }
  const outcome = ({ status, body }: Awaited<ReturnType<TestServer['graphql']>>) => ({
    status,
    code: body.errors?.[0].extensions.code,
  })

  test('sizes in variables that multiply beyond the budget are refused; a wide page within it passes', async () => {
    expect(outcome(await server.graphql(key, nested, { n: 100, m: 100 }))).toEqual(tooComplex)
    expect(outcome(await server.graphql(key, nested, { n: 100, m: 10 }))).toEqual({ status: 200, code: undefined })
  })

  test('metadata of a page is shown once, and not under many aliases', async () => {
    const page = (fields: string) => `{ identities(first: 100) { edges { node { ${fields} } } } }`
    expect(outcome(await server.graphql(key, page('metadata')))).toEqual({ status: 200, code: undefined })
    expect(outcome(await server.graphql(key, page('metadata more: metadata')))).toEqual(tooComplex)
  })

  test('1,001 representations are refused, 1,000 pass', async () => {
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }'
    expect(outcome(await server.graphql(key, query, { r: representations(1_001) }))).toEqual(tooComplex)
    const passed = await server.graphql(key, query, { r: representations(1_000) })
    expect({ status: passed.status, length: passed.body.data._entities.length }).toEqual({ status: 200, length: 1_000 })
  })

  test('representations of several `_entities` fields count together', async () => {
    const query = `query ($r: [_Any!]!) {
      a: _entities(representations: $r) { __typename } b: _entities(representations: $r) { __typename } }`
    expect(outcome(await server.graphql(key, query, { r: representations(501) }))).toEqual(tooComplex)
  })

  test('fragments that each spread the next one twice are answered in no time', async () => {
    const levels = 60
    const fragments = Array.from({ length: levels }, (_, index) =>
      index === levels - 1
        ? `fragment f${index} on Query { __typename }`
        : `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`,
    )
    const since = performance.now()
    const answer = await server.graphql(key, `{ ...f0 } ${fragments.join(' ')}`)
    expect(answer.status).toBe(200)
    expect(performance.now() - since).toBeLessThan(5_000)
  })

  test('tokens, depth, aliases and root fields have their bounds, and a cycle of fragments is refused', async () => {
    const many = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => one(i)).join(' ')
    const page = 'node { aliases { edges { node { identity'
    for (const query of [
      `{ ${many(1_001, () => '__typename')} }`,
      `{ identities { edges { ${page} { aliases { edges { cursor } } } } } } } } }`,
      `{ ${many(16, (index) => `a${index}: __typename`)} }`,
      `{ ${many(11, (index) => (index % 2 ? '__typename' : 'viewer { id }'))} }`,
      '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
    ]) {
      const answer = await server.graphql(key, query)
      expect({ query: query.slice(0, 40), status: answer.status }).toEqual({ query: query.slice(0, 40), status: 400 })
    }
  })

  test('the introspection of tools passes', async () => {
    const answer = await server.graphql(
      key,
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
    )
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200, errors: undefined })
  })

  test('the dearest operation within the budget is answered', async () => {
    const since = performance.now()
    const answer = await server.graphql(key, nested, { n: 100, m: 24 })
    expect(answer.status).toBe(200)
    expect(performance.now() - since).toBeLessThan(5_000)
  })
})
