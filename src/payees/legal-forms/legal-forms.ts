import { cutText, type Token } from '../tokens.ts'
import { east } from './east.ts'
import { europe } from './europe.ts'
import { world } from './world.ts'

/** A legal form: its country, its spellings separated by a bar, and its law. */
export type LegalFormRow = readonly [country: string, spellings: string, source: string]

/** The legal forms at the end of a name. The table is normative: it decides verdicts. */
export const legalForms: readonly LegalFormRow[] = [...europe, ...east, ...world]

/** Maximum number of words in a form. */
const longest = 8

/** Letters with a point after each are one word: `G.m.b.H.` is `gmbh`. All words for "and" are equal. */
function spellingsOf(tokens: readonly Token[]): string[] {
  const count = Math.max(...tokens.map(({ forms }) => forms.length))
  const spelt = new Set<string>()
  for (let nth = 0; nth < count; nth++) {
    const words = tokens.map(({ forms }) => forms[Math.min(nth, forms.length - 1)]!)
    spelt.add(joinLetters(words.map((word) => (isAmpersand(word) ? '&' : word))))
  }
  return [...spelt]
}

const isAmpersand = (word: string): boolean => ['&', '+', 'and', 'und', 'et'].includes(word)

function joinLetters(words: readonly string[]): string {
  let text = ''
  let wasLetter = false
  for (const word of words) {
    const isLetter = /^\p{L}$/u.test(word)
    text += wasLetter && isLetter ? word : ` ${word}`
    wasLetter = isLetter
  }
  return text.trimStart()
}

const index = new Map<string, Set<number>>()
legalForms.forEach(([, spellings], row) => {
  for (const spelling of spellings.split('|')) {
    for (const key of spellingsOf(cutText(spelling)!.cuts)) index.set(key, (index.get(key) ?? new Set()).add(row))
  }
})

/** The rows whose spelling is exactly these words. */
function rowsOf(tokens: readonly Token[]): readonly number[] {
  return [...new Set(spellingsOf(tokens).flatMap((key) => [...(index.get(key) ?? [])]))]
}

export type Named = { readonly tokens: readonly Token[]; readonly form: readonly number[] | null }

/** Cuts the longest legal form off the end of a name. At least one word stays. */
export function splitLegalForm(tokens: readonly Token[]): Named {
  for (let at = Math.max(1, tokens.length - longest); at < tokens.length; at++) {
    const form = rowsOf(tokens.slice(at))
    if (form.length > 0) return { tokens: tokens.slice(0, at), form }
  }
  return { tokens, form: null }
}

/** Compares the forms of two names. Two spellings of one form are the same. */
export function compareForms(a: Named['form'], b: Named['form']): 'same' | 'one' | 'different' {
  if (a === null && b === null) return 'same'
  if (a === null || b === null) return 'one'
  return a.some((row) => b.includes(row)) ? 'same' : 'different'
}
