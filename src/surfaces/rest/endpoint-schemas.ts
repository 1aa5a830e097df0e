import Type from 'typebox'
import { written } from '../../kernel/record-bodies.ts'
import { bankCodeSchemeNames } from '../../registry/endpoints/details/bank-code.ts'
import { memoTypes } from '../../registry/endpoints/details/memo.ts'
import { endpointStates } from '../../registry/endpoints/endpoint-types.ts'
import { endpoint } from '../../registry/endpoints/record.ts'
import { searchBody } from './filters.ts'
import { body, one, oneOf, text } from './schema-parts.ts'

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

export const bodies = {
  createEndpoint: body({
    identity,
    type,
    address: text('The raw destination: sealed at once, never read back'),
    details: Type.Optional({ ...details, description: 'Sealed with the address, as one record' }),
    ...created,
    proof: Type.Optional({
      ...body({ token: text(), signature: text('EVM: 0x and 130 hex digits in lower case. Solana: base58') }),
      description: 'For a crypto_wallet: the token of POST /v1/endpoints/challenge, and the signature of its message',
    }),
    external_reference,
    metadata,
  }),
  challengeEndpoint: body({
    identity: text('idn_…'),
    type: one(['crypto_wallet']),
    address: text('The wallet to register'),
    capabilities: created.capabilities,
  }),
  updateEndpoint: body({ ...changed, status, external_reference, metadata }),
  searchEndpoints: searchBody({
    identity: Type.Optional(text('idn_…: only of this identity')),
    status: Type.Optional(one(endpointStates)),
  }),
}
