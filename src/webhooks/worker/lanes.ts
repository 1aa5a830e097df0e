import type { Claimed, Room } from '../deliveries/queue-store.ts'

export type Caps = { total: number; perWebhook: number; perHost: number; perConsumer: number }
export const standardCaps: Caps = { total: 50, perWebhook: 4, perHost: 16, perConsumer: 10 }

const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? ''

/** Counts the deliveries in flight of this process, by webhook, by consumer and by host. */
export function createLanes({ total, perWebhook, perHost, perConsumer }: Caps) {
  const webhooks = new Map<string, number>()
  const consumers = new Map<string, number>()
  const hosts = new Map<string, number>()
  const inFlight = new Set<Claimed>()

  const count = (counts: Map<string, number>, key: string, step: 1 | -1) => {
    const next = (counts.get(key) ?? 0) + step
    if (next === 0) counts.delete(key)
    else counts.set(key, next)
  }

  return {
    inFlight: inFlight as ReadonlySet<Claimed>,
    enter(delivery: Claimed): void {
      inFlight.add(delivery)
      count(webhooks, delivery.webhookId, 1)
      count(consumers, delivery.consumerId, 1)
      count(hosts, hostOf(delivery.url), 1)
    },
    /** The receiver is done with; until the outcome is written the delivery still counts for its webhook. */
    answered({ url, consumerId }: Claimed): void {
      count(hosts, hostOf(url), -1)
      count(consumers, consumerId, -1)
    },
    leave(delivery: Claimed): void {
      inFlight.delete(delivery)
      count(webhooks, delivery.webhookId, -1)
    },
    room: (): Room => ({ limit: total - inFlight.size, perWebhook, perHost, perConsumer, webhooks, consumers, hosts }),
  }
}
