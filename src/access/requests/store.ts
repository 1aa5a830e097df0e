import { sql } from 'kysely'
import { every } from '../../database/conditions.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import type { ErrorCode } from '../../kernel/errors.ts'

/** Days that a record is shown. Its weekly partition is dropped once all of it is older. */
export const requestDays = 7

/** Ids are uuids; the other fields are names and numbers of the service. */
export type NewRequestRecord = Owner & {
  requestId: string
  keyId: string
  /** A field of the schema, or `graphql` for a document that names none. */
  operation: string
  status: number
  code: ErrorCode | null
  /** Until the answer was sent, rounded up to the release step of the route. */
  durationMs: number
  /** The number of requests that the row stands for. */
  count: number
  createdAt: Date
}

export type RequestRow = Omit<RowOf<'request_record'>, 'consumer_id'>

/** Appends records in one statement. Existing ones are kept: their insert succeeded, but its answer was lost. */
export async function insertRequestRecords(db: Database, records: readonly NewRequestRecord[]): Promise<void> {
  const column = <T>(of: (record: NewRequestRecord) => T) => records.map(of)
  await sql`
    insert into request_record (id, livemode, consumer_id, key_id, operation, status, code, duration_ms, count, created_at)
    select * from unnest(
      ${column(({ requestId }) => requestId)}::uuid[], ${column(({ livemode }) => livemode)}::bool[],
      ${column(({ consumerId }) => consumerId)}::uuid[], ${column(({ keyId }) => keyId)}::uuid[],
      ${column(({ operation }) => operation)}::text[], ${column(({ status }) => status)}::int[],
      ${column(({ code }) => code)}::text[], ${column(({ durationMs }) => durationMs)}::int[],
      ${column(({ count }) => count)}::int[], ${column(({ createdAt }) => createdAt)}::timestamptz[])
    on conflict (consumer_id, livemode, created_at, id) do nothing`.execute(db)
}

/** `keyId` is null if all keys are asked for; its id is null if the input was malformed, which matches nothing. */
type StoredRequestFilter = {
  operation: string | null
  status: number | null
  code: string | null
  key: { id: string | null } | null
  since: Date | null
  until: Date | null
}

/** The records of the owner's requests of the last days. `since` is inclusive, `until` is not. */
export const requestsOf = (
  { livemode }: Owner,
  { operation, status, code, key, since, until }: StoredRequestFilter,
): Listing => ({
  table: 'request_record',
  kind: 'request',
  belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`,
  shown: every([
    sql<boolean>`t.created_at > now() - ${requestDays} * interval '1 day'`,
    ...(operation === null ? [] : [sql<boolean>`t.operation = ${operation}`]),
    ...(status === null ? [] : [sql<boolean>`t.status = ${status}`]),
    ...(code === null ? [] : [sql<boolean>`t.code = ${code}`]),
    ...(key === null ? [] : [sql<boolean>`t.key_id = ${key.id}::uuid`]),
    ...(since === null ? [] : [sql<boolean>`t.created_at >= ${since}`]),
    ...(until === null ? [] : [sql<boolean>`t.created_at < ${until}`]),
  ]),
})
