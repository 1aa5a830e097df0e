import { type RawBuilder, sql } from 'kysely'

/** The types of columns that are not text. */
const types: Readonly<Record<string, string>> = {
  ...{ id: 'uuid', identity_id: 'uuid', primary_alias_id: 'uuid', norm_version: 'int', priority: 'float8' },
  ...{ mark: 'bytea', external_reference: 'bytea', reference_hash: 'bytea', metadata: 'bytea' },
}

type Rows<Name extends string> = readonly { readonly [Column in Name]: unknown }[]

/** The names of columns, between commas. */
export const columnNames = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

/** Rows as a table `q` of these columns, a parameter for each column. */
export function rowsAs<Name extends string>(names: readonly Name[], rows: Rows<Name>): RawBuilder<unknown> {
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(types[name] ?? 'text')}[]`)
  return sql`unnest(${sql.join(arrays)}) as q (${columnNames(names)})`
}

/** Assignments of an update: these columns from `q`. */
export const assigned = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`q.${name}`)}`))
