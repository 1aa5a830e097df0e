import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type ListenOptions } from 'node:net'
import { connectionOptions } from '../surfaces/http/server.ts'

/**
 * Listeners of one port, beside the server's own. In a turn of the event loop, libuv accepts one connection of each: with
 * one listener, a health page would wait behind thousands of connections that were opened at once.
 */
const more = process.platform === 'linux' ? 15 : 0

/**
 * Names the guard of a port that one service has alone: an abstract socket of Linux, in the network of the port. The system
 * would share the port with every program of this user that asks for it. A guard is for one text of HOST.
 */
const guardOf = ({ host, port }: ListenOptions) => `\0signpost ${host} ${port}`

async function isGuarded(place: ListenOptions): Promise<boolean> {
  const guard = connect(guardOf(place))
  try {
    await once(guard, 'connect')
    return true
  } catch {
    return false
  } finally {
    guard.destroy()
  }
}

/**
 * Returns where a server has to listen so that others can listen beside it. The guard lasts as long as the process.
 * @throws EADDRINUSE if another program has the port, or another service alone
 */
export async function sharedPlace<Place extends ListenOptions>(place: Place): Promise<Place> {
  if (more === 0) return place
  if (place.port === 0) return { ...place, reusePort: true }
  if (place.reusePort) {
    if (await isGuarded(place))
      throw Object.assign(new Error('The port is guarded.'), { code: 'EADDRINUSE', syscall: 'listen' })
    return place
  }
  const guard = createServer((socket) => socket.destroy()).listen(guardOf(place))
  await once(guard.unref(), 'listening')
  const probe = createServer().listen(place)
  await once(probe, 'listening')
  await new Promise((closed) => probe.close(closed))
  return { ...place, reusePort: true }
}

/** Opens the other listeners of a server. @returns closes them, and waits until their connections have ended */
export async function listenBeside(http: HttpServer, place: ListenOptions): Promise<() => Promise<unknown>> {
  const { address: host, port } = http.address() as AddressInfo
  const servers = Array.from({ length: more }, () => {
    const server = createServer({ ...connectionOptions, allowHalfOpen: true })
    return server.on('connection', (socket) => http.emit('connection', socket)).listen({ ...place, host, port })
  })
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return () => Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
}
