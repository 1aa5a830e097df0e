import { sql } from 'kysely'
import { readTime } from '../../database/clock.ts'
import { isExpired } from '../../database/conditions.ts'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import type { ChallengeMethod, ChallengePurpose, ChallengeStatus } from './rules.ts'

/** `ran_out`: `expires_at` has passed by the database's clock. */
export type ChallengeRow = {
  id: string
  livemode: boolean
  consumer_id: string
  identity_id: string | null
  alias_id: string | null
  claim_id: string | null
  method: string
  purpose: string
  status: string
  code_hash: Uint8Array | null
  token: string | null
  link: string | null
  attempts_left: number
  expires_at: Date
  met_at: Date | null
  send_state: string
  created_at: Date
  updated_at: Date
  ran_out: boolean | null
}

export type NewChallenge = {
  id: string
  livemode: boolean
  consumerId: string
  identityId: string | null
  aliasId: string | null
  claimId: string | null
  method: ChallengeMethod
  purpose: ChallengePurpose
  codeHash: Buffer | null
  sendState: 'none' | 'due' | 'withheld'
  token: string | null
  link: string | null
  attemptsLeft: number
  seconds: number
}

/** Ends the earlier challenges of the alias or claim for this purpose and method: only the newest code counts. */
export async function endEarlier(
  db: Database,
  { aliasId, claimId, purpose, method }: Pick<NewChallenge, 'aliasId' | 'claimId' | 'purpose' | 'method'>,
): Promise<void> {
  await sql`
    update challenge set status = 'expired', code_hash = null, updated_at = now()
    where (alias_id = ${aliasId} or claim_id = ${claimId}) and purpose = ${purpose} and method = ${method} and status = 'pending'`.execute(
    db,
  )
}

export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<ChallengeRow> {
  const { id, livemode, consumerId, identityId, aliasId, method, purpose, codeHash, token, link } = challenge
  const { rows } = await sql<ChallengeRow>`
    insert into challenge (id, livemode, consumer_id, identity_id, alias_id, claim_id, method, purpose, code_hash, send_state, token,
      link, attempts_left, expires_at)
    values (${id}, ${livemode}, ${consumerId}, ${identityId}, ${aliasId}, ${challenge.claimId}, ${method}, ${purpose}, ${codeHash},
      ${challenge.sendState}, ${token}, ${link}, ${challenge.attemptsLeft}, now() + ${challenge.seconds}::float8 * interval '1 second')
    returning *, ${isExpired('expires_at')} as ran_out`.execute(db)
  return rows[0]!
}

/**
 * Reads challenges of one consumer by id, in no order; those of others are left out. Their ends are evaluated at `at`.
 */
export async function findChallenges(
  db: Database,
  { consumerId, livemode }: Owner,
  ids: readonly string[],
  at: string | null = null,
): Promise<ChallengeRow[]> {
  const { rows } = await sql<ChallengeRow>`
    select *, ${isExpired('expires_at', at)} as ran_out from challenge
    where id = any(${ids}::uuid[]) and consumer_id = ${consumerId} and livemode = ${livemode}`.execute(db)
  return rows
}

/** Locks the challenge: answers to one challenge are evaluated one after the other. */
export async function lockChallenge(db: Database, owner: Owner, id: string): Promise<ChallengeRow | undefined> {
  await sql`
    select from challenge
    where id = ${id} and consumer_id = ${owner.consumerId} and livemode = ${owner.livemode} for update`.execute(db)
  const [row] = await findChallenges(db, owner, [id], await readTime(db))
  return row
}

/** Changes a challenge. One that is no longer pending loses its code's hash. */
export async function settleChallenge(
  db: Database,
  id: string,
  { status, attemptsLeft }: { status: ChallengeStatus; attemptsLeft: number },
): Promise<ChallengeRow> {
  const { rows } = await sql<ChallengeRow>`
    update challenge set status = ${status}, attempts_left = ${attemptsLeft}, updated_at = now(),
      code_hash = case when ${status === 'pending'} then code_hash end, met_at = case when ${status === 'met'} then now() end
    where id = ${id} returning *, ${isExpired('expires_at')} as ran_out`.execute(db)
  return rows[0]!
}

/** Removes up to `limit` challenges that ended more than `days` ago. @returns the number removed */
export async function purgeChallenges(db: Database, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from challenge where id in (
      select id from challenge where expires_at < now() - ${days} * interval '1 day'
      order by expires_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
