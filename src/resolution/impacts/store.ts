import { sql } from 'kysely'
import { isExpired } from '../../database/conditions.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { shownStatus } from '../../registry/identities/store.ts'
import type { ExplainedRow } from '../explanations/store.ts'

type AliasColumn = 'id' | 'livemode' | 'type' | 'value' | 'privacy_level' | 'status'
type ProofColumn = 'verification' | 'verified_method' | 'proof_expired'

/** An alias as JSON has it: bytes in base64. */
export type AliasEntry = Pick<ExplainedRow, AliasColumn | ProofColumn> & { released_at: null; mark: string | null }

export type GrantEntry = {
  id: string
  consumer_id: string
  covers_all: boolean | null
  /** Lists of uuids, as PostgreSQL writes them: JSON of so many takes it twice as long. */
  covers_aliases: string | null
  covers_endpoints: string | null
  release: string | null
  version: number
}

/** Reads a list of uuids. */
export const readIds = (list: string | null): string[] =>
  list === null || list === '{}' ? [] : list.slice(1, -1).split(',')

export type RegisteredRow = Pick<RowOf<'identity'>, 'id' | 'livemode' | 'status' | 'snapshot'> & {
  shown_status: string
  is_erasing: boolean
  attests: boolean
  /** JSON. */
  aliases: string
  /** JSON. */
  grants: string
}

/** Names a record of the identity: uuids, one of them. */
export type Target = { identity: string; alias: string; endpoint: string; consumer: string }

/** Grants that an impact compares, at most. */
export const mostGrants = 1_000

/**
 * Reads an identity of the owner's that has the target, with its registered aliases, its endpoints and its active grants: one
 * statement, so one moment. The grant of the target's consumer is among the grants however many there are. Grants beyond the
 * limit are left out, but for one.
 */
export async function findRegistered(
  db: Database,
  { consumerId, livemode }: Owner,
  { identity, alias, endpoint, consumer }: Target,
): Promise<RegisteredRow | undefined> {
  const { rows } = await sql<RegisteredRow>`
    /* impact-facts */ select i.id, i.livemode, i.status, ${shownStatus('i', 'k')} as shown_status, i.erasing_at is not null as is_erasing,
      i.snapshot, k.attests,
      (select coalesce(json_agg(json_build_object('id', a.id, 'livemode', a.livemode, 'type', a.type, 'value', a.value,
          'privacy_level', a.privacy_level, 'status', a.status, 'released_at', a.released_at, 'mark', encode(a.mark, 'base64'),
          'verification', a.verification, 'verified_method', a.verified_method,
          'proof_expired', ${isExpired('a.proof_expires_at')}) order by a.id), '[]')::text
        from alias a where a.identity_id = i.id and a.livemode = i.livemode and a.status = 'registered') as aliases,
      (select coalesce(json_agg(g), '[]')::text from (
        select c.id, c.consumer_id, c.covers_all, c.covers_aliases::text, c.covers_endpoints::text, c.release::text,
          c.version from consent_grant c
        where c.identity_id = i.id and c.livemode = i.livemode and c.status = 'active' and c.revoked_at is null
          and ${isExpired('c.expires_at')} is not true
        order by c.consumer_id = ${consumer} desc, c.id limit ${mostGrants + 1}) g) as grants
    from identity i join consumer k on k.id = i.consumer_id
    where i.consumer_id = ${consumerId} and i.livemode = ${livemode} and i.id = any(array[
      ${identity}::uuid,
      (select t.identity_id from alias t where t.id = ${alias}),
      (select t.identity_id from endpoint t where t.id = ${endpoint} and t.removed_at is null)])`.execute(db)
  return rows[0]
}
