import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Link, LinkedList } from '../../kernel/linked-list.ts'

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

type UnderWay = {
  readonly response: ServerResponse
  isOver: boolean
  /** Its place among the unread ones, once its answer is finished. */
  place: Link<UnderWay> | null
  bytes: number
  since: number
  network: string | null
}

/** Answers whose bytes all requests share, as those of a page's files are: unread, they cost no memory of their own. */
const shared = new WeakSet<ServerResponse>()
export const sharesBytes = (response: ServerResponse): void => void shared.add(response)

/**
 * Counts the requests under way, and cuts off whoever doesn't read: a finished answer must be with the operating system
 * within `readMs`, and where unread answers hold more than their bytes, the oldest goes first.
 */
export function watchInFlight(bounds: UnreadBounds): InFlight {
  const { readMs, totalBytes, networkBytes, networkOf, intervalMs = 1_000 } = bounds
  let count = 0
  const unread = new LinkedList<UnderWay>()
  const bytesOf = new Map<string | null, number>()
  let bytes = 0

  function add(network: string | null, more: number): number {
    bytes += more
    const sum = (bytesOf.get(network) ?? 0) + more
    if (sum === 0) bytesOf.delete(network)
    else bytesOf.set(network, sum)
    return sum
  }

  function forget(one: UnderWay): void {
    if (one.isOver) return
    one.isOver = true
    count--
    if (one.place && unread.remove(one.place)) add(one.network, -one.bytes)
  }

  function cut(one: UnderWay): void {
    const { socket } = one.response
    forget(one)
    socket?.destroy()
  }

  function cutOldest(network?: string): void {
    for (const one of unread) {
      if (one.bytes === 0 || (network !== undefined && one.network !== network)) continue
      cut(one)
      return
    }
  }

  function finished(one: UnderWay): void {
    const { socket } = one.response
    if (!socket || one.isOver) return
    one.bytes = shared.has(one.response) ? 0 : socket.writableLength
    one.since = performance.now()
    one.network = networkOf(socket)
    one.place = unread.add(one)
    timer ??= setInterval(look, intervalMs).unref()
    if (add(one.network, one.bytes) > networkBytes && one.network !== null) cutOldest(one.network)
    else if (bytes > totalBytes) cutOldest()
  }

  /** Runs while an answer waits for its reader: a service at rest is not woken. */
  let timer: NodeJS.Timeout | undefined

  function rest(): void {
    clearInterval(timer)
    timer = undefined
  }

  function look(): void {
    const due = performance.now() - readMs
    for (const one of unread) {
      if (one.since > due) return
      cut(one)
    }
    rest()
  }

  return {
    begin(response) {
      const one: UnderWay = { response, isOver: false, place: null, bytes: 0, since: 0, network: null }
      count++
      // Each comes once: `once` would only make it dearer.
      response.on('prefinish', () => finished(one))
      response.on('close', () => forget(one))
    },
    get count() {
      return count
    },
    get unreadBytes() {
      return bytes
    },
    stop: rest,
  }
}
