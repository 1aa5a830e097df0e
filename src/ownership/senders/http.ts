import { randomUUID } from 'node:crypto'
import type { Cidr } from '../../webhooks/address.ts'
import { serviceSignature, standardSignature } from '../../webhooks/signature.ts'
import { createEgressGuard } from '../../webhooks/transport/egress-guard.ts'
import { createSender } from '../../webhooks/worker/sender.ts'
import { type ChallengeSender, sendingPlaces } from './sender.ts'

const timeoutMs = 10_000

type HttpSenderOptions = { url: string; secret: string; allowed: readonly Cidr[]; clock: () => number }

/** Posts codes to the operator's gateway, signed like webhooks. Any 2xx means that it was accepted. */
export function createHttpSender({ url, secret, allowed, clock }: HttpSenderOptions): ChallengeSender {
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
