import type { ChallengePurpose, Channel } from '../challenges/rules.ts'

/** A code to send: the input of every sender, and the body of the HTTP sender. */
export type ChallengeMessage = {
  channel: Channel
  /** A phone number in E.164, or an e-mail address. Never logged. */
  to: string
  code: string
  /** Purpose of the code: to prove control, to claim, or to contest a claim. */
  purpose: ChallengePurpose
  /** The consumer that issued the challenge. */
  consumer: { id: string; name: string }
  /** Unix seconds. */
  expires_at: number
  locale: string
}

/**
 * Sends codes to people. `CHALLENGE_SENDER` names a module whose default export makes one; SMTP and HTTP are built in.
 * It reports a failure by throwing; the error is not logged, because it may contain the receiver.
 */
export interface ChallengeSender {
  /** The channels that it serves; both when absent. */
  readonly channels?: readonly Channel[]
  send(message: ChallengeMessage): Promise<void>
  close?(): Promise<void> | void
}

/** Codes of one process that are sent at once: a slow receiver takes places of its consumer alone. */
export const sendingPlaces = { all: 32, perConsumer: 2 } as const

export const serves = ({ channels }: ChallengeSender, channel: Channel): boolean => channels?.includes(channel) ?? true
