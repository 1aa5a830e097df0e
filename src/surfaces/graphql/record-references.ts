import type { GraphQLResolveInfo } from 'graphql'
import { requireAnyScope } from '../../kernel/call.ts'
import { present } from '../../kernel/input.ts'
import { hasScope } from '../../kernel/scopes.ts'
import type { AliasRecord } from '../../registry/aliases/record.ts'
import type { IdentityRecord } from '../../registry/identities/record.ts'
import type { RequestContext } from '../request-context.ts'
import { scopesOfObject } from './field-scopes.ts'

/** What a parent knows of another record: its id. The rest is read when somebody asks for it. */
export type IdentityReference = Pick<IdentityRecord, 'id'>
export type AliasReference = Pick<AliasRecord, 'id' | 'identity'>

export type IdentityParent = IdentityRecord | IdentityReference
export type AliasParent = AliasRecord | AliasReference

/** A field of an identity: a reference reads the record, which needs the scope. */
export const ofIdentity =
  <N extends keyof IdentityRecord>(name: N) =>
  (parent: IdentityParent, _: unknown, { loaders }: RequestContext): IdentityRecord[N] | Promise<IdentityRecord[N]> =>
    name in parent
      ? (parent as IdentityRecord)[name]
      : loaders.identity.load(parent.id).then((record) => present(record)[name])

/** A field of an alias, likewise. */
export const ofAlias =
  <N extends keyof AliasRecord>(name: N) =>
  (parent: AliasParent, _: unknown, { loaders }: RequestContext): AliasRecord[N] | Promise<AliasRecord[N]> =>
    name in parent
      ? (parent as AliasRecord)[name]
      : loaders.alias.load(parent.id).then((record) => present(record)[name])

/**
 * An identity by its id. A query that asks for its lists alone needs their scopes, as on REST, where there is no `info`.
 * @throws SignpostError scope_missing, before any look-up
 */
export async function loadIdentity(
  id: string,
  context: RequestContext,
  info: GraphQLResolveInfo | null,
): Promise<IdentityParent | null> {
  const own = 'identities:read'
  const scopes = info === null ? ([own] as const) : scopesOfObject(readingOf(info), info.fieldNodes, 'Identity', own)
  requireAnyScope(context, scopes)
  const { identity, ownIdentity } = context.loaders
  return hasScope(context.caller.scopes, own) ? identity.load(id) : ownIdentity.load(id)
}

const readingOf = ({ schema, fragments, variableValues }: GraphQLResolveInfo) => ({
  schema,
  fragments: new Map(Object.entries(fragments)),
  variables: variableValues,
})
