import { connect, type Socket } from 'node:net'
import type pg from 'pg'

/** How long a cancelled statement may take to say so. */
const graceMs = 1_000
const cancelRequestCode = 80_877_102

/** What a connection of the pool is made of; pg's types leave it out. */
export type Wired = pg.PoolClient & {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
  /** False while an answer is awaited. */
  readonly readyForQuery: boolean
  readonly connection: { stream: Socket }
}

/**
 * Bounds how long a statement may be silent. After `timeoutMs` without a byte it is cancelled, which ends one that
 * waits for a lock or takes too long, and leaves its connection usable. One that is silent even then has nobody at the
 * other end (a peer that vanished sends no reset): its connection is closed, and whoever waits for it is told. So are
 * all that haven't been heard for as long, in use or idle: each would only cost the next request the same time.
 */
export function boundSilence(pool: pg.Pool, timeoutMs: number): void {
  const heardAt = new Map<pg.PoolClient, number>()
  const cancelled = new WeakSet<pg.PoolClient>()

  function fellSilent(client: Wired): void {
    if (client.readyForQuery) return
    if (cancelled.has(client)) {
      closeSilent()
      return
    }
    cancelled.add(client)
    client.connection.stream.setTimeout(graceMs)
    cancelStatement(client)
  }

  function closeSilent(): void {
    const unheard = performance.now() - timeoutMs
    for (const [client, at] of heardAt) {
      const gone = Object.assign(new Error('The database fell silent'), { code: 'ETIMEDOUT' })
      if (at < unheard) (client as Wired).connection.stream.destroy(gone)
    }
  }

  function watch(client: Wired): void {
    const { stream } = client.connection
    stream.on('data', () => heardAt.set(client, performance.now()))
    stream.on('timeout', () => fellSilent(client))
    stream.once('close', () => heardAt.delete(client))
    heardAt.set(client, performance.now())
  }

  pool.on('acquire', (taken) => {
    const client = taken as Wired
    // Not at 'connect': the pool may have connections already.
    if (!heardAt.has(client)) watch(client)
    cancelled.delete(client)
    client.connection.stream.setTimeout(timeoutMs)
  })
  pool.on('release', (_, client) => {
    ;(client as Wired).connection.stream.setTimeout(0)
  })
}

/** PostgreSQL's CancelRequest, on a connection of its own: no pooler, and no session state, stands in its way. */
export function cancelStatement({ host, port, processID, secretKey }: Wired): void {
  const request = Buffer.alloc(16)
  request.writeInt32BE(16, 0)
  request.writeInt32BE(cancelRequestCode, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => undefined)
  socket.setTimeout(graceMs, () => socket.destroy())
  socket.end(request)
}
