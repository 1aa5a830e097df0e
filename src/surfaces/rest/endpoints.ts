import Type from 'typebox'
import { camel } from '../../kernel/camel.ts'
import { restOf } from '../../kernel/record.ts'
import { written } from '../../kernel/record-bodies.ts'
import { endpointChallenge } from '../../ownership/wallets/service.ts'
import type { Catalogue, CatalogueEntry } from '../../registry/endpoints/catalogue/catalogue.ts'
import { bankCodeSchemeNames } from '../../registry/endpoints/details/bank-code.ts'
import { memoTypes } from '../../registry/endpoints/details/memo.ts'
import { type EndpointState, endpointStates } from '../../registry/endpoints/endpoint-types.ts'
import { endpoint } from '../../registry/endpoints/record.ts'
import { endpointTypeTable } from '../../registry/endpoints/types/table.ts'
import { paging, recordArgs, recordFilters, searchArgs, searchBody } from './lists.ts'
import { lists, type Noun, removes, route, shows } from './route.ts'
import { body, camelNoted, exampleId, id, one, oneOf, text } from './schema-parts.ts'

export const details = body({
  holder_name: Type.Optional(text('For a bank account')),
  country: Type.Optional(text('For a bank account or mobile money: ISO 3166-1, two letters')),
  bank_code: Type.Optional(
    body({ scheme: one(bankCodeSchemeNames), value: text('With or without the spaces and dashes of its scheme') }),
  ),
  memo: Type.Optional(text('For a wallet: the memo that its payments must carry. XRP: the destination tag')),
  memo_type: Type.Optional(oneOf(memoTypes, 'For a Stellar memo')),
  operator: Type.Optional(text('For mobile money')),
})

const { identity, type, external_reference, metadata, ...created } = written(endpoint, 'create')
const { status, external_reference: _, metadata: __, ...changed } = written(endpoint, 'update')

/** The form of an address, by type. */
const exampleAddresses = Object.entries(endpointTypeTable)
  .map(([type, { example }]) => `${type} ${example}`)
  .join(', ')

const entry = { name: text(), title: text(), names: Type.Array(text(), { description: 'Synonyms' }) }

const entryView = ({ name, title, names }: CatalogueEntry) => ({ name, title, names })

export const endpointRest = restOf(endpoint)
const challenge = restOf(endpointChallenge)
const catalogue = {
  schema: Type.Object({
    object: Type.Literal('catalogue'),
    networks: Type.Array(
      Type.Object({
        ...entry,
        address_checked: Type.Boolean({ description: 'True if the checksum of a wallet address is validated' }),
      }),
    ),
    rails: Type.Array(Type.Object(entry)),
  }),
  view: ({ networks, rails }: Catalogue) => ({
    object: 'catalogue',
    networks: networks.map((row) => ({ ...entryView(row), address_checked: row.isChecked === true })),
    rails: rails.map(entryView),
  }),
}

export const endpoints: Noun = {
  group: 'Registry',
  tags: { endpoints: 'Accounts and wallets that receive payments.', catalogue: 'The names for capabilities.' },
  variables: { endpoints: 'ENDPOINT', end: 'ENDPOINT' },
  records: { endpoint: endpointRest.schema, catalogue: catalogue.schema, endpointChallenge: challenge.schema },
  routes: [
    route('POST /v1/endpoints', {
      maps: 'Mutation.createEndpoint',
      summary: 'Create an endpoint',
      status: 201,
      body: body({
        identity,
        type,
        address: text(`The raw destination, sealed at once and never read back: ${exampleAddresses}`),
        details: Type.Optional({ ...details, description: 'Sealed with the address, as one record' }),
        ...created,
        proof: Type.Optional({
          ...body({ token: text(), signature: text('EVM: 0x and 130 hex digits in lower case. Solana: base58') }),
          description:
            'For a crypto_wallet: the token of POST /v1/endpoints/challenge, and the signature of its message',
        }),
        external_reference,
        metadata,
      }),
      example: {
        identity: exampleId('idn'),
        type: 'bank_account',
        address: 'DE89 3704 0044 0532 0130 00',
        privacy_level: 'consent_required',
        capabilities: [{ asset: 'EUR', rail: 'sepa', supports_instant: true }],
      },
      args: ({ body }) => ({ input: camelNoted(body) }),
      ...shows(endpointRest),
    }),
    route('POST /v1/endpoints/challenge', {
      maps: 'Mutation.challengeEndpoint',
      summary: 'Get a challenge that proves control of a wallet',
      body: body({
        identity: text('idn_…'),
        type: one(['crypto_wallet']),
        address: text('The wallet to register'),
        capabilities: created.capabilities,
      }),
      example: {
        identity: exampleId('idn'),
        type: 'crypto_wallet',
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        capabilities: [{ asset: 'USDC', network: 'base', rail: 'onchain' }],
      },
      args: ({ body }) => ({ input: camel(body) }),
      ...shows(challenge),
    }),
    route('GET /v1/endpoints', {
      maps: 'Query.endpoints',
      summary: 'List your endpoints',
      query: {
        ...paging,
        identity: text('Only of this identity'),
        status: oneOf(endpointStates, 'All but removed ones when absent'),
        ...recordFilters,
      },
      args: ({ query }) => ({
        ...recordArgs(query),
        identity: query.identity,
        status: query.status as EndpointState,
      }),
      inSlices: true,
      ...lists(endpointRest),
    }),
    route('POST /v1/endpoints/search', {
      maps: 'Query.endpoints',
      summary: 'Find your endpoints',
      body: searchBody({
        identity: Type.Optional(text('idn_…: only of this identity')),
        status: Type.Optional(one(endpointStates)),
      }),
      example: { external_reference: 'account-1' },
      args: ({ body }) => ({ ...searchArgs(body), identity: body.identity, status: body.status }),
      inSlices: true,
      ...lists(endpointRest),
    }),
    route('GET /v1/endpoints/:id', {
      maps: 'Query.endpoint',
      summary: 'Read an endpoint',
      args: id,
      ...shows(endpointRest),
    }),
    route('PATCH /v1/endpoints/:id', {
      maps: 'Mutation.updateEndpoint',
      summary: 'Change an endpoint, except its address',
      body: body({ ...changed, status, external_reference, metadata }),
      example: { priority: 1 },
      args: ({ params, body }) => ({ id: params.id, input: camelNoted(body) }),
      ...shows(endpointRest),
    }),
    route('DELETE /v1/endpoints/:id', {
      maps: 'Mutation.removeEndpoint',
      summary: 'Remove an endpoint and erase its address',
      args: id,
      ...removes('endpoint'),
    }),
    route('GET /v1/catalogue', {
      maps: 'Query.catalogue',
      summary: 'The networks and rails that capabilities may name',
      args: () => ({}),
      ...shows(catalogue),
    }),
  ],
}
