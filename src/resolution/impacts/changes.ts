import {
  addedBy,
  type GrantConsentInput,
  namedBy,
  readChange,
  readGrant,
  requireCovered,
  requireOwnRows,
  type UpdateConsentGrantInput,
} from '../../consent/grants/input.ts'
import { replaceTerms } from '../../consent/grants/rules.ts'
import { findPlace } from '../../consent/grants/store.ts'
import type { Database } from '../../database/orm.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { present, requireFuture, requireId } from '../../kernel/input.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { readAliasFields, type UpdateAliasInput } from '../../registry/aliases/input.ts'
import { endpointStatuses } from '../../registry/endpoints/endpoint-types.ts'
import { readEndpointFields, type UpdateEndpointInput } from '../../registry/endpoints/input.ts'
import { readIdentityFields, type UpdateIdentityInput } from '../../registry/identities/input.ts'
import { readIdentityStatus, transition } from '../../registry/identities/rules.ts'
import type { OwnGrant, Registered } from './service.ts'
import type { Target } from './store.ts'

type ById = { id: string }
type Changed<I> = ById & { input: I }

/** One change, by the name and with the arguments of its operation. */
export type ImpactInput = {
  updateAlias?: Changed<UpdateAliasInput> | null | undefined
  releaseAlias?: ById | null | undefined
  updateEndpoint?: Changed<UpdateEndpointInput> | null | undefined
  removeEndpoint?: ById | null | undefined
  updateIdentity?: Changed<UpdateIdentityInput> | null | undefined
  grantConsent?: { input: GrantConsentInput } | null | undefined
  updateConsentGrant?: Changed<UpdateConsentGrantInput> | null | undefined
  revokeConsent?: ById | null | undefined
}
export type ImpactOperation = keyof ImpactInput

/** The scope of each operation, which its impact needs too. */
export const impactScopes = {
  updateAlias: 'aliases:write',
  releaseAlias: 'aliases:write',
  updateEndpoint: 'endpoints:write',
  removeEndpoint: 'endpoints:write',
  updateIdentity: 'identities:write',
  grantConsent: 'consents:write',
  updateConsentGrant: 'consents:write',
  revokeConsent: 'consents:write',
} as const satisfies Record<ImpactOperation, Scope>

export const impactOperations = Object.keys(impactScopes) as readonly ImpactOperation[]

/** A change that is validated as far as its input goes. */
export type Plan = {
  readonly target: Partial<Target>
  /** The consumer that a new grant is made to. */
  readonly grantee?: string
  /** Applies the change. @throws SignpostError where the operation refuses it in this state */
  readonly apply: (before: Registered) => Registered | Promise<Registered>
}

type Context = { readonly db: Database; readonly clock: () => number; readonly call: Call }

const replaced = <R extends { readonly id: string | null }>(rows: readonly R[], id: string, fields: Partial<R>): R[] =>
  rows.map((row) => (row.id === id ? { ...row, ...fields } : row))
const removed = <R extends { readonly id: string | null }>(rows: readonly R[], id: string): R[] =>
  rows.filter((row) => row.id !== id)

async function placeOf({ db, call }: Context, id: string) {
  const uuid = requireId('consentGrant', id)
  const { identity_id: identity, consumer_id: consumer } = present(await findPlace(db, call.caller, uuid))
  return { uuid, target: { identity, consumer } }
}

type Plans = { [O in ImpactOperation]: (context: Context, sent: NonNullable<ImpactInput[O]>) => Plan | Promise<Plan> }

