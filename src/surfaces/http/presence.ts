import type { FastifyRequest } from 'fastify'

/**
 * Goes on when the event loop has looked at its sockets once more: whoever hung up behind a request is known to have gone
 * then. Otherwise a backlog would be worked off for nobody, long after its senders left.
 */
export const afterNextLook = (go: () => void): void => void setImmediate(() => setImmediate(go))

/** Nobody reads the answer: the client has closed, or reset, its connection. */
export const isGone = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || !socket.writable
