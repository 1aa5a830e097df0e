import { type GraphQLField, type GraphQLSchema, getNamedType, isCompositeType, isObjectType } from 'graphql'
import type { Role } from '../config/processes.ts'
import type { Kind } from '../kernel/id.ts'
import type { Scope } from '../kernel/scopes.ts'
import { type OperationField, operations } from './operations.ts'
import type { Row } from './prices.ts'

const rows: Readonly<Record<string, Row>> = operations

/** @throws Error for a field without a row */
export function rowOf(field: string): Row {
  const row = Object.hasOwn(rows, field) ? rows[field] : undefined
  if (!row) throw new Error(`operations.ts has no row for ${field}.`)
  return row
}

/** A nested field that answers plain values of its parent has no row. */
export const nestedRowOf = (field: string): Row | null => (Object.hasOwn(rows, field) ? (rows[field] ?? null) : null)

/** Returns the scopes of which any one is sufficient; an empty list needs none. */
export function scopesOf({ scope, scopeOf }: Row, args: Readonly<Record<string, unknown>> = {}): readonly Scope[] {
  const needed = scopeOf?.(args) ?? scope
  return typeof needed === 'string' ? [needed] : (needed ?? [])
}

/** The operations that have a price, in the order of the page that shows it. */
export const priced = Object.entries(rows).flatMap(([field, { price }]) => (price ? [[field, price] as const] : []))

/** The operation that reads one record of a kind, for `node`, `nodes` and `_entities`. */
export const readsOf: Partial<Record<Kind, OperationField>> = {
  identity: 'Query.identity',
  alias: 'Query.alias',
  endpoint: 'Query.endpoint',
  consentGrant: 'Query.consentGrant',
  consentRequest: 'Query.consentRequest',
  claim: 'Query.claim',
  challenge: 'Query.challenge',
  webhook: 'Query.webhook',
  delivery: 'Query.webhookDelivery',
  event: 'Query.event',
  apiKey: 'Query.apiKey',
  payeeName: 'Identity.payeeNames',
  sealingKey: 'Query.sealingKeys',
  release: 'Query.release',
}

/** A process of this role answers a field at the root, on any surface. */
export function serves(role: Role, field: string): boolean {
  const [, name = ''] = field.split('.')
  if (role === 'all' || name.startsWith('__')) return true
  const { servedBy = 'control' } = rowOf(field)
  return servedBy === 'both' || servedBy === role
}

/**
 * Holds the schema to the table: each field at the root, and each nested field whose resolver answers records.
 * @throws Error for a field without a row
 */
export function requireRows(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType()
    for (const field of Object.values(type.getFields())) {
      if (isRoot || readsRecords(field)) rowOf(`${type.name}.${field.name}`)
    }
  }
}

const readsRecords = ({ type, resolve }: GraphQLField<unknown, unknown>): boolean =>
  resolve !== undefined && isCompositeType(getNamedType(type))
