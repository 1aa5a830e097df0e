import { IncomingMessage } from 'node:http'
import { unauthenticatedLimits } from '../../access/unauthenticated-limits.ts'

const { free, bytesEach } = unauthenticatedLimits.pieces

/**
 * A request that counts the chunks of its body: each chunk, and each packet, is an object and a call, however few bytes
 * it has. Beyond the bound the body is cut: later chunks are dropped, and the connection is read no further.
 */
export class CountedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  /** The body came in too many chunks. */
  isCut = false
  /** Called once, when the body is cut. */
  onCut: (() => void) | undefined

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    // The parser still delivers the chunks of the last read, thousands of them.
    if (this.isCut) return true
    if (piece === null) return super.push(null)
    this.#pieces++
    this.#bytes += piece.length
    if (this.#pieces <= free + this.#bytes / bytesEach) return super.push(piece, encoding)
    this.isCut = true
    this.onCut?.()
    return false
  }
}
