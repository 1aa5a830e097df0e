import { withoutHonorifics } from './honorifics.ts'
import { splitLegalForm } from './legal-forms/legal-forms.ts'
import { type Cut, cutText, mostLetters, mostTokens, type Token } from './tokens.ts'

/** A name as it is given: in one text, or in its two parts. */
export type PlainName = { readonly name: string } | { readonly given: string; readonly family: string }

/** The words of each text of a name. */
export type NameWords = { readonly texts: readonly (readonly Cut[])[]; readonly isMixed: boolean }

/**
 * A name in the form for comparison: its tokens in order, and the number of last tokens that are the family name (0
 * without one).
 *
 * INVARIANT (one reading): the comparison uses these fields alone, so names with equal readings have equal verdicts.
 */
export type Name = {
  readonly tokens: readonly Token[]
  readonly family: number
  /** The family name is two words joined by a hyphen. */
  readonly isPair: boolean
  /** The family name was marked as such: by its own field, or by a comma. */
  readonly isFamilySaid: boolean
  /** The possible legal forms at its end, which are no part of the tokens. */
  readonly form: readonly number[] | null
}

/** Cuts a name into its words, once. @returns null if its texts together are longer than a name may be */
export function cutName(name: PlainName): NameWords | null {
  const cut = 'name' in name ? [cutText(name.name)] : [cutText(name.given), cutText(name.family)]
  const texts = cut.flatMap((text) => text ?? [])
  if (texts.length < cut.length) return null
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)
  if (sum(texts.map(({ letters }) => letters)) > mostLetters) return null
  if (sum(texts.map(({ cuts }) => cuts.length)) > mostTokens) return null
  return { texts: texts.map(({ cuts }) => cuts), isMixed: texts.some(({ isMixed }) => isMixed) }
}

/** The texts that have words. SPEC: a name with a word of two scripts matches nothing, so nothing is left of it. */
const usedOf = ({ texts, isMixed }: NameWords) => (isMixed ? [] : texts.filter((cuts) => cuts.length > 0))

const tokensOf = (cuts: readonly Cut[]): Token[] => cuts.map(({ forms, and }) => ({ forms, and }))

const isPair = (family: readonly Cut[]): boolean => family.length === 2 && family[0]!.gap === '-'

/** The number of words at the end that are the family name: the last one, or a pair joined by hyphens. */
function familyLength(cuts: readonly Cut[]): number {
  let length = Math.min(1, cuts.length)
  while (length < cuts.length && cuts[cuts.length - length - 1]!.gap === '-') length++
  return length
}

/** "Smith, John" is John of the family Smith. */
function readText(cuts: readonly Cut[]): Name {
  const comma = cuts.slice(0, -1).findIndex(({ gap }) => gap === ',')
  if (comma >= 0) return readParts(cuts.slice(comma + 1), cuts.slice(0, comma + 1))
  const kept = withoutHonorifics(cuts, 0)
  const family = familyLength(kept)
  return {
    tokens: tokensOf(kept),
    family,
    isPair: isPair(kept.slice(kept.length - family)),
    isFamilySaid: false,
    form: null,
  }
}

function readParts(given: readonly Cut[], family: readonly Cut[]): Name {
  const [first, last] = [withoutHonorifics(given, 1), withoutHonorifics(family, 1)]
  return {
    tokens: tokensOf([...first, ...last]),
    family: last.length,
    isPair: isPair(last),
    isFamilySaid: true,
    form: null,
  }
}

/** Reads the name of a person: leading honorifics are removed, and the family name is last. */
export function readPerson(words: NameWords): Name {
  const [first, second] = usedOf(words)
  return second ? readParts(first!, second) : readText(first ?? [])
}

/** Reads the name of an organization: it has no family name. `company` may end with a legal form. */
export function readOrganization(words: NameWords, as: 'organization' | 'company'): Name {
  const all = tokensOf(usedOf(words).flat())
  const { tokens, form } = as === 'company' ? splitLegalForm(all) : { tokens: all, form: null }
  return { tokens, family: 0, isPair: false, isFamilySaid: false, form }
}

/** The holders between these words for "and". A holder without a word is kept, and matches nothing. */
function splitHolders(cuts: readonly Cut[], ands: readonly Cut['and'][]): Name[] {
  const holders: Cut[][] = [[]]
  cuts.forEach((cut, at) => {
    const isTied = cut.gap === '-' || cuts[at - 1]?.gap === '-'
    if (ands.includes(cut.and) && !isTied) holders.push([])
    else holders.at(-1)!.push(cut)
  })
  return holders.map(readText)
}

/** Reads a text as the names of two to four holders: once by the certain words for "and", once by all possible ones. */
export function readHolders(words: NameWords): Name[][] {
  const used = usedOf(words)
  if (used.length !== 1) return []
  const [sure, all] = [splitHolders(used[0]!, ['sure']), splitHolders(used[0]!, ['sure', 'maybe'])]
  return (sure.length === all.length ? [sure] : [sure, all]).filter(({ length }) => length >= 2 && length <= 4)
}
