import { parsePhoneNumberWithError } from 'libphonenumber-js/max'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Keyring } from '../../vault/keyring.ts'
import {
  consumerCap,
  contestCap,
  countryConsumerCap,
  countrySeconds,
  isOverShare,
  receiverCaps,
  wrongCaps,
} from './rules.ts'
import { countShared, note, unnote } from './store.ts'

export type Receiver = { type: string; value: string }

type Deps = {
  keyring: Keyring
  log: Pick<Logger, 'warn'>
  clock: () => number
  consumerLimit: number
  countryLimit: number
  countryConsumerLimit: number
}

const retryAfter = 3_600

const callingCode = ({ type, value }: Receiver): string | null =>
  type === 'phone' ? parsePhoneNumberWithError(value).countryCallingCode : null

/** Limits on sent codes and guesses, counted in the transaction of their subject. Keys are keyed hashes. */
export function createChallengeLimits({
  keyring,
  log,
  clock,
  consumerLimit,
  countryLimit,
  countryConsumerLimit,
}: Deps) {
  const counts = { countryReached: 0 }
  /** The hour in which each calling code was last logged. */
  const loggedIn = new Map<string, number>()

  const keyOf = (livemode: boolean, ...parts: readonly string[]) =>
    keyring.hash('challenge', livemode, `tally|${parts.join('|')}`)

  const refuseUnless = (isNoted: boolean): void => {
    if (!isNoted) throw new SignpostError('challenge_limit', { retryAfter })
  }

  const countryKeys = ({ consumerId, livemode }: Owner, country: string) => ({
    key: keyOf(livemode, 'country', country, consumerId),
    sharedKey: keyOf(livemode, 'country', country),
  })

  /** Warns the operator, once an hour. A calling code is no personal data. */
  function alarm(country: string): void {
    counts.countryReached++
    const hour = Math.floor(clock() / (countrySeconds * 1_000))
    if (loggedIn.get(country) === hour) return
    loggedIn.set(country, hour)
    log.warn({ callingCode: country }, 'the limit of codes to a country calling code is reached')
  }

  /** True if a calling code's limit is reached and the consumer has used its share of it. */
  async function isWithheld(db: Database, owner: Owner, country: string): Promise<boolean> {
    const { key, sharedKey } = countryKeys(owner, country)
    const verdict = isOverShare(await countShared(db, sharedKey, key, countrySeconds), countryLimit)
    if (verdict.isReached) alarm(country)
    return verdict.isWithheld
  }

  return {
    counts: counts as Readonly<typeof counts>,

    /** Takes one of the consumer's own sends, or checks. @throws SignpostError challenge_limit */
    async takeOwn(db: Database, { consumerId, livemode }: Owner): Promise<void> {
      refuseUnless(await note(db, keyOf(livemode, 'consumer', consumerId), [consumerCap(consumerLimit)]))
    },

    /**
     * Takes one of the consumer's own sends to the receiver's calling code, withheld ones included, so that its count
     * reveals nothing about others. @throws SignpostError challenge_limit
     */
    async takeCountry(db: Database, owner: Owner, receiver: Receiver): Promise<void> {
      const country = callingCode(receiver)
      if (country === null) return
      const { key, sharedKey } = countryKeys(owner, country)
      refuseUnless(await note(db, key, [countryConsumerCap(countryConsumerLimit)], sharedKey))
    },

    /** Takes one of the sends that all consumers share. @returns false if the code is withheld */
    async takeShared(db: Database, owner: Owner, receiver: Receiver): Promise<boolean> {
      const country = callingCode(receiver)
      if (country !== null && (await isWithheld(db, owner, country))) return false
      return note(db, keyOf(owner.livemode, 'receiver', receiver.type, receiver.value), receiverCaps)
    },

    /**
     * Takes one of a claim's contests, which are separate from those of others. @throws SignpostError challenge_limit
     */
    async takeContest(db: Database, livemode: boolean, claimId: string): Promise<void> {
      refuseUnless(await note(db, keyOf(livemode, 'contest', claimId), [contestCap]))
    },

    /**
     * Counts an answer as wrong before it is evaluated. @returns a function that a right answer calls to undo this
     * @throws SignpostError challenge_limit
     */
    async takeAnswer(db: Database, { consumerId, livemode }: Owner, receiver: Receiver): Promise<() => Promise<void>> {
      const tallies = [
        { key: keyOf(livemode, 'wrong', consumerId), cap: wrongCaps.consumer },
        { key: keyOf(livemode, 'wrong', consumerId, receiver.type, receiver.value), cap: wrongCaps.receiver },
      ]
      for (const { key, cap } of tallies) refuseUnless(await note(db, key, [cap]))
      return async () => {
        for (const { key } of tallies) await unnote(db, key)
      }
    },
  }
}

export type ChallengeLimits = ReturnType<typeof createChallengeLimits>
