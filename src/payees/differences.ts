import { isSameAnd, isSureAnd } from './and-words.ts'
import { isOneEdit } from './edits.ts'
import { isSameToken, type Token } from './folding.ts'
import type { ParsedName } from './name.ts'

/** Two words are equal by their forms, or as words for "and". */
export const isEqual = (a: Token, b: Token): boolean => isSameToken(a, b) || isSameAnd(a.forms, b.forms)

export const areEqual = (a: readonly Token[], b: readonly Token[]): boolean =>
  a.length === b.length && a.every((token, at) => isEqual(token, b[at]!))

export const givenOf = ({ tokens, family }: ParsedName) => tokens.slice(0, tokens.length - family)
export const familyOf = ({ tokens, family }: ParsedName) => (family === 0 ? [] : tokens.slice(-family))

/** Organizations have no family name. */
const haveFamily = (a: ParsedName, b: ParsedName): boolean => a.family > 0 && b.family > 0

/** The tokens without the one at `at`. */
const without = (tokens: readonly Token[], at: number) => [...tokens.slice(0, at), ...tokens.slice(at + 1)]

/** Names of more words are compared in their own order only: the work must stay small. */
const mostReordered = 24

/**
 * The same words in any order. Equality isn't transitive (Muller, Müller, Mueller), so that words are paired by augmenting
 * paths, which finds a pairing wherever there is one.
 */
export function isReordered(a: readonly Token[], b: readonly Token[]): boolean {
  if (a.length !== b.length || a.length > mostReordered) return false
  const partner = new Map<number, number>()
  const place = (from: number, seen: Set<number>): boolean =>
    b.some((token, at) => {
      if (seen.has(at) || !isEqual(a[from]!, token)) return false
      seen.add(at)
      if (partner.has(at) && !place(partner.get(at)!, seen)) return false
      partner.set(at, from)
      return true
    })
  return a.every((_, from) => place(from, new Set()))
}

/** One word is missing between the first given name and the family name, which agree. */
export function lacksMiddle(a: ParsedName, b: ParsedName): boolean {
  if (!haveFamily(a, b)) return false
  const [short, long] = a.tokens.length < b.tokens.length ? [a, b] : [b, a]
  const [fewer, more] = [givenOf(short), givenOf(long)]
  if (more.length !== fewer.length + 1 || fewer.length === 0 || !areEqual(familyOf(short), familyOf(long))) return false
  return more.some((token, at) => at > 0 && !isSureAnd(token.forms) && areEqual(without(more, at), fewer))
}

const lengthOf = (text: string): number => [...text].length

/** DECISION: a sign that stands for a word or a syllable is no initial: 李 and 李明 are two given names. */
const initial = /^(?!\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Hangul}|\p{scx=Bopomofo})\p{L}$/u

function isInitialOf(short: Token, long: Token): boolean {
  const letters = short.forms.filter((form) => initial.test(form))
  return letters.some((letter) => long.forms.some((form) => lengthOf(form) > 1 && form.startsWith(letter)))
}

/** The first given name is an initial of the other's; all else is equal. */
export function hasInitial(a: ParsedName, b: ParsedName): boolean {
  if (!haveFamily(a, b)) return false
  const [left, right] = [givenOf(a), givenOf(b)]
  if (left.length === 0 || right.length === 0 || !areEqual(familyOf(a), familyOf(b))) return false
  if (!areEqual(left.slice(1), right.slice(1))) return false
  return isInitialOf(left[0]!, right[0]!) || isInitialOf(right[0]!, left[0]!)
}

const isPair = (family: readonly Token[]): boolean => family.length === 2 && family[0]!.isTied

/** A part of a family pair is missing; the given names are equal. */
export function lacksFamilyPart(a: ParsedName, b: ParsedName): boolean {
  const [left, right] = [familyOf(a), familyOf(b)]
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length !== 1 || !isPair(long)) return false
  return givenOf(a).length > 0 && areEqual(givenOf(a), givenOf(b)) && long.some((token) => isEqual(token, short[0]!))
}

const joined = (a: Token, b: Token): Token => ({
  forms: a.forms.flatMap((start) => b.forms.map((end) => start + end)),
  isTied: b.isTied,
})

/** Two neighbours of one name are one word of the other. A name of one word is never made so. */
export function isJoined(a: ParsedName, b: ParsedName): boolean {
  const [short, long] = a.tokens.length < b.tokens.length ? [a, b] : [b, a]
  if (long.tokens.length !== short.tokens.length + 1 || short.tokens.length < 2) return false
  const border = long.isFamilySaid ? long.tokens.length - long.family : -1
  return short.tokens.some((_, at) => {
    if (at + 1 === border) return false
    const [first, second] = [long.tokens[at]!, long.tokens[at + 1]!]
    if (isSureAnd(first.forms) || isSureAnd(second.forms)) return false
    return areEqual([...long.tokens.slice(0, at), joined(first, second), ...long.tokens.slice(at + 2)], short.tokens)
  })
}

const fewestLetters = 6

/** DECISION: the letters as they are written count, not those of a longer transliteration: Söfie has five. */
const isLong = ({ forms }: Token): boolean => forms.every((form) => lengthOf(form) >= fewestLetters)

function isEdited(a: string, b: string): boolean {
  if ([...a][0] !== [...b][0] || a.startsWith(b) || b.startsWith(a)) return false
  return isOneEdit(a, b)
}

/** One edit in one word; in a person's name not in the family name. */
export function hasOneEdit(a: ParsedName, b: ParsedName): boolean {
  if (a.tokens.length !== b.tokens.length || !areEqual(familyOf(a), familyOf(b))) return false
  const differing = a.tokens.flatMap((token, at) => (isEqual(token, b.tokens[at]!) ? [] : [at]))
  if (differing.length !== 1) return false
  const [left, right] = [a.tokens[differing[0]!]!, b.tokens[differing[0]!]!]
  if (!isLong(left) || !isLong(right)) return false
  return left.forms.some((form) => right.forms.some((other) => isEdited(form, other)))
}
