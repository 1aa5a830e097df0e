import type { Database } from '../../database/orm.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { decodeId } from '../../kernel/id.ts'
import { deadlinesOf } from './deadline-store.ts'
import { type ClaimRecord, claimRecord } from './record.ts'
import { type ClaimRow, findClaims, latestChallenges } from './store.ts'

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
  const uuids = ids.map((id) => decodeId('claim', id))
  const rows = await findClaims(
    deps.db,
    call.caller,
    uuids.filter((id) => id !== null),
  )
  const records = await recordsOf(deps, call, rows)
  const byId = new Map(rows.map((row, at) => [row.id, records[at]!]))
  return uuids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
}
