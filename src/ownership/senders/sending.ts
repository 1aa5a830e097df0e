import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/orm.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Job } from '../../kernel/job.ts'
import type { Logger } from '../../kernel/log.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { codeOf } from '../challenges/issue.ts'
import { type ChallengeMethod, type ChallengePurpose, type Channel, channelOf } from '../challenges/rules.ts'
import type { ChallengeSenders } from './choice.ts'
import { type ChallengeMessage, sendingPlaces } from './sender.ts'
import { type DueCode, noteSent, takeDueCodes } from './store.ts'

/** Counts of sends by outcome. `withheld` exceeded a shared limit. */
export type SendCounts = Record<Channel, Record<'sent' | 'failed' | 'withheld', number>>

/** Answers have left by then, on the longer step. */
const afterAnswerMs = 100
/** Timeout of a send; its place is free afterwards. */
const sendMs = 30_000
/** Interval at which a worker looks for codes that the issuing process did not send. */
const sweepMs = 10_000
const closeMs = 5_000

type Deps = { db: Database; keyring: Keyring; senders: ChallengeSenders; log: Pick<Logger, 'warn'>; locale: string }

function messageOf(code: DueCode, channel: Channel, keyring: Keyring, locale: string): ChallengeMessage {
  return {
    channel,
    to: code.value,
    code: codeOf(keyring, code),
    purpose: code.purpose as ChallengePurpose,
    consumer: { id: encodeId('consumer', code.consumer_id), name: code.consumer_name },
    expires_at: Math.floor(code.expires_at.getTime() / 1_000),
    locale,
  }
}

/**
 * Sends the codes of challenges after their answers: the process that made them at once, a worker those that it left.
 *
 * INVARIANT (nobody's answer): a failed send is counted, logged and shown by `doctor`. No answer waits for it or
 * depends on it.
 */
export function createSending({ db, keyring, senders, log, locale }: Deps) {
  const none = () => ({ sent: 0, failed: 0, withheld: 0 })
  const counts: SendCounts = { sms: none(), email: none() }
  const held = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  async function attempt(channel: Channel, code: DueCode): Promise<'sent' | 'failed'> {
    const late = new AbortController()
    try {
      const sender = senders.for(channel)
      if (!sender) throw new Error('No sender serves this channel now.')
      // The sender is called first: it may throw, and nothing would handle the end of the timer then.
      const sending = sender.send(messageOf(code, channel, keyring, locale))
      const tooLong = pause(sendMs, 'late', { ref: false, signal: late.signal })
      if ((await Promise.race([sending, tooLong])) === 'late') throw new Error('The sender takes too long.')
      return 'sent'
    } catch {
      // INVARIANT (no personal data in logs): a sender's error may contain the receiver.
      log.warn({ channel }, 'a challenge could not be sent')
      return 'failed'
    } finally {
      late.abort()
    }
  }

  async function send(code: DueCode): Promise<void> {
    const channel = channelOf(code.method as ChallengeMethod)!
    const outcome = await attempt(channel, code)
    counts[channel][outcome]++
    await noteSent(db, code.id, outcome).catch(() =>
      log.warn({ channel }, 'the outcome of a challenge could not be stored'),
    )
  }

  function start(code: DueCode): void {
    const { consumer_id: consumerId } = code
    held.set(consumerId, (held.get(consumerId) ?? 0) + 1)
    const run = send(code).finally(() => {
      underWay.delete(run)
      const left = held.get(consumerId)! - 1
      if (left > 0) held.set(consumerId, left)
      else held.delete(consumerId)
      wake(0)
    })
    underWay.add(run)
  }

  /** Takes as many codes as there are places. The rest waits for the next place. */
  async function sendDue(): Promise<void> {
    const all = sendingPlaces.all - underWay.size
    if (isClosed || all <= 0) return
    const codes = await takeDueCodes(db, { all, perConsumer: sendingPlaces.perConsumer, held })
    for (const code of codes) start(code)
  }

  let taking: Promise<void> = Promise.resolve()
  /** One after the other, so that no place is given twice. */
  function takeTurn(): Promise<void> {
    taking = taking.catch(() => undefined).then(sendDue)
    return taking
  }

  function wake(afterMs = afterAnswerMs): void {
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = null
      takeTurn().catch((error) => log.warn({ error }, 'codes that are due could not be read'))
    }, afterMs)
  }

  return {
    counts,
    isConfigured: (channel: Channel): boolean => senders.for(channel) !== undefined,
    /** After the commit of a challenge: its code is sent after the answer. */
    wake: (): void => wake(),
    withheld(channel: Channel): void {
      counts[channel].withheld++
    },
    /** Sends due codes, and waits for them. */
    async drain(): Promise<void> {
      do await takeTurn()
      while ((await Promise.all(underWay)).length > 0)
    },
    job: (): Job => ({ name: 'send-challenges', intervalMs: sweepMs, run: takeTurn }),
    async close(): Promise<void> {
      isClosed = true
      if (timer) clearTimeout(timer)
      const over = pause(closeMs, null, { ref: false })
      await Promise.race([taking.catch(() => undefined).then(() => Promise.all(underWay)), over])
      await senders.close()
    },
  }
}

export type Sending = ReturnType<typeof createSending>
