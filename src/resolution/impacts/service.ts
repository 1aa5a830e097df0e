import { type AdmissionContext, admit } from '../../consent/grants/admission.ts'
import type { Database } from '../../database/orm.ts'
import { type Call, type Owner, requireScope } from '../../kernel/call.ts'
import { encodeId, noId } from '../../kernel/id.ts'
import { present } from '../../kernel/input.ts'
import { createPace } from '../../kernel/long-work.ts'
import { flag, list, nullable, owner, parts, type RecordOf, shape, text } from '../../kernel/record.ts'
import type { NeedOf } from '../../ownership/proofs/needs.ts'
import type { OwnRecords } from '../explanations/own-records.ts'
import { type ImpactInput, impactScopes, operationOf, type Plan, planOf } from './changes.ts'
import { compare, type GrantDifference, type OwnAlias, type OwnGrant, type Registered, type Side } from './comparing.ts'
import { type AliasEntry, findRegistered, type GrantEntry, mostGrants, type RegisteredRow, readIds } from './store.ts'

export type { ImpactInput } from './changes.ts'

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
      let spent = 0
      try {
        const found = await evaluate(call, plan)
        spent = 1
        return found
      } finally {
        admission?.settle(spent)
      }
    },
  }
}

export type Impacts = ReturnType<typeof createImpacts>
