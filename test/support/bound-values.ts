import { sql } from 'kysely'
import type { Database } from '../../src/database/orm.ts'
import { noId } from '../../src/kernel/id.ts'
import { readBound, type SealedColumn, sealedColumns } from '../../src/vault/rotation/sealed-value-store.ts'

/** All values of a column, each with the text that it is bound to. Rows whose value was removed are left out. */
export async function boundValues(db: Database, column: SealedColumn) {
  const rows = await readBound(db, column, sql<boolean>`true`, noId, 1_000_000)
  return rows.flatMap(({ sealed, ...row }) => (sealed ? [{ ...row, sealed }] : []))
}

/** Returns the record id that the address and the projection of an endpoint (a uuid) are bound to. */
export async function recordOfEndpoint(db: Database, id: string): Promise<string> {
  const [row] = await readBound(db, sealedColumns('address')[0]!, sql<boolean>`t.id = ${id}`, noId, 1)
  return row!.record
}
