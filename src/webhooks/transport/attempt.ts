import { encodeId } from '../../kernel/id.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { delayAfter, parseRetryAfter, pauseAfter } from '../backoff.ts'
import type { AttemptLog } from '../deliveries/outcome-store.ts'
import type { Claimed } from '../deliveries/queue-store.ts'
import { serviceSignature, standardSignature } from '../signature.ts'
import { OwnFault, type Sender, type Sending } from '../worker/sender.ts'
import type { Attempt } from './transport.ts'

type Deps = {
  keyring: Keyring
  senderFor: (consumerId: string) => Sender
  clock: () => number
  random?: (() => number) | undefined
  schedule: readonly number[]
}

/** Somebody waits for the result of a test; with what else it takes, that is five seconds in all. */
const testTimeoutMs = 4_500

const userAgent = 'Signpost-Webhooks/1.0'

/** One attempt at one delivery, signed afresh. @throws OwnFault · Abandoned */
export function createAttempt({ keyring, senderFor, clock, random = Math.random, schedule }: Deps): Attempt {
  /** INVARIANT (validity when signing): a secret that has run out since it was read signs nothing. */
  function liveSecrets({ secrets, livemode }: Claimed): string[] {
    const live = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > clock()).slice(0, 2)
    try {
      if (live.length === 0) throw new Error('there is none')
      return live.map(({ id, sealed }) => keyring.open('webhook_secret', id, livemode, sealed).toString('utf8'))
    } catch (cause) {
      throw new OwnFault('no signing secret could be opened', { cause })
    }
  }

  function signed(delivery: Claimed): Sending {
    const { body } = delivery
    const secrets = liveSecrets(delivery)
    const unix = Math.floor(clock() / 1000)
    const eventId = encodeId('event', delivery.eventId)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        'service-signature': serviceSignature(body, secrets, unix),
        'service-event-id': eventId,
        'service-delivery-id': encodeId('delivery', delivery.id),
        'service-attempt': String(delivery.attempts + 1),
        'webhook-id': eventId,
        'webhook-timestamp': String(unix),
        'webhook-signature': standardSignature(eventId, body, secrets, unix),
      },
    }
  }

  return async (delivery, stopping) => {
    const startedAt = new Date(clock())
    const id = encodeId('delivery', delivery.id)
    const isTest = delivery.kind === 'test'
    const timeoutMs = isTest ? testTimeoutMs : undefined
    const sender = senderFor(delivery.consumerId)
    const answer = await sender.send(id, delivery.url, signed(delivery), { stopping, timeoutMs })
    const { ms, status, error, excerpt } = answer
    const log: AttemptLog = { startedAt, ms, status, error, answer: excerpt }
    if (status !== null && status >= 200 && status < 300) return { kind: 'delivered', log }

    const setback = {
      retryAfterMs: parseRetryAfter(answer.retryAfter, clock()),
      isStrained: status === 429 || error === 'timeout' || error === 'connection_timeout',
    }
    return {
      kind: 'failed',
      log,
      isGone: status === 410 && delivery.kind === 'automatic',
      delayMs: isTest ? null : delayAfter(delivery.attempts + 1, setback, random(), schedule),
      pauseMs: isTest ? 0 : pauseAfter(setback),
    }
  }
}
