import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../kernel/log.ts'
import type { Channel } from '../challenges/rules.ts'
import type { ChallengeSenders } from './choice.ts'
import type { ChallengeMessage } from './sender.ts'

/** What sends came to. `withheld` were over a limit that is shared. */
export type SendCounts = Record<Channel, Record<'sent' | 'failed' | 'withheld', number>>

/** Of the time that an answer takes, what a send may take of it. */
const share = 0.8
/** Sends of one process under way: what comes beyond is told that it could not be sent. */
const most = 256

type Deps = { senders: ChallengeSenders; log: Pick<Logger, 'warn'>; answerMs: number }

/**
 * Sends codes within the time of an answer.
 *
 * INVARIANT (withheld reads like sent): what a shared limit withholds is answered as the channel's last send was, at the
 * same moment: nobody learns from an answer that others had codes sent to the same receiver.
 */
export function createSending({ senders, log, answerMs }: Deps) {
  const none = () => ({ sent: 0, failed: 0, withheld: 0 })
  const counts: SendCounts = { sms: none(), email: none() }
  const isFailing: Record<Channel, boolean> = { sms: false, email: false }
  let underWay = 0

  async function attempt(message: ChallengeMessage): Promise<boolean> {
    const { channel } = message
    underWay++
    try {
      if (underWay > most) throw new Error('Too many sends are under way.')
      await senders.for(channel)!.send(message)
      counts[channel].sent++
      isFailing[channel] = false
      return true
    } catch {
      // INVARIANT (no personal data in logs): what a sender throws may hold the receiver.
      counts[channel].failed++
      isFailing[channel] = true
      log.warn({ channel }, 'a challenge could not be sent')
      return false
    } finally {
      underWay--
    }
  }

  return {
    counts,
    isConfigured: (channel: Channel): boolean => senders.for(channel) !== undefined,

    /** Whether it was sent, as far as is known in time. `failed` is called whenever it turns out not to be. */
    async send(message: ChallengeMessage, failed: () => Promise<void>): Promise<boolean> {
      const sent = attempt(message).then(async (isSent) => {
        if (!isSent) await failed()
        return isSent
      })
      sent.catch(() => undefined)
      return Promise.race([sent, pause(answerMs * share, true, { ref: false })])
    },

    /** What a shared limit keeps back: answered as if it had been sent. */
    withhold(channel: Channel): boolean {
      counts[channel].withheld++
      return !isFailing[channel]
    },
    close: () => senders.close(),
  }
}

export type Sending = ReturnType<typeof createSending>
