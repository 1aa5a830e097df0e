import { readCountry } from './country.ts'

/** Returns a bank's code in its canonical spelling, or null when the scheme has no such code. */
type SchemeRule = (written: string) => string | null

const matching =
  (shape: RegExp): SchemeRule =>
  (written) =>
    shape.test(written) ? written : null

const weights = [3, 7, 1]

/** The last digit of the sum of all digits, each times its weight. */
const weighted = (digits: string): number =>
  Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * weights[at % 3]!, 0) % 10

/** ISO 9362: party, country, suffix, and a branch or none. */
const bic: SchemeRule = (written) =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(written) && readCountry(written.slice(4, 6)) !== null
    ? written
    : null

/** ABA routing numbers: the first two digits name a Federal Reserve district or a kind, the ninth is a checksum. */
const aba: SchemeRule = (written) =>
  /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/.test(written) &&
  Number(written) > 0 &&
  weighted(written) === 0
    ? written
    : null

/** Banxico's CLABE: bank, place and account in 17 digits, and a control digit that makes the weighted sum a multiple of ten. */
const clabe: SchemeRule = (written) =>
  /^[0-9]{18}$/.test(written) &&
  Number(written) > 0 &&
  (weighted(written.slice(0, 17)) + Number(written[17])) % 10 === 0
    ? written
    : null

export const bankCodeSchemes = {
  bic,
  aba,
  sort_code: matching(/^[0-9]{6}$/),
  ifsc: matching(/^[A-Z]{4}0[A-Z0-9]{6}$/),
  bsb: matching(/^[0-9]{6}$/),
  clabe,
} satisfies Record<string, SchemeRule>

export type BankCodeScheme = keyof typeof bankCodeSchemes
export const bankCodeSchemeNames = Object.keys(bankCodeSchemes) as readonly BankCodeScheme[]

export const isBankCodeScheme = (value: unknown): value is BankCodeScheme =>
  typeof value === 'string' && Object.hasOwn(bankCodeSchemes, value)

/** Spaces and dashes included. */
const longestWritten = 64

/** Returns a bank's code in upper case, without the spaces and dashes of its written form, or null if it is invalid. */
export const readBankCode = (scheme: BankCodeScheme, written: string): string | null =>
  written.length > longestWritten ? null : bankCodeSchemes[scheme](written.replace(/[ -]/g, '').toUpperCase())
