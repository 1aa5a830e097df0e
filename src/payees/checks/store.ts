import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { runPrepared } from '../../database/prepared.ts'
import type { NamePlace } from '../../registry/binding.ts'

/** How many values a caller may ask of one payee in 24 hours. */
export const payeeBudget = { values: 3, seconds: 86_400 } as const

/** What a check needs of a payee. */
export type Payee = {
  payeeChecks: string
  closeMatch: string
  /** Each with all that it is bound to. */
  names: { place: NamePlace; sealed: Uint8Array }[]
}

/** The payees of these identities, by id, with all of their names. */
export async function findPayees(db: Database, identityIds: readonly string[]): Promise<Map<string, Payee>> {
  const rows = await runPrepared(
    db,
    'find-payees',
    sql<{
      identity_id: string
      consumer_id: string
      payee_checks: string
      close_match: string
      id: string | null
      livemode: boolean
      kind: string
      basis: string
      sealed: Uint8Array
    }>`
    select i.id as identity_id, i.consumer_id, i.payee_checks, i.close_match, n.id, n.livemode, n.kind, n.basis, n.sealed
    from identity i left join payee_name n on n.identity_id = i.id and n.livemode = i.livemode
    where i.id = any(${identityIds}::uuid[])`,
  )
  const payees = new Map<string, Payee>()
  for (const row of rows) {
    const { identity_id: identityId, consumer_id: consumerId, id, livemode, kind, basis, sealed } = row
    const payee = payees.get(identityId) ?? { payeeChecks: row.payee_checks, closeMatch: row.close_match, names: [] }
    if (id !== null) payee.names.push({ place: { id, livemode, identityId, consumerId, kind, basis }, sealed })
    payees.set(identityId, payee)
  }
  return payees
}
