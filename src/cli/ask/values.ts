/** Values of the interface's enums. Where they are used, the compiler checks them against the client's types. */
export const identityTypes = ['user', 'merchant', 'business', 'organization', 'machine'] as const
export const identityStatuses = ['active', 'suspended', 'closed'] as const
export { privacyLevels as levels } from '../../kernel/privacy.ts'
export const aliasStatuses = ['registered', 'released', 'transferred'] as const
export const attestations = ['otp', 'email_link', 'document', 'other'] as const
export const endpointStatuses = ['active', 'disabled', 'removed'] as const
export const endpointTypes = [
  'crypto_wallet',
  'bank_account',
  'mobile_money',
  'payment_pointer',
  'upi',
  'pix_key',
  'lightning_address',
] as const
