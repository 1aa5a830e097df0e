import type { Keyring } from '../vault/keyring.ts'
import type { GrantFacts } from './policy.ts'

type Holder = { readonly consumerId: string; readonly livemode: boolean }

/** SPEC: a bank account's token is null unless an active grant covers the endpoint. Two consumers' never correlate. */
export const createTokens =
  (keyring: Keyring) =>
  (
    { consumerId, livemode }: Holder,
    { id, type }: { readonly id: string; readonly type: string },
    grant: GrantFacts | null,
  ): string | null => {
    if (type !== 'bank_account' || !grant?.active || !(grant.all || grant.endpoints.includes(id))) return null
    return `tok_${keyring.hash('endpoint_token', livemode, `${id}|${consumerId}`).toString('base64url').slice(0, 32)}`
  }
