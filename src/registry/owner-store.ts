import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'

/** Gives records without an owner that of their identity. What a request holds is passed over. @returns how many */
export async function fillOwners(db: Database, table: 'alias' | 'endpoint', limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set consumer_id = i.consumer_id, updated_at = t.updated_at from identity i
    where i.id = t.identity_id and t.id in (
      select id from ${sql.table(table)} where consumer_id is null order by id limit ${limit} for no key update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
