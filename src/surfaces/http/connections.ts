import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionBounds = {
  /** Connections in all, at most. */
  total: number
  /** Connections of one network, at most. */
  perNetwork: number
  /** The network that a connection counts under; null for a trusted proxy, which speaks for many. */
  networkOf: (socket: Socket) => string | null
}

export type Connections = {
  /** A request of this connection is at work: it is not cut. */
  busy(socket: Socket): void
  /** Nothing of this connection is at work. */
  quiet(socket: Socket): void
  readonly count: number
}

type Network = { count: number; quiet: Set<Socket> }

/**
 * Bounds the connections. Beyond the bounds the connection that has been quiet longest is closed: it waits for headers or
 * for its next request, and costs its client a new connection at most.
 */
export function boundConnections(server: Server, { total, perNetwork, networkOf }: ConnectionBounds): Connections {
  const open = new Map<Socket, Network | null>()
  /** Both kinds of sets hold what has been quiet longest first. */
  const quiet = new Set<Socket>()
  const networks = new Map<string, Network>()

  function networkOfNew(socket: Socket): Network | null {
    const name = networkOf(socket)
    if (name === null) return null
    const network = networks.get(name) ?? { count: 0, quiet: new Set() }
    networks.set(name, network)
    network.count++
    socket.once('close', () => {
      network.quiet.delete(socket)
      if (--network.count === 0) networks.delete(name)
    })
    return network
  }

  function setQuiet(socket: Socket): void {
    const network = open.get(socket)
    if (network === undefined || socket.destroyed) return
    for (const set of [quiet, network?.quiet]) {
      set?.delete(socket)
      set?.add(socket)
    }
  }

  const cutOldest = (set: Set<Socket>) => set.values().next().value?.destroy()

  server.on('connection', (socket: Socket) => {
    const network = networkOfNew(socket)
    open.set(socket, network)
    socket.once('close', () => {
      open.delete(socket)
      quiet.delete(socket)
    })
    setQuiet(socket)
    // Where all others are at work, the oldest quiet one is the new one.
    if (network && network.count > perNetwork) cutOldest(network.quiet)
    else if (open.size > total) cutOldest(quiet)
  })

  return {
    busy(socket) {
      quiet.delete(socket)
      open.get(socket)?.quiet.delete(socket)
    },
    quiet: setQuiet,
    get count() {
      return open.size
    },
  }
}
