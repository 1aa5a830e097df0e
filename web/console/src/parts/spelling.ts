import { type EndpointTypeRow, endpointTypeTable } from '../../../../src/registry/endpoints/types/table.ts'
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

/** The service's table of endpoint types, by their names in GraphQL. */
export const endpointTypes = Object.fromEntries(
  Object.entries<EndpointTypeRow>(endpointTypeTable).map(([type, row]) => [type.toUpperCase(), row]),
) as Record<EndpointType, EndpointTypeRow>

const sigils: Partial<Record<AliasType, string>> = { USERNAME: '@', MERCHANT_HANDLE: '$' }

/** An alias in the spelling of payers. */
export const aliasText = ({ type, value }: { type: AliasType; value: string }): string => (sigils[type] ?? '') + value

/** SHOUTED_WORDS as a label. */
export const label = (word: string): string => word[0] + word.slice(1).toLowerCase().replaceAll('_', ' ')

/** A count in words. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`
