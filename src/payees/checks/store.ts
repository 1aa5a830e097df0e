import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { runPrepared } from '../../database/prepared.ts'
import type { PayeeNameRow } from '../names/store.ts'

/** How many values a caller may ask of one payee in 24 hours. */
export const payeeBudget = { values: 3, seconds: 86_400 } as const

/** What a check needs of a payee. */
export type Payee = {
  payeeChecks: string
  closeMatch: string
  names: Pick<PayeeNameRow, 'id' | 'livemode' | 'basis' | 'sealed'>[]
}

/** The payees of these identities, by id, with all of their names. */
export async function findPayees(db: Database, identityIds: readonly string[]): Promise<Map<string, Payee>> {
  const rows = await runPrepared(
    db,
    'find-payees',
    sql<{
      identity_id: string
      payee_checks: string
      close_match: string
      id: string | null
      livemode: boolean
      basis: string
      sealed: Uint8Array
    }>`
    select i.id as identity_id, i.payee_checks, i.close_match, n.id, n.livemode, n.basis, n.sealed
    from identity i left join payee_name n on n.identity_id = i.id and n.livemode = i.livemode
    where i.id = any(${identityIds}::uuid[])`,
  )
  const payees = new Map<string, Payee>()
  for (const { identity_id, payee_checks, close_match, id, livemode, basis, sealed } of rows) {
    const payee = payees.get(identity_id) ?? { payeeChecks: payee_checks, closeMatch: close_match, names: [] }
    if (id !== null) payee.names.push({ id, livemode, basis, sealed })
    payees.set(identity_id, payee)
  }
  return payees
}
