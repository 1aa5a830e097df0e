/*
 * Transliteration of letters to basic Latin. A row has the letters, their replacements and the source. These tables
 * decide verdicts: a change of one is a change of the contract.
 */

type Row = readonly [letters: string, written: string, source: string]

const latin: readonly Row[] = [
  ['ä', 'ae', 'ICAO 9303-3 section 6 A'],
  ['ö', 'oe', 'ICAO 9303-3 section 6 A'],
  ['ü', 'ue', 'ICAO 9303-3 section 6 A'],
  ['å', 'aa', 'ICAO 9303-3 section 6 A'],
  ['ø', 'oe', 'ICAO 9303-3 section 6 A'],
  ['æ', 'ae', 'ICAO 9303-3 section 6 A'],
  ['œ', 'oe', 'ICAO 9303-3 section 6 A'],
  ['ß', 'ss', 'ICAO 9303-3 section 6 A'],
  ['ł', 'l', 'ICAO 9303-3 section 6 A'],
  ['đ', 'd', 'ICAO 9303-3 section 6 A'],
  ['ħ', 'h', 'ICAO 9303-3 section 6 A'],
  ['ı', 'i', 'ICAO 9303-3 section 6 A'],
  ['þ', 'th', 'ICAO 9303-3 section 6 A'],
  ['ð', 'd', 'ICAO 9303-3 section 6 A'],
]

/** A second spelling of a letter; for å it is the letter without its mark. */
const secondLatin: readonly Row[] = [['ø', 'o', 'CLDR 46, Latin-ASCII']]

const passportCyrillic: readonly Row[] = [
  ['абвгґдеёз', 'a b v g g d e e z', 'ICAO 9303-3 section 6 B'],
  ['жийіклмно', 'zh i i i k l m n o', 'ICAO 9303-3 section 6 B'],
  ['прстуфхцч', 'p r s t u f kh ts ch', 'ICAO 9303-3 section 6 B'],
  ['шщъыьэюя', 'sh shch ie y - e iu ia', 'ICAO 9303-3 section 6 B'],
  ['єїўђѓѕјќ', 'ie i u d g dz j k', 'ICAO 9303-3 section 6 B'],
  ['љњћџ', 'lj nj c dz', 'ICAO 9303-3 section 6 B'],
]

/** ISO 9 without its marks: one letter for one letter. */
const libraryCyrillic: readonly Row[] = [
  ['абвгґдеёз', 'a b v g g d e e z', 'ISO 9:1995 table 1'],
  ['жийіклмно', 'z i j i k l m n o', 'ISO 9:1995 table 1'],
  ['прстуфхцч', 'p r s t u f h c c', 'ISO 9:1995 table 1'],
  ['шщъыьэюя', 's s - y - e u a', 'ISO 9:1995 table 1'],
  ['єїўђѓѕјќ', 'e i u d g z j k', 'ISO 9:1995 table 1'],
  ['љњћџ', 'l n c d', 'ISO 9:1995 table 1'],
]

const greekPairs: readonly Row[] = [
  ['γγ', 'ng', 'ISO 843:1997 type 2'],
  ['γξ', 'nx', 'ISO 843:1997 type 2'],
  ['γχ', 'nch', 'ISO 843:1997 type 2'],
  ['ου', 'ou', 'ISO 843:1997 type 2'],
  ['αυ', 'av', 'ISO 843:1997 type 2'],
  ['ευ', 'ev', 'ISO 843:1997 type 2'],
  ['ηυ', 'iv', 'ISO 843:1997 type 2'],
  ['μπ', 'mp', 'ISO 843:1997 type 2'],
]

const greek: readonly Row[] = [
  ['αβγδεζηθ', 'a v g d e z i th', 'ISO 843:1997 types 1 and 2'],
  ['ικλμνξοπ', 'i k l m n x o p', 'ISO 843:1997 types 1 and 2'],
  ['ρσςτυφχψω', 'r s s t y f ch ps o', 'ISO 843:1997 types 1 and 2'],
]

/** Each letter decomposed, like the texts. */
const tableOf = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap(([letters, written]) => {
      const texts = written.split(' ')
      return [...letters].map((letter, at): [string, string] => [letter.normalize('NFD'), texts[at]!.replace('-', '')])
    }),
  )

const pairTable = new Map(greekPairs.map(([pair, written]): [string, string] => [pair, written]))
const [latinTable, secondLatinTable] = [tableOf(latin), tableOf([...latin, ...secondLatin])]
const [passportTable, libraryTable] = [tableOf(passportCyrillic), tableOf(libraryCyrillic)]
const greekTable = tableOf(greek)

/** A voiceless sound follows, so that `αυ`, `ευ` and `ηυ` end in f. */
const voiceless = new Set('θκξπσςτφχψ')

function bySound(text: string): string {
  const letters = [...text]
  let written = ''
  for (let at = 0; at < letters.length; at++) {
    const pair = pairTable.get(letters[at]! + (letters[at + 1] ?? ''))
    if (pair === undefined) {
      written += greekTable.get(letters[at]!) ?? letters[at]
      continue
    }
    at++
    const next = letters[at + 1]
    const isHard = pair.endsWith('v') && (next === undefined || voiceless.has(next))
    written += isHard ? `${pair[0]}f` : pair
  }
  return written
}

/** By letter and marks: of a letter with two marks (ǟ) the one in the table (ä) counts. */
function byLetter(text: string, table: ReadonlyMap<string, string>): string {
  let written = ''
  for (const [cluster] of text.normalize('NFD').matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const [base, ...marks] = cluster
    const known = marks.find((mark) => table.has(base + mark))
    written += table.get(base + (known ?? '')) ?? cluster
  }
  return written
}

/** The marks of Greek are accents: the tables have the letters without them. */
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{Mn}+/gu, '')

/**
 * Transliterates a word in two ways: Cyrillic and Greek by ICAO 9303 and by ISO. The text is in lower case and
 * composed.
 */
export function transliterate(text: string): readonly [string, string] {
  if (/\p{Script=Greek}/u.test(text)) {
    const plain = withoutAccents(text)
    return [bySound(plain), byLetter(plain.replace(/(?<=[αεηο])υ/gu, 'u'), greekTable)]
  }
  if (/\p{Script=Cyrillic}/u.test(text)) return [byLetter(text, passportTable), byLetter(text, libraryTable)]
  if (!/\p{Script=Latin}/u.test(text)) return [text, text]
  return [byLetter(text, latinTable), byLetter(text, secondLatinTable)]
}
