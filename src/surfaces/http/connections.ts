import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionBounds = {
  /** Connections: in total, and of one network. */
  connections: { total: number; perNetwork: number }
  /** Unread bytes of finished responses: in total, and of one network. */
  unreadBytes: { total: number; perNetwork: number }
  /** Milliseconds for which a client may leave a response unread. */
  readMs: number
  /** The network of a connection; null for a trusted proxy, which has many clients. */
  networkOf: (socket: Socket) => string | null
}

/** An open connection. Its requests run one after another. */
export type Connection = {
  readonly socket: Socket
  readonly network: string | null
  /** Time since its last request; null during one. */
  quietSince: number | null
  /** The next response. */
  response: ServerResponse | null
  /** The requests behind it. */
  readonly waiting: [request: IncomingMessage, response: ServerResponse][]
  /** The response is in memory for this connection alone; those of pages are shared. */
  ownsAnswer: boolean
}

/** The size from which a response is counted: the operating system takes smaller ones at once. */
const largeAnswer = 64 * 1024

export type Connections = ReturnType<typeof boundConnections>

/**
 * Bounds the connections and the unread responses. Beyond the bounds the connection that has been idle longest is
 * closed: this costs its client a new connection at most.
 */
export function boundConnections(server: Server, bounds: ConnectionBounds) {
  const { connections, unreadBytes, readMs, networkOf } = bounds
  const open = new Map<Socket, Connection>()
  const networks = new Map<string, Set<Connection>>()
  let underWay = 0

  function join(connection: Connection): void {
    open.set(connection.socket, connection)
    if (connection.network === null) return
    const network = networks.get(connection.network) ?? new Set()
    networks.set(connection.network, network.add(connection))
  }

  function leave(connection: Connection): void {
    open.delete(connection.socket)
    const network = networks.get(connection.network ?? '')
    network?.delete(connection)
    if (network?.size === 0) networks.delete(connection.network!)
  }

  /** Closes the matching connection that has been idle longest, and counts it no more. */
  function closeOldest(among: Iterable<Connection>, isMeant?: (one: Connection) => unknown): void {
    const oldest = oldestOf(among, isMeant)
    if (!oldest) return
    // Its `close` event comes in a later turn, after further connections.
    leave(oldest)
    oldest.socket.destroy()
  }

  const membersOf = (name: string | null) => networks.get(name ?? '') ?? new Set<Connection>()

  server.on('connection', (socket: Socket) => {
    const connection: Connection = {
      socket,
      network: networkOf(socket),
      quietSince: performance.now(),
      response: null,
      waiting: [],
      ownsAnswer: false,
    }
    join(connection)
    socket.once('close', () => leave(connection))
    const members = membersOf(connection.network)
    if (members.size > connections.perNetwork) closeOldest(members)
    else if (open.size > connections.total) closeOldest(open.values())
  })

  return {
    of: (socket: Socket): Connection | undefined => open.get(socket),
    /** The request is next on its connection. Its work begins when its body is complete. */
    begin(connection: Connection, response: ServerResponse): void {
      underWay++
      Object.assign(connection, { response, quietSince: performance.now(), ownsAnswer: false })
      connection.socket.setTimeout(0)
      // `on` is cheaper than `once`; each event fires once.
      response.on('prefinish', () => {
        connection.quietSince = performance.now()
        // Node sets the timeout of a kept-alive connection after the last byte.
        connection.socket.setTimeout(readMs)
        if (unreadOf(connection) < largeAnswer) return
        const members = membersOf(connection.network)
        if (sumOfUnread(members) > unreadBytes.perNetwork) closeOldest(members, unreadOf)
        else if (sumOfUnread(open.values()) > unreadBytes.total) closeOldest(open.values(), unreadOf)
      })
      response.on('close', () => {
        underWay--
        connection.response = null
      })
    },
    /** Requests whose responses the operating system has not taken yet. */
    get underWay() {
      return underWay
    },
  }
}

const unreadOf = ({ socket, ownsAnswer }: Connection): number => (ownsAnswer ? socket.writableLength : 0)

function sumOfUnread(connections: Iterable<Connection>): number {
  let sum = 0
  for (const connection of connections) sum += unreadOf(connection)
  return sum
}

/** Finds the matching connection that has been idle longest; one with a request is not idle. */
function oldestOf(connections: Iterable<Connection>, isMeant: (one: Connection) => unknown = () => true) {
  let oldest: Connection | undefined
  for (const one of connections) {
    if (one.quietSince === null || !isMeant(one)) continue
    if (oldest === undefined || one.quietSince < oldest.quietSince!) oldest = one
  }
  return oldest
}
