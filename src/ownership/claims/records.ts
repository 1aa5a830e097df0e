import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { mustBeOneOf, requireId } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordsByIds } from '../../kernel/page.ts'
import { deadlinesOf } from './deadline-store.ts'
import { type ClaimRecord, claimRecord } from './record.ts'
import { type ClaimDirection, claimDirections } from './rules.ts'
import { type ClaimRow, claimsOf, claimsOn, findClaims, latestChallenges } from './store.ts'

/** The database that claims are read from. */
type Reads = { readonly db: Database }

export async function recordsOf(
  { db }: Reads,
  call: Call,
  rows: readonly ClaimRow[],
  from: Database = db,
): Promise<ClaimRecord[]> {
  const { consumerId } = call.caller
  const ids = rows.map(({ id }) => id)
  const challenges = await latestChallenges(from, consumerId, ids)
  const deadlines = await deadlinesOf(from, ids)
  return rows.map((row) => {
    const deadline = deadlines.get(row.id) ?? row.deadline
    return claimRecord({ ...row, deadline }, consumerId, challenges.get(row.id) ?? null)
  })
}

export const recordOf = async (deps: Reads, call: Call, row: ClaimRow, from: Database): Promise<ClaimRecord> =>
  (await recordsOf(deps, call, [row], from))[0]!

/** Records for public ids, null for each that is absent, malformed or neither side's. */
export async function byIds(deps: Reads, call: Call, ids: readonly string[]): Promise<(ClaimRecord | null)[]> {
  requireScope(call, 'claims:read')
  const find = (uuids: string[]) => findClaims(deps.db, call.caller, uuids)
  return recordsByIds('claim', ids, find, { open: (rows) => recordsOf(deps, call, rows) })
}

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
