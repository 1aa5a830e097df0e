import { parsePhoneNumberWithError } from 'libphonenumber-js/max'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { type Cap, consumerCap, contestCap, countryCap, countryShareCap, receiverCaps, wrongCaps } from './rules.ts'
import { note, unnote } from './tally-store.ts'

export type Receiver = { type: string; value: string }

type Deps = { keyring: Keyring; consumerLimit: number; countryLimit: number }

const retryAfter = 3_600

const callingCode = ({ type, value }: Receiver): string | null =>
  type === 'phone' ? parsePhoneNumberWithError(value).countryCallingCode : null

/** What may be sent and guessed, counted in the transaction of what it is about. Keys are keyed hashes. */
export function createChallengeLimits({ keyring, consumerLimit, countryLimit }: Deps) {
  const keyOf = (livemode: boolean, ...parts: readonly string[]) =>
    keyring.hash('challenge', livemode, `tally|${parts.join('|')}`)

  const sharedOf = ({ consumerId, livemode }: Owner, receiver: Receiver): { key: Buffer; caps: readonly Cap[] }[] => {
    const country = callingCode(receiver)
    const ofReceiver = { key: keyOf(livemode, 'receiver', receiver.type, receiver.value), caps: receiverCaps }
    if (country === null) return [ofReceiver]
    return [
      ofReceiver,
      { key: keyOf(livemode, 'country share', country, consumerId), caps: [countryShareCap(countryLimit)] },
      { key: keyOf(livemode, 'country', country), caps: [countryCap(countryLimit)] },
    ]
  }

  return {
    /** Takes one of the consumer's own sends, or looks. @throws SignpostError challenge_limit */
    async takeOwn(db: Database, { consumerId, livemode }: Owner): Promise<void> {
      if (!(await note(db, keyOf(livemode, 'consumer', consumerId), [consumerCap(consumerLimit)])))
        throw new SignpostError('challenge_limit', { retryAfter })
    },

    /** Takes one of what all consumers share: all of it or nothing. @returns false when some of it is used up */
    async takeShared(db: Database, owner: Owner, receiver: Receiver): Promise<boolean> {
      const taken: Buffer[] = []
      for (const { key, caps } of sharedOf(owner, receiver)) {
        if (!(await note(db, key, caps))) {
          for (const held of taken) await unnote(db, held)
          return false
        }
        taken.push(key)
      }
      return true
    },

    /** Takes one of a claim's contests, which nobody else can spend. @throws SignpostError challenge_limit */
    async takeContest(db: Database, livemode: boolean, claimId: string): Promise<void> {
      if (!(await note(db, keyOf(livemode, 'contest', claimId), [contestCap])))
        throw new SignpostError('challenge_limit', { retryAfter })
    },

    /** A code that never left used nothing up. */
    async returnShared(db: Database, owner: Owner, receiver: Receiver): Promise<void> {
      for (const { key } of sharedOf(owner, receiver)) await unnote(db, key)
    },

    /** Counts an answer as wrong before it is judged. @returns what a right one takes back @throws SignpostError challenge_limit */
    async takeAnswer(db: Database, { consumerId, livemode }: Owner, receiver: Receiver): Promise<() => Promise<void>> {
      const tallies = [
        { key: keyOf(livemode, 'wrong', consumerId), cap: wrongCaps.consumer },
        { key: keyOf(livemode, 'wrong', consumerId, receiver.type, receiver.value), cap: wrongCaps.receiver },
      ]
      for (const { key, cap } of tallies) {
        if (!(await note(db, key, [cap]))) throw new SignpostError('challenge_limit', { retryAfter })
      }
      return async () => {
        for (const { key } of tallies) await unnote(db, key)
      }
    },
  }
}

export type ChallengeLimits = ReturnType<typeof createChallengeLimits>
