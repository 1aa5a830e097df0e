import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { deafen } from './deafen.ts'

export type PieceBounds = {
  /** Pieces that a connection may send for nothing. */
  free: number
  /** Beyond them a piece is expected to bring so many bytes, on average. */
  bytesEach: number
}

export type Pieces = {
  /** Counts the pieces of a request's body from its first one on. */
  watch(request: IncomingMessage): void
  /** The next request of its connection is at work: the count begins again. */
  begin(request: IncomingMessage): void
}

/** `isAtWork`: the answer that is due is this request's. Otherwise it waits behind another one. */
export type CutFine = (request: IncomingMessage, isAtWork: boolean) => void

type Sent = { pieces: number; bytes: number; atWork: IncomingMessage }

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Bounds how finely a body is cut up: each chunk, and each packet, is an object and a call, however few bytes it brings. The
 * parser hands over all chunks that one read brought before anything else runs, so they are counted where it puts them down,
 * and nothing is kept of those beyond the bounds. What waits behind the request at work counts with it.
 */
export function boundPieces({ free, bytesEach }: PieceBounds, cut: CutFine): Pieces {
  /** On the socket itself: what a map keeps of it would be looked through by every collection. */
  const sentOf = Symbol('pieces of the request at work')
  type Counted = Socket & { [sentOf]?: Sent }
  const cutOff = new WeakSet<IncomingMessage>()

  function isTooFine(sum: Sent, bytes: number): boolean {
    sum.pieces++
    sum.bytes += bytes
    return sum.pieces > free + sum.bytes / bytesEach
  }

  /** One for all requests: it is theirs to call. */
  function push(this: IncomingMessage, piece: Buffer | null): boolean {
    // What the parser has read already still comes, and goes nowhere. It would pause the socket again at each false.
    if (cutOff.has(this)) return true
    const sent = (this.socket as Counted)[sentOf]!
    if (piece === null || !isTooFine(sent, piece.length)) return IncomingMessage.prototype.push.call(this, piece)
    cutOff.add(this)
    deafen(this.socket)
    cut(this, sent.atWork === this)
    return false
  }

  return {
    watch(request) {
      if (hasBody(request)) request.push = push
    },
    begin(request) {
      const socket: Counted = request.socket
      socket[sentOf] = { pieces: 0, bytes: 0, atWork: request }
    },
  }
}
