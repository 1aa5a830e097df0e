import type { IncomingMessage } from 'node:http'
import { clientNetwork } from '../../access/quotas/client-network.ts'
import { type Link, LinkedList } from '../../kernel/linked-list.ts'

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

type Arrival = {
  readonly request: IncomingMessage
  readonly network: string
  since: number
  /** Its place among all, and among those of its network. Null when its body is here, or given up. */
  places: readonly [Link<Arrival>, Link<Arrival>] | null
}

/** What many small bodies in one packet never notice, and an unfinished one soon. */
const intervalMs = 100

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Bounds the bodies that are under way. Beyond the bounds the oldest one is cut, of the network that has the most: a body
 * that arrives as fast as its network lets it is never the oldest for long.
 */
export function createArrivals({ total, perNetwork, deadlineMs }: ArrivalBounds, cut: Cut): Arrivals {
  /** On the request itself: what a map keeps of it would be looked through by every collection. */
  const arrivalOf = Symbol('the body that is waited for')
  type Followed = IncomingMessage & { [arrivalOf]?: Arrival }
  const arrivals = new LinkedList<Arrival>()
  const networks = new Map<string, LinkedList<Arrival>>()

  function forget(arrival: Arrival): void {
    if (arrival.places === null) return
    const [place, own] = arrival.places
    arrival.places = null
    arrivals.remove(place)
    const others = networks.get(arrival.network)!
    others.remove(own)
    if (others.size === 0) networks.delete(arrival.network)
  }

  function end(arrival: Arrival, why: 'late' | 'crowded'): void {
    forget(arrival)
    // A body that is all here, and not read yet, waits for us.
    if (!arrival.request.complete) cut(arrival.request, why)
  }

  const largest = (): LinkedList<Arrival> =>
    [...networks.values()].reduce((most, network) => (network.size > most.size ? network : most))

  /** Runs while a body is waited for: a service at rest is not woken. */
  let timer: NodeJS.Timeout | undefined

  function rest(): void {
    clearInterval(timer)
    timer = undefined
  }

  function look(): void {
    const due = performance.now() - deadlineMs
    for (const arrival of arrivals) {
      if (arrival.since > due) return
      end(arrival, 'late')
    }
    rest()
  }

  function follow(request: Followed, address: string): void {
    const isOver = request.complete || request.closed || request.socket.destroyed
    if (isOver || request[arrivalOf]) return
    const arrival: Arrival = { request, network: clientNetwork(address), since: 0, places: null }
    request[arrivalOf] = arrival
    request.on('end', () => forget(arrival))
    request.on('close', () => forget(arrival))
    add(arrival)
  }

  function add(arrival: Arrival): void {
    arrival.since = performance.now()
    const others = networks.get(arrival.network) ?? new LinkedList()
    networks.set(arrival.network, others)
    arrival.places = [arrivals.add(arrival), others.add(arrival)]
    timer ??= setInterval(look, intervalMs).unref()
    if (others.size > perNetwork) end(others.first!, 'crowded')
    else if (arrivals.size > total) end(largest().first!, 'crowded')
  }

  /** What arrived in this turn of the event loop. */
  let fresh: { readonly request: IncomingMessage; readonly address: string }[] = []

  function followFresh(): void {
    const all = fresh
    fresh = []
    for (const { request, address } of all) follow(request, address)
  }

  return {
    expect(request, address) {
      if (request.complete || !hasBody(request)) return
      const arrival = (request as Followed)[arrivalOf]
      // Most bodies come with their headers: they are all here when the event loop has taken in what it is reading.
      if (!arrival) {
        if (fresh.length === 0) setImmediate(followFresh)
        fresh.push({ request, address })
        return
      }
      if (arrival.places === null) return
      forget(arrival)
      add(arrival)
    },
    get count() {
      return arrivals.size
    },
    stop: rest,
  }
}
