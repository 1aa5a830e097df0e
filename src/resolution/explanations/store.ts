import { sql } from 'kysely'
import { isExpired } from '../../database/conditions.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { shownStatus } from '../../registry/identities/store.ts'

export type ExplainedRow = RowOf<'alias'> & {
  proof_expired: boolean | null
  identity_status: string
  snapshot: string
  attests: boolean
  grant_id: string | null
  grant_status: string
  revoked_at: Date | null
  ran_out: boolean | null
  covers_all: boolean | null
  covers_aliases: unknown
  covers_endpoints: unknown
}

/**
 * Reads an alias of the owner's, whatever its status, with its identity and the grant that counts for a consumer: the
 * active one, or the last that ended. Expiries are evaluated at the time of the statement.
 *
 * INVARIANT (nothing of the consumer): grants are the owner's own, found by the consumer's id; its row is not read. So an
 * id without a grant is one case, whoever has it. Another owner's alias is the same as an absent one: it is left out by its
 * own row, before its identity is looked for.
 */
export async function findExplained(
  db: Database,
  { consumerId, livemode }: Owner,
  aliasId: string,
  grantee: string,
): Promise<ExplainedRow | undefined> {
  const ofGrantee = sql`from consent_grant c where c.identity_id = i.id and c.livemode = i.livemode
    and c.consumer_id = ${grantee}`
  const { rows } = await sql<ExplainedRow>`
    /* explanation-facts */ select a.*, ${isExpired('a.proof_expires_at')} as proof_expired, ${shownStatus('i', 'k')} as identity_status,
      i.snapshot, k.attests, g.id as grant_id, g.status as grant_status, g.revoked_at,
      ${isExpired('g.expires_at')} as ran_out, g.covers_all, g.covers_aliases, g.covers_endpoints
    from alias a
    join identity i on i.id = a.identity_id and i.consumer_id = ${consumerId} and i.livemode = ${livemode}
    join consumer k on k.id = i.consumer_id
    left join lateral (
      (select 1 as place, c.* ${ofGrantee} and c.status = 'active')
      union all
      (select 2, c.* ${ofGrantee} and c.owner_id = i.consumer_id and c.status <> 'active'
        order by c.created_at desc limit 1)
      order by place limit 1
    ) g on true
    where a.id = ${aliasId} and coalesce(a.consumer_id, ${consumerId}) = ${consumerId}`.execute(db)
  return rows[0]
}
