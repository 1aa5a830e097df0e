import { transliterate } from './transliteration.ts'

const scripts = (
  'Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Cherokee Khmer Mongolian Syriac Thaana Coptic Canadian_Aboriginal'
).split(' ')

/** DECISION: as in UTS 39, the scripts of Japanese count as one, and so do those of Korean and of Chinese. */
const writings = [...scripts, 'Han Hiragana Katakana', 'Han Hangul', 'Han Bopomofo'].map((names) =>
  names
    .split(' ')
    .map((name) => `\\p{Script=${name}}`)
    .join(''),
)
/** The scripts without a name here count as one. */
const ofOneWriting = new RegExp(
  `^(?:${writings.map((letters) => `[${letters}]*`).join('|')}|[^${writings.join('')}]*)$`,
  'u',
)
const neutral = /[\P{L}\p{Script=Common}\p{Script=Inherited}]+/gu

/** True if a word has letters of two scripts, such as a Cyrillic one among Latin ones. */
const mixesScripts = (word: string): boolean =>
  !/^[a-z0-9]*$/.test(word) && !ofOneWriting.test(word.replace(neutral, ''))

/** Words for "and". */
const andRows: readonly (readonly [word: string, source: string])[] = [
  ['&', 'CLDR 46, en, listPattern standard-short'],
  ['+', 'ISO 80000-2'],
  ['and', 'CLDR 46, en, listPattern'],
  ['und', 'CLDR 46, de, listPattern'],
  ['et', 'CLDR 46, fr, listPattern'],
  ['en', 'CLDR 46, nl, listPattern'],
  ['og', 'CLDR 46, da, nb, is, fo, listPattern'],
  ['och', 'CLDR 46, sv, listPattern'],
  ['ja', 'CLDR 46, et, fi, listPattern'],
  ['es', 'CLDR 46, hu, listPattern'],
  ['ve', 'CLDR 46, tr, listPattern'],
  ['dan', 'CLDR 46, id, ms, listPattern'],
  ['ir', 'CLDR 46, lt, listPattern'],
  ['un', 'CLDR 46, lv, listPattern'],
  ['si', 'CLDR 46, ro, listPattern'],
  ['in', 'CLDR 46, sl, listPattern'],
  ['agus', 'CLDR 46, ga, listPattern'],
  ['dhe', 'CLDR 46, sq, listPattern'],
  ['eta', 'CLDR 46, eu, listPattern'],
  ['και', 'CLDR 46, el, listPattern'],
  ['y', 'CLDR 46, es, listPattern'],
  ['e', 'CLDR 46, it, pt, listPattern'],
  ['i', 'CLDR 46, ca, pl, hr, listPattern'],
  ['a', 'CLDR 46, cs, sk, listPattern'],
  ['и', 'CLDR 46, ru, bg, sr, listPattern'],
  ['й', 'CLDR 46, uk, listPattern'],
  ['і', 'CLDR 46, uk, be, listPattern'],
]

const words = new Set(andRows.map(([word]) => word))

/** Words that almost always mean "and". The others ("y", "in", "dan") are also letters, words and names. */
const sure = new Set(['&', '+', 'and', 'und', 'et', 'og', 'och', 'agus', 'dhe', 'eta', 'και'])

type IsAnd = 'sure' | 'maybe' | null

/** True if one of the forms almost always means "and"; "A", "E" and "Y" are initials, too. */
function andOf(forms: readonly string[]): IsAnd {
  if (forms.some((form) => sure.has(form))) return 'sure'
  return forms.some((form) => words.has(form)) ? 'maybe' : null
}

/** True if two tokens are both words for "and". DECISION: at least one of them must almost always mean it. */
const isSameAnd = (a: IsAnd, b: IsAnd): boolean => a !== null && b !== null && (a === 'sure' || b === 'sure')

/** Counts the work that names cost, for the tests of its bounds alone. */
export const steps = { tokens: 0, letters: 0 }

/** A word in the form for comparison: its forms, the last of them as written, and its certainty as a word for "and". */
export type Token = { readonly forms: readonly string[]; readonly and: IsAnd }

/** A word in its text, with the text up to the next one. */
export type Cut = Token & { readonly gap: ' ' | '-' | ',' }

export type Text = { readonly cuts: readonly Cut[]; readonly letters: number; readonly isMixed: boolean }

/** The bounds of a name, after NFKC. The number of letters is that of a name in an ISO 20022 message. */
export const mostLetters = 140
export const mostTokens = 20

/** NFKC joins at most four UTF-16 units into one letter. */
export const mostUnits = 4 * mostLetters

export const lettersOf = (text: string): number => [...text].length

const isBasic = (word: string): boolean => /^[a-z0-9]*$/.test(word)

const apostrophes = /['’‘ʼʻʹʺ`´′]/gu
const hidden = /\p{Cf}|\p{Cc}|\u034f/gu
/** `&` and `+` are words. The gap is all text between two words. */
const wordsWithGaps = /([&+]|[\p{L}\p{N}\p{M}]+)([^\p{L}\p{N}\p{M}&+]*)/gu
const marked = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu

/**
 * DECISION: marks are removed after letters of scripts that can be written without them. In others they are vowels, or
 * change the consonant: without them two different names would be equal. The stroke of ø is such a mark.
 */
const withoutMarks = (text: string): string =>
  isBasic(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(marked, '$1')
        .normalize('NFC')
        .toLowerCase()
        .replace(marked, '$1')
        .replaceAll('ø', 'o')

function formsOf(word: string): string[] {
  const forms = isBasic(word) ? [word] : [...transliterate(word), word].map(withoutMarks)
  for (const form of forms) steps.letters += form.length
  return [...new Set(forms)].filter((form) => form !== '')
}

const gapOf = (gap: string): Cut['gap'] => (/^[-‐‒]+$/u.test(gap) ? '-' : /[,、]/.test(gap) ? ',' : ' ')

/**
 * Cuts a text into its words. Spaces and punctuation separate, apostrophes vanish, a hyphen separates and joins.
 *
 * @returns null if the text is longer than a name may be
 */
export function cutText(text: string): Text | null {
  if (text.length > mostUnits) return null
  const composed = text.replaceAll('´', "'").normalize('NFKC')
  steps.letters += composed.length
  const letters = lettersOf(composed)
  if (letters > mostLetters) return null
  const level = composed.replace(hidden, '').toLowerCase().normalize('NFKC').replace(apostrophes, '')
  const words = [...level.matchAll(wordsWithGaps)]
  if (words.length > mostTokens) return null
  const cuts = words.map(([, word, gap], at): Cut => {
    const forms = formsOf(word!)
    return { forms, and: andOf(forms), gap: at + 1 < words.length ? gapOf(gap!) : ' ' }
  })
  return { cuts, letters, isMixed: words.some(([, word]) => mixesScripts(word!)) }
}

/** Two words are equal if any two of their forms are, or as words for "and". */
export function isEqual(a: Token, b: Token): boolean {
  steps.tokens++
  return a.forms.some((form) => b.forms.includes(form)) || isSameAnd(a.and, b.and)
}
