import Type from 'typebox'
import { camel } from '../../kernel/camel.ts'
import { restOf } from '../../kernel/record.ts'
import { endpointChallenge } from '../../ownership/wallets/service.ts'
import type { Catalogue, CatalogueEntry } from '../../registry/endpoints/catalogue/catalogue.ts'
import { type EndpointState, endpointStates } from '../../registry/endpoints/endpoint-types.ts'
import { endpoint } from '../../registry/endpoints/record.ts'
import { bodies } from './endpoint-schemas.ts'
import { recordFilterArgs, recordFilters, searchArgs } from './filters.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { camelNoted } from './notes.ts'
import { type Noun, route } from './route.ts'
import { list, oneOf, removal, text } from './schema-parts.ts'
import { exampleId, id, removedView } from './view-parts.ts'

const entry = { name: text(), title: text(), names: Type.Array(text(), { description: 'Synonyms' }) }

const rest = restOf(endpoint)
const challenge = restOf(endpointChallenge)

export const endpointRecords = {
  endpoint: rest.schema,
  catalogue: Type.Object({
    object: Type.Literal('catalogue'),
    networks: Type.Array(
      Type.Object({
        ...entry,
        address_checked: Type.Boolean({ description: 'True if the checksum of a wallet address is validated' }),
      }),
    ),
    rails: Type.Array(Type.Object(entry)),
  }),
  endpointChallenge: challenge.schema,
}

const entryView = ({ name, title, names }: CatalogueEntry) => ({ name, title, names })

export const endpointViews = {
  catalogue: ({ networks, rails }: Catalogue) => ({
    object: 'catalogue',
    networks: networks.map((row) => ({ ...entryView(row), address_checked: row.isChecked === true })),
    rails: rails.map(entryView),
  }),
  endpoint: rest.view,
  challenge: challenge.view,
}

export const endpoints: Noun = {
  group: 'Registry',
  tags: { endpoints: 'Typed destinations where value can land.', catalogue: 'The names for capabilities.' },
  variables: { endpoints: 'ENDPOINT', end: 'ENDPOINT' },
  records: endpointRecords,
  routes: [
    route('POST /v1/endpoints', {
      maps: 'Mutation.createEndpoint',
      summary: 'Create an endpoint',
      status: 201,
      body: bodies.createEndpoint,
      example: {
        identity: exampleId('idn'),
        type: 'bank_account',
        address: 'DE89 3704 0044 0532 0130 00',
        privacy_level: 'consent_required',
        capabilities: [{ asset: 'EUR', rail: 'sepa', supports_instant: true }],
      },
      args: ({ body }) => ({ input: camelNoted(body) }),
      view: endpointViews.endpoint,
      answers: endpointRecords.endpoint,
    }),
    route('POST /v1/endpoints/challenge', {
      maps: 'Mutation.challengeEndpoint',
      summary: 'Get a challenge that proves control of a wallet',
      body: bodies.challengeEndpoint,
      example: {
        identity: exampleId('idn'),
        type: 'crypto_wallet',
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        capabilities: [{ asset: 'USDC', network: 'base', rail: 'onchain' }],
      },
      args: ({ body }) => ({ input: camel(body) }),
      view: endpointViews.challenge,
      answers: endpointRecords.endpointChallenge,
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
        ...pageArgs(query),
        identity: query.identity,
        status: query.status as EndpointState,
        ...recordFilterArgs(query),
      }),
      inSlices: true,
      view: listView(endpointViews.endpoint),
      answers: list(endpointRecords.endpoint),
    }),
    route('POST /v1/endpoints/search', {
      maps: 'Query.endpoints',
      summary: 'Find your endpoints',
      body: bodies.searchEndpoints,
      example: { external_reference: 'account-1' },
      args: ({ body }) => ({ ...searchArgs(body), identity: body.identity, status: body.status }),
      inSlices: true,
      view: listView(endpointViews.endpoint),
      answers: list(endpointRecords.endpoint),
    }),
    route('GET /v1/endpoints/:id', {
      maps: 'Query.endpoint',
      summary: 'Read an endpoint',
      args: id,
      view: endpointViews.endpoint,
      answers: endpointRecords.endpoint,
    }),
    route('PATCH /v1/endpoints/:id', {
      maps: 'Mutation.updateEndpoint',
      summary: 'Change an endpoint, except its address',
      body: bodies.updateEndpoint,
      example: { priority: 1 },
      args: ({ params, body }) => ({ id: params.id, input: camelNoted(body) }),
      view: endpointViews.endpoint,
      answers: endpointRecords.endpoint,
    }),
    route('DELETE /v1/endpoints/:id', {
      maps: 'Mutation.removeEndpoint',
      summary: 'Remove an endpoint and erase its address',
      args: id,
      view: removedView('endpoint'),
      answers: removal,
    }),
    route('GET /v1/catalogue', {
      maps: 'Query.catalogue',
      summary: 'The networks and rails that capabilities may name',
      args: () => ({}),
      view: endpointViews.catalogue,
      answers: endpointRecords.catalogue,
    }),
  ],
}
