import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Link, LinkedList } from '../../kernel/linked-list.ts'

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

type Network = { count: number; quiet: LinkedList<Socket> }

type Connection = {
  readonly network: Network | null
  /** Its places among the quiet ones, of all and of its network: null while a request is at work. */
  places: readonly [Link<Socket>, Link<Socket> | undefined] | null
}

/**
 * Bounds the connections. Beyond the bounds the connection that has been quiet longest is closed: it waits for headers or
 * for its next request, and costs its client a new connection at most.
 */
export function boundConnections(server: Server, { total, perNetwork, networkOf }: ConnectionBounds): Connections {
  const open = new Map<Socket, Connection>()
  const quiet = new LinkedList<Socket>()
  const networks = new Map<string, Network>()

  function networkOfNew(socket: Socket): Network | null {
    const name = networkOf(socket)
    if (name === null) return null
    const network = networks.get(name) ?? { count: 0, quiet: new LinkedList<Socket>() }
    networks.set(name, network)
    network.count++
    socket.once('close', () => {
      if (--network.count === 0) networks.delete(name)
    })
    return network
  }

  function setBusy(connection: Connection): void {
    const { network, places } = connection
    if (places === null) return
    connection.places = null
    quiet.remove(places[0])
    if (places[1]) network?.quiet.remove(places[1])
  }

  function setQuiet(socket: Socket): void {
    const connection = open.get(socket)
    if (connection === undefined || socket.destroyed) return
    setBusy(connection)
    connection.places = [quiet.add(socket), connection.network?.quiet.add(socket)]
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOfNew(socket)
    const connection: Connection = { network, places: null }
    open.set(socket, connection)
    socket.once('close', () => {
      open.delete(socket)
      setBusy(connection)
    })
    setQuiet(socket)
    // Where all others are at work, the oldest quiet one is the new one.
    if (network && network.count > perNetwork) network.quiet.first?.destroy()
    else if (open.size > total) quiet.first?.destroy()
  })

  return {
    busy(socket) {
      const connection = open.get(socket)
      if (connection) setBusy(connection)
    },
    quiet: setQuiet,
    get count() {
      return open.size
    },
  }
}
