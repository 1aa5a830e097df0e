import type { Scope } from '../../../../src/kernel/scopes.ts'

/** The scopes of the first page's parts. */
export const overviewScopes = (can: (scope: Scope) => boolean) => ({
  requests: can('consents:read'),
  claims: can('claims:read'),
  webhooks: can('webhooks:read'),
  sealingKeys: can('sealing_keys:read'),
  apiKeys: can('keys:write'),
})
