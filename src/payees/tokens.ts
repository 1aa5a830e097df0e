import { andOf, type IsAnd, isSameAnd } from './conjunctions.ts'
import { steps } from './steps.ts'
import { transliterate } from './transliteration.ts'
import { mixesScripts } from './writings.ts'

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
