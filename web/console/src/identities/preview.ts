import { createProofNeeds, type ProofNeed, provableTypes } from '../../../../src/ownership/proofs/needs.ts'
import { decide, type GrantFacts, type ProofFacts } from '../../../../src/resolution/policy.ts'

/** Records in GraphQL's spelling; further fields pass through. */
export type PreviewedAlias = {
  id: string
  livemode: boolean
  type: string
  value: string
  status: string
  privacyLevel: string
  verification: string
  verifiedMethod?: string | null
  proofExpiresAt?: string | null
}
export type PreviewedEndpoint = {
  id: string
  livemode: boolean
  status: string
  privacyLevel: string
  priority: number
  createdAt: string
}
export type PreviewedIdentity = { id: string; livemode: boolean; status: string }
export type PreviewedGrant = {
  livemode: boolean
  status: string
  covers: { all: boolean; aliases: string[]; endpoints: string[] } | null
}

/** `isCovered`: the grant names the endpoint, so a bank account comes with its token. */
export type Sight<E> = { endpoint: E; isShown: boolean; isCovered: boolean; because: string }

/** A caller's view of one alias. A hidden alias shows nothing, and no reason. */
export type Preview<A, E> = { alias: A; isOpen: boolean; because: string; endpoints: Sight<E>[] }

type Registry<A, E> = {
  identity: PreviewedIdentity
  aliases: readonly A[]
  endpoints: readonly E[]
  /** The consumer's grant on the identity, or null without one. */
  grant: PreviewedGrant | null
  /** The types of alias that the service resolves only with a proof. */
  requiredProofs: readonly string[]
}

/**
 * Computes the view of a consumer with this grant for each alias. The verdict is the service's own policy, the same
 * module as resolve; only the reasons are written here.
 */
export function previewFor<A extends PreviewedAlias, E extends PreviewedEndpoint>(
  registry: Registry<A, E>,
): Preview<A, E>[] {
  const { identity, aliases, endpoints } = registry
  const grant = registry.grant && factsOfGrant(registry.grant)
  const needOf = createProofNeeds(provableTypes.filter((type) => registry.requiredProofs.includes(type)))
  const facts = endpoints.map((endpoint) => ({ ...spelled(endpoint), createdAt: new Date(endpoint.createdAt) }))

  return aliases.map((alias) => {
    const need = needOf({ ...alias, type: alias.type.toLowerCase() })
    const verdict = decide({
      caller: { livemode: identity.livemode, scopes: ['resolve'] },
      alias: { ...spelled(alias), proof: proofOf(alias) },
      identity: { ...identity, status: identity.status.toLowerCase() },
      grant,
      need,
      endpoints: facts,
    })
    const shown = verdict.kind === 'resolved' ? verdict.disclosed.map(({ id }) => id) : []
    return {
      alias,
      isOpen: verdict.kind === 'resolved',
      because: reasonOfAlias(identity, alias, need, grant, verdict.kind === 'resolved'),
      endpoints: inOrderOf(shown, endpoints).map((endpoint) => ({
        endpoint,
        isShown: shown.includes(endpoint.id),
        isCovered: isCoveredBy(grant, endpoint),
        because: reasonOfEndpoint(endpoint, isCoveredBy(grant, endpoint)),
      })),
    }
  })
}

const spelled = <R extends { status: string; privacyLevel: string }>(record: R) => ({
  ...record,
  status: record.status.toLowerCase(),
  privacyLevel: record.privacyLevel.toLowerCase(),
})

/** INVARIANT (fail closed): the browser doesn't know whose attestations count as proofs, so none do. */
const proofOf = ({ verification, verifiedMethod, proofExpiresAt }: PreviewedAlias): ProofFacts => ({
  verification: verification.toLowerCase(),
  method: verifiedMethod?.toLowerCase() ?? null,
  isExpired: proofExpiresAt != null && Date.parse(proofExpiresAt) <= Date.now(),
  attests: false,
})

const factsOfGrant = ({ livemode, status, covers }: PreviewedGrant): GrantFacts => ({
  active: status === 'ACTIVE',
  livemode,
  all: covers?.all ?? false,
  aliases: covers?.aliases ?? [],
  endpoints: covers?.endpoints ?? [],
})

/** Shown endpoints first, in the order of the answer; then the rest. */
const inOrderOf = <E extends { id: string }>(ids: readonly string[], endpoints: readonly E[]): E[] => [
  ...ids.map((id) => endpoints.find((endpoint) => endpoint.id === id)!),
  ...endpoints.filter(({ id }) => !ids.includes(id)),
]

function reasonOfAlias(
  { status }: PreviewedIdentity,
  { id, privacyLevel, verification }: PreviewedAlias,
  need: ProofNeed,
  grant: GrantFacts | null,
  isOpen: boolean,
): string {
  const isCovered = grant?.active === true && (grant.all || grant.aliases.includes(id))
  if (isOpen) return privacyLevel === 'CONSENT_REQUIRED' ? 'The grant covers this alias' : openBecause[privacyLevel]!
  if (status !== 'ACTIVE') return `The identity is ${status.toLowerCase()}`
  if (privacyLevel === 'PRIVATE') return 'The alias is private'
  if (privacyLevel === 'CONSENT_REQUIRED' && !isCovered) return 'No active grant covers this alias'
  if (need === 'none') return 'The alias is not registered'
  const asked = need === 'own path' ? 'a proof below the path of the link' : 'a proof'
  return `The service requires ${asked}${verification === 'ATTESTED' ? ', and takes your word where its operator agreed' : ''}`
}

const openBecause: Record<string, string> = {
  PUBLIC: 'The alias is public',
  UNLISTED: 'Unlisted: typed exactly, it resolves',
}

const isCoveredBy = (grant: GrantFacts | null, { id }: PreviewedEndpoint): boolean =>
  grant?.active === true && (grant.all || grant.endpoints.includes(id))

function reasonOfEndpoint({ status, privacyLevel }: PreviewedEndpoint, isCovered: boolean): string {
  if (status !== 'ACTIVE') return 'Disabled'
  if (privacyLevel === 'PUBLIC') return 'Public'
  if (privacyLevel === 'UNLISTED')
    return isCovered ? 'Unlisted: the grant covers it' : 'Unlisted: no active grant covers it'
  if (privacyLevel !== 'CONSENT_REQUIRED') return 'Private'
  return isCovered ? 'Covered by the grant' : 'No active grant covers it'
}
