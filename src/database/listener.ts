import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { connectMs } from './pool.ts'

export const beatMs = 500
/** Two heartbeats, and the time of a slow answer: after it notifications may be missing. */
const timeoutMs = 2 * beatMs + 150

type Handler = (payload: string) => void

type Deps = {
  /** A direct connection: a pooler in transaction mode would lose the notifications. */
  url: string
  warn: (message: string) => void
}

type Connection = { client: pg.Client; socket: Socket; beat: { n: number; sentAt: number } | null }

/** Receives the notifications of `pg_notify` by other processes, and detects when they may be missing. */
export function createListener({ url, warn }: Deps) {
  const handlers = new Map<string, Set<Handler>>()
  const gapHandlers = new Set<() => void>()
  const beatChannel = `signpost_beat_${randomUUID().replaceAll('-', '')}`
  let connection: Connection | null = null
  let connecting: Promise<void> | null = null
  let heardUntil = Number.NEGATIVE_INFINITY
  let beats = 0
  let wasLive = true
  let tickedAt = 0
  let gaps = 0
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  /**
   * INVARIANT (heartbeat): true only if all notifications until about a second ago have been received. They arrive in
   * the order of their commits, so a heartbeat of our own that has returned proves that all earlier ones have, too.
   */
  const isLive = () => connection !== null && performance.now() - heardUntil < timeoutMs

  function drop(lost: Connection): void {
    lost.socket.destroy()
    if (connection !== lost) return
    connection = null
    heardUntil = Number.NEGATIVE_INFINITY
  }

  function hear(from: Connection, { channel, payload = '' }: pg.Notification): void {
    if (channel !== beatChannel) {
      for (const handler of handlers.get(channel) ?? []) handler(payload)
      return
    }
    if (from !== connection || from.beat?.n !== Number(payload)) return
    heardUntil = from.beat.sentAt
    from.beat = null
  }

  function beat(to: Connection): void {
    if (to.beat) {
      if (performance.now() - to.beat.sentAt > timeoutMs) drop(to)
      return
    }
    to.beat = { n: ++beats, sentAt: performance.now() }
    to.client.query(`notify ${beatChannel}, '${to.beat.n}'`).catch(() => drop(to))
  }

  async function connect(): Promise<void> {
    const socket = new Socket()
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs, stream: () => socket })
    const made: Connection = { client, socket, beat: null }
    const abandon = setTimeout(() => socket.destroy(), connectMs + 500)
    try {
      client.on('error', () => drop(made))
      client.on('end', () => drop(made))
      client.on('notification', (notification) => hear(made, notification))
      await client.connect()
      for (const channel of [beatChannel, ...handlers.keys()]) await client.query(`listen ${channel}`)
      if (isClosed) return void socket.destroy()
      for (const handler of gapHandlers) handler()
      connection = made
      beat(made)
    } catch {
      socket.destroy()
    } finally {
      clearTimeout(abandon)
    }
  }

  /**
   * Listens to one channel. If a handler is added after `start`, it is called with no payload once it listens, because
   * it may have missed a notification. @returns a function that ends it
   */
  function on(channel: string, handler: Handler): () => void {
    const others = handlers.get(channel) ?? new Set()
    handlers.set(channel, others.add(handler))
    const told = () => void (others.has(handler) && handler(''))
    connection?.client.query(`listen ${channel}`).then(told, () => undefined)
    return () => {
      others.delete(handler)
      if (others.size > 0 || handlers.get(channel) !== others) return
      handlers.delete(channel)
      connection?.client.query(`unlisten ${channel}`).catch(() => undefined)
    }
  }

  function reconnect(): Promise<void> {
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  function tick(): void {
    if (connection) beat(connection)
    else void reconnect()
    // A busy process has sent no heartbeat: the next tick evaluates the answer to this one.
    const isLate = performance.now() - tickedAt > 2 * beatMs
    tickedAt = performance.now()
    if (isLate) return
    const live = isLive()
    if (wasLive && !live) {
      gaps++
      warn('notifications do not arrive: until they do, every request looks its API key up')
    }
    wasLive = live
  }

  return {
    on,
    /**
     * Called after a time in which notifications may have been missed, before `isLive` is true again. @returns a function
     * that ends it
     */
    onGap(handler: () => void) {
      gapHandlers.add(handler)
      return () => void gapHandlers.delete(handler)
    },
    isLive,
    /** Number of times that notifications stopped. */
    get gaps() {
      return gaps
    },
    async start() {
      await reconnect()
      tickedAt = performance.now()
      // After a pause of the process its timers run first: an answer that arrived meanwhile is read before the tick.
      timer = setInterval(() => setImmediate(tick), beatMs)
      timer.unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await connecting
      const last = connection
      if (!last) return
      const forced = setTimeout(() => last.socket.destroy(), 500)
      await last.client.end().catch(() => undefined)
      clearTimeout(forced)
    },
  }
}

export type Listener = ReturnType<typeof createListener>

/**
 * Notifications of one kind each; the payload of `keys` is the uuid of a changed key, that of `consumers` the uuid of a
 * changed consumer. `deliveries` reports due ones.
 */
export const channels = {
  keys: 'signpost_keys',
  consumers: 'signpost_consumers',
  dataKeys: 'signpost_data_keys',
  deliveries: 'webhook_delivery',
  /** Releases wait for the opener's process. */
  releaseJobs: 'signpost_release_jobs',
  /** The payload is the uuid of a release whose wait has ended. */
  releases: 'signpost_releases',
} as const
