import { type GraphQLResolveInfo, getNamedType } from 'graphql'
import type { ConsumerName } from '../../access/consumers/names.ts'
import type { ConsentGrantRecord } from '../../consent/grants/service.ts'
import type { EventRecord } from '../../events/service.ts'
import { requireAnyScope } from '../../kernel/call.ts'
import { present } from '../../kernel/input.ts'
import { hasScope, type Scope } from '../../kernel/scopes.ts'
import type { AliasRecord } from '../../registry/aliases/record.ts'
import type { IdentityRecord } from '../../registry/identities/record.ts'
import type { WebhookRecord } from '../../webhooks/record.ts'
import type { RequestContext } from '../request-context.ts'
import { beyondReference, scopesOfObject } from './scopes.ts'

/** A reference to another record by its id. The other fields are read when a query selects them. */
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

/** A field of an alias: a reference reads the record, which needs the scope. */
export const ofAlias =
  <N extends keyof AliasRecord>(name: N) =>
  (parent: AliasParent, _: unknown, { loaders }: RequestContext): AliasRecord[N] | Promise<AliasRecord[N]> =>
    name in parent
      ? (parent as AliasRecord)[name]
      : loaders.alias.load(parent.id).then((record) => present(record)[name])

const own = 'identities:read'

const scopesOfIdentity = (info: GraphQLResolveInfo) => scopesOfObject(readingOf(info), info.fieldNodes, 'Identity', own)

/** Loads an identity that needs no scope of its own if only its lists are selected. */
const identityLoader = ({ caller, loaders }: RequestContext): Loader<IdentityParent> =>
  hasScope(caller.scopes, own) ? loaders.identity : loaders.ownIdentity

/**
 * An identity by its id. A query that asks for its lists alone needs their scopes, as on REST, where there is no `info`.
 * @throws SignpostError scope_missing, before any look-up
 */
export async function loadIdentity(
  id: string,
  context: RequestContext,
  info: GraphQLResolveInfo | null,
): Promise<IdentityParent | null> {
  requireAnyScope(context, info === null ? [own] : scopesOfIdentity(info))
  return identityLoader(context).load(id)
}

type Loader<R> = { load(id: string): Promise<R | null> }

/** A field that answers a record that its parent refers to. */
type ReferenceField<P, R> = (
  parent: P,
  args: unknown,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => Promise<R | null> | R | null

/**
 * A field that refers to another record. Without a reference it is null. The reference's own value (the id) is always
 * answered, without a statement. For any other field the record is loaded: null without the scope, and for a record of
 * others. A mutation that selects such a field needs the scope before anything is written.
 *
 * @param scopesFor any one of these is sufficient; an empty list needs none
 */
const reference =
  <P, R extends { id: string }>(
    scopesFor: (info: GraphQLResolveInfo) => readonly Scope[],
    referenceOf: (parent: P) => (Pick<R, 'id'> & Partial<R>) | null,
    loaderOf: (context: RequestContext) => Loader<R>,
  ): ReferenceField<P, R> =>
  (parent, _, context, info) => {
    const held = referenceOf(parent)
    if (held === null) return null
    const type = getNamedType(info.returnType).name
    if (beyondReference(readingOf(info), info.fieldNodes, type).length === 0) return held as R
    const scopes = scopesFor(info)
    const mayRead = scopes.length === 0 || scopes.some((scope) => hasScope(context.caller.scopes, scope))
    return mayRead ? loaderOf(context).load(held.id) : null
  }

type IdOf<P> = (parent: P) => string | null | undefined

const byId = (id: string | null | undefined): { id: string } | null => (id ? { id } : null)

export const identityOf = <P>(idOf: IdOf<P>) =>
  reference<P, IdentityParent>(scopesOfIdentity, (parent) => byId(idOf(parent)), identityLoader)

export const aliasOf = <P>(referenceOf: (parent: P) => AliasReference | null) =>
  reference<P, AliasParent>(
    () => ['aliases:read'],
    referenceOf,
    ({ loaders }) => loaders.alias,
  )

export const grantOf = <P>(idOf: IdOf<P>) =>
  reference<P, ConsentGrantRecord>(
    () => ['consents:read'],
    (parent) => byId(idOf(parent)),
    ({ loaders }) => loaders.consentGrant,
  )

export const webhookOf = <P>(idOf: IdOf<P>) =>
  reference<P, WebhookRecord>(
    () => ['webhooks:read'],
    (parent) => byId(idOf(parent)),
    ({ loaders }) => loaders.webhook,
  )

export const eventOf = <P>(idOf: IdOf<P>) =>
  reference<P, EventRecord>(
    () => ['webhooks:read'],
    (parent) => byId(idOf(parent)),
    ({ loaders }) => loaders.event,
  )

export const consumerOf = <P>(idOf: IdOf<P>) =>
  reference<P, ConsumerName>(
    () => [],
    (parent) => byId(idOf(parent)),
    ({ loaders }) => loaders.consumer,
  )

const readingOf = ({ schema, fragments, variableValues }: GraphQLResolveInfo) => ({
  schema,
  fragments: new Map(Object.entries(fragments)),
  variables: variableValues,
})
