import { describe, expect, test } from 'vitest'
import { sizeOf, valueBounds } from '../../../src/surfaces/http/json.ts'
import { registryForTests } from '../../support/registry.ts'

const { server, owner, mine } = registryForTests()

const post = (text: string) =>
  fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
    body: text,
  })
const get = (parameters: Record<string, string>) =>
  fetch(`${server.url}/graphql?${new URLSearchParams(parameters)}`, {
    headers: { authorization: `Bearer ${owner.key}`, 'apollo-require-preflight': 'yes' },
  })
const outcome = async (answer: Response) => {
  const body = (await answer.json()) as { errors?: { extensions: { code: string } }[] }
  return { status: answer.status, code: body.errors?.[0]?.extensions.code }
}
const tooComplex = { status: 400, code: 'GRAPHQL_TOO_COMPLEX' }

const bulk = 'query ($v: [ResolveInput!]!) { resolveBulk(items: $v) { status } }'
const scopes = 'mutation ($v: [Scope!]!) { createApiKey(input: { name: "x", scopes: $v }) { key } }'
const lists = 'query ($a: JSON) { viewer { id } }'

describe('the values of a GraphQL request', () => {
  test.each<[string, string, unknown]>([
    ['a list of empty objects', bulk, Array(valueBounds.list + 1).fill({})],
    ['a list of items', bulk, Array(valueBounds.list + 1).fill({ alias: '@a' })],
    ['a list of texts', scopes, Array(valueBounds.list + 1).fill('')],
    ['lists of lists', lists, Array(90).fill(Array(90).fill(0))],
    ['an object', lists, Object.fromEntries(Array.from({ length: valueBounds.list + 1 }, (_, at) => [`a${at}`, 0]))],
  ])('%s beyond the bounds is refused, used or not', async (_, query, v) => {
    expect(await outcome(await post(JSON.stringify({ query, variables: { v } })))).toEqual(tooComplex)
    expect(await outcome(await post(JSON.stringify({ query: '{ viewer { id } }', variables: { v } })))).toEqual(
      tooComplex,
    )
  })

  test('they are counted before the text is read as JSON', async () => {
    expect(await outcome(await post(`{"query":"{ viewer { id } }","variables":{"v":[${'{},'.repeat(20_000)}`))).toEqual(
      tooComplex,
    )
  })

  test('those of a GET are counted alike', async () => {
    const variables = JSON.stringify({ v: Array(valueBounds.list + 1).fill(0) })
    expect(await outcome(await get({ query: '{ viewer { id } }', variables }))).toEqual(tooComplex)
    expect(await outcome(await get({ query: '{ viewer { id } }', variables: '{"v":[0]}' }))).toEqual({
      status: 200,
      code: undefined,
    })
  })

  test('control: commas and brackets inside of a text are none', async () => {
    const variables = { v: `${'[{,'.repeat(30_000)}\\"` }
    expect(await outcome(await post(JSON.stringify({ query: '{ viewer { id } }', variables })))).toEqual({
      status: 200,
      code: undefined,
    })
  })

  test('control: 1,000 references of four fields each pass', async () => {
    const query = 'query ($v: [_Any!]!) { _entities(representations: $v) { __typename } }'
    const v = Array.from({ length: 1_000 }, (_, at) => ({ __typename: 'Identity', id: `x${at}`, a: 1, b: 2 }))
    const answer = await post(JSON.stringify({ query, variables: { v } }))
    expect(await outcome(answer)).toEqual({ status: 200, code: undefined })
  })
})

test('a request with many wrong values gets one error', async () => {
  const answer = await post(JSON.stringify({ query: scopes, variables: { v: Array(900).fill(0) } }))
  const body = (await answer.json()) as { errors: { message: string }[] }
  expect(body.errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Variable "\$v\.0" must be of type Scope! \(IDENTITIES_WRITE, .+, ALL\)\.$/),
  ])
})

test('a document that is too large is refused before its fields are compared and looked up', async () => {
  for (const field of ['viewer { id name }', 'nothing']) {
    const answer = await post(JSON.stringify({ query: `{ ${`${field} `.repeat(110)} }` }))
    expect(await outcome(answer)).toEqual(tooComplex)
  }
  const cycle = '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'
  expect(await outcome(await post(JSON.stringify({ query: cycle })))).toEqual({ status: 400, code: 'GRAPHQL_INVALID' })
})

test.each<[string, number, number]>([
  ['0', 1, 0],
  ['[]', 2, 1],
  ['[1,2,3]', 4, 3],
  ['{"a":[1,2],"b":{"c":"[,{"}}', 6, 2],
  ['"\\\\",[,]', 4, 2],
])('the size of %s', (text, values, longest) => {
  expect(sizeOf(text)).toMatchObject({ values, longest })
})

test('each mutation of a document answers with records that it reads after its own write', async () => {
  const { id } = await mine.identity()
  const aliases = [await mine.username(id), await mine.username(id)]
  const set = aliases.map(
    (alias, at) =>
      `m${at}: updateAlias(id: "${alias.id}", input: { isPrimary: true }) { identity { primaryAlias { id } } }`,
  )
  const { body } = await server.graphql(owner.key, `mutation { ${set.join('\n')} }`)
  const primary = Object.values<{ identity: { primaryAlias: { id: string } } }>(body.data).map(
    ({ identity }) => identity.primaryAlias.id,
  )
  expect(primary).toEqual(aliases.map((alias) => alias.id))
})
