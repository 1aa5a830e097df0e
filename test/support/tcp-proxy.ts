import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Silently drops all traffic in both directions. */
  blackhole(): void
  /** Lets traffic through again. Dropped bytes are lost, so old connections are closed. */
  heal(): void
  /** Drops the current connections at the server without notifying their clients; new ones work. */
  forget(): void
  /** Resets the current connections. */
  cut(): void
  /** Delays everything from the server. */
  delay(ms: number): void
  /** Limits the server's bytes per second over all connections; null lifts the limit. */
  narrow(bytesPerSecond: number | null): void
  close(): Promise<void>
}

type Pair = { client: Socket; upstream: Socket; isForgotten: boolean; late: { data: Buffer; dueAt: number }[] }

/** Stands between a client and a server of this machine. */
export async function startProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let isOpen = true
  let delayMs = 0
  let bytesPerMs: number | null = null
  let freeAt = 0
  const pairs = new Set<Pair>()
  const passes = (pair: Pair) => isOpen && !pair.isForgotten

  /** In order, whatever becomes of the delay meanwhile. */
  function answer(pair: Pair): void {
    for (let next = pair.late[0]; next; next = pair.late[0]) {
      const restMs = next.dueAt - performance.now()
      if (restMs > 0) return void setTimeout(answer, restMs, pair)
      pair.late.shift()
      if (passes(pair)) pair.client.write(next.data)
    }
  }

  /** Returns the time when these bytes are through, behind those of the other connections. */
  function dueOf({ length }: Buffer): number {
    const now = performance.now()
    if (bytesPerMs === null) return now + delayMs
    freeAt = Math.max(now, freeAt) + length / bytesPerMs
    return freeAt + delayMs
  }

  function delayed(pair: Pair, data: Buffer): void {
    if (!passes(pair)) return
    if (delayMs === 0 && bytesPerMs === null && pair.late.length === 0) return void pair.client.write(data)
    pair.late.push({ data, dueAt: dueOf(data) })
    if (pair.late.length === 1) answer(pair)
  }

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target, noDelay: true })
    const pair: Pair = { client, upstream, isForgotten: false, late: [] }
    pairs.add(pair)
    client.on('data', (data) => passes(pair) && upstream.write(data))
    upstream.on('data', (data) => delayed(pair, data as Buffer))
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => undefined)
      from.on('close', () => {
        if (client.destroyed && upstream.destroyed) pairs.delete(pair)
        if (passes(pair)) to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const { client, upstream } of pairs) {
      client.destroy()
      upstream.destroy()
    }
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
    forget: () => {
      for (const pair of pairs) {
        pair.isForgotten = true
        pair.upstream.destroy()
      }
    },
    cut: () => {
      for (const { client, upstream } of pairs) {
        client.resetAndDestroy()
        upstream.destroy()
      }
    },
    delay: (ms) => {
      delayMs = ms
    },
    narrow: (bytesPerSecond) => {
      bytesPerMs = bytesPerSecond === null ? null : bytesPerSecond / 1_000
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The same database, through the proxy. */
export function throughProxy(url: string, { port }: Pick<TcpProxy, 'port'>): string {
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return through.href
}
