import type { Socket } from 'node:net'

type Parser = Record<string, unknown>
type ParsedSocket = Socket & { parser?: Parser | null }

/** Node names the functions that its HTTP parser calls so. They stand under small numbers. */
const isHandler = (value: unknown): boolean => typeof value === 'function' && /^parserOn[HBM]/.test(value.name)

/**
 * Takes nothing more of a connection that is being refused. Node's parser hands over all that one read brought, which may be
 * thousands of chunks or requests, also of a connection that is paused or destroyed: each is a call into JavaScript. Without
 * these functions it passes over them. They are put back before the parser serves another connection.
 */
export function deafen(socket: ParsedSocket): void {
  socket.pause()
  const { parser } = socket
  if (!parser) return
  const handlers = Object.entries(parser).filter(([, value]) => isHandler(value))
  for (const [name] of handlers) parser[name] = null
  socket.once('close', () => Object.assign(parser, Object.fromEntries(handlers)))
}
