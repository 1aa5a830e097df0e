/** Full-width letters, which fold to ASCII. */
const wide = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

/** The n-th choice of capitals: a bit for each letter. */
const capitals = (text: string, n: number): string =>
  text.replaceAll(/./g, (letter, index: number) => ((n >> index) & 1 ? letter.toUpperCase() : letter))

const invisible = ['\u200b', '\u2060', '\u00ad']

const dress: readonly ((text: string, n: number) => string)[] = [
  (text) => `@${text}`,
  (text) => ` @${text} `,
  (text, n) => `@${text.slice(0, 4)}${invisible[n % invisible.length]}${text.slice(4)}`,
  (text) => `@${wide(text.slice(0, 3))}${text.slice(3)}`,
  (text) => `\t@${text}`,
]

/**
 * `count` distinct spellings of a handle of ten letters that all normalize to it: capitals, blanks around it, invisible
 * characters, full-width letters. The first is the plain one. All handles have equally long spellings.
 */
export const spellings = (handle: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => dress[n % dress.length]!(capitals(handle, n), n))
