import Type from 'typebox'
import { privacyLevels } from '../../kernel/privacy.ts'
import { bankCodeSchemeNames } from '../../registry/endpoints/details/bank-code.ts'
import { memoTypes } from '../../registry/endpoints/details/memo.ts'
import { endpointStates, endpointStatuses, endpointTypes } from '../../registry/endpoints/endpoint-types.ts'
import { releasePolicies } from '../../registry/endpoints/release-policy.ts'
import { searchBody } from './filters.ts'
import { noteFields } from './notes.ts'
import { body, keys, one, oneOf, text } from './schema-parts.ts'

export const level = one(privacyLevels)

export const capability = body({
  asset: text(),
  network: Type.Optional(text()),
  rail: text(),
  supports_instant: Type.Optional(Type.Boolean()),
  min_amount: Type.Optional(Type.Number({ description: 'Routing context only, never a charge' })),
  max_amount: Type.Optional(Type.Number({ description: 'Routing context only, never a charge' })),
})
const capabilities = Type.Array(capability, { maxItems: 50 })

const details = body({
  holder_name: Type.Optional(text('Of a bank account')),
  country: Type.Optional(text('Of a bank account or of mobile money: ISO 3166-1, two letters')),
  bank_code: Type.Optional(
    body({ scheme: one(bankCodeSchemeNames), value: text('With or without the spaces and dashes of its scheme') }),
  ),
  memo: Type.Optional(text('Of a wallet: what its payments must carry. XRP: the destination tag')),
  memo_type: Type.Optional(oneOf(memoTypes, 'Of a Stellar memo')),
  operator: Type.Optional(text('Of mobile money')),
})

export const bodies = {
  createEndpoint: body({
    identity: text('idn_…'),
    type: one(keys(endpointTypes)),
    address: text('The raw destination: sealed at once, never read back'),
    details: Type.Optional({ ...details, description: 'Sealed with the address, as one record' }),
    privacy_level: Type.Optional(level),
    priority: Type.Optional(Type.Number()),
    capabilities: Type.Optional(capabilities),
    release: Type.Optional(one(releasePolicies)),
    proof: Type.Optional({
      ...body({ token: text(), signature: text('EVM: 0x and 130 hex digits in lower case. Solana: base58') }),
      description: 'Of a crypto_wallet: what POST /v1/endpoints/challenge answered, and the signature of its message',
    }),
    ...noteFields,
  }),
  challengeEndpoint: body({
    identity: text('idn_…'),
    type: one(['crypto_wallet']),
    address: text('The wallet, as it is to be registered'),
    capabilities: Type.Optional(capabilities),
  }),
  updateEndpoint: body({
    privacy_level: Type.Optional(level),
    priority: Type.Optional(Type.Number()),
    capabilities: Type.Optional(capabilities),
    release: Type.Optional(one(releasePolicies)),
    status: Type.Optional(one(endpointStatuses)),
    ...noteFields,
  }),
  searchEndpoints: searchBody({
    identity: Type.Optional(text('idn_…: only of this identity')),
    status: Type.Optional(one(endpointStates)),
  }),
}
