import { randomBytes, randomInt } from 'node:crypto'
import type { Database } from '../../database/orm.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { mustBeOneOf } from '../../kernel/rule.ts'
import { forgetOutcome } from '../../unit-of-work/idempotency.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { ChallengeMessage } from '../senders/sender.ts'
import type { Sending } from '../senders/sending.ts'
import type { ChallengeLimits, Receiver } from './limits.ts'
import {
  attemptLimit,
  type ChallengeMethod,
  type ChallengePurpose,
  type Channel,
  channelOf,
  codeDigits,
  methodsFor,
} from './rules.ts'
import { type ChallengeRow, endEarlier, failUnsent, insertChallenge } from './store.ts'

/** What a challenge is about: an alias of the caller's, or a claim. Ids are uuids. */
export type Subject = Receiver & { identityId: string | null; aliasId: string | null; claimId: string | null }

/** A code that is to leave once the challenge is stored; withheld when a shared limit says so. */
export type Outgoing = { message: ChallengeMessage; challengeId: string; isWithheld: boolean; receiver: Receiver }

type Deps = {
  db: Database
  newId: () => string
  keyring: Keyring
  sending: Sending
  challengeLimits: ChallengeLimits
  codeMinutes: number
  domainDays: number
  locale: string
}

const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')

/** The keyed hash of a code: it is good for one challenge and one purpose. */
export const codeHash = (
  keyring: Keyring,
  { id, livemode, purpose }: Pick<ChallengeRow, 'id' | 'livemode' | 'purpose'>,
  code: string,
): Buffer => keyring.hash('challenge', livemode, `code|${id}|${purpose}|${code}`)

export function requireMethod(method: unknown, allowed: readonly ChallengeMethod[]): ChallengeMethod {
  if ((allowed as readonly unknown[]).includes(method)) return method as ChallengeMethod
  const rule = allowed.length > 0 ? mustBeOneOf(allowed) : 'No method proves an alias of this type.'
  throw new SignpostError('parameter_invalid', { param: 'method', rule })
}

/** Makes challenges, and sends their codes. */
export function createMaking(deps: Deps) {
  const { db, newId, keyring, sending, challengeLimits, codeMinutes, domainDays, locale } = deps

  /** In the transaction. A transaction never waits for a sender: `deliver` comes after it. */
  async function make(
    db: Database,
    call: Call,
    subject: Subject,
    purpose: ChallengePurpose,
    sent: ChallengeMethod,
  ): Promise<{ row: ChallengeRow; outgoing: Outgoing | null }> {
    const method = requireMethod(sent, methodsFor(subject.type, subject.value))
    const { livemode, consumerId } = call.caller
    const channel = channelOf(method)
    if (livemode && channel && !sending.isConfigured(channel)) throw new SignpostError('challenge_sender_missing')
    const [id, code] = [newId(), livemode && channel ? newCode() : null]
    await endEarlier(db, { aliasId: subject.aliasId, claimId: subject.claimId, purpose, method })
    const isWithheld = code !== null && !(await takeSend(db, call, subject, purpose))
    const row = await insertChallenge(db, {
      id,
      livemode,
      consumerId,
      identityId: subject.identityId,
      aliasId: subject.aliasId,
      claimId: subject.claimId,
      method,
      purpose,
      codeHash: code === null ? null : codeHash(keyring, { id, livemode, purpose }, code),
      token: channel === null ? randomBytes(16).toString('base64url') : null,
      link: channel === null ? subject.value : null,
      attemptsLeft: attemptLimit,
      seconds: channel === null ? domainDays * 86_400 : codeMinutes * 60,
    })
    const receiver = { type: subject.type, value: subject.value }
    const message = code !== null && channel ? messageOf(call, receiver, row, channel, code) : null
    return { row, outgoing: message && { message, challengeId: id, isWithheld, receiver } }
  }

  /** INVARIANT (contests): what others have sent to a receiver never keeps a donor from contesting. */
  async function takeSend(
    db: Database,
    { caller }: Call,
    subject: Subject,
    purpose: ChallengePurpose,
  ): Promise<boolean> {
    if (purpose === 'contest') {
      await challengeLimits.takeContest(db, caller.livemode, subject.claimId!)
      return true
    }
    await challengeLimits.takeOwn(db, caller)
    return challengeLimits.takeShared(db, caller, subject)
  }

  function messageOf({ caller }: Call, { value }: Receiver, row: ChallengeRow, channel: Channel, code: string) {
    return {
      channel,
      to: value,
      code,
      purpose: row.purpose as ChallengePurpose,
      consumer: { id: encodeId('consumer', caller.consumerId), name: caller.consumerName },
      expires_at: Math.floor(row.expires_at.getTime() / 1_000),
      locale,
    }
  }

  /** After the commit. @throws SignpostError challenge_not_sent */
  async function deliver(call: Call, outgoing: Outgoing | null): Promise<void> {
    if (outgoing === null) return
    call.release = 'sending'
    if (call.replayed) return
    const { message, challengeId, isWithheld, receiver } = outgoing
    const undo = () =>
      inTransaction(db, async (trx) => {
        await failUnsent(trx, challengeId)
        if (!isWithheld && message.purpose !== 'contest') await challengeLimits.returnShared(trx, call.caller, receiver)
        await forgetOutcome(trx, call, keyring)
      })
    const isSent = isWithheld ? sending.withhold(message.channel) : await sending.send(message, undo)
    if (isSent) return
    if (isWithheld) await undo()
    throw new SignpostError('challenge_not_sent')
  }

  return { make, deliver }
}

export type Making = ReturnType<typeof createMaking>
