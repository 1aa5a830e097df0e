/** The officially assigned codes of ISO 3166-1 alpha-2, and XK, which banks use for Kosovo. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'

const countries: ReadonlySet<string> = new Set(codes.split(' '))

/** A country's code in upper case, or null when there is no such country. */
export function readCountry(written: string): string | null {
  const code = written.toUpperCase()
  return countries.has(code) ? code : null
}

/** Checks a bank's code, written without spaces and dashes and in upper case. */
type SchemeRule = (code: string) => boolean

const matching =
  (shape: RegExp): SchemeRule =>
  (code) =>
    shape.test(code)

const weights = [3, 7, 1]

/** The last digit of the sum of all digits, each times its weight. */
const weighted = (digits: string): number =>
  Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * weights[at % 3]!, 0) % 10

/** ISO 9362: party, country, suffix, and a branch or none. */
const bic: SchemeRule = (code) =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(code) && readCountry(code.slice(4, 6)) !== null

/** ABA routing numbers: the first two digits name a Federal Reserve district or a kind, the ninth is a checksum. */
const aba: SchemeRule = (code) =>
  /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/.test(code) && Number(code) > 0 && weighted(code) === 0

/** Banxico's CLABE: bank, place and account in 17 digits, and a control digit that makes the weighted sum a multiple of ten. */
const clabe: SchemeRule = (code) =>
  /^[0-9]{18}$/.test(code) && Number(code) > 0 && (weighted(code.slice(0, 17)) + Number(code[17])) % 10 === 0

const bankCodeSchemes = {
  bic,
  aba,
  sort_code: matching(/^[0-9]{6}$/),
  ifsc: matching(/^[A-Z]{4}0[A-Z0-9]{6}$/),
  bsb: matching(/^[0-9]{6}$/),
  clabe,
} satisfies Record<string, SchemeRule>

export type BankCodeScheme = keyof typeof bankCodeSchemes
export const bankCodeSchemeNames = Object.keys(bankCodeSchemes) as readonly BankCodeScheme[]

/** Spaces and dashes included. */
const longestWritten = 64

/** Returns a bank's code in upper case, without the spaces and dashes of its written form, or null if it is invalid. */
export function readBankCode(scheme: BankCodeScheme, written: string): string | null {
  if (written.length > longestWritten) return null
  const code = written.replace(/[ -]/g, '').toUpperCase()
  return bankCodeSchemes[scheme](code) ? code : null
}
