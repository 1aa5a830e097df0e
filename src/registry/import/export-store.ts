import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import { noId } from '../../kernel/id.ts'
import { settingColumns } from '../identities/record.ts'
import { columnNames } from '../record-store.ts'
import type { FoundAlias, FoundEndpoint, FoundIdentity } from './look-up-store.ts'

/** Identities that changed since a time, after a uuid; the ids of `pageSize` of them are read at once. */
export type ExportOptions = { since: Date | null; after?: string | null; pageSize?: number }

/** Identities that are read with their records at once. */
const fewIdentities = 20

/** Notes in the JSON of the query: sealed, in hex. */
export type SealedNotes = { reference: string | null; notes: string | null }

export type ExportedIdentity = Omit<FoundIdentity, 'livemode' | 'erasing_at'> & {
  /** The identity itself is exported, not its records alone. */
  own: boolean
  aliases: (Pick<FoundAlias, 'id' | 'type' | 'value' | 'privacy_level'> &
    SealedNotes & { verified_at: string | null })[]
  endpoints: (Pick<
    FoundEndpoint,
    'id' | 'release' | 'type' | 'privacy_level' | 'priority' | 'capabilities' | 'status'
  > &
    SealedNotes)[]
}

/**
 * Reads the identities of an owner with their records, oldest first, filtered by the time of their last change; never an
 * address. Reads in pages, without a transaction.
 */
export async function* exportIdentities(
  db: Database,
  owner: Owner,
  { since, after: first = null, pageSize = 20_000 }: ExportOptions,
): AsyncIterable<ExportedIdentity> {
  const changed = (row: 'i' | 'a' | 'e') =>
    since === null ? sql`true` : sql`${sql.ref(`${row}.updated_at`)} >= ${since}::timestamptz`
  const owns = (row: 'i' | 'a' | 'e') =>
    sql`${sql.ref(`${row}.consumer_id`)} = ${owner.consumerId} and ${sql.ref(`${row}.livemode`)} = ${owner.livemode}`
  const isAlias = sql`a.status = 'registered' and a.released_at is null and ${changed('a')}`
  const isEndpoint = sql`e.removed_at is null and ${changed('e')}`
  // `offset 0`: each changed identity is looked up, where the planner would read all identities in their order.
  const identities =
    since === null
      ? sql`identity`
      : sql`(select i.id from identity i where ${owns('i')} and ${changed('i')}
          union select a.identity_id from alias a where ${owns('a')} and ${isAlias}
          union select e.identity_id from endpoint e where ${owns('e')} and ${isEndpoint}) c
        cross join lateral (select * from identity where id = c.id offset 0)`
  const next = async (last: string) => {
    const after = last === noId ? first : last
    const behind =
      after === null
        ? sql`true`
        : sql`(i.created_at, i.id) > (select o.created_at, o.id from identity o where o.id = ${after})`
    const { rows } = await sql<{ id: string }>`
      select i.id from ${identities} i where ${owns('i')} and ${behind}
      order by i.created_at, i.id limit ${pageSize}`.execute(db)
    return rows
  }
  const read = async (ids: readonly string[]) => {
    const { rows } = await sql<ExportedIdentity>`
      select i.id, i.type, i.status, ${columnNames(settingColumns.map((name) => `i.${name}`))}, i.primary_alias_id,
        i.external_reference, i.reference_hash, i.metadata,
        ${changed('i')} as own,
        coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'type', a.type, 'value', a.value,
            'privacy_level', a.privacy_level, 'verified_at', a.verified_at,
            'reference', encode(a.external_reference, 'hex'), 'notes', encode(a.metadata, 'hex')) order by a.created_at, a.id)
          from alias a where a.identity_id = i.id and ${isAlias}), '[]') as aliases,
        coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type, 'privacy_level', e.privacy_level,
            'priority', e.priority, 'capabilities', e.capabilities, 'status', e.status, 'release', e.release,
            'reference', encode(e.external_reference, 'hex'), 'notes', encode(e.metadata, 'hex')) order by e.created_at, e.id)
          from endpoint e where e.identity_id = i.id and ${isEndpoint}), '[]') as endpoints
      from (select * from identity where id = any(${ids}::uuid[]) offset 0) i where ${owns('i')} order by i.created_at, i.id`.execute(
      db,
    )
    return rows.filter(({ own, aliases, endpoints }) => own || aliases.length > 0 || endpoints.length > 0)
  }
  for await (const page of walk(next))
    for (let at = 0; at < page.length; at += fewIdentities)
      yield* await read(page.slice(at, at + fewIdentities).map(({ id }) => id))
}

export async function hasIdentity(db: Database, { consumerId, livemode }: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity where id = ${id} and consumer_id = ${consumerId} and livemode = ${livemode}`.execute(db)
  return rows.length > 0
}

export async function countIdentities(db: Database, owner: Owner): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from identity where consumer_id = ${owner.consumerId} and livemode = ${owner.livemode}`.execute(
    db,
  )
  return rows[0]!.n
}
