import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core'
import { relayStylePagination } from '@apollo/client/utilities'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { getIntrospectionQuery, type IntrospectionQuery, parse } from 'graphql'
import { ClientError, GraphQLClient } from 'graphql-request'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshName, registryOf } from '../../support/registry.ts'
import { type Body, forTests, startTestServer } from '../../support/server.ts'

let url: string
let key: string
let introspection: IntrospectionQuery
/** An alias with a wallet and a bank account behind it. */
let alias: string
/** Identities of the type that the pages are made of, the newest first. */
let machines: string[]

const server = forTests(startTestServer)
beforeAll(async () => {
  url = `${server.url}/graphql`
  key = (await server.key()).key
  introspection = (await server.graphql(key, getIntrospectionQuery())).body.data
  const registry = registryOf(server, { key })
  const { id } = await registry.identity()
  const name = freshName()
  alias = `@${name}`
  await registry.username(id, name)
  await registry.wallet(id)
  await registry.account(id)
  machines = []
  for (let n = 0; n < 120; n++) machines.unshift((await registry.identity({ type: 'machine' })).id)
})

const typed = <Data, Variables = Record<string, never>>(text: string) =>
  parse(text) as TypedDocumentNode<Data, Variables>

type Endpoint =
  | { __typename: 'DisclosedCryptoWallet'; id: string; type: string; address: string }
  | { __typename: 'DisclosedBankAccount'; id: string; type: string; last4: string; token: string | null }

const resolveDocument = typed<{ resolve: { identityId: string; endpoints: Endpoint[] } | null }, { alias: string }>(`
  query Resolve($alias: String!) {
    resolve(input: { alias: $alias }) { identityId endpoints { __typename ...Shown } }
  }
  fragment Shown on DisclosedEndpoint {
    id
    type
    ... on DisclosedCryptoWallet { address }
    ... on DisclosedBankAccount { last4 token }
  }
`)

