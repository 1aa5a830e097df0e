import { type CountryCode, ParseError, parsePhoneNumberWithError } from 'libphonenumber-js/max'
import { loose, refuse } from './raw-alias.ts'

const spelling = /^\+?[\p{Nd} ()./-]+$/u
const punctuation = /[ ()./-]+/g
/**
 * Arabic-Indic and Persian digits, which phones use beside ASCII digits. NFKC has turned full-width ones into ASCII.
 */
const nativeDigit = /[\u0660-\u0669\u06f0-\u06f9]/g
const dialled = /^\+?[0-9]+$/
/** Mexico's former mobile prefix: still written, not dialled since 2019. */
const formerMobile = /^\+521(?=[0-9]{10}$)/
const e164 = /^\+[1-9]\d{6,14}$/
/**
 * A reading removes one trunk prefix, so a doubled one (`+43 (0)0 …`) needs a second reading; nothing real needs a
 * fourth.
 */
const MAX_READINGS = 4

/**
 * Normalizes a phone number to E.164: any possible number, valid or not, because numbering plans change. A leading `00` is
 * `+`, and `+52 1` before ten digits is `+52`.
 *
 * Refuses with `phone_country_code_required` (national, and no default region) or `phone_invalid`.
 */
export function normalizePhone(text: string, defaultRegion?: string): string {
  const spelled = loose(text)
    .replace(/^tel:/i, '')
    .replace(/\p{Pd}/gu, '-')
  if (!spelling.test(spelled)) refuse('phone_invalid')
  // Without its punctuation the library's own patterns cannot backtrack, and the result is the same.
  const number = toAsciiDigits(spelled.replace(punctuation, '')).replace(/^00/, '+')
  if (!number.startsWith('+') && !defaultRegion) refuse('phone_country_code_required')
  if (!dialled.test(number)) refuse('phone_invalid')
  return settle(number, defaultRegion)
}

/** The last four bits of these digits' codes are their value. */
function toAsciiDigits(text: string): string {
  return text.replace(nativeDigit, (digit) => String(digit.charCodeAt(0) & 0xf))
}

/** INVARIANT (idempotence): the value is a number that reads as itself. */
function settle(number: string, defaultRegion?: string): string {
  let current = number.replace(formerMobile, '+52')
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const value = readPhone(current, defaultRegion).replace(formerMobile, '+52')
    if (value === current) return value
    current = value
  }
  return refuse('phone_invalid')
}

function readPhone(number: string, defaultRegion?: string): string {
  try {
    const options = defaultRegion
      ? { defaultCountry: defaultRegion as CountryCode, extract: false }
      : { extract: false }
    const phone = parsePhoneNumberWithError(number, options)
    if (phone.isPossible() && !phone.ext && e164.test(phone.number)) return phone.number
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
  }
  return refuse('phone_invalid')
}
