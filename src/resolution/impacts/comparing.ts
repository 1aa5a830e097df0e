import type { ProofNeed } from '../../ownership/proofs/needs.ts'
import {
  type AliasFacts,
  disclosedOf,
  type EndpointFacts,
  type GrantFacts,
  type IdentityFacts,
  refusalOf,
} from '../policy.ts'

export type OwnAlias = AliasFacts & { readonly need: ProofNeed }

/** An active grant. A grant that the change would create has no id. */
export type OwnGrant = {
  readonly id: string | null
  readonly consumerId: string
  readonly facts: GrantFacts
  readonly release: readonly string[]
  readonly version: number
}

/** `status` is the one that resolve sees; `stored` is the row's own. */
export type OwnIdentity = IdentityFacts & { readonly stored: string; readonly isErasing: boolean }

/** Everything of one identity that decides what resolve shows. Ids are uuids. */
export type Registered = {
  readonly identity: OwnIdentity
  readonly aliases: readonly OwnAlias[]
  readonly endpoints: readonly EndpointFacts[]
  /** By id. */
  readonly grants: readonly OwnGrant[]
  /** There are more grants than these. */
  readonly isTruncated: boolean
}

/** An alias if it resolves; an endpoint if it is disclosed behind one that does. */
export type Side = { aliases: string[]; endpoints: string[] }

export type GrantDifference = { grant: string | null; consumerId: string } & Side

export type Difference = {
  everybody: { before: Side; after: Side }
  gains: GrantDifference[]
  loses: GrantDifference[]
}

/** Evaluates resolve for a consumer with this grant; null: any consumer without one. */
function shownTo(grant: GrantFacts | null, { identity, aliases, endpoints }: Registered): Side {
  const caller = { livemode: identity.livemode, scopes: ['resolve'] }
  const resolving = aliases.filter(({ need, ...alias }) => refusalOf({ caller, alias, identity, grant, need }) === null)
  const { disclosed } = resolving.length === 0 ? { disclosed: [] } : disclosedOf({ caller, grant, endpoints })
  return { aliases: resolving.map(({ id }) => id), endpoints: disclosed.map(({ id }) => id) }
}

/** Evaluates each different grant once: many cover everything. */
function createView(registered: Registered): (grant: GrantFacts | null | undefined) => Side {
  const known = new Map<string, Side>()
  return (grant = null) => {
    const covered = grant && (grant.all ? 'all' : [...grant.aliases, ...grant.endpoints].join())
    const side = known.get(covered ?? '') ?? shownTo(grant, registered)
    known.set(covered ?? '', side)
    return side
  }
}

/** The ids of `a` that `b` lacks. */
function missing(a: readonly string[], b: readonly string[]): string[] {
  const others = new Set(b)
  return a.filter((id) => !others.has(id))
}

const without = (a: Side, b: Side): Side => ({
  aliases: missing(a.aliases, b.aliases),
  endpoints: missing(a.endpoints, b.endpoints),
})

const isEmpty = ({ aliases, endpoints }: Side): boolean => aliases.length + endpoints.length === 0

/**
 * Compares what the policy shows before and after a change: to everybody, and to each grantee. `pace` is awaited before each
 * grantee, with the number of records.
 */
export async function compare(
  before: Registered,
  after: Registered,
  pace: (steps: number) => Promise<void> | undefined,
): Promise<Difference> {
  const steps = before.aliases.length + before.endpoints.length
  const [shownBefore, shownAfter] = [createView(before), createView(after)]
  const gains: GrantDifference[] = []
  const loses: GrantDifference[] = []
  const grants = new Map([...before.grants, ...after.grants].map((grant) => [grant.consumerId, grant]))
  const later = new Map(after.grants.map(({ consumerId, facts }) => [consumerId, facts]))
  const earlier = new Map(before.grants.map(({ consumerId, facts }) => [consumerId, facts]))
  for (const { id, consumerId } of grants.values()) {
    await pace(steps)
    const was = shownBefore(earlier.get(consumerId))
    const is = shownAfter(later.get(consumerId))
    const [gained, lost] = [without(is, was), without(was, is)]
    if (!isEmpty(gained)) gains.push({ grant: id, consumerId, ...gained })
    if (!isEmpty(lost)) loses.push({ grant: id, consumerId, ...lost })
  }
  return { everybody: { before: shownBefore(null), after: shownAfter(null) }, gains, loses }
}
