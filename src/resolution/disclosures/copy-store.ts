import type { Pool } from 'pg'
import { copyRows } from '../../database/copy.ts'
import type { Database } from '../../database/orm.ts'
import { insertDisclosureRecords, type NewDisclosureRecord } from './store.ts'

const copy = `
copy disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, grant_id, request_id, kind, verdict,
  created_at) from stdin`

/** Below this the one round trip more costs more than is gained. */
const worthACopy = 20

/** Ids, moments and words of ours: nothing in them needs an escape. */
const line = (record: NewDisclosureRecord): string =>
  `${[
    record.id,
    record.livemode ? 't' : 'f',
    record.identityId,
    record.consumerId,
    record.aliasId,
    `{${record.endpointIds.join(',')}}`,
    record.grantId ?? '\\N',
    record.requestId,
    record.kind,
    record.verdict ?? '\\N',
    record.createdAt.toISOString(),
  ].join('\t')}\n`

/**
 * Appends records. Many go by COPY, which writes a page at a time and costs a fifth less than an insert: but it refuses a record that is
 * there already. So what may have been stored, since its answer was lost (`isAgain`), is inserted.
 */
export async function appendDisclosureRecords(
  { db, pool }: { db: Database; pool: Pool },
  records: readonly NewDisclosureRecord[],
  isAgain: boolean,
): Promise<void> {
  if (isAgain || records.length < worthACopy) await insertDisclosureRecords(db, records)
  else await copyRows(pool, copy, records.map(line).join(''))
}
