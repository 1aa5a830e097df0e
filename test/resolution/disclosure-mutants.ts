import { decide, type Facts, type Verdict } from '../../src/resolution/policy.ts'

/** Wrong policies with one mistake each: in the facts they are given, or in the verdict. */
export const mutants: Record<string, (facts: Facts) => Verdict> = {
  'takes an unknown alias level for public': ({ alias, ...facts }) =>
    decide({ ...facts, alias: alias?.privacyLevel === 'secret' ? { ...alias, privacyLevel: 'public' } : alias }),

  'keeps unlisted endpoints back from a grant that covers them': ({ endpoints, ...facts }) =>
    decide({
      ...facts,
      endpoints: endpoints.map((endpoint) =>
        endpoint.privacyLevel === 'unlisted' ? { ...endpoint, privacyLevel: 'private' } : endpoint,
      ),
    }),

  'discloses unlisted endpoints': ({ endpoints, ...facts }) =>
    decide({
      ...facts,
      endpoints: endpoints.map((endpoint) =>
        endpoint.privacyLevel === 'unlisted' ? { ...endpoint, privacyLevel: 'public' } : endpoint,
      ),
    }),

  'honours a revoked or expired grant': ({ grant, ...facts }) =>
    decide({ ...facts, grant: grant && { ...grant, active: true } }),

  'honours a grant of the other environment': ({ grant, ...facts }) =>
    decide({ ...facts, grant: grant && { ...grant, livemode: facts.caller.livemode } }),

  'lets a grant on an endpoint open the alias': ({ grant, ...facts }) =>
    decide({ ...facts, grant: grant && { ...grant, aliases: [...grant.aliases, ...grant.endpoints] } }),

  'resolves a suspended identity': ({ identity, ...facts }) =>
    decide({ ...facts, identity: identity?.status === 'suspended' ? { ...identity, status: 'active' } : identity }),

  'resolves a released alias': ({ alias, ...facts }) =>
    decide({ ...facts, alias: alias?.status === 'released' ? { ...alias, status: 'registered' } : alias }),

  'sees endpoints of the other environment': ({ endpoints, ...facts }) =>
    decide({ ...facts, endpoints: endpoints.map((endpoint) => ({ ...endpoint, livemode: facts.caller.livemode })) }),

  'counts only what it discloses': (facts) => {
    const verdict = decide(facts)
    return verdict.kind === 'resolved' ? { ...verdict, total: verdict.disclosed.length } : verdict
  },

  'judges the alias before the scope': (facts) => {
    const verdict = decide(facts)
    const isMissing = facts.alias?.livemode !== facts.caller.livemode
    return verdict.kind === 'forbidden' && isMissing ? { kind: 'hidden' } : verdict
  },
}

type Proof = NonNullable<NonNullable<Facts['alias']>['proof']>

/** The policy with changed facts about a proof. */
const told =
  (change: (proof: Proof) => Partial<Proof>) =>
  ({ alias, ...facts }: Facts): Verdict =>
    decide({ ...facts, alias: alias?.proof ? { ...alias, proof: { ...alias.proof, ...change(alias.proof) } } : alias })

/** Wrong policies about proofs. */
export const proofMutants: Record<string, (facts: Facts) => Verdict> = {
  'takes anybody’s word for a proof': told(() => ({ attests: true })),
  'takes nobody’s word for a proof': told(() => ({ attests: false })),
  'honours a proof that has run out': told(() => ({ isExpired: false })),
  'lets a host prove a page of it': told(({ method }) => ({ method: method === 'dns_txt' ? 'well_known' : method })),
  'takes an unknown verification for a proof': told(({ verification }) => ({
    verification: verification === 'unheard-of' ? 'proved' : verification,
  })),
  'requires nothing': (facts) => decide({ ...facts, need: 'none' }),
  'asks every alias for a page': (facts) => decide({ ...facts, need: facts.need === 'none' ? 'none' : 'own path' }),
}
