import type { AliasFacts, EndpointFacts, Facts, GrantFacts, IdentityFacts } from '../../src/resolution/policy.ts'

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

/** Every combination of the facts that the policy judges, with one endpoint each. */
export function* combinations(): Generator<Facts> {
  for (const livemode of environments) {
    for (const held of scopes) {
      const caller = { livemode, scopes: held }
      for (const alias of aliases) {
        for (const identity of identities) {
          for (const grant of grants) {
            for (const endpoint of endpoints) yield { caller, alias, identity, grant, endpoints: [endpoint] }
          }
        }
      }
    }
  }
}
