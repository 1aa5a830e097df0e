import { timingSafeEqual } from 'node:crypto'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { inTransaction } from '../../database/retry.ts'
import { aliasPayload } from '../../events/payload.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId } from '../../kernel/id.ts'
import { present, requireId } from '../../kernel/input.ts'
import { mustBeText } from '../../kernel/rule.ts'
import { lockAlias } from '../../registry/aliases/changes.ts'
import { type AliasRow, readAliasStatus } from '../../registry/aliases/record.ts'
import { proveAlias } from '../../registry/aliases/store.ts'
import type { Change, Write } from '../../unit-of-work/write.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { Authorization, Authorizations } from '../proofs/authorization.ts'
import type { Looking } from '../proofs/looking.ts'
import { keepProof } from '../proofs/store.ts'
import type { ChallengeLimits, Receiver } from './limits.ts'
import { codeHash, type Making, type Outgoing, requireMethod } from './making.ts'
import { type ChallengeRecord, challengeRecord } from './record.ts'
import {
  answered,
  type ChallengeMethod,
  type ChallengeStatus,
  challengeMethods,
  channelOf,
  readChallengeStatus,
  testCode,
} from './rules.ts'
import { type ChallengeRow, findChallenges, lockChallenge, settleChallenge } from './store.ts'

type Deps = {
  db: Database
  write: Write
  keyring: Keyring
  making: Making
  looking: Looking
  authorizations: Authorizations
  challengeLimits: ChallengeLimits
  /** A wrong answer is a guess. */
  limits: Pick<Limits, 'admitGuesses'>
  proofs: { days: number; checkDays: number }
  /** Of a claim's challenge. */
  lockClaimOf: (change: Pick<Change, 'db'>, call: Call, found: ChallengeRow) => Promise<Answerable>
}

/** What an answer is judged by, locked. */
export type Answerable = {
  receiver: Receiver
  /** Whether the code of test mode meets it there. */
  opensInTest: boolean
  /** What meeting it does. `isKept` when a domain was looked at. */
  met(change: Change, isKept: boolean): Promise<void>
}

/** What a challenge's domain has to show; null where nothing is looked at. */
export const authorizationsOf =
  (authorizations: Authorizations) =>
  (row: ChallengeRow): Authorization | null => {
    const { consumer_id: consumerId, livemode, token, link } = row
    const aliasId = row.alias_id ?? row.claim_id
    return token === null || link === null || aliasId === null
      ? null
      : authorizations({ consumerId, livemode, aliasId }, token, link)
  }

/** What answers to challenges came to, looks at domains among them. */
export type AnswerCounts = Record<'met' | 'wrong' | 'limited', number>

const daySeconds = 86_400