const plans: Plans = {
  updateAlias(_, { id, input }) {
    const { level } = readAliasFields(input)
    const alias = requireId('alias', id)
    const apply = (before: Registered): Registered => {
      if (!before.aliases.some((one) => one.id === alias)) throw new SignpostError('alias_released')
      return level === undefined
        ? before
        : { ...before, aliases: replaced(before.aliases, alias, { privacyLevel: level }) }
    }
    return { target: { alias }, apply }
  },

  releaseAlias(_, { id }) {
    const alias = requireId('alias', id)
    return { target: { alias }, apply: (before) => ({ ...before, aliases: removed(before.aliases, alias) }) }
  },

  updateEndpoint(_, { id, input }) {
    const { level, status } = readEndpointFields(input, endpointStatuses)
    const endpoint = requireId('endpoint', id)
    const fields = { ...(level && { privacyLevel: level }), ...(status && { status }) }
    const apply = (before: Registered): Registered => {
      if (before.identity.stored === 'closed') throw new SignpostError('identity_not_active')
      // A row that differs from its seal stays out, whatever its status.
      const isDamaged = before.endpoints.some((one) => one.id === endpoint && one.status === 'damaged')
      return isDamaged ? before : { ...before, endpoints: replaced(before.endpoints, endpoint, fields) }
    }
    return { target: { endpoint }, apply }
  },

  removeEndpoint(_, { id }) {
    const endpoint = requireId('endpoint', id)
    return { target: { endpoint }, apply: (before) => ({ ...before, endpoints: removed(before.endpoints, endpoint) }) }
  },

  updateIdentity(_, { id, input }) {
    const { status } = readIdentityFields(input)
    const apply = (before: Registered): Registered => {
      if (before.identity.isErasing) throw new SignpostError('identity_not_active')
      if (status === undefined) return before
      transition(readIdentityStatus(before.identity.stored), status)
      return { ...before, identity: { ...before.identity, status } }
    }
    return { target: { identity: requireId('identity', id) }, apply }
  },

  grantConsent(context, { input }) {
    const { identityId: identity, consumerId, covers, release } = readGrant(input)
    requireFuture(input.expiresAt, context.clock())
    const apply = async (before: Registered): Promise<Registered> => {
      await requireOwnRows(context.db, before.identity, namedBy(covers, release))
      if (before.identity.stored !== 'active') throw new SignpostError('identity_not_active')
      const standing = before.grants.find((one) => one.consumerId === consumerId)
      if (standing?.id) throw new SignpostError('grant_exists', { existing: encodeId('consentGrant', standing.id) })
      const { livemode } = before.identity
      const made: OwnGrant = { id: null, consumerId, release, version: 0, facts: { ...covers, active: true, livemode } }
      return { ...before, grants: [...before.grants, made] }
    }
    return { target: { identity, consumer: consumerId }, grantee: consumerId, apply }
  },

  async updateConsentGrant(context, { id, input }) {
    const { change, version } = readChange(input)
    requireFuture(input.expiresAt, context.clock())
    const { uuid, target } = await placeOf(context, id)
    const apply = async (before: Registered): Promise<Registered> => {
      const standing = before.grants.find((one) => one.id === uuid)
      if (!standing) {
        await requireOwnRows(context.db, before.identity, namedBy(change.covers, change.release))
        throw new SignpostError('grant_ended')
      }
      const { all, aliases, endpoints } = standing.facts
      const held = { covers: { all, aliases: [...aliases], endpoints: [...endpoints] }, release: standing.release }
      await requireOwnRows(context.db, before.identity, addedBy(change, held))
      if (version !== undefined && version !== standing.version) throw new SignpostError('version_changed')
      const next = replaceTerms({ ...held, expiresAt: null }, change)
      requireCovered(next.covers, next.release)
      const facts = { ...standing.facts, ...next.covers }
      return { ...before, grants: replaced(before.grants, uuid, { facts }) }
    }
    return { target, apply }
  },

  async revokeConsent(context, { id }) {
    const { uuid, target } = await placeOf(context, id)
    return { target, apply: (before) => ({ ...before, grants: removed(before.grants, uuid) }) }
  },
}

/** The one operation that an input names. @throws SignpostError parameter_missing · parameter_conflict */
export function operationOf(input: ImpactInput): ImpactOperation {
  const [operation, other] = impactOperations.filter((one) => input[one] != null)
  if (operation === undefined) throw new SignpostError('parameter_missing', { param: 'operation' })
  if (other !== undefined) throw new SignpostError('parameter_conflict', { param: other })
  return operation
}

/** @throws SignpostError as the operation does for its input */
export const planOf = (context: Context, operation: ImpactOperation, input: ImpactInput): Plan | Promise<Plan> =>
  plans[operation](context, input[operation] as never)
