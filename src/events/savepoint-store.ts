import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'

/** Marks the point of the transaction to which `undoWork` goes back. */
export async function markWork(db: Database): Promise<void> {
  await sql`savepoint work`.execute(db)
}

export async function undoWork(db: Database): Promise<void> {
  await sql`rollback to savepoint work`.execute(db)
}
