import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'
import type { NamePlace } from '../../registry/binding.ts'
import { daysSince, recent } from '../../resolution/assurance-store.ts'

/** Limit of values that a caller may check against one payee in 24 hours. */
export const payeeBudget = { values: 3, seconds: 86_400 } as const

/** Limits in 24 hours: destinations against one payee, aliases against one address; of a caller and of each of its payers. */
export const destinationBudget = {
  caller: { destinations: 20, aliases: 20 },
  payer: { destinations: 3, aliases: 5 },
  /** The limits in test mode. */
  testTimes: 10,
  seconds: 86_400,
} as const

/** Facts about a payee that a check needs. */
export type Payee = {
  payeeChecks: string
  closeMatch: string
  declaredMatch: string
  /** Each one with the values that it is bound to. */
  names: { place: NamePlace; sealed: Uint8Array }[]
}

type PayeeRow = Pick<RowOf<'identity'>, 'consumer_id' | 'payee_checks' | 'close_match' | 'declared_match'> &
  Omit<RowOf<'payee_name'>, 'id'> & { id: string | null }

/** The payees of these identities, by id, with all of their names. */
export async function findPayees(db: Database, identityIds: readonly string[]): Promise<Map<string, Payee>> {
  const { rows } = await sql<PayeeRow>`
    /* payees */ select i.id as identity_id, i.consumer_id, i.payee_checks, i.close_match, i.declared_match, n.id, n.livemode, n.kind,
      n.basis, n.sealed
    from identity i left join payee_name n on n.identity_id = i.id and n.livemode = i.livemode
    where i.id = any(${identityIds}::uuid[])`.execute(db)
  const payees = new Map<string, Payee>()
  for (const row of rows) {
    const { identity_id: identityId, consumer_id: consumerId, id, livemode, kind, basis, sealed } = row
    const switches = { payeeChecks: row.payee_checks, closeMatch: row.close_match, declaredMatch: row.declared_match }
    const payee = payees.get(identityId) ?? { ...switches, names: [] }
    if (id !== null) payee.names.push({ place: { id, livemode, identityId, consumerId, kind, basis }, sealed })
    payees.set(identityId, payee)
  }
  return payees
}

/** A resolved alias, by its facts at the verdict: uuids, those without a record if it did not resolve. */
export type Asking = { aliasId: string; identityId: string; grantId: string }

export type DestinationRow = {
  /** Index of its question. */
  at: number
  id: string
  print: Buffer | null
  /** Whole days since its last change, of the last 30 days. */
  days: number | null
  /** Levels as stored. */
  alias_level: string
  endpoint_level: string
  /** Records that the caller's grant still covers. */
  grants_alias: boolean
  grants_endpoint: boolean
}

/**
 * Reads the live ones among these endpoints with their fingerprints, on the primary.
 *
 * INVARIANT (obeyed at once): the statement begins after the verdict, and repeats every condition of the verdict:
 * endpoint and alias with their levels, identity with its switch, its consumer and the grant. So no match rests on a
 * withdrawn permission.
 */
export async function findDestinations(
  db: Database,
  asked: readonly Asking[],
  endpointIds: readonly string[],
): Promise<DestinationRow[]> {
  const column = (name: keyof Asking) => asked.map((one) => one[name])
  const { rows } = await sql<DestinationRow>`
    /* destinations */ select q.ord::int - 1 as at, e.id, e.destination_fingerprint as print,
      a.privacy_level as alias_level, e.privacy_level as endpoint_level,
      case when ${recent('e.shown_changed_at')} then ${daysSince('e.shown_changed_at')} end as days,
      coalesce(g.covers_all or a.id = any(g.covers_aliases), false) as grants_alias,
      coalesce(g.covers_all or e.id = any(g.covers_endpoints), false) as grants_endpoint
    from unnest(${column('aliasId')}::uuid[], ${column('identityId')}::uuid[], ${column('grantId')}::uuid[])
      with ordinality as q (alias_id, identity_id, grant_id, ord)
    join alias a on a.id = q.alias_id and a.identity_id = q.identity_id and a.status = 'registered' and a.released_at is null
    join identity i on i.id = q.identity_id and i.livemode = a.livemode and i.status = 'active' and i.destination_checks = 'on'
    join consumer k on k.id = i.consumer_id and k.suspended_at is null
    join endpoint e on e.identity_id = i.id and e.livemode = i.livemode and e.id = any(${endpointIds}::uuid[])
      and e.status = 'active' and e.removed_at is null
    left join consent_grant g on g.id = q.grant_id and g.identity_id = i.id and g.status = 'active' and g.revoked_at is null
      and (g.expires_at is null or g.expires_at > now() and g.expires_at < '10000-01-01Z')`.execute(db)
  return rows
}