export function createChallenges(deps: Deps) {
  const { db, write, keyring, making, looking, authorizations, challengeLimits, limits, proofs } = deps

  const authorizationOf = authorizationsOf(authorizations)
  const recordOf = (row: ChallengeRow): ChallengeRecord => challengeRecord(row, authorizationOf(row))

  /** INVARIANT (test mode): it hangs on the row's own livemode. */
  function isRight(row: ChallengeRow, code: string, opensInTest: boolean): boolean {
    if (!row.livemode) return opensInTest && code === testCode
    const hash = row.code_hash
    return hash !== null && timingSafeEqual(Buffer.from(hash), codeHash(keyring, row, code))
  }

  /** An alias's: the identity is locked first. The caller holds the alias: its row was found as its own. */
  async function lockAliasOf(change: Pick<Change, 'db'>, call: Call, found: ChallengeRow): Promise<Answerable> {
    const { row: alias } = await lockAlias(change, call, found.alias_id ?? found.id)
    if (readAliasStatus(alias) !== 'registered') throw new SignpostError('alias_released')
    return { receiver: alias, opensInTest: true, met: (change, isKept) => prove(change, found, alias, isKept) }
  }

  /** The challenge, locked behind what it is about. @throws SignpostError challenge_closed · alias_released */
  async function lockPending(
    change: Pick<Change, 'db'>,
    call: Call,
    uuid: string,
    open: readonly ChallengeStatus[] = ['pending'],
  ): Promise<Answerable & { row: ChallengeRow }> {
    const [found] = await findChallenges(change.db, call.caller, [uuid])
    const lock = present(found).claim_id === null ? lockAliasOf : deps.lockClaimOf
    const about = await lock(change, call, found!)
    const row = present(await lockChallenge(change.db, call.caller, uuid))
    if (!open.includes(readChallengeStatus(row))) throw new SignpostError('challenge_closed')
    return { ...about, row }
  }

  async function prove({ db, emit }: Change, row: ChallengeRow, alias: AliasRow, isKept: boolean): Promise<void> {
    const isDomain = channelOf(row.method as ChallengeMethod) === null
    const proved = await proveAlias(db, alias, row.method, isDomain ? proofs.days * daySeconds : null)
    if (isDomain && isKept) {
      const { livemode, method, token } = row
      const proof = { aliasId: alias.id, livemode, identityId: alias.identity_id, method, token: token! }
      await keepProof(db, proof, proofs.checkDays * daySeconds)
    }
    emit('alias.verified', aliasPayload(proved.identity_id, proved))
  }

  /**
   * INVARIANT (guesses): what the challenge is about, the challenge and the tallies are locked, in this order, before
   * anything is compared: of any number of answers at once no more are judged than there are attempts.
   */
  async function judgeCode(change: Change, call: Call, uuid: string, code: string): Promise<ChallengeRow> {
    const { row, receiver, opensInTest, met } = await lockPending(change, call, uuid)
    const takeBack = await challengeLimits.takeAnswer(change.db, call.caller, receiver)
    const isMet = isRight(row, code, opensInTest)
    if (isMet) await takeBack()
    const settled = await settleChallenge(change.db, row.id, answered(row.attempts_left, isMet))
    if (isMet) await met(change, false)
    return settled
  }

  /** Takes an attempt before anything is looked at, so that no more looks go out than there are attempts. */
  const takeLook = (call: Call, uuid: string): Promise<ChallengeRow> =>
    inTransaction(db, async (trx) => {
      const { row } = await lockPending({ db: trx }, call, uuid)
      if (row.attempts_left < 1) throw new SignpostError('challenge_closed')
      await challengeLimits.takeOwn(trx, call.caller)
      return settleChallenge(trx, row.id, { status: 'pending', attemptsLeft: row.attempts_left - 1 })
    })

  async function settleLook(change: Change, call: Call, uuid: string, isShown: boolean): Promise<ChallengeRow> {
    const { row, met } = await lockPending(change, call, uuid, isShown ? ['pending'] : ['pending', 'failed'])
    if (isShown) {
      const settled = await settleChallenge(change.db, row.id, { status: 'met', attemptsLeft: row.attempts_left })
      await met(change, true)
      return settled
    }
    // Another look at the same time may have spent the last attempt: this one was as good as that.
    if (row.attempts_left > 0 || row.status === 'failed') return row
    return settleChallenge(change.db, row.id, { status: 'failed', attemptsLeft: 0 })
  }

  /** What a network answers is waited for outside of any transaction. */
  async function look(call: Call, uuid: string): Promise<ChallengeRow> {
    const taken = await takeLook(call, uuid)
    const isShown = await looking.shows(taken.method, authorizationOf(taken))
    return write(call, (change) => settleLook(change, call, uuid, isShown))
  }

  const counts: AnswerCounts = { met: 0, wrong: 0, limited: 0 }

  return {
    counts: counts as Readonly<AnswerCounts>,

    /** Makes a challenge for an alias of the caller's. @throws SignpostError challenge_limit · challenge_sender_missing · challenge_not_sent */
    async create(call: Call, aliasId: string, { method: sent }: { method: string }): Promise<ChallengeRecord> {
      requireScope(call, 'aliases:write')
      const method = requireMethod(sent, challengeMethods)
      const uuid = requireId('alias', aliasId)
      const held: { outgoing: Outgoing | null } = { outgoing: null }
      const row = await write(call, async (change) => {
        const { row: alias } = await lockAlias(change, call, uuid)
        if (readAliasStatus(alias) !== 'registered') throw new SignpostError('alias_released')
        const subject = {
          type: alias.type,
          value: alias.value,
          identityId: alias.identity_id,
          aliasId: alias.id,
          claimId: null,
        }
        const made = await making.make(change.db, call, subject, 'prove', method)
        held.outgoing = made.outgoing
        return made.row
      })
      await making.deliver(call, held.outgoing)
      return recordOf(row)
    },

    /** Judges an answer, or looks at what the domain shows. A wrong one is no error: there is one attempt less. */
    async answer(call: Call, id: string, { code }: { code?: string | null | undefined }): Promise<ChallengeRecord> {
      requireScope(call, 'aliases:write')
      if (code != null && typeof code !== 'string')
        throw new SignpostError('parameter_invalid', { param: 'code', rule: mustBeText })
      const uuid = requireId('challenge', id)
      const [found] = await findChallenges(db, call.caller, [uuid])
      const { method, livemode } = present(found)
      const isCode = channelOf(method as ChallengeMethod) !== null || (!livemode && code != null)
      if (isCode && code == null) throw new SignpostError('parameter_missing', { param: 'code' })
      // Under an Idempotency-Key the refusal is an outcome, which the transaction stores.
      if (!call.idempotency && readChallengeStatus(found!) !== 'pending') throw new SignpostError('challenge_closed')
      const admission = await limits.admitGuesses(call, 1)
      let isWrong = false
      try {
        const row = isCode
          ? await write(call, (change) => judgeCode(change, call, uuid, code!))
          : await look(call, uuid)
        isWrong = row.status !== 'met' && !call.replayed
        if (!call.replayed) counts[isWrong ? 'wrong' : 'met']++
        if (isWrong && call.release === 'at once') call.release = 'single'
        return recordOf(row)
      } catch (error) {
        if (error instanceof SignpostError && error.code === 'challenge_limit') counts.limited++
        throw error
      } finally {
        admission.settle(isWrong ? 1 : 0)
      }
    },

    /** Records for public ids, null for each that is absent, malformed or not the caller's. */
    async byIds(call: Call, ids: readonly string[]): Promise<(ChallengeRecord | null)[]> {
      requireScope(call, 'aliases:write')
      const uuids = ids.map((id) => decodeId('challenge', id))
      const rows = await findChallenges(
        db,
        call.caller,
        uuids.filter((id) => id !== null),
      )
      const byId = new Map(rows.map((row) => [row.id, recordOf(row)]))
      return uuids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
    },
  }
}

export type Challenges = ReturnType<typeof createChallenges>
