import type { ProofNeed } from '../../src/ownership/proofs/needs.ts'
import type {
  AliasFacts,
  EndpointFacts,
  Facts,
  GrantFacts,
  IdentityFacts,
  ProofFacts,
} from '../../src/resolution/policy.ts'

const environments = [true, false]
const levels = ['public', 'unlisted', 'private', 'consent_required', null, 'secret', 'PUBLIC']
const scopes = [['resolve'], [], ['*'], ['identities:write', 'aliases:read'], ['resolve:read']]

const aliases: (AliasFacts | null)[] = [
  null,
  ...environments.flatMap((livemode) =>
    levels.flatMap((privacyLevel) =>
      ['registered', 'released', 'unheard-of'].map((status) => ({ id: 'alias', livemode, status, privacyLevel })),
    ),
  ),
]

const identities: (IdentityFacts | null)[] = [
  null,
  ...environments.flatMap((livemode) =>
    ['active', 'suspended', 'closed', 'unheard-of'].map((status) => ({ id: 'identity', livemode, status })),
  ),
]

const coverages = [
  { all: true, aliases: [], endpoints: [] },
  { all: false, aliases: ['alias'], endpoints: [] },
  { all: false, aliases: [], endpoints: ['endpoint'] },
  { all: false, aliases: ['another', 'endpoint'], endpoints: ['another', 'alias'] },
]

const grants: (GrantFacts | null)[] = [
  null,
  ...environments.flatMap((livemode) =>
    [true, false].flatMap((active) => coverages.map((coverage) => ({ ...coverage, livemode, active }))),
  ),
]

const endpoints: EndpointFacts[] = environments.flatMap((livemode) =>
  levels.flatMap((privacyLevel) =>
    ['active', 'disabled', 'removed', 'unheard-of'].map((status) => ({
      id: 'endpoint',
      livemode,
      status,
      privacyLevel,
      priority: 0,
      createdAt: 0,
    })),
  ),
)

const needs: readonly ProofNeed[] = ['none', 'any', 'own path']

const proofs: (ProofFacts | null | undefined)[] = [
  undefined,
  null,
  ...['none', 'attested', 'proved', 'unheard-of'].flatMap((verification) =>
    [null, 'dns_txt', 'well_known', 'unheard-of'].flatMap((method) =>
      [true, false].flatMap((isExpired) =>
        [true, false].map((attests) => ({ verification, method, isExpired, attests })),
      ),
    ),
  ),
]

/** Every need with everything that may be known of a proof, for every alias and identity, and grants that matter to them. */
export function* proofCombinations(): Generator<Facts> {
  const caller = { livemode: true, scopes: ['resolve'] }
  for (const need of needs) {
    for (const proof of proofs) {
      for (const known of aliases) {
        const alias = known && (proof === undefined ? known : { ...known, proof })
        for (const identity of identities) {
          for (const grant of [grants[0]!, grants[1]!])
            yield { caller, alias, identity, grant, need, endpoints: [endpoints[0]!] }
        }
      }
    }
  }
}

/** Every combination of the facts that the policy evaluates, with one endpoint each. */
export function* combinations(): Generator<Facts> {
  for (const livemode of environments) {
    for (const held of scopes) {
      const caller = { livemode, scopes: held }
      for (const alias of aliases) {
        for (const identity of identities) {
          for (const grant of grants) {
            for (const endpoint of endpoints)
              yield { caller, alias, identity, grant, need: 'none', endpoints: [endpoint] }
          }
        }
      }
    }
  }
}
