type ScopeRule = { grants: string; includes: readonly string[] }

/**
 * Every scope of a key: the access that it grants, and the scopes that it includes.
 *
 * SPEC: the seed names `<family>:write` for all operations of a family, so a write scope includes the reads. DECISION:
 * `<family>:read`, `consents:*` and `keys:write` are ours.
 */
export const scopes = {
  'identities:write': { grants: 'all identity operations except erasing', includes: ['identities:read'] },
  'identities:erase': { grants: 'erasing closed identities', includes: [] },
  'identities:read': { grants: 'reading identities and their disclosure records', includes: [] },
  'aliases:write': { grants: 'all alias operations', includes: ['aliases:read'] },
  'aliases:read': { grants: 'reading aliases', includes: [] },
  'endpoints:write': { grants: 'all endpoint operations', includes: ['endpoints:read'] },
  'endpoints:read': { grants: 'reading endpoints', includes: [] },
  'webhooks:write': { grants: 'all webhook, event and delivery operations', includes: ['webhooks:read'] },
  'webhooks:read': { grants: 'reading webhooks, events and deliveries', includes: [] },
  'consents:write': {
    grants: 'grants and incoming consent requests of your identities',
    includes: ['consents:read'],
  },
  'consents:read': { grants: 'reading grants and incoming consent requests of your identities', includes: [] },
  resolve: { grants: 'resolving aliases, asking for consent, reading the grants made to you', includes: [] },
  'payee_names:write': { grants: 'registering and removing payee names', includes: ['payee_names:read'] },
  'payee_names:read': { grants: 'listing payee names, masked', includes: [] },
  payee_check: { grants: 'checking the name of a payee', includes: [] },
  destination_check: { grants: "checking a payee's destination", includes: [] },
  'claims:write': { grants: 'all operations of claims', includes: ['claims:read'] },
  'claims:read': { grants: 'reading claims', includes: [] },
  release: { grants: 'receiving addresses sealed to your keys', includes: [] },
  'sealing_keys:write': { grants: 'registering and removing sealing keys', includes: ['sealing_keys:read'] },
  'sealing_keys:read': { grants: 'listing sealing keys', includes: [] },
  'requests:read': { grants: 'reading your writes and refusals, and usage by key', includes: [] },
  'audit:read': { grants: 'reading the log of who did what to your records', includes: [] },
  'keys:write': { grants: 'creating, rolling and revoking keys of your consumer', includes: [] },
  '*': { grants: 'everything above', includes: [] },
} as const satisfies Record<string, ScopeRule>

export type Scope = keyof typeof scopes

type NameOf<S extends string> = S extends '*'
  ? 'ALL'
  : S extends `${infer A}:${infer B}`
    ? Uppercase<`${A}_${B}`>
    : Uppercase<S>
export type ScopeName = NameOf<Scope>

/** The name of a scope in GraphQL, where names have no colon and no star. */
export const scopeName = (scope: Scope): ScopeName =>
  (scope === '*' ? 'ALL' : scope.toUpperCase().replace(':', '_')) as ScopeName

/** The scopes by their names in GraphQL. */
export const scopesByName = Object.fromEntries(
  (Object.keys(scopes) as Scope[]).map((scope) => [scopeName(scope), scope]),
) as Readonly<Record<ScopeName, Scope>>

export const isScope = (value: unknown): value is Scope => typeof value === 'string' && Object.hasOwn(scopes, value)

/** Checks that a key with the scopes `held` has `needed`. A held scope that the catalogue lacks grants nothing. */
export function hasScope(held: readonly string[], needed: Scope): boolean {
  return held.some((scope) => {
    if (scope === '*' || scope === needed) return true
    return isScope(scope) && (scopes[scope].includes as readonly string[]).includes(needed)
  })
}

/** Checks that `held` includes all of `needed`: a key can only issue keys whose scopes it has. */
export function hasEveryScope(held: readonly string[], needed: readonly Scope[]): boolean {
  return needed.every((scope) => hasScope(held, scope))
}
