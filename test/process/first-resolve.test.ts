import { expect, test } from 'vitest'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(startTestServer)

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

test('an identity, a username and a wallet made over REST resolve over REST and over GraphQL', async () => {
  const { key, consumer } = await server.key()
  const identity = (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
  await server.send('POST', '/v1/aliases', { key, body: { identity, type: 'username', value: '@Alice' } })
  const endpoint = await server.send('POST', '/v1/endpoints', {
    key,
    body: { identity, type: 'crypto_wallet', address: wallet, privacy_level: 'public' },
  })
  expect(endpoint.status).toBe(201)

  const disclosed = { id: endpoint.body.id, type: 'crypto_wallet', capabilities: [], address: '0x5290…9EE7' }
  const rest = await server.send('POST', '/v1/resolve', { key, body: { alias: '@alice' } })
  expect(rest.status).toBe(200)
  expect(rest.body).toEqual({
    identity,
    type: 'user',
    matched_alias: { type: 'username', value: 'alice' },
    endpoints: [disclosed],
    disclosure: { consumer, total_endpoints: 1, disclosed: 1 },
    livemode: false,
    request_id: rest.headers.get('request-id'),
  })

  const graphql = await server.graphql(
    key,
    `query ($input: ResolveInput!) {
      resolve(input: $input) { identityId type endpoints { id type ... on DisclosedCryptoWallet { address } } }
    }`,
    { input: { type: 'USERNAME', value: 'ALICE' } },
  )
  expect(graphql.body).toEqual({
    data: {
      resolve: {
        identityId: identity,
        type: 'USER',
        endpoints: [{ id: endpoint.body.id, type: 'CRYPTO_WALLET', address: '0x5290…9EE7' }],
      },
    },
  })
})
