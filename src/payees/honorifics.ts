import { type Cut, cutText, isEqual, type Token } from './tokens.ts'

/**
 * Titles before a name that are no part of it. Words that are also given names, such as "Don", "Sri" and "Kumari", are
 * left out.
 */
const rows: readonly (readonly [words: string, source: string])[] = [
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
const honorifics: readonly (readonly Token[])[] = rows.flatMap(([words]) =>
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
export function withoutHonorifics(cuts: readonly Cut[], fewest: 0 | 1): readonly Cut[] {
  let at = 0
  while (at < cuts.length) {
    const length = lengthAt(cuts, at)
    const isName = length > 0 && spellingsOf(cuts[at]!).some((spelling) => names.has(spelling))
    if (length === 0 || cuts.length - at - length < (isName ? 2 : fewest)) break
    at += length
  }
  return cuts.slice(at)
}
