/*
 * What a JSON text holds, told before it is parsed: what is judged here costs no more than a walk over its characters.
 */

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a

const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d

/** Where the string ends whose quote is at `begin`: its closing quote, or the end of the text. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === backslash) first--
    // An even number of backslashes stand for themselves.
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

/** Goes over what stands outside of strings, until `see` says to stop. */
function scan(text: string, see: (code: number) => boolean): void {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (see(code)) return
  }
}

/** DECISION: nothing that we read nests deeper than a few levels; beyond this a body is `invalid_json`. */
export const maxJsonDepth = 64

/**
 * Tells whether a JSON text nests deeper than anything we read: whatever walked the value afterwards (a validator,
 * `JSON.stringify`) would run out of stack.
 */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * maxJsonDepth) return false
  let depth = 0
  scan(text, (code) => {
    if (isOpening(code)) depth++
    else if (isClosing(code)) depth--
    // What closes more than it opened is no JSON, which the parser says.
    return depth > maxJsonDepth || depth < 0
  })
  return depth > maxJsonDepth
}

/**
 * DECISION: the largest useful body has some 2,000 commas and colons. Each pair may cost a value and an object shape, which is some
 * microseconds for a few bytes. Brackets alone are cheaper, so an item of a bulk may nest 10,000 objects and is one bad item.
 */
const maxJsonSize = { members: 6_000, brackets: 40_000 }
/** A bulk may hold one item that nests 10,000 objects. */
export const maxBulkMembers = 10_200

/** Tells whether parsing a JSON text would take long, however few bytes it has. */
export function isTooLarge(text: string, most = maxJsonSize.members): boolean {
  if (text.length <= 2 * most) return false
  let members = 0
  let brackets = 0
  const isBeyond = () => members > most || brackets > maxJsonSize.brackets
  scan(text, (code) => {
    if (code === comma || code === colon) members++
    else if (isOpening(code)) brackets++
    return isBeyond()
  })
  return isBeyond()
}

/** How many values a JSON text holds, and how many the longest of its lists and objects, as its commas tell. */
export type JsonSize = { values: number; longest: number }

/**
 * Measures a JSON text: each list, each object and each comma counts as a value. A value costs what judges it the same however
 * few bytes it has. Beyond `most` values it counts no further.
 */
export function jsonSizeOf(text: string, most = Number.POSITIVE_INFINITY): JsonSize {
  const size = { values: 1, longest: 0 }
  const around: number[] = []
  let length = 1
  scan(text, (code) => {
    if (code === comma) {
      size.values++
      length++
    } else if (isOpening(code)) {
      size.values++
      around.push(length)
      length = 1
    } else if (isClosing(code)) {
      size.longest = Math.max(size.longest, length)
      const outer = around.pop()
      if (outer === undefined) return true
      length = outer
    }
    return size.values > most
  })
  return size
}
