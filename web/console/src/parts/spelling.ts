import type { AliasType, EndpointType, IdentityType } from '../generated/documents.ts'

/** Display names for the service's enums. */
export const identityTypes: Record<IdentityType, string> = {
  USER: 'Person',
  MERCHANT: 'Merchant',
  BUSINESS: 'Business',
  ORGANIZATION: 'Organization',
  MACHINE: 'Machine',
}

export const aliasTypes: Record<AliasType, string> = {
  USERNAME: 'Username',
  PHONE: 'Phone number',
  EMAIL: 'E-mail address',
  MERCHANT_HANDLE: 'Merchant handle',
  PAYMENT_LINK: 'Payment link',
}

export const endpointTypes: Record<EndpointType, string> = {
  CRYPTO_WALLET: 'Crypto wallet',
  BANK_ACCOUNT: 'Bank account',
  MOBILE_MONEY: 'Mobile money',
  PAYMENT_POINTER: 'Payment pointer',
  UPI: 'UPI address',
  PIX_KEY: 'Pix key',
  LIGHTNING_ADDRESS: 'Lightning address',
}

const sigils: Partial<Record<AliasType, string>> = { USERNAME: '@', MERCHANT_HANDLE: '$' }

/** An alias in the spelling of payers. */
export const aliasText = ({ type, value }: { type: AliasType; value: string }): string => (sigils[type] ?? '') + value

/** SHOUTED_WORDS as a label. */
export const label = (word: string): string => word[0] + word.slice(1).toLowerCase().replaceAll('_', ' ')

/** A count in words. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`
