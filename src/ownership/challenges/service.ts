import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { aliasPayload } from '../../events/payload.ts'
import { type Call, type Owner, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { present, requireId } from '../../kernel/input.ts'
import { mustBeOneOf, mustBeText } from '../../kernel/rule.ts'
import { lockAlias } from '../../registry/aliases/changes.ts'
import { readAliasStatus } from '../../registry/aliases/record.ts'
import { proveAlias } from '../../registry/aliases/store.ts'
import { forgetOutcome } from '../../unit-of-work/idempotency.ts'
import type { Write } from '../../unit-of-work/write.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { ChallengeMessage } from '../senders/sender.ts'
import type { Sending } from '../senders/sending.ts'
import type { ChallengeLimits, Receiver } from './limits.ts'
import { type ChallengeRecord, challengeRecord } from './record.ts'
import {
  answered,
  attemptLimit,
  type ChallengeMethod,
  challengeMethods,
  channelOf,
  codeDigits,
  methodsFor,
  readChallengeStatus,
  testCode,
} from './rules.ts'
import {
  type ChallengeRow,
  endEarlier,
  failUnsent,
  findChallenges,
  insertChallenge,
  lockChallenge,
  settleChallenge,
} from './store.ts'

type Deps = {
  db: Database
  write: Write
  newId: () => string
  keyring: Keyring
  sending: Sending
  challengeLimits: ChallengeLimits
  /** A wrong answer is a guess. */
  limits: Pick<Limits, 'admitGuesses'>
  codeMinutes: number
  locale: string
}

/** A code that is to leave once the challenge is stored; withheld when a shared limit says so. */
type Outgoing = { message: ChallengeMessage; challengeId: string; isWithheld: boolean; receiver: Receiver }

export function createChallenges(deps: Deps) {
  const { db, write, newId, keyring, sending, challengeLimits, limits, codeMinutes, locale } = deps

  const hashOf = (livemode: boolean, id: string, purpose: string, code: string) =>
    keyring.hash('challenge', livemode, `code|${id}|${purpose}|${code}`)

  /** INVARIANT (test mode): it hangs on the row's own livemode. The caller holds the alias: its row was found as its own. */
  function isRight({ id, livemode, purpose, code_hash: hash }: ChallengeRow, code: string): boolean {
    if (!livemode) return code === testCode
    return hash !== null && timingSafeEqual(Buffer.from(hash), hashOf(livemode, id, purpose, code))
  }

  /** The code leaves after the commit; a transaction never waits for a sender. @throws SignpostError challenge_not_sent */
  async function deliver(call: Call, { message, challengeId, isWithheld, receiver }: Outgoing): Promise<void> {
    const undo = () =>
      db.transaction().execute(async (trx) => {
        await failUnsent(trx, challengeId)
        if (!isWithheld) await challengeLimits.returnShared(trx, call.caller, receiver)
        await forgetOutcome(trx, call, keyring)
      })
    const isSent = isWithheld ? sending.withhold(message.channel) : await sending.send(message, undo)
    if (isSent) return
    if (isWithheld) await undo()
    throw new SignpostError('challenge_not_sent')
  }

  const messageTo = (call: Call, { value }: Receiver, row: ChallengeRow, method: ChallengeMethod, code: string) => ({
    channel: channelOf(method),
    to: value,
    code,
    purpose: challengeRecord(row).purpose,
    consumer: { id: encodeId('consumer', call.caller.consumerId), name: call.caller.consumerName },
    expires_at: Math.floor(row.expires_at.getTime() / 1_000),
    locale,
  })

  return {
    /** Makes a challenge for an alias of the caller's. @throws SignpostError challenge_limit · challenge_sender_missing · challenge_not_sent */
    async create(call: Call, aliasId: string, { method: sent }: { method: string }): Promise<ChallengeRecord> {
      requireScope(call, 'aliases:write')
      const method = requireMethod(sent, challengeMethods)
      const uuid = requireId('alias', aliasId)
      const { livemode, consumerId } = call.caller
      let outgoing: Outgoing | null = null
      const record = await write(call, async (change) => {
        outgoing = null
        const { row: alias } = await lockAlias(change, call, uuid)
        requireMethod(method, methodsFor(alias.type))
        if (readAliasStatus(alias) !== 'registered') throw new SignpostError('alias_released')
        if (livemode && !sending.isConfigured(channelOf(method))) throw new SignpostError('challenge_sender_missing')

        const [id, code] = [newId(), livemode ? newCode() : null]
        await endEarlier(change.db, { aliasId: alias.id, purpose: 'prove', method })
        if (code !== null) await challengeLimits.takeOwn(change.db, call.caller)
        const isWithheld = code !== null && !(await challengeLimits.takeShared(change.db, call.caller, alias))
        const row = await insertChallenge(change.db, {
          id,
          livemode,
          consumerId,
          identityId: alias.identity_id,
          aliasId: alias.id,
          method,
          purpose: 'prove',
          codeHash: code === null ? null : hashOf(livemode, id, 'prove', code),
          attemptsLeft: attemptLimit,
          seconds: codeMinutes * 60,
        })
        if (code !== null) {
          const message = messageTo(call, alias, row, method, code)
          outgoing = { message, challengeId: id, isWithheld, receiver: { type: alias.type, value: alias.value } }
        }
        return challengeRecord(row)
      })
      if (livemode) call.release = 'sending'
      if (outgoing !== null && !call.replayed) await deliver(call, outgoing)
      return record
    },

    /**
     * Judges an answer. A wrong one is no error: the challenge has one attempt less.
     *
     * INVARIANT (guesses): the identity, the challenge and the tallies are locked, in this order, before anything is
     * compared: of any number of answers at once no more are judged than there are attempts.
     */
    async answer(call: Call, id: string, { code }: { code?: string | null | undefined }): Promise<ChallengeRecord> {
      requireScope(call, 'aliases:write')
      if (code != null && typeof code !== 'string')
        throw new SignpostError('parameter_invalid', { param: 'code', rule: mustBeText })
      const uuid = requireId('challenge', id)
      // Under an Idempotency-Key the refusal is an outcome, which the transaction stores.
      if (!call.idempotency || code == null) await requirePending(db, call.caller, uuid)
      if (code == null) throw new SignpostError('parameter_missing', { param: 'code' })
      const admission = await limits.admitGuesses(call, 1)
      const judged: { outcome: 'right' | 'wrong' | 'neither' } = { outcome: 'neither' }
      try {
        const record = await write(call, async (change) => {
          judged.outcome = 'neither'
          const [found] = await findChallenges(change.db, call.caller, [uuid])
          const { row: alias } = await lockAlias(change, call, present(found).alias_id ?? uuid)
          const row = present(await lockChallenge(change.db, call.caller, uuid))
          if (readChallengeStatus(row) !== 'pending') throw new SignpostError('challenge_closed')
          if (readAliasStatus(alias) !== 'registered') throw new SignpostError('alias_released')
          const takeBack = await challengeLimits.takeAnswer(change.db, call.caller, alias)
          const isMet = isRight(row, code)
          if (isMet) await takeBack()
          const settled = await settleChallenge(change.db, row.id, answered(row.attempts_left, isMet))
          if (isMet) {
            const proved = await proveAlias(change.db, alias.id, row.method)
            change.emit('alias.verified', aliasPayload(proved.identity_id, proved))
          }
          judged.outcome = isMet ? 'right' : 'wrong'
          return challengeRecord(settled)
        })
        if (judged.outcome === 'wrong' && call.release === 'at once') call.release = 'single'
        return record
      } finally {
        admission.settle(judged.outcome === 'wrong' ? 1 : 0)
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
      const byId = new Map(rows.map((row) => [row.id, challengeRecord(row)]))
      return uuids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
    },
  }
}

export type Challenges = ReturnType<typeof createChallenges>

const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')

function requireMethod(method: unknown, allowed: readonly ChallengeMethod[]): ChallengeMethod {
  if ((allowed as readonly unknown[]).includes(method)) return method as ChallengeMethod
  const rule = allowed.length > 0 ? mustBeOneOf(allowed) : 'No method proves an alias of this type.'
  throw new SignpostError('parameter_invalid', { param: 'method', rule })
}

/** Refuses cheaply what a transaction would refuse. It decides nothing else. */
async function requirePending(db: Database, owner: Owner, id: string): Promise<void> {
  const [row] = await findChallenges(db, owner, [id])
  if (readChallengeStatus(present(row)) !== 'pending') throw new SignpostError('challenge_closed')
}
