import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { errorCatalogue, SignpostError } from '../../kernel/errors.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { mustBeWholeNumber } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordPage } from '../../kernel/page.ts'
import { nullable, owner, type RecordOf, record, text, whole } from '../../kernel/record.ts'
import { readMoment } from '../../kernel/stored.ts'
import { type RequestRow, requestsOf } from './store.ts'

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const requestRecord = record('request', {
  operation: owner(text('Field of the schema, like `Mutation.createAlias`; `graphql` for a document without one')),
  status: owner(whole('HTTP status; 200 also for GraphQL answers with errors')),
  code: owner(nullable(text('Error code of a refusal; null for a successful write'))),
  key: owner(text('key_…')),
  durationMs: owner(whole('Until the answer was sent, rounded up to the release step of the route')),
  count: owner(whole('Requests that the record stands for: more than 1 after the 19th of its kind in a minute')),
})

export type RequestRecord = RecordOf<typeof requestRecord>

/** `since` is inclusive and `until` exclusive, so that windows tile. */
type RequestFilter = {
  operation?: string | null | undefined
  status?: number | null | undefined
  code?: string | null | undefined
  /** A public id; a malformed one matches no requests. */
  key?: string | null | undefined
  since?: Date | null | undefined
  until?: Date | null | undefined
}

const shown = (row: RequestRow): RequestRecord => ({
  id: encodeId('request', row.id),
  livemode: row.livemode,
  operation: row.operation,
  status: row.status,
  code: row.code,
  key: encodeId('apiKey', row.key_id),
  durationMs: row.duration_ms,
  count: row.count,
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.created_at),
})

const statuses = { least: 100, most: 599 }
const operationShape = /^[A-Za-z_]+(?:\.[A-Za-z_]+)?$/

const invalid = (param: string, rule: string) => new SignpostError('parameter_invalid', { param, rule })

/** @throws SignpostError parameter_invalid */
function storedFilter({
  operation = null,
  status = null,
  code: spelled = null,
  key = null,
  since = null,
  until = null,
}: RequestFilter) {
  const { least, most } = statuses
  if (status !== null && !(Number.isInteger(status) && status >= least && status <= most))
    throw invalid('status', mustBeWholeNumber(least, most))
  if (operation !== null && !operationShape.test(operation))
    throw invalid('operation', 'The value must be a field of the schema, like Mutation.createAlias, or graphql.')
  // GraphQL spells codes in upper case.
  const code = spelled?.toLowerCase() ?? null
  if (code !== null && !Object.hasOwn(errorCatalogue, code)) throw invalid('code', 'The value must be an error code.')
  return {
    operation,
    status,
    code,
    key: key === null ? null : { id: decodeId('apiKey', key) },
    since,
    until,
  }
}

export function createRequests({ readLists }: { readLists: ReadLists }) {
  return {
    /**
     * Lists the caller's writes and refusals of the last 7 days, with any of its keys of this environment. @throws
     * SignpostError parameter_invalid
     */
    async list(call: Call, page: Page, filter: RequestFilter = {}): Promise<RecordPage<RequestRecord>> {
      requireScope(call, 'requests:read')
      const listing = requestsOf(call.caller, storedFilter(filter))
      return recordPage(await readOwn<RequestRow>(readLists, call.caller.consumerId, listing, page), shown)
    },
  }
}
