import type { IncomingMessage } from 'node:http'
import { clientNetwork } from '../../access/quotas/client-network.ts'

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
  /** Follows a request of an address until its body is complete. Said again, its time begins again. */
  expect(request: IncomingMessage, address: string): void
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

  function follow(request: IncomingMessage, address: string): void {
    const isOver = request.complete || request.closed || request.socket.destroyed
    if (isOver || arrivals.has(request)) return
    request.on('end', () => forget(request))
    request.on('close', () => forget(request))
    add(request, clientNetwork(address))
  }

  /** What arrived in this turn of the event loop. */
  let fresh: { readonly request: IncomingMessage; readonly address: string }[] = []

  function followFresh(): void {
    const all = fresh
    fresh = []
    for (const { request, address } of all) follow(request, address)
  }

  function add(request: IncomingMessage, network: string): void {
    arrivals.set(request, { network, since: performance.now() })
    const others = networks.get(network) ?? new Set()
    networks.set(network, others.add(request))
    if (others.size > perNetwork) end(oldestOf(others), 'crowded')
    else if (arrivals.size > total) end(oldestOf(largest()), 'crowded')
  }

  return {
    expect(request, address) {
      if (request.complete || !hasBody(request)) return
      const arrival = arrivals.get(request)
      // Most bodies come with their headers: they are all here when the event loop has taken in what it is reading.
      if (!arrival) {
        if (fresh.length === 0) setImmediate(followFresh)
        fresh.push({ request, address })
        return
      }
      forget(request)
      add(request, arrival.network)
    },
    get count() {
      return arrivals.size
    },
    stop: () => clearInterval(timer),
  }
}
