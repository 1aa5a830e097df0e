import { SignpostError } from '../../kernel/errors.ts'

/** What a document's text may be, whoever sends it: an error's place is found by counting lines from the start. */
export const textBounds = { bytes: 16 * 1024, lines: 500 }

/** Looks from one end of a line to the next: most documents come in one. */
function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  // A carriage return with its line feed is one line's end.
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) if (text[at + 1] !== '\n') lines++
  return lines
}

/** Before it is parsed. @throws SignpostError graphql_too_complex */
export function requireText(text: unknown): void {
  if (typeof text !== 'string') return
  if (Buffer.byteLength(text) > textBounds.bytes || countLines(text) > textBounds.lines) {
    throw new SignpostError('graphql_too_complex')
  }
}
