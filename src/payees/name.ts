import { splitLegalForm } from './legal-forms/legal-forms.ts'
import { type Cut, cutText, isEqual, mostLetters, mostTokens, type Token } from './tokens.ts'

/**
 * Titles before a name that are no part of it. Words that are also given names, such as "Don", "Sri" and "Kumari", are
 * left out.
 */
const honorificRows: readonly (readonly [words: string, source: string])[] = [
  [
    'mr mister mrs ms miss mx dr doctor prof professor sir dame lord lady rev reverend hon',
    'Oxford English Dictionary',
  ],
  ['capt captain col colonel maj lt lieutenant sgt sergeant gen general adm', 'Oxford English Dictionary'],
  ['herr frau fräulein doktor mag magister dipl ing', 'Duden'],
  ['mme madame mlle mademoiselle monsieur maître docteur professeur', 'Dictionnaire de l’Académie française'],
  ['sr sra srta señor señora señorita doña dra', 'Real Academia Española'],
  ['senhor senhora dona doutor doutora', 'Priberam'],
  ['sig signor signora signorina dott dottoressa dottssa dottore avv', 'Treccani'],
  ['dhr heer mevr mevrouw mw drs meneer', 'Van Dale'],
  ['hr fru frk fröken', 'Svenska Akademiens ordlista'],
  ['pan pani panna', 'Słownik języka polskiego PWN'],
  ['pán paní slečna bc mgr mudr judr', 'Internetová jazyková příručka'],
  ['господин госпожа г-н г-жа', 'Большой толковый словарь'],
  ['пан пані', 'Словник української мови'],
  ['κύριος κυρία κος κα', 'Λεξικό της Κοινής Νεοελληνικής'],
  ['bay bayan', 'Türk Dil Kurumu'],
  ['shri smt shrimati', 'Oxford Hindi-English Dictionary'],
  ['sheikh hajj haji hajji ustaz', 'Hans Wehr'],
]

/** Words that are also family names, or rare given names: they are removed only before two words. */
const names = new Set('pan pani пан bay lord major maj general gen haji hajji mag'.split(' '))

/**
 * DECISION: a word in another script is compared as it is written: κα is an honorific, and the Latin "Ka" is a name.
 */
const spellingsOf = ({ forms }: Token): readonly string[] =>
  /\p{Script=Latin}/u.test(forms.at(-1)!) ? forms : forms.slice(-1)

/** The tokens of each honorific: `г-н` has two. */
const honorifics: readonly (readonly Token[])[] = honorificRows.flatMap(([words]) =>
  words.split(' ').map((word) => cutText(word)!.cuts),
)
const single = new Set(honorifics.filter((tokens) => tokens.length === 1).flatMap(([token]) => spellingsOf(token!)))
const several = honorifics.filter((tokens) => tokens.length > 1)

/**
 * The number of tokens at `at` that form one honorific; 0 without one. A word that a hyphen joins to a name is a part
 * of it.
 */
function lengthAt(cuts: readonly Cut[], at: number): number {
  const long = several.find((words) =>
    words.every((word, nth) => at + nth < cuts.length && isEqual(cuts[at + nth]!, word)),
  )
  if (long) return long.length
  const cut = cuts[at]
  if (!cut || !spellingsOf(cut).some((spelling) => single.has(spelling))) return 0
  return cut.gap === '-' && lengthAt(cuts, at + 1) === 0 ? 0 : 1
}

/**
 * The tokens without the leading honorifics.
 *
 * DECISION: at least `fewest` stay: one of a part that was given by itself. A family name Lord is no honorific.
 */
function withoutHonorifics(cuts: readonly Cut[], fewest: 0 | 1): readonly Cut[] {
  let at = 0
  while (at < cuts.length) {
    const length = lengthAt(cuts, at)
    const isName = length > 0 && spellingsOf(cuts[at]!).some((spelling) => names.has(spelling))
    if (length === 0 || cuts.length - at - length < (isName ? 2 : fewest)) break
    at += length
  }
  return cuts.slice(at)
}

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

/** The number of words at the end that are the family name: the last one, or a pair joined by hyphens. */
function familyLength(cuts: readonly Cut[]): number {
  let length = Math.min(1, cuts.length)
  while (length < cuts.length && cuts[cuts.length - length - 1]!.gap === '-') length++
  return length
}

const personOf = (given: readonly Cut[], family: readonly Cut[], isFamilySaid: boolean): Name => ({
  tokens: tokensOf([...given, ...family]),
  family: family.length,
  isPair: family.length === 2 && family[0]!.gap === '-',
  isFamilySaid,
  form: null,
})

/** "Smith, John" is John of the family Smith. */
function readText(cuts: readonly Cut[]): Name {
  const comma = cuts.slice(0, -1).findIndex(({ gap }) => gap === ',')
  if (comma >= 0) return readParts(cuts.slice(comma + 1), cuts.slice(0, comma + 1))
  const kept = withoutHonorifics(cuts, 0)
  const family = kept.length - familyLength(kept)
  return personOf(kept.slice(0, family), kept.slice(family), false)
}

const readParts = (given: readonly Cut[], family: readonly Cut[]): Name =>
  personOf(withoutHonorifics(given, 1), withoutHonorifics(family, 1), true)

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
