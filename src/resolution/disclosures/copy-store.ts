import { once } from 'node:events'
import type { Pool } from 'pg'
import { from } from 'pg-copy-streams'
import type { Database } from '../../database/orm.ts'
import { uniqueViolationOf } from '../../database/violations.ts'
import { insertDisclosureRecords, type NewDisclosureRecord } from './store.ts'

const copy = `copy disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, grant_id, request_id, kind,
  verdict, created_at) from stdin`

/** One row of COPY. Uuids, moments and our own words need no escapes. */
const rowOf = (record: NewDisclosureRecord): string =>
  `${record.id}\t${record.livemode}\t${record.identityId}\t${record.consumerId}\t${record.aliasId}\t{${record.endpointIds.join(',')}}\t` +
  `${record.grantId ?? '\\N'}\t${record.requestId}\t${record.kind}\t${record.verdict ?? '\\N'}\t${record.createdAt.toISOString()}\n`

/** @throws what the server refuses; then nothing is stored */
async function copyRecords(pool: Pool, records: readonly NewDisclosureRecord[]): Promise<void> {
  const client = await pool.connect()
  let failure: unknown
  try {
    const stream = client.query(from(copy))
    stream.end(records.map(rowOf).join(''))
    await once(stream, 'finish')
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A refusal of the server, which has a SQLSTATE, leaves the connection usable.
    client.release(failure !== undefined && !isRefusal(failure))
  }
}

const isRefusal = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))

/**
 * Appends records by COPY, which costs two thirds of an insert. COPY refuses a batch with a record that is there already, from
 * an attempt whose answer was lost: such a batch is inserted, and that record is kept.
 */
export async function appendDisclosureRecords(
  { db, pool }: { db: Database; pool: Pool },
  records: readonly NewDisclosureRecord[],
): Promise<void> {
  try {
    await copyRecords(pool, records)
  } catch (error) {
    if (uniqueViolationOf(error) === null) throw error
    await insertDisclosureRecords(db, records)
  }
}
