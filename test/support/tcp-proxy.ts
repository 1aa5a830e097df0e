import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Lets nothing through any more, in either direction, and tells nobody. */
  blackhole(): void
  /** Lets everything through again; what was held back is lost, so old connections are closed. */
  heal(): void
  close(): Promise<void>
}

/** Stands between a client and a server of this machine. */
export async function startProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let isOpen = true
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => isOpen && to.write(data))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (isOpen) to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    blackhole: () => {
      isOpen = false
    },
    heal: () => {
      drop()
      isOpen = true
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The same database, through the proxy. */
export function throughProxy(url: string, { port }: TcpProxy): string {
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return through.href
}
