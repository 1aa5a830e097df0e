import type { DetailName } from '../details/details.ts'

export type DisclosedField = 'address' | 'last4' | 'token' | 'url' | 'masked'

/** The data of a type, for all surfaces. Without its rules, so that the command line and the console load it alone. */
export type EndpointTypeRow = {
  /** Its name for people. */
  readonly title: string
  /** The form of its addresses, in an empty field. */
  readonly example: string
  /** The fields that resolve adds to `id`, `type` and `capabilities`. */
  readonly discloses: readonly DisclosedField[]
  /** The disclosed part of the address, for its owner. */
  readonly disclosed: string
  /** The fields that may be sealed beside the address. */
  readonly details: readonly DetailName[]
}

export const endpointTypeTable = {
  crypto_wallet: {
    title: 'Crypto wallet',
    example: '0x…',
    discloses: ['address'],
    disclosed: 'abbreviated address',
    details: ['memo', 'memoType'],
  },
  bank_account: {
    title: 'Bank account',
    example: 'DE89 3704 0044 0532 0130 00',
    discloses: ['last4', 'token'],
    disclosed: 'last 4 digits',
    details: ['holderName', 'country', 'bankCode'],
  },
  mobile_money: {
    title: 'Mobile money',
    example: '+254 712 345 678',
    discloses: ['last4'],
    disclosed: 'last 4 digits',
    details: ['operator', 'country'],
  },
  payment_pointer: {
    title: 'Payment pointer',
    example: '$pay.example.com/alice',
    discloses: ['url'],
    disclosed: 'full URL',
    details: [],
  },
  upi: {
    title: 'UPI address',
    example: 'alice@bank',
    discloses: ['masked'],
    disclosed: 'masked address',
    details: [],
  },
  pix_key: {
    title: 'Pix key',
    example: '+55 11 91234 5678 or alice@example.com',
    discloses: ['masked'],
    disclosed: 'masked key',
    details: [],
  },
  lightning_address: {
    title: 'Lightning address',
    example: 'alice@pay.example.com',
    discloses: ['masked'],
    disclosed: 'masked address',
    details: [],
  },
} satisfies Record<string, EndpointTypeRow>

/** The GraphQL type of its disclosed endpoints: `crypto_wallet` is a `DisclosedCryptoWallet`. */
export const disclosedName = (type: string): string =>
  `Disclosed${type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`
