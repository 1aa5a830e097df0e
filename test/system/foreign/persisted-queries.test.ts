import { createHash } from 'node:crypto'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { Client, fetchExchange } from '@urql/core'
import { persistedExchange } from '@urql/exchange-persisted'
import { gql } from 'graphql-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { forTests, startTestServer } from '../../support/server.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let url: string
let key: string
const server = forTests(startTestServer)
beforeAll(async () => {
  url = `${server.url}/graphql`
  key = (await server.key()).key
})

type Data = { viewer: { name: string } }
type Ask = (text: string) => Promise<Data | undefined>
type Connect = (options: { headers: Record<string, string>; fetch: typeof fetch; byGet: boolean }) => Ask

const apollo: Connect = ({ headers, fetch, byGet }) => {
  const link = new PersistedQueryLink({ sha256, useGETForHashedQueries: byGet })
  const client = new ApolloClient({
    link: link.concat(new HttpLink({ uri: url, headers, fetch })),
    cache: new InMemoryCache(),
  })
  return async (text) => (await client.query<Data>({ query: gql(text), fetchPolicy: 'network-only' })).data
}

const urql: Connect = ({ headers, fetch, byGet }) => {
  const client = new Client({
    url,
    fetch,
    fetchOptions: { headers },
    preferGetMethod: false,
    exchanges: [
      persistedExchange({ preferGetForPersistedQueries: byGet, generateHash: async (text) => sha256(text) }),
      fetchExchange,
    ],
  })
  return async (text) => (await client.query<Data>(text, {}).toPromise()).data
}

/** A client with a key, and what it sends: by which method, and whether with the text. */
function listen(connect: Connect, { key, byGet }: { key: string; byGet: boolean }) {
  const sent: string[] = []
  const listening: typeof fetch = (input, init) => {
    const method = init?.method ?? 'GET'
    const hasText = decodeURIComponent(`${method === 'POST' ? init?.body : input}`).includes('viewer')
    sent.push(`${method} ${hasText ? 'text' : 'hash'}`)
    return fetch(input, init)
  }
  return { sent, ask: connect({ headers: { authorization: `Bearer ${key}` }, fetch: listening, byGet }) }
}

describe.each([
  ['Apollo Client', apollo],
  ['urql', urql],
])('persisted queries of %s', (client, connect) => {
  test.each([false, true])('are not stored: the client learns it once, and sends texts (by GET: %s)', async (byGet) => {
    const method = byGet ? 'GET' : 'POST'
    const text = `query ${client.replace(' ', '')}${method} { viewer { name } }`
    const { sent, ask } = listen(connect, { key, byGet })
    for (const _ of 'five') expect(await ask(text)).toMatchObject({ viewer: { name: 'owner' } })
    expect(sent.filter((what) => what.endsWith('hash'))).toEqual([`${method} hash`])
  })
})
