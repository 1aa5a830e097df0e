import { tokensOf } from './folding.ts'

/** What is put before a name and is no part of it. Words that are also given names, such as "Don", are left out. */
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
  ['shri sri smt shrimati kumari', 'Oxford Hindi-English Dictionary'],
  ['sheikh hajj haji hajji ustaz', 'Hans Wehr'],
]

/** Each honorific as the forms of its tokens. */
const honorifics: readonly string[] = rows.flatMap(([words]) =>
  words.split(' ').flatMap((word) => {
    const tokens = tokensOf(word)
    return tokens.length === 1 ? tokens[0]!.forms : []
  }),
)
const known = new Set(honorifics)

/** Whether a token, by any of its forms, is an honorific. */
export const isHonorific = (forms: readonly string[]): boolean => forms.some((form) => known.has(form))
