import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/orm.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { requireOneOf } from '../../kernel/input.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { Sending } from '../senders/sending.ts'
import type { ChallengeLimits, Receiver } from './limits.ts'
import {
  attemptLimit,
  type ChallengeMethod,
  type ChallengePurpose,
  channelOf,
  codeDigits,
  methodsFor,
} from './rules.ts'
import { type ChallengeRow, endEarlier, insertChallenge } from './store.ts'

/** Subject of a challenge: an alias of the caller's, or a claim. Ids are uuids. */
export type Subject = Receiver & Pick<ChallengeRow, 'identity_id' | 'alias_id' | 'claim_id'>

type Deps = {
  newId: () => string
  keyring: Keyring
  sending: Sending
  challengeLimits: ChallengeLimits
  codeMinutes: number
  domainDays: number
}

type CodeOf = Pick<ChallengeRow, 'id' | 'livemode' | 'purpose'>

/**
 * Computes the code of a challenge: a keyed hash, so that the sender computes it again and it is never stored. The key
 * is the ring's, and no code reveals another.
 */
export const codeOf = (keyring: Keyring, { id, livemode, purpose }: CodeOf): string => {
  const number = keyring.hash('challenge', livemode, `new code|${id}|${purpose}`).readBigUInt64BE()
  return String(number % 10n ** BigInt(codeDigits)).padStart(codeDigits, '0')
}

/** The keyed hash of a code: it is valid for one challenge and one purpose. */
export const codeHash = (keyring: Keyring, { id, livemode, purpose }: CodeOf, code: string): Buffer =>
  keyring.hash('challenge', livemode, `code|${id}|${purpose}|${code}`)

export function requireMethod(method: unknown, allowed: readonly ChallengeMethod[]): ChallengeMethod {
  if (allowed.length > 0) return requireOneOf(allowed, method, 'method')
  throw new SignpostError('parameter_invalid', { param: 'method', rule: 'No method proves an alias of this type.' })
}

/** Issues challenges, whose codes are sent after the answer. */
export function createChallengeIssuer(deps: Deps) {
  const { newId, keyring, sending, challengeLimits, codeMinutes, domainDays } = deps

  /** Inside the transaction: the send is a row, and `deliver` sends it after the commit. */
  async function make(
    db: Database,
    call: Call,
    subject: Subject,
    purpose: ChallengePurpose,
    sent: ChallengeMethod,
  ): Promise<ChallengeRow> {
    const { type, value, ...ids } = subject
    const method = requireMethod(sent, methodsFor(type, value))
    const { livemode, consumerId } = call.caller
    const channel = channelOf(method)
    if (livemode && channel && !sending.isConfigured(channel)) throw new SignpostError('challenge_sender_missing')
    const id = newId()
    const isSent = livemode && channel !== null
    await endEarlier(db, { ...ids, purpose, method })
    const sendState = !isSent ? 'none' : (await takeSend(db, call, subject, purpose)) ? 'due' : 'withheld'
    const about = { id, livemode, purpose }
    return insertChallenge(db, {
      id,
      livemode,
      consumer_id: consumerId,
      ...ids,
      method,
      purpose,
      code_hash: isSent ? codeHash(keyring, about, codeOf(keyring, about)) : null,
      send_state: sendState,
      token: channel === null ? randomBytes(16).toString('base64url') : null,
      link: channel === null ? value : null,
      attempts_left: attemptLimit,
      seconds: channel === null ? domainDays * 86_400 : codeMinutes * 60,
    })
  }

  /** INVARIANT (contests): sends of others to a receiver never keep a donor from contesting. */
  async function takeSend(
    db: Database,
    { caller }: Call,
    subject: Subject,
    purpose: ChallengePurpose,
  ): Promise<boolean> {
    if (purpose === 'contest') {
      await challengeLimits.takeContest(db, caller.livemode, subject.claim_id!)
      return true
    }
    await challengeLimits.takeOwn(db, caller)
    await challengeLimits.takeCountry(db, caller, subject)
    return challengeLimits.takeShared(db, caller, subject)
  }

  /**
   * After the commit. INVARIANT (nobody's answer): a sent, a withheld and a failed code have the same answer at the
   * same time, on the longer step; the code leaves after it.
   */
  function deliver(call: Call, { method, send_state: state }: ChallengeRow): void {
    if (state === 'none') return
    call.release = 'bulk'
    if (call.replayed) return
    if (state === 'withheld') sending.withheld(channelOf(method as ChallengeMethod)!)
    sending.wake()
  }

  return { make, deliver }
}

export type ChallengeIssuer = ReturnType<typeof createChallengeIssuer>
