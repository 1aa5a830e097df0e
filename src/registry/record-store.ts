import { type RawBuilder, sql } from 'kysely'
import { type MomentRange, within } from '../database/conditions.ts'
import { uniqueViolationOf } from '../database/violations.ts'
import { SignpostError } from '../kernel/errors.ts'

/* The parts of statements that the stores of all kinds of record share. */

/** A row of an identity. A sharded engine needs both ids to write or lock it: `identity_id` names the shard. */
export type IdentityOwned = { readonly id: string; readonly identity_id: string }

/** Stored filters of every kind of record. */
export type StoredFilter = {
  referenceHash: Buffer | null
  created: MomentRange | null
  updated: MomentRange | null
}

/** Conditions that a row (`t`) must meet. */
export const filtered = ({ referenceHash, created, updated }: StoredFilter): RawBuilder<boolean>[] => [
  ...(referenceHash === null ? [] : [sql<boolean>`t.reference_hash = ${referenceHash}`]),
  ...within('t.created_at', created),
  ...within('t.updated_at', updated),
]

/**
 * Condition that a row (`t`) belongs to the owner (`q.id`). With an identity its few rows are read, not all of the
 * owner's: so the owner is compared by an expression that no index matches.
 */
export const ownedBy = (livemode: boolean, identityId: string | null): RawBuilder<boolean> =>
  identityId === null
    ? sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`
    : sql<boolean>`t.identity_id = ${identityId} and t.livemode = ${livemode} and t.consumer_id is not distinct from q.id`

const referenceIndexes = new Set(['identity_reference', 'alias_reference', 'endpoint_reference'])

/**
 * Runs a statement that stores a reference. The unique index arbitrates: no read comes before it.
 * @throws SignpostError external_reference_taken
 */
export async function refusingTaken<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const index = uniqueViolationOf(error)
    if (index === null || !referenceIndexes.has(index)) throw error
    throw new SignpostError('external_reference_taken', { param: 'externalReference' })
  }
}

/** The types of columns that are not text. */
const columnTypes: Readonly<Record<string, string>> = {
  ...{ id: 'uuid', identity_id: 'uuid', primary_alias_id: 'uuid', capabilities: 'jsonb' },
  ...{ livemode: 'bool', norm_version: 'int', priority: 'float8', days: 'float8' },
  ...{ mark: 'bytea', external_reference: 'bytea', reference_hash: 'bytea', metadata: 'bytea' },
  ...{ address: 'bytea', projection: 'bytea' },
  ...{ address_fingerprint: 'bytea', details_fingerprint: 'bytea', destination_fingerprint: 'bytea' },
}

type Rows<Name extends string> = readonly { readonly [Column in Name]: unknown }[]

/** The values of one column. */
export const column = <T, K extends keyof T>(rows: readonly T[], name: K): T[K][] => rows.map((row) => row[name])

/** The names of columns, between commas. */
export const columnNames = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

/** Rows as a table `q` of these columns, a parameter for each column. */
export function rowsAs<Name extends string>(names: readonly Name[], rows: Rows<Name>): RawBuilder<unknown> {
  const arrays = names.map((name) => sql`${column(rows, name)}::${sql.raw(columnTypes[name] ?? 'text')}[]`)
  return sql`unnest(${sql.join(arrays)}) as q (${columnNames(names)})`
}
