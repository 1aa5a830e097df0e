/** How many values a JSON text holds, and how many the longest of its lists and objects, as its commas tell. */
export type JsonSize = { values: number; longest: number }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d

/**
 * Measures a JSON text before it is parsed: each list, each object and each comma counts as a value. A value costs what
 * judges it the same however few bytes it has.
 */
export function jsonSizeOf(text: string): JsonSize {
  const size = { values: 1, longest: 0 }
  const around: number[] = []
  let length = 1
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === backslash) index++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === comma) {
      size.values++
      length++
    } else if (isOpening(code)) {
      size.values++
      around.push(length)
      length = 1
    } else if (isClosing(code)) {
      size.longest = Math.max(size.longest, length)
      length = around.pop() ?? 1
    }
  }
  return size
}
