/** Words for "and". */
const rows: readonly (readonly [word: string, source: string])[] = [
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

const words = new Set(rows.map(([word]) => word))

/** Words that almost always mean "and". The others ("y", "in", "dan") are also letters, words and names. */
const sure = new Set(['&', '+', 'and', 'und', 'et', 'og', 'och', 'agus', 'dhe', 'eta', 'και'])

export type IsAnd = 'sure' | 'maybe' | null

/** True if one of the forms almost always means "and"; "A", "E" and "Y" are initials, too. */
export function andOf(forms: readonly string[]): IsAnd {
  if (forms.some((form) => sure.has(form))) return 'sure'
  return forms.some((form) => words.has(form)) ? 'maybe' : null
}

/** True if two tokens are both words for "and". DECISION: at least one of them must almost always mean it. */
export const isSameAnd = (a: IsAnd, b: IsAnd): boolean => a !== null && b !== null && (a === 'sure' || b === 'sure')
