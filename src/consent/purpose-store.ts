import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import type { PurposeUse } from './purposes.ts'

export type PlainPurpose = { id: string; livemode: boolean; purpose: string }

const tables: Record<PurposeUse, string> = { grant_purpose: 'consent_grant', request_purpose: 'consent_request' }

/** Purposes in plain text, locked to the end of the transaction. What a request or another worker holds is passed over. */
export async function lockPlainPurposes(db: Database, use: PurposeUse, limit: number): Promise<PlainPurpose[]> {
  const { rows } = await sql<PlainPurpose>`
    select id, livemode, purpose from ${sql.table(tables[use])} where purpose is not null
    order by id limit ${limit} for no key update skip locked`.execute(db)
  return rows
}

/** Puts the sealed purposes in the place of the plain ones. */
export async function replacePlainPurposes(
  db: Database,
  use: PurposeUse,
  values: readonly { id: string; sealed: Buffer }[],
): Promise<void> {
  const ids = values.map(({ id }) => id)
  await sql`
    update ${sql.table(tables[use])} t set sealed_purpose = v.sealed, purpose = null
    from unnest(${ids}::uuid[], ${values.map(({ sealed }) => sealed)}::bytea[]) as v (id, sealed)
    where t.id = v.id`.execute(db)
}
