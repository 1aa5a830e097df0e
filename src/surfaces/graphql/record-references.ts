import { type GraphQLResolveInfo, getNamedType } from 'graphql'
import type { ConsumerName } from '../../access/consumers/names.ts'
import type { ConsentGrantRecord } from '../../consent/grants/service.ts'
import type { EventRecord } from '../../events/service.ts'
import { requireAnyScope } from '../../kernel/call.ts'
import { present } from '../../kernel/input.ts'
import type { Definition } from '../../kernel/record.ts'
import { hasScope, type Scope } from '../../kernel/scopes.ts'
import { type AliasRecord, alias } from '../../registry/aliases/record.ts'
import { type IdentityRecord, identity } from '../../registry/identities/record.ts'
import type { WebhookRecord } from '../../webhooks/record.ts'
import type { RequestContext } from '../request-context.ts'
import { beyondReference, scopesOfObject } from './scopes.ts'

/** A reference to another record by its id. The other fields are read when a query selects them. */
export type IdentityReference = Pick<IdentityRecord, 'id'>
export type AliasReference = Pick<AliasRecord, 'id' | 'identity'>

export type IdentityParent = IdentityRecord | IdentityReference
export type AliasParent = AliasRecord | AliasReference

type Loader<R> = { load(id: string): Promise<R | null> }
type LoaderOf<R> = (context: RequestContext) => Loader<R>

type FieldsOf<R, Parent> = {
  [N in Exclude<keyof R, 'id'>]: (parent: Parent, args: unknown, context: RequestContext) => R[N] | Promise<R[N]>
}

/** The fields of a record but its id: a reference reads the record, which needs the scope. */
function fieldsOf<R extends { id: string }, Parent extends { id: string }>(
  { fields }: Definition,
  loaderOf: LoaderOf<R>,
) {
  const fieldOf = (name: keyof R) => (parent: Parent | R, _: unknown, context: RequestContext) =>
    name in parent
      ? (parent as R)[name]
      : loaderOf(context)
          .load(parent.id)
          .then((record) => present(record)[name])
  const names = Object.keys(fields).filter((name) => name !== 'id') as (keyof R)[]
  return Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as FieldsOf<R, Parent>
}

export const identityFields = fieldsOf<IdentityRecord, IdentityParent>(identity, ({ loaders }) => loaders.identity)
export const aliasFields = fieldsOf<AliasRecord, AliasParent>(alias, ({ loaders }) => loaders.alias)

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
    referenceOf: (parent: P) => { id: string } | null,
    loaderOf: LoaderOf<R>,
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

/** References by an id. Any one of the scopes is sufficient; an empty list needs none. */
const referenceById =
  <R extends { id: string }>(scopes: readonly Scope[], loaderOf: LoaderOf<R>) =>
  <P>(idOf: IdOf<P>) =>
    reference<P, R>(
      () => scopes,
      (parent) => byId(idOf(parent)),
      loaderOf,
    )

export const grantOf = referenceById<ConsentGrantRecord>(['consents:read'], ({ loaders }) => loaders.consentGrant)
export const webhookOf = referenceById<WebhookRecord>(['webhooks:read'], ({ loaders }) => loaders.webhook)
export const eventOf = referenceById<EventRecord>(['webhooks:read'], ({ loaders }) => loaders.event)
export const consumerOf = referenceById<ConsumerName>([], ({ loaders }) => loaders.consumer)

const readingOf = ({ schema, fragments, variableValues }: GraphQLResolveInfo) => ({
  schema,
  fragments: new Map(Object.entries(fragments)),
  variables: variableValues,
})