type Page = {
  identities: { edges: { node: { id: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
}
const pageDocument = typed<Page, { first: number; after?: string | null }>(`
  query Page($first: Int!, $after: String) {
    identities(first: $first, after: $after, type: MACHINE) {
      edges { cursor node { __typename id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

const createDocument = typed<
  { createIdentity: { id: string; displayName: string | null } },
  { input: { type: 'USER'; displayName: string } }
>('mutation Create($input: CreateIdentityInput!) { createIdentity(input: $input) { __typename id displayName } }')
const renameDocument = typed<
  { updateIdentity: { id: string; displayName: string | null } },
  { id: string; name: string }
>(
  'mutation Rename($id: ID!, $name: String) { updateIdentity(id: $id, input: { displayName: $name }) { __typename id displayName } }',
)
const identityDocument = typed<{ identity: { id: string; displayName: string | null } | null }, { id: string }>(
  'query Identity($id: ID!) { identity(id: $id) { __typename id displayName } }',
)

const authorization = (secret = key) => ({ authorization: `Bearer ${secret}` })
/** The alias's endpoints that every client must get. */
const endpoints = [
  { __typename: 'DisclosedCryptoWallet', type: 'CRYPTO_WALLET', address: '0x5290…9EE7' },
  { __typename: 'DisclosedBankAccount', type: 'BANK_ACCOUNT', last4: '3000', token: null },
]
/** Without ids, wallets first. */
const shown = (found: readonly Endpoint[] | undefined) =>
  found?.map(({ id, ...rest }) => rest).toSorted((a, b) => b.type.localeCompare(a.type))

/** The codes of GraphQL errors, wherever a client keeps them. */
function codesIn(error: unknown): unknown[] {
  const { errors, graphQLErrors, response, bodyText } = error as Record<string, Body>
  const list = errors ?? (graphQLErrors?.length ? graphQLErrors : undefined) ?? response?.errors
  return (list ?? JSON.parse(bodyText).errors).map((one: Body) => one.extensions.code)
}
/** Newer records, made while somebody pages through the older ones. */
const meanwhile = () => registryOf(server, { key }).identity({ type: 'machine' })

describe('Apollo Client', () => {
  const possibleTypes = () =>
    Object.fromEntries(
      introspection.__schema.types.flatMap((type) =>
        type.kind === 'INTERFACE' || type.kind === 'UNION'
          ? [[type.name, type.possibleTypes.map(({ name }) => name)] as const]
          : [],
      ),
    )
  const connect = (secret = key) =>
    new ApolloClient({
      link: new HttpLink({ uri: url, headers: authorization(secret) }),
      cache: new InMemoryCache({
        possibleTypes: possibleTypes(),
        typePolicies: { Query: { fields: { identities: relayStylePagination(['type', 'status']) } } },
      }),
    })

  test('resolves, and its cache answers the fragments on the interface from then on', async () => {
    const apollo = connect()
    const { data } = await apollo.query({ query: resolveDocument, variables: { alias } })
    expect(shown(data?.resolve?.endpoints)).toEqual(endpoints)
    const cached = apollo.readQuery({ query: resolveDocument, variables: { alias } })
    expect(cached).toEqual(data)
  })

  test('a mutation changes what the cache shows', async () => {
    const apollo = connect()
    const made = await apollo.mutate({
      mutation: createDocument,
      variables: { input: { type: 'USER', displayName: 'Ada' } },
    })
    const { id } = made.data!.createIdentity
    await apollo.query({ query: identityDocument, variables: { id } })
    await apollo.mutate({ mutation: renameDocument, variables: { id, name: 'Grace' } })
    expect(apollo.readQuery({ query: identityDocument, variables: { id } })?.identity?.displayName).toBe('Grace')
  })

  test('an alias that is not there is null, and no error', async () => {
    const { data, error } = await connect().query({ query: resolveDocument, variables: { alias: '@nobody.here' } })
    expect([data, error]).toEqual([{ resolve: null }, undefined])
  })

  test('a key that is wrong is an error with its code', async () => {
    const error = await connect(`${key}x`)
      .query({ query: resolveDocument, variables: { alias } })
      .catch((error) => error)
    expect(codesIn(error)).toEqual(['API_KEY_INVALID'])
  })

  test('relayStylePagination merges the pages, none lost and none twice, while others are made', async () => {
    const apollo = connect()
    const first = { query: pageDocument, variables: { first: 25 } }
    const before = machines.length
    await apollo.query(first)
    const watched = apollo.watchQuery(first)
    const subscription = watched.subscribe({})
    const page = () => apollo.readQuery(first)!.identities
    while (page().pageInfo.hasNextPage) {
      machines.unshift((await meanwhile()).id)
      await watched.fetchMore({ variables: { first: 25, after: page().pageInfo.endCursor } })
    }
    subscription.unsubscribe()
    expect(page().edges.map(({ node }) => node.id)).toEqual(machines.slice(-before))
  })
})

describe('urql', () => {
  const connect = (secret = key) =>
    new Client({
      url,
      fetchOptions: { headers: authorization(secret) },
      exchanges: [
        cacheExchange({
          schema: introspection as never,
          resolvers: { Query: { identities: relayPagination() } },
          keys: Object.fromEntries(
            introspection.__schema.types
              .filter((type) => type.kind === 'OBJECT' && !type.fields.some(({ name }) => name === 'id'))
              .map(({ name }) => [name, () => null]),
          ),
        }),
        fetchExchange,
      ],
    })

  test('resolves, and its cache answers the fragments on the interface from then on', async () => {
    const urql = connect()
    const { data, error } = await urql.query(resolveDocument, { alias })
    expect(error).toBeUndefined()
    expect(shown(data?.resolve?.endpoints)).toEqual(endpoints)
    const cached = await urql.query(resolveDocument, { alias }, { requestPolicy: 'cache-only' })
    expect(cached.data).toEqual(data)
  })

  test('a mutation changes what the cache shows', async () => {
    const urql = connect()
    const made = await urql.mutation(createDocument, { input: { type: 'USER', displayName: 'Ada' } })
    const { id } = made.data!.createIdentity
    await urql.query(identityDocument, { id })
    await urql.mutation(renameDocument, { id, name: 'Grace' })
    const cached = await urql.query(identityDocument, { id }, { requestPolicy: 'cache-only' })
    expect(cached.data?.identity?.displayName).toBe('Grace')
  })

  test('an alias that is not there is null, and no error', async () => {
    const { data, error } = await connect().query(resolveDocument, { alias: '@nobody.here' })
    expect([data, error]).toEqual([{ resolve: null }, undefined])
  })

  test('a key that is wrong is an error with its code', async () => {
    const { error } = await connect(`${key}x`).query(resolveDocument, { alias })
    expect(codesIn(error)).toEqual(['API_KEY_INVALID'])
  })

  test('relayPagination merges the pages, none lost and none twice, while others are made', async () => {
    const urql = connect()
    const before = machines.length
    const read = async (after: string | null) => (await urql.query(pageDocument, { first: 25, after })).data!.identities
    let page = await read(null)
    while (page.pageInfo.hasNextPage) {
      machines.unshift((await meanwhile()).id)
      page = await read(page.pageInfo.endCursor)
    }
    expect(page.edges.map(({ node }) => node.id)).toEqual(machines.slice(-before))
  })
})

describe('graphql-request', () => {
  const connect = (options: { errorPolicy?: 'all' } = {}, secret = key) =>
    new GraphQLClient(url, { headers: authorization(secret), ...options })

  test('resolves, and writes', async () => {
    const { resolve } = await connect().request(resolveDocument, { alias })
    expect(shown(resolve?.endpoints)).toEqual(endpoints)
    const { createIdentity } = await connect().request(createDocument, { input: { type: 'USER', displayName: 'Ada' } })
    const { identity } = await connect().request(identityDocument, { id: createIdentity.id })
    expect(identity).toEqual(createIdentity)
  })

  test('an alias that is not there is null, and nothing is thrown', async () => {
    expect(await connect().request(resolveDocument, { alias: '@nobody.here' })).toEqual({ resolve: null })
  })

  test('a key that is wrong is an error with its code and its status', async () => {
    const error = await connect({}, `${key}x`)
      .request(resolveDocument, { alias })
      .catch((error) => error)
    expect(error).toBeInstanceOf(ClientError)
    expect(error.response.status).toBe(401)
    expect(codesIn(error)).toEqual(['API_KEY_INVALID'])
  })

  test('pages follow each other by their cursors', async () => {
    const found: string[] = []
    let after: string | null = null
    do {
      const { identities }: Page = await connect().request(pageDocument, { first: 50, after })
      found.push(...identities.edges.map(({ node }) => node.id))
      after = identities.pageInfo.hasNextPage ? identities.pageInfo.endCursor : null
    } while (after !== null)
    expect(found).toEqual(machines)
  })
})
