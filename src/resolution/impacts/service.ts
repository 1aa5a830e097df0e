import { payFor } from '../../access/quotas/reservations.ts'
import { type AdmissionContext, admit } from '../../consent/grants/change.ts'
import type { Database } from '../../database/orm.ts'
import { type Call, type Owner, requireScope } from '../../kernel/call.ts'
import { encodeId, noId } from '../../kernel/id.ts'
import { present } from '../../kernel/input.ts'
import { createPace } from '../../kernel/long-work.ts'
import { flag, list, nullable, owner, parts, type RecordOf, shape, text } from '../../kernel/record.ts'
import type { NeedOf, ProofNeed } from '../../ownership/proofs/needs.ts'
import type { OwnRecords } from '../explanations/service.ts'
import {
  type AliasFacts,
  disclosedOf,
  type EndpointFacts,
  type GrantFacts,
  type IdentityFacts,
  refusalOf,
} from '../policy.ts'
import { type ImpactInput, impactScopes, operationOf, type Plan, planOf } from './changes.ts'
import { type AliasEntry, findRegistered, type GrantEntry, mostGrants, type RegisteredRow, readIds } from './store.ts'

type OwnAlias = AliasFacts & { readonly need: ProofNeed }

/** An active grant. A grant that the change would create has no id. */
export type OwnGrant = {
  readonly id: string | null
  readonly consumerId: string
  readonly facts: GrantFacts
  readonly release: readonly string[]
  readonly version: number
}

/** `status` is the one that resolve sees; `stored` is the row's own. */
type OwnIdentity = IdentityFacts & { readonly stored: string; readonly isErasing: boolean }

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
type Side = { aliases: string[]; endpoints: string[] }

type GrantDifference = { grant: string | null; consumerId: string } & Side

type Difference = {
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

const seen = { aliases: list(text('als_…, that resolves')), endpoints: list(text('end_…, that is disclosed')) }
const differences = list(
  parts({
    consentGrant: nullable(text('cgr_…; null for the one that would be made')),
    consumer: text('apc_…'),
    ...seen,
  }),
)

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const impact = shape('impact', {
  livemode: owner(flag()),
  everybody: owner(parts({ before: parts(seen), after: parts(seen) })),
  gains: owner(differences),
  loses: owner(differences),
  truncated: owner(flag('True if the identity has more than 1,000 active grants: the others are not compared')),
})

export type Impact = RecordOf<typeof impact>
export type ImpactSide = Impact['everybody']['before']
export type GrantImpact = Impact['gains'][number]

/** Comparisons of one record with one grant before the event loop serves other requests. */
const stepsPerSlice = 2_000

const noTarget = { identity: noId, alias: noId, endpoint: noId, consumer: noId }

const shownSide = ({ aliases, endpoints }: Side): ImpactSide => ({
  aliases: aliases.map((id) => encodeId('alias', id)),
  endpoints: endpoints.map((id) => encodeId('endpoint', id)),
})

const shownGrant = ({ grant, consumerId, ...side }: GrantDifference): GrantImpact => ({
  consentGrant: grant && encodeId('consentGrant', grant),
  consumer: encodeId('consumer', consumerId),
  ...shownSide(side),
})

const grantOf = (entry: GrantEntry, livemode: boolean): OwnGrant => ({
  id: entry.id,
  consumerId: entry.consumer_id,
  release: readIds(entry.release),
  version: entry.version,
  facts: {
    active: true,
    livemode,
    all: entry.covers_all === true,
    aliases: readIds(entry.covers_aliases),
    endpoints: readIds(entry.covers_endpoints),
  },
})

const byId = (a: OwnGrant, b: OwnGrant): number => (String(a.id) < String(b.id) ? -1 : 1)

type Deps = {
  db: Database
  clock: () => number
  limits: AdmissionContext['limits']
  ownRecords: OwnRecords
  needOf: NeedOf
}

/** Predicts the effect of a change on what resolve shows, over the owner's own rows. It writes nothing. */
export function createImpacts({ db, clock, limits, ownRecords, needOf }: Deps) {
  const pace = createPace(stepsPerSlice)
  const grantees: AdmissionContext = { db, limits, known: new Set() }

  async function aliasOf(entry: AliasEntry, { id, attests }: RegisteredRow, consumerId: string): Promise<OwnAlias> {
    const row = { ...entry, mark: entry.mark === null ? null : Buffer.from(entry.mark, 'base64') }
    const status = await ownRecords.aliasStatus(row, { ...row, identityId: id, consumerId })
    const { verification, verified_method: method, proof_expired, privacy_level: privacyLevel } = entry
    const proof = { verification, method, isExpired: proof_expired === true, attests }
    return { id: entry.id, livemode: entry.livemode, status, privacyLevel, proof, need: needOf(entry) }
  }

  async function registeredOf(row: RegisteredRow, caller: Owner): Promise<Registered> {
    const { id, livemode } = row
    const aliases: OwnAlias[] = []
    for (const entry of JSON.parse(row.aliases) as AliasEntry[])
      aliases.push(await aliasOf(entry, row, caller.consumerId))
    const grants = (JSON.parse(row.grants) as GrantEntry[]).map((entry) => grantOf(entry, livemode))
    return {
      identity: { id, livemode, status: row.shown_status, stored: row.status, isErasing: row.is_erasing },
      aliases,
      endpoints: await ownRecords.openEndpoints(row.snapshot, id, caller),
      grants: grants.slice(0, mostGrants).sort(byId),
      isTruncated: grants.length > mostGrants,
    }
  }

  async function evaluate({ caller }: Call, plan: Plan): Promise<Impact> {
    const row = present(await findRegistered(db, caller, { ...noTarget, ...plan.target }))
    const before = await registeredOf(row, caller)
    const { everybody, gains, loses } = await compare(before, await plan.apply(before), pace)
    return {
      livemode: caller.livemode,
      everybody: { before: shownSide(everybody.before), after: shownSide(everybody.after) },
      gains: gains.map(shownGrant),
      loses: loses.map(shownGrant),
      truncated: before.isTruncated,
    }
  }

  return {
    /**
     * Compares what resolve shows before and after a change. A new grant costs what making it costs.
     *
     * @throws SignpostError as the operation does; conflicts with records of others are not predicted
     */
    async predict(call: Call, input: ImpactInput): Promise<Impact> {
      const operation = operationOf(input)
      for (const scope of ['consents:read', impactScopes[operation]] as const) requireScope(call, scope)
      const plan = await planOf({ db, clock, call }, operation, input)
      const admission = plan.grantee === undefined ? null : present(await admit(grantees, call, plan.grantee))
      return payFor(admission, () => evaluate(call, plan))
    },
  }
}
