import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { walk } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import { settingColumns } from '../identities/record.ts'
import { columnNames } from '../record-store.ts'
import type { FoundAlias, FoundEndpoint, FoundIdentity } from './look-up-store.ts'

/** Identities that changed since a time, after a uuid; `pageSize` of them are read at once. */
export type ExportOptions = { since: Date | null; after?: string | null; pageSize?: number }

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
  { since, after: first = null, pageSize = 2_000 }: ExportOptions,
): AsyncIterable<ExportedIdentity> {
  const changed = (row: 'i' | 'a' | 'e') =>
    since === null ? sql`true` : sql`${sql.ref(`${row}.updated_at`)} >= ${since}::timestamptz`
  const aliases = sql`alias a where a.identity_id = i.id and a.status = 'registered' and a.released_at is null and ${changed('a')}`
  const endpoints = sql`endpoint e where e.identity_id = i.id and e.removed_at is null and ${changed('e')}`
  const next = async (last: string | null) => {
    const after = last ?? first
    const { rows } = await sql<ExportedIdentity>`
      select i.id, i.type, i.status, ${columnNames(settingColumns.map((name) => `i.${name}`))}, i.primary_alias_id,
        i.external_reference, i.reference_hash, i.metadata,
        ${changed('i')} as own,
        coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'type', a.type, 'value', a.value,
            'privacy_level', a.privacy_level, 'verified_at', a.verified_at,
            'reference', encode(a.external_reference, 'hex'), 'notes', encode(a.metadata, 'hex')) order by a.created_at, a.id)
          from ${aliases}), '[]') as aliases,
        coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type, 'privacy_level', e.privacy_level,
            'priority', e.priority, 'capabilities', e.capabilities, 'status', e.status, 'release', e.release,
            'reference', encode(e.external_reference, 'hex'), 'notes', encode(e.metadata, 'hex')) order by e.created_at, e.id)
          from ${endpoints}), '[]') as endpoints
      from identity i
      where i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode}
        and (${after}::uuid is null or (i.created_at, i.id) > (select o.created_at, o.id from identity o where o.id = ${after}))
        and (${changed('i')} or exists (select from ${aliases}) or exists (select from ${endpoints}))
      order by i.created_at, i.id limit ${pageSize}`.execute(db)
    return rows
  }
  for await (const page of walk(next)) yield* page
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
