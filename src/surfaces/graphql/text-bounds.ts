import { SignpostError } from '../../kernel/errors.ts'

/** What a document's text may be, whoever sends it: an error's place is found by counting lines from the start. */
export const textBounds = { bytes: 16 * 1024, lines: 500 }

function countLines(text: string): number {
  let lines = 1
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // A carriage return with its line feed is one line's end.
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(index + 1) !== 0x0a)) lines++
  }
  return lines
}

/** Before it is parsed. @throws SignpostError graphql_too_complex */
export function requireText(text: unknown): void {
  if (typeof text !== 'string') return
  if (Buffer.byteLength(text) > textBounds.bytes || countLines(text) > textBounds.lines) {
    throw new SignpostError('graphql_too_complex')
  }
}
