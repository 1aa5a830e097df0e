import { beforeAll, describe, expect, test } from 'vitest'
import { costOf } from '../../support/bystanders.ts'
import { registryForTests } from '../../support/registry.ts'
import { forTests } from '../../support/server.ts'
import { countStatements } from '../../support/statement-log.ts'

const ids = { identity: '', alias: '', endpoint: '' }

const { server, owner } = registryForTests()
const payer = forTests(() => server.key({ consumer: 'payer' }))
beforeAll(async () => {
  const make = async (path: string, body: object) => (await owner.post(path, body)).body.id
  ids.identity = await make('/v1/identities', { type: 'user' })
  ids.alias = await make('/v1/aliases', {
    identity: ids.identity,
    type: 'username',
    value: 'alice',
    privacy_level: 'public',
  })
  await make('/v1/aliases', { identity: ids.identity, type: 'username', value: 'secret', privacy_level: 'private' })
  ids.endpoint = await make('/v1/endpoints', {
    identity: ids.identity,
    type: 'payment_pointer',
    address: 'https://pay.example.com/alice',
    privacy_level: 'public',
  })
})

const query = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    ... on Identity { id status } ... on Alias { value } ... on Endpoint { addressPreview }
    ... on Resolution { alias identityId endpoints { id } }
  }
}`
const entities = (key: string, representations: unknown) => server.graphql(key, query, { representations })
const resolution = (alias: unknown) => ({ __typename: 'Resolution', alias })

test('references of every entity are answered in their order', async () => {
  const { status, body } = await entities(owner.key, [
    { __typename: 'Endpoint', id: ids.endpoint },
    resolution('@alice'),
    { __typename: 'Alias', id: ids.alias },
    { __typename: 'Identity', id: ids.identity },
  ])
  expect(status).toBe(200)
  expect(body.errors).toBeUndefined()
  expect(body.data._entities).toMatchObject([
    { addressPreview: expect.any(String) },
    { alias: '@alice', identityId: ids.identity, endpoints: [{ id: ids.endpoint }] },
    { value: 'alice' },
    { id: ids.identity, status: 'ACTIVE' },
  ])
})

test('a foreign, absent, malformed or hidden entity is null, without an error', async () => {
  const { status, body } = await entities(payer.key, [
    { __typename: 'Identity', id: ids.identity },
    { __typename: 'Alias', id: ids.alias },
    { __typename: 'Endpoint', id: ids.endpoint },
    { __typename: 'Identity', id: ids.alias },
    { __typename: 'Alias', id: 'als_nonsense' },
    { __typename: 'Endpoint', id: 7 },
    { __typename: 'Identity' },
    resolution('@secret'),
    resolution('@nobody'),
    resolution('@!!'),
    resolution(''),
    resolution(null),
    resolution(7),
    resolution({ alias: '@alice' }),
    { __typename: 'Resolution' },
  ])
  expect(status).toBe(200)
  expect(body).toEqual({ data: { _entities: Array(15).fill(null) } })
})

test.each([
  ['an unknown type', { __typename: 'Order', id: '1' }],
  ['a type that is no entity', { __typename: 'Caller', id: '1' }],
  ['no type', { alias: '@alice' }],
  ['a type that is no text', { __typename: ['Resolution'] }],
  ['a member of every object', { __typename: '__proto__' }],
  ['text', 'Resolution'],
  ['null', null],
])('400 for a reference that is %s, and nothing goes wrong on our side', async (_, reference) => {
  const { status, body } = await entities(owner.key, [resolution('@alice'), reference])
  expect(status).toBe(400)
  expect(body.errors[0].extensions.code).toBe('GRAPHQL_INVALID')
  expect(server.logged.join('')).not.toContain('internal_error')
})

describe('how many', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => resolution(n % 2 ? '@alice' : `@absent${n}`))

  test('1,000 are answered', async () => {
    const { status, body } = await entities(payer.key, many(1_000))
    expect(status).toBe(200)
    expect(body.data._entities.filter(Boolean)).toHaveLength(500)
  })

  test('1,001 are refused before any is looked up', async () => {
    const { result, statements } = await countStatements(server.database.url, () => entities(payer.key, many(1_001)))
    expect(result.status).toBe(400)
    expect(result.body.errors[0].extensions.code).toBe('GRAPHQL_TOO_COMPLEX')
    expect(costOf(statements)).toEqual([])
  })
})
