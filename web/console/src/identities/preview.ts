import { decide, type GrantFacts } from '../../../../src/resolution/policy.ts'

/** Records as GraphQL spells them; what else they carry comes out as it went in. */
export type PreviewedAlias = { id: string; livemode: boolean; status: string; privacyLevel: string }
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

/** What one caller gets for one alias. A shut alias shows nothing, and says nothing of why. */
export type Preview<A, E> = { alias: A; isOpen: boolean; because: string; endpoints: Sight<E>[] }

type Registry<A, E> = {
  identity: PreviewedIdentity
  aliases: readonly A[]
  endpoints: readonly E[]
  /** The consumer's grant on the identity, or null for somebody without one. */
  grant: PreviewedGrant | null
}

/**
 * What a consumer with this grant sees behind each alias. The verdict is the service's own policy, the module that it
 * resolves with; only the reasons are said here.
 */
export function previewFor<A extends PreviewedAlias, E extends PreviewedEndpoint>(
  registry: Registry<A, E>,
): Preview<A, E>[] {
  const { identity, aliases, endpoints } = registry
  const grant = registry.grant && factsOfGrant(registry.grant)
  const facts = endpoints.map((endpoint) => ({ ...spelled(endpoint), createdAt: new Date(endpoint.createdAt) }))

  return aliases.map((alias) => {
    const verdict = decide({
      caller: { livemode: identity.livemode, scopes: ['resolve'] },
      alias: spelled(alias),
      identity: { ...identity, status: identity.status.toLowerCase() },
      grant,
      // What the operator requires of aliases is not the browser's to know.
      need: 'none',
      endpoints: facts,
    })
    const shown = verdict.kind === 'resolved' ? verdict.disclosed.map(({ id }) => id) : []
    return {
      alias,
      isOpen: verdict.kind === 'resolved',
      because: reasonOfAlias(identity, alias, verdict.kind === 'resolved'),
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

const factsOfGrant = ({ livemode, status, covers }: PreviewedGrant): GrantFacts => ({
  active: status === 'ACTIVE',
  livemode,
  all: covers?.all ?? false,
  aliases: covers?.aliases ?? [],
  endpoints: covers?.endpoints ?? [],
})

/** What is shown first, in the order of the answer; then the rest. */
const inOrderOf = <E extends { id: string }>(ids: readonly string[], endpoints: readonly E[]): E[] => [
  ...ids.map((id) => endpoints.find((endpoint) => endpoint.id === id)!),
  ...endpoints.filter(({ id }) => !ids.includes(id)),
]

function reasonOfAlias({ status }: PreviewedIdentity, { privacyLevel }: PreviewedAlias, isOpen: boolean): string {
  if (isOpen) return privacyLevel === 'CONSENT_REQUIRED' ? 'The grant covers this alias' : openBecause[privacyLevel]!
  if (status !== 'ACTIVE') return `The identity is ${status.toLowerCase()}`
  return privacyLevel === 'CONSENT_REQUIRED' ? 'No active grant covers this alias' : 'The alias is private'
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
