import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Cidr } from '../../webhooks/address.ts'
import { serviceSignature, standardSignature } from '../../webhooks/signature.ts'
import { createEgressGuard } from '../../webhooks/transport/egress-guard.ts'
import { createSender } from '../../webhooks/worker/sender.ts'
import type { Channel } from '../challenges/rules.ts'
import { type ChallengeSender, sendingPlaces, serves } from './sender.ts'
import { createSmtpSender } from './smtp.ts'

const timeoutMs = 10_000

type HttpSenderOptions = { url: string; secret: string; allowed: readonly Cidr[]; clock: () => number }

/** Posts codes to the operator's gateway, signed like webhooks. Any 2xx means that it was accepted. */
function createHttpSender({ url, secret, allowed, clock }: HttpSenderOptions): ChallengeSender {
  const sender = createSender({
    guard: createEgressGuard({ allowed }),
    connections: sendingPlaces.all,
    totalTimeoutMs: timeoutMs,
  })
  return {
    async send(message) {
      const id = `chl_${randomUUID()}`
      const body = JSON.stringify(message)
      const unix = Math.floor(clock() / 1_000)
      const { status } = await sender.send(id, url, {
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Signpost-Challenges/1.0',
          'service-signature': serviceSignature(body, [secret], unix),
          'service-delivery-id': id,
          'webhook-id': id,
          'webhook-timestamp': String(unix),
          'webhook-signature': standardSignature(id, body, [secret], unix),
        },
      })
      if (status === null || status < 200 || status > 299) throw new Error('The gateway did not accept the code.')
    },
    close: () => sender.close(),
  }
}

export type SenderConfig = {
  /** `smtp`, `http`, or the path of a module. */
  readonly module: string | null
  readonly smtpUrl: string | null
  readonly smtpFrom: string | null
  readonly url: string | null
  readonly secret: string | null
  readonly allowed: readonly Cidr[]
}

/** The sender of each channel; absent where none is configured. */
export type ChallengeSenders = {
  for(channel: Channel): ChallengeSender | undefined
  close(): Promise<void>
}

/** The module's default export creates the sender. */
async function loadSender(path: string): Promise<ChallengeSender> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as {
    default?: () => ChallengeSender | Promise<ChallengeSender>
  }
  if (typeof module.default !== 'function') throw new Error('CHALLENGE_SENDER must export a function by default.')
  const sender = await module.default()
  if (typeof sender?.send !== 'function') throw new Error('CHALLENGE_SENDER must make an object with a send function.')
  return sender
}

/** Opens the configured senders: SMTP for mails where it is set, the module or the gateway for the rest. */
export async function openSenders(config: SenderConfig, clock: () => number): Promise<ChallengeSenders> {
  const { module, smtpUrl, smtpFrom, url, secret, allowed } = config
  if (module === 'smtp' && smtpUrl === null) throw new Error('CHALLENGE_SENDER=smtp needs SMTP_URL.')
  if ((module === 'http' || url !== null) && (url === null || secret === null))
    throw new Error('CHALLENGE_SENDER=http needs CHALLENGE_SENDER_URL and CHALLENGE_SENDER_SECRET.')
  const senders: ChallengeSender[] = []
  if (smtpUrl !== null) senders.push(createSmtpSender(smtpUrl, smtpFrom))
  if (url !== null && secret !== null) senders.push(createHttpSender({ url, secret, allowed, clock }))
  if (module !== null && module !== 'smtp' && module !== 'http') senders.push(await loadSender(module))
  return {
    for: (channel) => senders.find((sender) => serves(sender, channel)),
    async close() {
      await Promise.all(senders.map((sender) => sender.close?.()))
    },
  }
}
