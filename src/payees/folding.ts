import { transliterate } from './transliteration.ts'

/** A word of a name: its forms, of which equal words share one, and whether a hyphen ties it to the next. */
export type Token = { readonly forms: readonly string[]; readonly isTied: boolean }

const apostrophes = /['’‘ʼʻʹʺ`´′＇]/gu
const hidden = /\p{Cf}|\p{Cc}|\u034f/gu
const hyphens = /[-‐‑‒﹣－]/u
/** `&` and `+` are words. */
const parts = /[&+]|[\p{L}\p{N}\p{M}]+|[-‐‑‒﹣－]|[^\p{L}\p{N}\p{M}&+]/gu

/**
 * DECISION: marks fall after letters of the scripts that can be written without them. In others they are vowels, or another
 * consonant: without them two different names would be one.
 */
const marks =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*)\p{M}+/gu

const withoutMarks = (text: string): string =>
  text.normalize('NFKD').replace(marks, '').normalize('NFC').toLowerCase().replace(marks, '')

/** Lower case, composed, compatible forms made plain, without what nobody sees. */
const level = (text: string): string =>
  text.normalize('NFKC').replace(hidden, '').toLowerCase().normalize('NFKC').replace(apostrophes, '')

/** The forms of a word: by the tables, then without marks; and without marks alone. */
function formsOf(word: string): string[] {
  const forms = [...transliterate(word).map(withoutMarks), withoutMarks(word)]
  return [...new Set(forms)].filter((form) => form !== '')
}

/** The words of a name, in order. Spaces and punctuation separate, apostrophes vanish, a hyphen separates and ties. */
export function tokensOf(name: string): Token[] {
  const tokens: { forms: string[]; isTied: boolean }[] = []
  let isAfterWord = false
  for (const [part] of level(name).matchAll(parts)) {
    if (hyphens.test(part)) {
      if (isAfterWord) tokens.at(-1)!.isTied = true
      isAfterWord = false
    } else if (/[\p{L}\p{N}\p{M}&+]/u.test(part)) {
      const forms = formsOf(part)
      isAfterWord = forms.length > 0
      if (isAfterWord) tokens.push({ forms, isTied: false })
    } else {
      if (tokens.length > 0 && !isAfterWord) tokens.at(-1)!.isTied = false
      isAfterWord = false
    }
  }
  if (tokens.length > 0) tokens.at(-1)!.isTied = false
  return tokens
}

/** A name as its words, each by the tables. Folding what is folded changes nothing. */
export const foldName = (name: string): string =>
  tokensOf(name)
    .map(({ forms, isTied }) => forms[0]! + (isTied ? '-' : ' '))
    .join('')
    .trimEnd()

/** All that any verdict can depend on: two names with one key are judged alike, whomever they are asked of. */
export const keyOf = (name: string): string =>
  tokensOf(name)
    .map(({ forms, isTied }) => [...forms].sort().join('/') + (isTied ? '-' : ' '))
    .join('')

/** Two tokens are equal if any two of their forms are. */
export const isSameToken = (a: Token, b: Token): boolean => a.forms.some((form) => b.forms.includes(form))

export const isSameTokens = (a: readonly Token[], b: readonly Token[]): boolean =>
  a.length === b.length && a.every((token, index) => isSameToken(token, b[index]!))

const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
].concat(
  ['Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar'],
  ['Georgian', 'Ethiopic', 'Cherokee', 'Khmer', 'Mongolian', 'Syriac', 'Thaana', 'Coptic', 'Canadian_Aboriginal'],
)
/** DECISION: as in UTS 39, the letters of Japanese are one script, and so are those of Korean and of Chinese. */
const writings = [
  ...scripts.map((script) => `\\p{Script=${script}}`),
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}',
  '\\p{Script=Han}\\p{Script=Hangul}',
  '\\p{Script=Han}\\p{Script=Bopomofo}',
]
const neutral = '\\P{L}\\p{Script=Common}\\p{Script=Inherited}'
const ofOneWriting = writings.map((writing) => new RegExp(`^[${writing}${neutral}]*$`, 'u'))

/** Whether a word of the name has letters of two scripts, such as a Cyrillic one among Latin ones. */
export function mixesScripts(name: string): boolean {
  for (const [part] of level(name).matchAll(parts)) {
    if (!/\p{L}/u.test(part)) continue
    if (!ofOneWriting.some((pattern) => pattern.test(part)) && hasKnownScript(part)) return true
  }
  return false
}

const known = new RegExp(
  `[${[...scripts.map((script) => `\\p{Script=${script}}`), ...writings.slice(-3)].join('')}]`,
  'u',
)
const hasKnownScript = (part: string): boolean => known.test(part)
