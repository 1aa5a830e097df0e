import Type from 'typebox'
import type { WalletChallengeRecord } from '../../ownership/wallets/service.ts'
import type { Capability } from '../../registry/endpoints/capability.ts'
import type { Catalogue, CatalogueEntry, Warning } from '../../registry/endpoints/catalogue/catalogue.ts'
import { type EndpointState, endpointStates, endpointTypes } from '../../registry/endpoints/endpoint-types.ts'
import type { EndpointRecord } from '../../registry/endpoints/record.ts'
import { releasePolicies } from '../../registry/endpoints/release-policy.ts'
import { endpointMethods, endpointVerifications } from '../../registry/endpoints/wallet-proof.ts'
import { camel } from '../camel.ts'
import { bodies, capability, level } from './endpoint-schemas.ts'
import { recordFilterArgs, recordFilters, searchArgs } from './filters.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { camelNoted, notedFields, notesView } from './notes.ts'
import { type Noun, route } from './route.ts'
import { list, nullable, one, oneOf, record, removal, text, typeOf, unixSeconds } from './schema-parts.ts'
import { exampleId, id, removedView, seconds } from './view-parts.ts'

const entry = { name: text(), title: text(), names: Type.Array(text(), { description: 'Others for the same' }) }

export const endpointRecords = {
  endpoint: record('endpoint', {
    identity: text('idn_…'),
    type: typeOf(endpointTypes),
    privacy_level: level,
    priority: Type.Number(),
    capabilities: Type.Array(capability),
    status: one(endpointStates),
    release: one(releasePolicies),
    verification: one(endpointVerifications),
    verified_method: nullable(one(endpointMethods)),
    address_preview: nullable(text('Masked; null when what is stored cannot be opened')),
    warnings: Type.Array(
      Type.Object({ code: Type.Literal('capability_unknown'), param: text('Where it is'), message: text() }),
      { description: 'Names of networks and rails that are not in the catalogue' },
    ),
    ...notedFields,
  }),
  catalogue: Type.Object({
    object: Type.Literal('catalogue'),
    networks: Type.Array(
      Type.Object({
        ...entry,
        address_checked: Type.Boolean({ description: 'A wallet address must hold its checksum' }),
      }),
    ),
    rails: Type.Array(Type.Object(entry)),
  }),
  endpointChallenge: Type.Object({
    object: Type.Literal('endpoint_challenge'),
    message: text('What the wallet is to sign: EIP-191 for EVM, ed25519 for Solana'),
    token: text('Sent with the signature'),
    expires_at: unixSeconds(),
  }),
}

const capabilityView = ({ asset, network, rail, supportsInstant, minAmount, maxAmount }: Capability) => ({
  asset,
  network,
  rail,
  supports_instant: supportsInstant,
  min_amount: minAmount,
  max_amount: maxAmount,
})

/** The place in the spelling of this surface. */
const warningView = ({ code, param, message }: Warning) => ({ code, param, message })

const entryView = ({ name, title, names }: CatalogueEntry) => ({ name, title, names })

export const endpointViews = {
  catalogue: ({ networks, rails }: Catalogue) => ({
    object: 'catalogue',
    networks: networks.map((row) => ({ ...entryView(row), address_checked: row.isChecked === true })),
    rails: rails.map(entryView),
  }),
  endpoint: (record: EndpointRecord) => ({
    object: 'endpoint',
    id: record.id,
    livemode: record.livemode,
    identity: record.identity,
    type: record.type,
    privacy_level: record.privacyLevel,
    priority: record.priority,
    capabilities: record.capabilities.map(capabilityView),
    status: record.status,
    release: record.release,
    verification: record.verification,
    verified_method: record.verifiedMethod,
    address_preview: record.addressPreview,
    warnings: record.warnings.map(warningView),
    ...notesView(record),
    created: seconds(record.createdAt),
    updated: seconds(record.updatedAt),
  }),
  challenge: ({ message, token, expiresAt }: WalletChallengeRecord) => ({
    object: 'endpoint_challenge',
    message,
    token,
    expires_at: seconds(expiresAt),
  }),
}

export const endpoints: Noun = {
  group: 'Registry',
  tags: { endpoints: 'Typed destinations where value can land.', catalogue: 'What capabilities may name.' },
  variables: { endpoints: 'ENDPOINT', end: 'ENDPOINT' },
  records: endpointRecords,
  routes: [
    route('POST /v1/endpoints', {
      maps: 'Mutation.createEndpoint',
      scope: 'endpoints:write',
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
      scope: 'endpoints:write',
      summary: 'Ask what proves control of a wallet',
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
      scope: 'endpoints:read',
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
      scope: 'endpoints:read',
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
      scope: 'endpoints:read',
      summary: 'Read an endpoint',
      args: id,
      view: endpointViews.endpoint,
      answers: endpointRecords.endpoint,
    }),
    route('PATCH /v1/endpoints/:id', {
      maps: 'Mutation.updateEndpoint',
      scope: 'endpoints:write',
      summary: 'Change an endpoint; its address cannot be',
      body: bodies.updateEndpoint,
      example: { priority: 1 },
      args: ({ params, body }) => ({ id: params.id, input: camelNoted(body) }),
      view: endpointViews.endpoint,
      answers: endpointRecords.endpoint,
    }),
    route('DELETE /v1/endpoints/:id', {
      maps: 'Mutation.removeEndpoint',
      scope: 'endpoints:write',
      summary: 'Remove an endpoint and erase its address',
      args: id,
      view: removedView('endpoint'),
      answers: removal,
    }),
    route('GET /v1/catalogue', {
      maps: 'Query.catalogue',
      scope: null,
      summary: 'The networks and rails that capabilities may name',
      args: () => ({}),
      view: endpointViews.catalogue,
      answers: endpointRecords.catalogue,
    }),
  ],
}
