import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import { version } from '../kernel/version.ts'

/** Reports the data keys that a process opens and seals with, and that it is alive. */
export async function reportNode(
  db: Database,
  id: string,
  opens: readonly string[],
  seals: readonly string[],
): Promise<void> {
  await sql`
    insert into node (id, opens, seals, version, seen_at)
    values (${id}, ${opens}::uuid[], ${seals}::uuid[], ${version}, now())
    on conflict (id) do update set opens = excluded.opens, seals = excluded.seals, version = excluded.version,
      seen_at = excluded.seen_at`.execute(db)
}

export async function forgetNode(db: Database, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute()
}
