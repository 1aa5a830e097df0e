import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import { throwFromDatabase } from '../database/violations.ts'
import { encodeId } from '../kernel/id.ts'
import { readStored } from '../kernel/stored.ts'
import { verifications } from '../registry/aliases/record.ts'

/** Either an endpoint of the shown ones, or the payee's names. */
export type AssuranceChange = { endpoint: string | null; payeeNames: true | null; days: number }

/** Facts about a payee for a payer to consider. Days are whole. */
export type Assurance = {
  alias: { verification: (typeof verifications)[number]; days: number; transferred: boolean }
  identity: { days: number }
  /** Changes of the last 30 days, the latest first. */
  changed: AssuranceChange[]
}

/** A resolved record in the caller's view. `aliasId` is a uuid, and so are the endpoints' ids. */
export type Assurable = { aliasId: string; shown: { readonly ids: readonly string[] } }

/** Days for which a change, or a claim, is reported. */
const recentDays = 30

type AssuranceRow = {
  alias_id: string
  verification: string
  alias_days: number
  transferred: boolean
  identity_days: number
  /** Null without a recent change, or if the payee's names are not checked. */
  names_days: number | null
  changed: readonly (readonly [endpointId: string, days: number])[]
}

export const recent = (moment: string) => sql<boolean>`${sql.ref(moment)} > now() - ${recentDays} * interval '1 day'`

/** Whole days since then, by the database's clock. An impossible timestamp counts as zero days. */
export const daysSince = (moment: string) => sql<number>`(case when isfinite(${sql.ref(moment)})
  then greatest(0, floor(extract(epoch from now() - ${sql.ref(moment)}) / 86400))::int else 0 end)`

/** Reads the facts of these aliases, in no order, with the recent changes of these endpoints. Ids are uuids. */
async function readAssurance(
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
      (select coalesce(json_agg(json_build_array(e.id, ${daysSince('e.shown_changed_at')}) order by e.shown_changed_at desc, e.id), '[]')
        from endpoint e
        where e.identity_id = i.id and e.livemode = i.livemode and e.removed_at is null
          and e.id = any(${endpointIds}::uuid[]) and ${recent('e.shown_changed_at')}) as changed
    from alias a join identity i on i.id = a.identity_id
    where a.id = any(${aliasIds}::uuid[])`.execute(db)
  return rows
}

function assuranceOf(row: AssuranceRow, { shown }: Assurable): Assurance {
  const changed = row.changed
    .filter(([id]) => shown.ids.includes(id))
    .map(([id, days]): AssuranceChange => ({ endpoint: encodeId('endpoint', id), payeeNames: null, days }))
  if (row.names_days !== null) changed.push({ endpoint: null, payeeNames: true, days: row.names_days })
  return {
    alias: {
      verification: readStored(verifications, row.verification, 'none'),
      days: row.alias_days,
      transferred: row.transferred,
    },
    identity: { days: row.identity_days },
    changed: changed.toSorted((a, b) => a.days - b.days),
  }
}

/**
 * Reads the assurance of aliases that the caller was shown, for callers that ask for it, in one statement.
 *
 * INVARIANT (behind the verdict): only resolved records are looked up, and only their shown endpoints are reported.
 */
export function createAssurance(db: Database) {
  return async (records: readonly Assurable[]): Promise<Assurance[]> => {
    if (records.length === 0) return []
    const aliases = [...new Set(records.map(({ aliasId }) => aliasId))]
    const endpoints = new Set(records.flatMap(({ shown }) => shown.ids))
    const rows = await readAssurance(db, aliases, [...endpoints]).catch(throwFromDatabase)
    const found = new Map(rows.map((row) => [row.alias_id, row]))
    return records.map((record) => assuranceOf(found.get(record.aliasId)!, record))
  }
}

export type Assure = ReturnType<typeof createAssurance>
