import { compareForms } from './legal-forms/legal-forms.ts'
import type { Name } from './name.ts'
import { isEqual, lettersOf, steps, type Token } from './tokens.ts'

/** The numbers of equal characters from the start and from the end. The two may overlap. */
function sameEnds<T>(a: readonly T[], b: readonly T[], isSame: (x: T, y: T) => boolean) {
  const most = Math.min(a.length, b.length)
  let [first, last] = [0, 0]
  while (first < most && isSame(a[first]!, b[first]!)) first++
  while (last < most && isSame(a[a.length - 1 - last]!, b[b.length - 1 - last]!)) last++
  return { first, last }
}

/**
 * True if one edit turns one text into the other: a letter inserted, deleted or replaced, or two neighbours exchanged.
 * Equal texts are not one edit apart. Source: Damerau 1964.
 */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length) as [string[], string[]]
  steps.letters += short.length + long.length
  const { first, last } = sameEnds(short, long, (x, y) => x === y)
  const end = Math.min(last, short.length - first)
  const [of, to] = [short.length - first - end, long.length - first - end]
  if (to === 1) return true
  return of === 2 && to === 2 && short[first] === long[first + 1] && short[first + 1] === long[first]
}

/**
 * True if each row can have a column of its own. A row is a bit for each suitable column, 31 at most. Augmenting paths
 * find such a pairing if one exists.
 */
export function canPair(rows: readonly number[]): boolean {
  const rowOf = new Map<number, number>()
  let seen = 0
  function place(row: number): boolean {
    for (let free = rows[row]! & ~seen; free !== 0; free = rows[row]! & ~seen) {
      const column = free & -free
      seen |= column
      const other = rowOf.get(column)
      if (other === undefined || place(other)) {
        rowOf.set(column, row)
        return true
      }
    }
    return false
  }
  return rows.every((_, row) => {
    seen = 0
    return place(row)
  })
}

/** A bit for each suitable item. */
export const bitsOf = <T>(items: readonly T[], suits: (item: T) => boolean): number =>
  items.reduce((bits, item, at) => (suits(item) ? bits | (1 << at) : bits), 0)

/** Result of a comparison. */
export type Likeness = 'match' | 'close_match' | 'no_match'

/** Two names, the one with fewer tokens first, and the number of equal tokens from the start and from the end. */
type Both = { readonly short: Name; readonly long: Name; readonly first: number; readonly last: number }

const hasSameFamily = ({ short, long, last }: Both): boolean => short.family === long.family && last >= short.family

/** DECISION: a sign that stands for a word or a syllable is no initial: 李 and 李明 are two given names. */
const initial = /^(?!\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Hangul}|\p{scx=Bopomofo})\p{L}$/u

function isInitialOf(short: Token, long: Token): boolean {
  const letters = short.forms.filter((form) => initial.test(form))
  return letters.some((letter) => long.forms.some((form) => lettersOf(form) > 1 && form.startsWith(letter)))
}

const fewestLetters = 6

/** DECISION: the written letters count, not those of a longer transliteration. */
const isLong = ({ forms }: Token): boolean => lettersOf(forms.at(-1)!) >= fewestLetters

function isEdited(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || a.codePointAt(0) !== b.codePointAt(0)) return false
  return !a.startsWith(b) && !b.startsWith(a) && isOneEdit(a, b)
}

/** One word alone differs, and it is not the family name: an initial for a person's first given name, or one edit. */
function hasOneOther(both: Both): boolean {
  const { short, long, first: at, last } = both
  if (at + last !== short.tokens.length - 1 || !hasSameFamily(both)) return false
  const [a, b] = [short.tokens[at]!, long.tokens[at]!]
  if (at === 0 && short.family > 0 && (isInitialOf(a, b) || isInitialOf(b, a))) return true
  return (isLong(a) || isLong(b)) && a.forms.some((form) => b.forms.some((other) => isEdited(form, other)))
}

/** The same words in any order. Equality isn't transitive (Muller, Müller, Mueller), so this searches a pairing. */
const isReordered = ({ short, long }: Both): boolean =>
  canPair(short.tokens.map((token) => bitsOf(long.tokens, (other) => isEqual(token, other))))

/** One word is missing between the first given name and the family name, which agree. */
function lacksMiddle(both: Both): boolean {
  const { short, long, first, last } = both
  const given = short.tokens.length - short.family
  if (short.family === 0 || given === 0 || !hasSameFamily(both)) return false
  return long.tokens.some(
    ({ and }, at) => at > 0 && at <= given && at <= first && at >= short.tokens.length - last && and !== 'sure',
  )
}

/** A part of a family pair is missing; the given names are equal. */
function lacksFamilyPart({ short, long, first, last }: Both): boolean {
  const given = short.tokens.length - 1
  return short.family === 1 && long.isPair && given > 0 && first >= given && (first > given || last > 0)
}

function isJoinedOf(word: Token, start: Token, end: Token): boolean {
  steps.tokens++
  return word.forms.some((form) =>
    start.forms.some((one) => form.startsWith(one) && end.forms.includes(form.slice(one.length))),
  )
}

/** Two neighbouring words of one name are one word of the other. A name of one word never is. */
function isJoined({ short, long, first, last }: Both): boolean {
  if (short.tokens.length < 2) return false
  const border = long.isFamilySaid ? long.tokens.length - long.family : -1
  return short.tokens.some((word, at) => {
    const [start, end] = [long.tokens[at]!, long.tokens[at + 1]!]
    if (at > first || at < short.tokens.length - 1 - last || at + 1 === border) return false
    return start.and !== 'sure' && end.and !== 'sure' && isJoinedOf(word, start, end)
  })
}

/** SPEC: exactly one listed difference. */
function differsOnce(both: Both): boolean {
  const more = both.long.tokens.length - both.short.tokens.length
  if (more === 0) return hasOneOther(both) || isReordered(both)
  return more === 1 && (lacksMiddle(both) || lacksFamilyPart(both) || isJoined(both))
}

/**
 * SPEC: `match` is the same tokens and the same family name; `close_match` is exactly one listed difference. A legal
 * form on one side is one.
 *
 * INVARIANT (symmetric): exchanging the two names never changes the verdict.
 */
export function compare(a: Name, b: Name): Likeness {
  const forms = compareForms(a.form, b.form)
  if (a.tokens.length === 0 || b.tokens.length === 0 || forms === 'different') return 'no_match'
  const [short, long] = a.tokens.length <= b.tokens.length ? [a, b] : [b, a]
  const both = { short, long, ...sameEnds(short.tokens, long.tokens, isEqual) }
  if (both.first === long.tokens.length && short.family === long.family)
    return forms === 'same' ? 'match' : 'close_match'
  return forms === 'same' && differsOnce(both) ? 'close_match' : 'no_match'
}
