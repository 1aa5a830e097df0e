import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type InFlight = {
  /** Requests whose answer isn't with the operating system yet. */
  readonly count: number
  /** Bytes of finished answers that nobody has read yet. */
  readonly unreadBytes: number
  begin(response: ServerResponse): void
  stop(): void
}

export type UnreadBounds = {
  /** How long a finished answer may wait for its reader. */
  readMs: number
  /** Bytes of unread answers in all, at most. */
  totalBytes: number
  /** Bytes of unread answers to one network, at most. */
  networkBytes: number
  networkOf: (socket: Socket) => string | null
  intervalMs?: number
}

type Unread = { bytes: number; since: number; network: string | null }

/** Answers whose bytes all requests share, as those of a page's files are: unread, they cost no memory of their own. */
const shared = new WeakSet<ServerResponse>()
export const sharesBytes = (response: ServerResponse): void => void shared.add(response)

/**
 * Counts the requests under way, and cuts off whoever doesn't read: a finished answer must be with the operating system
 * within `readMs`, and where unread answers hold more than their bytes, the oldest goes first.
 */
export function watchInFlight(bounds: UnreadBounds): InFlight {
  const { readMs, totalBytes, networkBytes, networkOf, intervalMs = 1_000 } = bounds
  const begun = new Set<ServerResponse>()
  /** The oldest first. */
  const unread = new Map<ServerResponse, Unread>()
  const bytesOf = new Map<string | null, number>()
  let bytes = 0

  function add(network: string | null, more: number): number {
    bytes += more
    const sum = (bytesOf.get(network) ?? 0) + more
    if (sum === 0) bytesOf.delete(network)
    else bytesOf.set(network, sum)
    return sum
  }

  function forget(response: ServerResponse): void {
    begun.delete(response)
    const held = unread.get(response)
    if (!held) return
    unread.delete(response)
    add(held.network, -held.bytes)
  }

  function cut(response: ServerResponse): void {
    const { socket } = response
    forget(response)
    socket?.destroy()
  }

  function cutOldest(network?: string): void {
    const isOne = ({ bytes, network: name }: Unread) => bytes > 0 && (network === undefined || name === network)
    const oldest = unread.entries().find(([, held]) => isOne(held))
    if (oldest) cut(oldest[0])
  }

  function finished(response: ServerResponse): void {
    const { socket } = response
    if (!socket || !begun.has(response)) return
    const held = { bytes: shared.has(response) ? 0 : socket.writableLength, since: performance.now() }
    const network = networkOf(socket)
    unread.set(response, { ...held, network })
    if (add(network, held.bytes) > networkBytes && network !== null) cutOldest(network)
    else if (bytes > totalBytes) cutOldest()
  }

  const timer = setInterval(() => {
    const due = performance.now() - readMs
    for (const [response, { since }] of unread) {
      if (since > due) return
      cut(response)
    }
  }, intervalMs).unref()

  return {
    begin(response) {
      begun.add(response)
      // Each comes once: `once` would only make it dearer.
      response.on('prefinish', () => finished(response))
      response.on('close', () => forget(response))
    },
    get count() {
      return begun.size
    },
    get unreadBytes() {
      return bytes
    },
    stop: () => clearInterval(timer),
  }
}
