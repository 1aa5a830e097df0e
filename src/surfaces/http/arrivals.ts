import type { IncomingMessage } from 'node:http'

export type ArrivalBounds = {
  /** Unfinished bodies in all, at most. */
  total: number
  /** Unfinished bodies of one network, at most. */
  perNetwork: number
  /** How long a body may take. */
  deadlineMs: number
}

export type Cut = (request: IncomingMessage, why: 'late' | 'crowded') => void

export type Arrivals = {
  /** Follows a request until its body is complete. Said again, its time begins again. */
  expect(request: IncomingMessage, network: string): void
  readonly count: number
  stop(): void
}

type Arrival = { network: string; since: number }

/** What many small bodies in one packet never notice, and an unfinished one soon. */
const intervalMs = 100

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Bounds the bodies that are under way. Beyond the bounds the oldest one is cut, of the network that has the most: a body
 * that arrives as fast as its network lets it is never the oldest for long.
 */
export function createArrivals({ total, perNetwork, deadlineMs }: ArrivalBounds, cut: Cut): Arrivals {
  /** The oldest first. */
  const arrivals = new Map<IncomingMessage, Arrival>()
  const networks = new Map<string, Set<IncomingMessage>>()

  function forget(request: IncomingMessage): void {
    const arrival = arrivals.get(request)
    if (!arrival) return
    arrivals.delete(request)
    const others = networks.get(arrival.network)!
    others.delete(request)
    if (others.size === 0) networks.delete(arrival.network)
  }

  function end(request: IncomingMessage, why: 'late' | 'crowded'): void {
    forget(request)
    // A body that is all here, and not read yet, waits for us.
    if (!request.complete) cut(request, why)
  }

  const largest = (): Set<IncomingMessage> =>
    [...networks.values()].reduce((most, network) => (network.size > most.size ? network : most))
  const oldestOf = (network: Set<IncomingMessage>): IncomingMessage => network.values().next().value!

  const timer = setInterval(() => {
    const due = performance.now() - deadlineMs
    for (const [request, { since }] of arrivals) {
      if (since > due) return
      end(request, 'late')
    }
  }, intervalMs).unref()

  return {
    expect(request, network) {
      if (request.complete || !hasBody(request)) return
      if (arrivals.has(request)) forget(request)
      else {
        request.once('end', () => forget(request))
        request.once('close', () => forget(request))
      }
      arrivals.set(request, { network, since: performance.now() })
      const others = networks.get(network) ?? new Set()
      networks.set(network, others.add(request))
      if (others.size > perNetwork) end(oldestOf(others), 'crowded')
      else if (arrivals.size > total) end(oldestOf(largest()), 'crowded')
    },
    get count() {
      return arrivals.size
    },
    stop: () => clearInterval(timer),
  }
}
