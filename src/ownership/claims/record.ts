import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import { requireId, requireOneOf } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordsByIds } from '../../kernel/page.ts'
import { moment, nullable, one, owner, type RecordOf, record, text, typeOf } from '../../kernel/record.ts'
import { readMoment, readStored, readText } from '../../kernel/stored.ts'
import { aliasTypes, readAliasType } from '../../registry/aliases/normalization/alias-types.ts'
import { deadlinesOf } from './deadline-store.ts'
import {
  type ClaimDirection,
  claimDirections,
  claimKinds,
  claimReasons,
  claimStatuses,
  isOpen,
  readClaimStatus,
} from './rules.ts'
import { type ClaimRow, claimsOf, claimsOn, findClaims, latestChallenges } from './store.ts'

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const claim = record('claim', {
  direction: owner(one(claimDirections)),
  kind: owner(one(claimKinds)),
  type: owner(typeOf(aliasTypes)),
  value: owner(text('Normalized')),
  /** Neither side sees the other's. */
  identity: owner(nullable(text("idn_…, this side's own"))),
  consumer: owner(text('The claimer')),
  status: owner(one(claimStatuses)),
  reason: owner(nullable(one(claimReasons))),
  deadline: owner(nullable(moment('The deadline of its status'))),
  challenge: owner(nullable(text("chl_…, this side's latest challenge"))),
})

export type ClaimRecord = RecordOf<typeof claim>

/** Renders the claim for one side. */
function claimRecord(row: ClaimRow, consumerId: string, challengeId: string | null): ClaimRecord {
  const isClaimer = row.consumer_id === consumerId
  const status = readClaimStatus(row.status)
  const identityId = isClaimer ? row.identity_id : row.donor_identity_id
  return {
    id: encodeId('claim', row.id),
    livemode: row.livemode,
    direction: isClaimer ? 'outgoing' : 'incoming',
    kind: readStored(claimKinds, row.kind, 'portability'),
    type: readAliasType(row.type),
    value: readText(row.value),
    identity: identityId && encodeId('identity', identityId),
    consumer: encodeId('consumer', row.consumer_id),
    status,
    reason: row.reason === null ? null : readStored(claimReasons, row.reason, 'refused'),
    deadline: isOpen(status) ? readMoment(row.deadline) : null,
    challenge: challengeId && encodeId('challenge', challengeId),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  }
}

/** Payload of `claim.*` events. */
export const claimPayload = ({ id, kind, type }: Pick<ClaimRow, 'id' | 'kind' | 'type'>) => ({
  claim: { public_id: encodeId('claim', id), type: kind },
  alias_type: type,
})

async function recordsOf(db: Database, call: Call, rows: readonly ClaimRow[]): Promise<ClaimRecord[]> {
  const { consumerId } = call.caller
  const ids = rows.map(({ id }) => id)
  const challenges = await latestChallenges(db, consumerId, ids)
  const deadlines = await deadlinesOf(db, ids)
  return rows.map((row) => {
    const deadline = deadlines.get(row.id) ?? row.deadline
    return claimRecord({ ...row, deadline }, consumerId, challenges.get(row.id) ?? null)
  })
}

export const recordOf = async (db: Database, call: Call, row: ClaimRow): Promise<ClaimRecord> =>
  (await recordsOf(db, call, [row]))[0]!

type Deps = { readonly db: Database; readonly readLists: ReadLists }

/** Records for public ids, null for each that is absent, malformed or neither side's. */
export async function byIds({ db }: Deps, call: Call, ids: readonly string[]): Promise<(ClaimRecord | null)[]> {
  requireScope(call, 'claims:read')
  const find = (uuids: string[]) => findClaims(db, call.caller, uuids)
  return recordsByIds('claim', ids, find, { open: (rows) => recordsOf(db, call, rows) })
}

/** A page of claims, as the caller's side sees them. */
export async function list(
  { db, readLists }: Deps,
  call: Call,
  page: Page,
  direction: ClaimDirection,
): Promise<RecordPage<ClaimRecord>> {
  requireScope(call, 'claims:read')
  requireOneOf(claimDirections, direction, 'direction')
  const own = await readOwn<ClaimRow>(readLists, call.caller.consumerId, claimsOf(call.caller, direction), page)
  return { records: await recordsOf(db, call, own.rows), hasMore: own.hasMore }
}

/** A page of the claims by each identity of the caller's, or of its aliases. */
export async function listOf(
  { db, readLists }: Deps,
  call: Call,
  identities: readonly string[],
  page: Page,
  direction: ClaimDirection,
): Promise<RecordPage<ClaimRecord>[]> {
  requireScope(call, 'claims:read')
  const ids = identities.map((id) => requireId('identity', id))
  const lists = await readLists<ClaimRow>(call.caller.consumerId, claimsOn(call.caller, direction), ids, page)
  return Promise.all(lists.map(async ({ rows, hasMore }) => ({ records: await recordsOf(db, call, rows), hasMore })))
}
