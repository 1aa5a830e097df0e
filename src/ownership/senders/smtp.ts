import { createTransport } from 'nodemailer'
import { type ChallengeMessage, type ChallengeSender, sendingPlaces } from './sender.ts'

const connections = sendingPlaces.all
const timeoutMs = 10_000

/** The effect of meeting the challenge, for the text of the mail. */
const consequences = {
  prove: (name: string) => `${name} asks whether this address is yours, as an alias for payments.`,
  claim: (name: string) => `${name} asks to take over this address as an alias for payments.`,
  contest: (name: string) =>
    `${name} asks to keep this address as an alias for payments, which another service claims.`,
} as const

/** Names are free text: this keeps them on one line of the mail. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

export function mailOf({ code, purpose, consumer, expires_at: expiresAt }: ChallengeMessage): {
  subject: string
  text: string
} {
  const name = oneLine(consumer.name)
  const until = new Date(expiresAt * 1_000).toISOString().slice(0, 16).replace('T', ' ')
  return {
    subject: `Your code for ${name}`,
    text: [
      consequences[purpose](name),
      '',
      `Your code: ${code}`,
      '',
      `Enter it where you were asked for it, before ${until} UTC. Give it to nobody who calls or writes to you.`,
      'If you did not ask for it, do nothing: without the code nothing happens.',
      '',
    ].join('\n'),
  }
}

/** Sends codes by mail over SMTP. */
export function createSmtpSender(url: string, from: string | null): ChallengeSender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)
  const sender = from ?? `no-reply@${new URL(url).hostname}`
  return {
    channels: ['email'],
    async send(message) {
      // An object, so that the address is never parsed as two.
      await transport.sendMail({ from: sender, to: { name: '', address: message.to }, ...mailOf(message) })
    },
    close: () => transport.close(),
  }
}
