/** DECISION: nothing that we read nests deeper than a few levels; beyond this a body is `invalid_json`. */
export const maxJsonDepth = 64

const quote = 0x22
const backslash = 0x5c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/**
 * Tells whether a JSON text nests deeper than anything we read: whatever walked the value afterwards (a validator,
 * `JSON.stringify`) would run out of stack.
 */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * maxJsonDepth) return false
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === backslash) index++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (openings.has(code) && ++depth > maxJsonDepth) return true
    else if (closings.has(code)) depth--
  }
  return false
}
