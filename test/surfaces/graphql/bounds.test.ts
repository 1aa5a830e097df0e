import { getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { registryForTests } from '../../support/registry.ts'

const { owner } = registryForTests()

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

async function verdict(query: string, variables = {}): Promise<'passes' | string> {
  const { status, body } = await owner.graphql(query, variables)
  if (status === 200) return 'passes'
  expect(status).toBe(400)
  return body.errors[0].extensions.code
}

/** `identities` → edges → node → aliases → edges → node → identity → …: `depth` fields deep. */
function nested(depth: number): string {
  const path = ['identities', 'edges', 'node', 'aliases', 'edges', 'node', 'identity', 'primaryAlias', 'identity']
  return `{ ${path.slice(0, depth - 1).join(' { ')} { id: __typename ${'}'.repeat(depth)}`
}

const aliased = (count: number) => `{ viewer { ${times(count, (n) => `a${n}: id`).join(' ')} } }`
const rooted = (count: number) => `{ ${'__typename '.repeat(count)} }`
const tokens = (count: number) =>
  `mutation { createApiKey(input: { scopes: [${'RESOLVE '.repeat(count - 17)}] }) { key } }`

describe('at the limit and one past it', () => {
  test.each([
    ['8 levels', nested(8), 'passes'],
    ['9 levels', nested(9), 'GRAPHQL_TOO_COMPLEX'],
    ['15 aliases', aliased(15), 'passes'],
    ['16 aliases', aliased(16), 'GRAPHQL_TOO_COMPLEX'],
    ['10 root fields', rooted(10), 'passes'],
    ['11 root fields', rooted(11), 'GRAPHQL_TOO_COMPLEX'],
    ['1,000 tokens', tokens(1_000), 'passes'],
    ['1,001 tokens', tokens(1_001), 'GRAPHQL_TOO_COMPLEX'],
  ])('%s', async (_, query, expected) => {
    expect(await verdict(query)).toBe(expected)
  })
})

describe('fragments hide nothing', () => {
  const inFragments = (query: string) => `query { ...Whole ... on Query { ...Whole } } fragment Whole on Query ${query}`

  test.each([
    ['8 levels', inFragments(nested(8)), 'passes'],
    ['9 levels', inFragments(nested(9)), 'GRAPHQL_TOO_COMPLEX'],
    ['10 root fields', inFragments(rooted(10)), 'passes'],
    ['11 root fields', inFragments(rooted(11)), 'GRAPHQL_TOO_COMPLEX'],
    ['15 aliases', `{ viewer { ...A ...B } } ${caller('A', 0, 7)} ${caller('B', 7, 15)}`, 'passes'],
    ['16 aliases', `{ viewer { ...A ...B } } ${caller('A', 0, 8)} ${caller('B', 8, 16)}`, 'GRAPHQL_TOO_COMPLEX'],
    [
      'aliases of a fragment count wherever it is spread',
      `{ a: viewer { ...A } b: viewer { ...A } } ${caller('A', 0, 7)}`,
      'GRAPHQL_TOO_COMPLEX',
    ],
  ])('%s', async (_, query, expected) => {
    expect(await verdict(query)).toBe(expected)
  })

  test.each([
    ['itself', 'query { ...A } fragment A on Query { ...A }'],
    ['each other', 'query { ...A } fragment A on Query { ...B } fragment B on Query { viewer { id } ...A }'],
    [
      'each other, a level deeper',
      'query { viewer { ...A } } fragment A on Caller { id ...B } fragment B on Caller { ...A }',
    ],
  ])('fragments that spread %s are invalid', async (_, query) => {
    expect(await verdict(query)).toBe('GRAPHQL_INVALID')
  })

  test('fragments that double at every step are measured once each', async () => {
    const steps = 80
    const doubling = times(steps, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ')
    const started = performance.now()
    expect(await verdict(`{ ...F0 } ${doubling} fragment F${steps} on Query { a: viewer { id } }`)).toBe(
      'GRAPHQL_TOO_COMPLEX',
    )
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

test('a field that repeats until its comparison takes too long is too complex', async () => {
  expect(await verdict(`{ viewer { ${'id '.repeat(990)}} }`)).toBe('GRAPHQL_TOO_COMPLEX')
})

describe('introspection has separate limits', () => {
  test('the explorer’s query passes, with everything that it may ask', async () => {
    const query = getIntrospectionQuery({
      schemaDescription: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
    })
    expect(await verdict(query)).toBe('passes')
  })

  test('lists inside lists of types do not', async () => {
    const inner = 'type { fields { '.repeat(4)
    expect(await verdict(`{ __schema { types { fields { ${inner} name ${'} }'.repeat(4)} } } }`)).not.toBe('passes')
    const deep = 'ofType { '.repeat(16)
    expect(await verdict(`{ __type(name: "Query") { ${deep} name ${'}'.repeat(16)} } }`)).toBe('GRAPHQL_TOO_COMPLEX')
  })
})

function caller(name: string, from: number, to: number): string {
  return `fragment ${name} on Caller { ${times(to - from, (n) => `a${from + n}: id`).join(' ')} }`
}
