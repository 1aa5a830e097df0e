import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/** Display names that are not folded yet, locked to the end of the transaction. What a request holds is passed over. */
export async function lockUnfolded(db: Database, limit: number): Promise<{ id: string; display_name: string }[]> {
  const { rows } = await sql<{ id: string; display_name: string }>`
    select id, display_name from identity where display_name is not null and display_name_folded is null
    order by id limit ${limit} for no key update skip locked`.execute(db)
  return rows
}

export async function writeFolded(db: Database, names: readonly { id: string; folded: string }[]): Promise<void> {
  await sql`
    update identity i set display_name_folded = q.folded
    from unnest(${names.map(({ id }) => id)}::uuid[], ${names.map(({ folded }) => folded)}::text[]) as q (id, folded)
    where i.id = q.id`.execute(db)
}
