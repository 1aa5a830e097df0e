import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { mustBeOneOf, requireId } from '../../kernel/input.ts'
import type { Page, RecordPage } from '../../kernel/page.ts'
import type { ClaimRecord } from './record.ts'
import { type ClaimDirection, claimDirections } from './rules.ts'
import { type ClaimRow, claimsOf, claimsOn } from './store.ts'

type Deps = {
  readLists: ReadLists
  recordsOf: (call: Call, rows: readonly ClaimRow[]) => Promise<ClaimRecord[]>
}

/** Pages of claims, as the caller's side sees them. */
export const claimLists = ({ readLists, recordsOf }: Deps) => ({
  async list(call: Call, page: Page, direction: ClaimDirection): Promise<RecordPage<ClaimRecord>> {
    requireScope(call, 'claims:read')
    if (!claimDirections.includes(direction))
      throw new SignpostError('parameter_invalid', { param: 'direction', rule: mustBeOneOf(claimDirections) })
    const own = await readOwn<ClaimRow>(readLists, call.caller.consumerId, claimsOf(call.caller, direction), page)
    return { records: await recordsOf(call, own.rows), hasMore: own.hasMore }
  },

  /** A page of the claims by each identity of the caller's, or of its aliases. */
  async listOf(
    call: Call,
    identities: readonly string[],
    page: Page,
    direction: ClaimDirection,
  ): Promise<RecordPage<ClaimRecord>[]> {
    requireScope(call, 'claims:read')
    const ids = identities.map((id) => requireId('identity', id))
    const lists = await readLists<ClaimRow>(call.caller.consumerId, claimsOn(call.caller, direction), ids, page)
    return Promise.all(lists.map(async ({ rows, hasMore }) => ({ records: await recordsOf(call, rows), hasMore })))
  },
})
