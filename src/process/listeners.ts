import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions } from 'node:net'
import { connectionOptions } from '../surfaces/http/server.ts'

/**
 * Listeners of one port, beside the server's own. In a turn of the event loop, libuv accepts one connection of each: with
 * one listener, a health page would wait behind thousands of connections that were opened at once.
 */
const more = process.platform === 'linux' ? 15 : 0

/**
 * Returns where a server has to listen so that others can listen beside it.
 * @throws EADDRINUSE if another program has the port: the system would share it with this one
 */
export async function sharedPlace<Place extends ListenOptions>(place: Place): Promise<Place> {
  if (more === 0 || place.reusePort) return place
  if (place.port !== 0) {
    const probe = createServer().listen(place)
    await once(probe, 'listening')
    await new Promise((closed) => probe.close(closed))
  }
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
