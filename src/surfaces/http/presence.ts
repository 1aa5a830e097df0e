import type { FastifyRequest } from 'fastify'

/** Those that came since the event loop looked at its sockets, and those that it has looked for since they came. */
let fresh: (() => void)[] = []
let seen: (() => void)[] = []

function look(): void {
  const ready = seen
  seen = fresh
  fresh = []
  if (seen.length > 0) setImmediate(look)
  for (const go of ready) go()
}

/**
 * Goes on when the event loop has looked at its sockets once more: whoever hung up behind a request is known to have gone
 * then. Otherwise a backlog would be worked off for nobody, long after its senders left.
 */
export function afterNextLook(go: () => void): void {
  if (fresh.length + seen.length === 0) setImmediate(look)
  fresh.push(go)
}

/** Nobody reads the answer: the client has closed, or reset, its connection. */
export const isGone = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || !socket.writable
