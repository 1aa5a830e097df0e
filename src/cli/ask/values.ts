import type { Endpoint } from '../../client/client.ts'

/** All values of a type, in order: a missing one doesn't compile. Loading the rules behind them would slow help down. */
const all = <Value extends string>(values: Readonly<Record<Value, true>>) => Object.keys(values) as Value[]

/** Values of the interface's enums. Where they are used, the compiler checks them against the client's types. */
export const identityTypes = ['user', 'merchant', 'business', 'organization', 'machine'] as const
export const identityStatuses = ['active', 'suspended', 'closed'] as const
export { privacyLevels as levels } from '../../kernel/privacy.ts'
export const aliasStatuses = ['registered', 'released', 'transferred'] as const
export const attestations = ['otp', 'email_link', 'document', 'other'] as const
export const endpointStatuses = ['active', 'disabled', 'removed'] as const
export const endpointTypes = all<Endpoint['type']>({
  crypto_wallet: true,
  bank_account: true,
  mobile_money: true,
  payment_pointer: true,
  upi: true,
  pix_key: true,
  lightning_address: true,
})
