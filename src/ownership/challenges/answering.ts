import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../database/orm.ts'
import { aliasPayload } from '../../events/payload.ts'
import type { Change, Writing } from '../../events/write.ts'
import { type Call, outside } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { present } from '../../kernel/input.ts'
import { enoughUnderWay, inPlace } from '../../kernel/queue-bounds.ts'
import { lockAlias } from '../../registry/aliases/changes.ts'
import { type AliasRow, readAliasStatus } from '../../registry/aliases/record.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { Authorizations } from '../proofs/authorization.ts'
import type { Looking } from '../proofs/looking.ts'
import { type DomainProofDays, noteProved } from '../proofs/proving.ts'
import { codeHash } from './issue.ts'
import type { ChallengeLimits, Receiver } from './limits.ts'
import { authorizationOf } from './record.ts'
import { answered, type ChallengeStatus, readChallengeStatus, testCode } from './rules.ts'
import { type ChallengeRow, findChallenges, lockChallenge, settleChallenge } from './store.ts'

/** Dependencies of evaluating answers. */
export type Answering = {
  db: Database
  write: Writing
  keyring: Keyring
  looking: Looking
  authorizations: Authorizations
  challengeLimits: ChallengeLimits
  /** Domain checks in progress. */
  looks: FairQueue
  proofs: DomainProofDays
  /** For a claim's challenge. */
  lockClaimOf: (change: Pick<Change, 'db'>, call: Call, found: ChallengeRow) => Promise<Answerable>
}

/** The locked facts that an answer is evaluated by. */
export type Answerable = {
  receiver: Receiver
  /** True if the code of test mode meets the challenge. */
  opensInTest: boolean
  /** The effect of meeting it. `isKept` after a domain check. */
  met(change: Change, isKept: boolean): Promise<void>
}

/** INVARIANT (test mode): it depends on the row's own livemode. */
function isRight({ keyring }: Answering, row: ChallengeRow, code: string, opensInTest: boolean): boolean {
  if (!row.livemode) return opensInTest && code === testCode
  const hash = row.code_hash
  return hash !== null && timingSafeEqual(Buffer.from(hash), codeHash(keyring, row, code))
}

/**
 * For an alias: the identity is locked first. The caller holds the alias, because its row was read as the caller's own.
 */
async function lockAliasOf(
  answering: Answering,
  change: Pick<Change, 'db'>,
  call: Call,
  found: ChallengeRow,
): Promise<Answerable> {
  const { row: alias } = await lockAlias(change.db, call.caller, found.alias_id ?? found.id)
  if (readAliasStatus(alias) !== 'registered') throw new SignpostError('alias_released')
  return { receiver: alias, opensInTest: true, met: (change, isKept) => prove(answering, change, found, alias, isKept) }
}

/** Reads the challenge and locks it after its subject. @throws SignpostError challenge_closed · alias_released */
async function lockPending(
  answering: Answering,
  change: Pick<Change, 'db'>,
  call: Call,
  uuid: string,
  open: readonly ChallengeStatus[] = ['pending'],
): Promise<Answerable & { row: ChallengeRow }> {
  const [found] = await findChallenges(change.db, call.caller, [uuid])
  const lock = present(found).claim_id === null ? lockAliasOf.bind(null, answering) : answering.lockClaimOf
  const about = await lock(change, call, found!)
  const row = present(await lockChallenge(change.db, call.caller, uuid))
  if (!open.includes(readChallengeStatus(row))) throw new SignpostError('challenge_closed')
  return { ...about, row }
}

async function prove(
  { proofs }: Answering,
  { db, emit }: Change,
  row: ChallengeRow,
  alias: AliasRow,
  isKept: boolean,
): Promise<void> {
  const met = { method: row.method, token: isKept ? row.token : null, subjectId: alias.id }
  const proved = await noteProved(db, alias, met, proofs)
  emit('alias.verified', aliasPayload(proved.identity_id, proved))
}

/**
 * INVARIANT (guesses): the subject, the challenge and the tallies are locked, in this order, before any comparison: of
 * any number of concurrent answers no more are evaluated than there are attempts.
 */
export async function judgeCode(
  answering: Answering,
  change: Change,
  call: Call,
  uuid: string,
  code: string,
): Promise<ChallengeRow> {
  const { row, receiver, opensInTest, met } = await lockPending(answering, change, call, uuid)
  const takeBack = await answering.challengeLimits.takeAnswer(change.db, call.caller, receiver)
  const isMet = isRight(answering, row, code, opensInTest)
  if (isMet) await takeBack()
  const settled = await settleChallenge(change.db, row.id, answered(row.attempts_left, isMet))
  if (isMet) await met(change, false)
  return settled
}

/** Takes an attempt before a domain check, so that no more checks run than there are attempts. */
async function takeLook(answering: Answering, trx: Database, call: Call, uuid: string): Promise<ChallengeRow> {
  const { row } = await lockPending(answering, { db: trx }, call, uuid)
  if (row.attempts_left < 1) throw new SignpostError('challenge_closed')
  await answering.challengeLimits.takeOwn(trx, call.caller)
  return settleChallenge(trx, row.id, { status: 'pending', attemptsLeft: row.attempts_left - 1 })
}

async function settleLook(
  answering: Answering,
  change: Change,
  call: Call,
  uuid: string,
  isShown: boolean,
): Promise<ChallengeRow> {
  const { row, met } = await lockPending(answering, change, call, uuid, isShown ? ['pending'] : ['pending', 'failed'])
  if (isShown) {
    const settled = await settleChallenge(change.db, row.id, { status: 'met', attemptsLeft: row.attempts_left })
    await met(change, true)
    return settled
  }
  // A concurrent check may have spent the last attempt: this one counts all the same.
  if (row.attempts_left > 0 || row.status === 'failed') return row
  return settleChallenge(change.db, row.id, { status: 'failed', attemptsLeft: 0 })
}

/** Waits for the network outside of any transaction, and without the request's place. */
async function lookOnce(answering: Answering, call: Call, uuid: string): Promise<ChallengeRow> {
  const { write, authorizations, looking } = answering
  return write.inTwo(
    call,
    (trx) => takeLook(answering, trx, call, uuid),
    async (taken) => {
      const isShown =
        taken !== undefined &&
        (await outside(call, () => looking.shows(taken.method, authorizationOf(authorizations, taken))))
      return write(call, (change) => settleLook(answering, change, call, uuid, isShown))
    },
  )
}

/** @throws SignpostError rate_limited, before it costs an attempt */
export const look = (answering: Answering, call: Call, uuid: string): Promise<ChallengeRow> =>
  inPlace(answering.looks, call.caller.consumerId, enoughUnderWay('looks at domains', 5), () =>
    lookOnce(answering, call, uuid),
  )
