import type { Logger } from '../../kernel/log.ts'
import { Distribution } from '../../observability/family.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { OpenedNetwork } from '../address.ts'
import type { AttemptLog } from '../deliveries/outcome-store.ts'
import type { Claimed } from '../deliveries/queue-store.ts'
import { standardCaps } from '../rules.ts'
import { Abandoned, createSender } from '../worker/sender.ts'
import { createAttempt } from './attempt.ts'
import { createEgressGuard, type Resolve } from './egress-guard.ts'

/** Outcome of one attempt. */
export type Outcome =
  | { kind: 'delivered'; log: AttemptLog }
  | {
      kind: 'failed'
      log: AttemptLog
      /** The receiver answered 410: it wants no more. */
      isGone: boolean
      delayMs: number | null
      pauseMs: number
    }

/** One attempt at one delivery. Throws when our own side failed, which says nothing of the receiver. */
export type Attempt = (delivery: Claimed, stopping?: AbortSignal) => Promise<Outcome>

/** `fault` is one of our own, `abandoned` one that a shutdown cut off: neither says anything of the receiver. */
export type AttemptCounts = {
  readonly outcomes: Record<'delivered' | 'failed' | 'gone' | 'abandoned' | 'fault', number>
  readonly seconds: Distribution
}

export const noAttempts = (): AttemptCounts => ({
  outcomes: { delivered: 0, failed: 0, gone: 0, abandoned: 0, fault: 0 },
  seconds: new Distribution([0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]),
})

/** The way out to the network, which the webhook edge provides. */
export type Transport = {
  /** Resolves to true if all addresses of the URL may be dialled for the consumer (a uuid). */
  permits(url: URL, consumerId: string): Promise<boolean>
  attempt: Attempt
  /** Outcomes and durations of attempts. */
  readonly counts: AttemptCounts
  close(): Promise<void>
}

/** Parts of the transport to the network. */
export type TransportParts = {
  config: { webhookAllowCidrs: readonly OpenedNetwork[]; webhooks: { retrySchedule: readonly number[] } }
  keyring: Keyring
  clock: () => number
  log: Logger
}

export type TransportOverrides = {
  resolve?: Resolve
  tls?: { ca: string | Buffer }
  random?: () => number
  totalTimeoutMs?: number
  /** Takes the loopback for the internet, whose answers are shown. */
  isOpened?: () => boolean
}

/**
 * The way out to the network: an egress guard, and a sender that dials through it.
 *
 * INVARIANT (connections): a consumer to whom a private network is opened has a guard and connections of its own, so that
 * nobody else's request goes out on a connection that only it may make.
 */
export function createTransport(
  { config, keyring, clock, log }: TransportParts,
  { resolve, tls, random, totalTimeoutMs, isOpened }: TransportOverrides = {},
): Transport {
  const networks = config.webhookAllowCidrs
  warnOfOpened(networks, log)
  const lineOf = (consumerId: string | null) => {
    const allowed = networks.filter((network) => network.consumerId === null || network.consumerId === consumerId)
    const guard = createEgressGuard({ allowed: allowed.map(({ cidr }) => cidr), resolve, tls })
    const dialling = isOpened ? { ...guard, isOpened } : guard
    return { guard, sender: createSender({ guard: dialling, connections: standardCaps.total, totalTimeoutMs }) }
  }
  const common = lineOf(null)
  const named = new Set(networks.flatMap(({ consumerId }) => consumerId ?? []))
  const own = new Map([...named].map((consumerId) => [consumerId, lineOf(consumerId)]))
  const lineFor = (consumerId: string) => own.get(consumerId) ?? common
  const counts = noAttempts()
  const senderFor = (consumerId: string) => lineFor(consumerId).sender
  const schedule = config.webhooks.retrySchedule
  return {
    permits: (url, consumerId) => lineFor(consumerId).guard.permits(url),
    counts,
    attempt: counted(createAttempt({ keyring, senderFor, clock, random, schedule }), counts),
    async close() {
      await Promise.all([common, ...own.values()].map(({ sender }) => sender.close()))
    },
  }
}

function warnOfOpened(networks: readonly OpenedNetwork[], log: TransportParts['log']): void {
  const forAll = networks.filter(({ consumerId }) => consumerId === null).length
  if (networks.length > 0) {
    log.warn(
      { networks: networks.length, forAll },
      'webhooks may reach private networks; those of forAll every consumer may',
    )
  }
}

const counted =
  (attempt: Attempt, { outcomes, seconds }: AttemptCounts): Attempt =>
  async (delivery, stopping) => {
    try {
      const outcome = await attempt(delivery, stopping)
      outcomes[outcome.kind === 'failed' && outcome.isGone ? 'gone' : outcome.kind]++
      seconds.note(outcome.log.ms / 1_000)
      return outcome
    } catch (error) {
      outcomes[error instanceof Abandoned ? 'abandoned' : 'fault']++
      throw error
    }
  }
