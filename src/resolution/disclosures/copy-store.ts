import type { Pool } from 'pg'
import { copyRows } from '../../database/copy.ts'
import type { Database } from '../../database/orm.ts'
import { columns, rowsOf } from './binary-copy.ts'
import { insertDisclosureRecords, type NewDisclosureRecord } from './store.ts'

const copy = `copy disclosure_record (${columns}) from stdin (format binary)`

/** Below this the one round trip more costs more than is gained. */
const worthACopy = 20

/**
 * Appends records. Many go by COPY, which writes a page at a time and costs less than half of an insert: but it refuses a record that is
 * there already. So what may have been stored, since its answer was lost (`isAgain`), is inserted.
 */
export async function appendDisclosureRecords(
  { db, pool }: { db: Database; pool: Pool },
  records: readonly NewDisclosureRecord[],
  isAgain: boolean,
): Promise<void> {
  if (isAgain || records.length < worthACopy) await insertDisclosureRecords(db, records)
  else await copyRows(pool, copy, rowsOf(records))
}
