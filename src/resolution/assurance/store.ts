import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/** How long a change, or a claim, is told of. */
export const recentDays = 30

export type AssuranceRow = {
  alias_id: string
  verification: string
  alias_days: number
  transferred: boolean
  identity_days: number
  /** Null when they have not changed lately, or are not to be asked about. */
  names_days: number | null
  changed: readonly (readonly [endpointId: string, days: number])[]
}

const recent = (moment: string) => sql<boolean>`${sql.ref(moment)} > now() - ${recentDays} * interval '1 day'`

/** Whole days since then, by the database's clock. A moment that no write leaves is none. */
const daysSince = (moment: string) => sql<number>`(case when isfinite(${sql.ref(moment)})
  then greatest(0, floor(extract(epoch from now() - ${sql.ref(moment)}) / 86400))::int else 0 end)`

/** What is known of these aliases, in no order, and which of these endpoints changed lately. Ids are uuids. */
export async function readAssurance(
  db: Database,
  aliasIds: readonly string[],
  endpointIds: readonly string[],
): Promise<AssuranceRow[]> {
  const { rows } = await sql<AssuranceRow>`
    select a.id as alias_id,
      case when a.proof_expires_at <= now() or a.proof_expires_at >= '10000-01-01Z' then 'none' else a.verification end as verification,
      ${daysSince('a.created_at')} as alias_days,
      coalesce(${recent('a.claimed_at')}, false) as transferred,
      ${daysSince('i.created_at')} as identity_days,
      case when i.payee_checks = 'on' and ${recent('i.payee_names_changed_at')}
        then ${daysSince('i.payee_names_changed_at')} end as names_days,
      (select coalesce(json_agg(json_build_array(e.id, ${daysSince('e.updated_at')}) order by e.updated_at desc, e.id), '[]')
        from endpoint e
        where e.identity_id = i.id and e.livemode = i.livemode and e.removed_at is null
          and e.id = any(${endpointIds}::uuid[]) and ${recent('e.updated_at')}) as changed
    from alias a join identity i on i.id = a.identity_id
    where a.id = any(${aliasIds}::uuid[])`.execute(db)
  return rows
}
