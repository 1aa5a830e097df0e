import type { ProofNeed } from '../ownership/proofs/needs.ts'
import { type ReleasePolicy, releasePolicies } from '../registry/endpoints/rules.ts'
import type { AliasFacts, EndpointFacts, GrantFacts, IdentityFacts } from '../resolution/policy.ts'
import { decide } from '../resolution/policy.ts'

export type ReleaseFacts<E extends EndpointFacts & { release: string }> = {
  readonly livemode: boolean
  readonly alias: AliasFacts | null
  readonly identity: IdentityFacts | null
  readonly grant: (GrantFacts & { readonly release: readonly string[] }) | null
  readonly need: ProofNeed
  readonly endpoint: E | null
}

/**
 * Decides whether the caller may have the endpoint's address, and under which release policy. @returns null for every
 * refusal
 */
export function evaluateRelease<E extends EndpointFacts & { release: string }>({
  livemode,
  alias,
  identity,
  grant,
  need,
  endpoint,
}: ReleaseFacts<E>): Exclude<ReleasePolicy, 'never'> | null {
  if (endpoint === null) return null
  const caller = { livemode, scopes: ['resolve'] }
  const verdict = decide({ caller, alias, identity, grant, need, endpoints: [endpoint] })
  if (verdict.kind !== 'resolved' || verdict.disclosed.length === 0) return null
  const policy = releasePolicies.find((one) => one === endpoint.release)
  if (policy === 'public') return 'public'
  if (policy !== 'granted' || grant?.active !== true || grant.livemode !== livemode) return null
  const isCovered = grant.all || grant.endpoints.includes(endpoint.id)
  return isCovered && grant.release.includes(endpoint.id) ? 'granted' : null
}
