import { type CountryCode, ParseError, parsePhoneNumberWithError } from 'libphonenumber-js/max'
import { loose } from './raw-alias.ts'
import { refuse } from './refusal.ts'

const spelling = /^\+?[\p{Nd} ()./-]+$/u
const punctuation = /[ ()./-]+/g
/** ASCII, Arabic-Indic and Persian: the digits that the phone library reads. */
const dialled = /^\+?[0-9\u0660-\u0669\u06f0-\u06f9]+$/
const e164 = /^\+[1-9]\d{6,14}$/
/** A reading strips one trunk prefix, so a doubled one (`+43 (0)0 …`) needs a second; nothing real needs a fourth. */
const MAX_READINGS = 4

/**
 * Normalizes a phone number to E.164: any possible number, valid or not, because numbering plans change.
 *
 * Refuses with `phone_country_code_required` (national, and no default region) or `phone_invalid`.
 */
export function normalizePhone(text: string, defaultRegion?: string): string {
  const spelled = loose(text)
    .replace(/^tel:/i, '')
    .replace(/\p{Pd}/gu, '-')
  if (!spelling.test(spelled)) refuse('phone_invalid')
  if (!spelled.startsWith('+') && !defaultRegion) refuse('phone_country_code_required')
  // Without its punctuation the library's own patterns cannot backtrack, and the result is the same.
  const number = spelled.replace(punctuation, '')
  if (!dialled.test(number)) refuse('phone_invalid')
  return settle(number, defaultRegion)
}

/** INVARIANT (idempotence): the value is a number that reads as itself. */
function settle(number: string, defaultRegion?: string): string {
  let current = number
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const value = readPhone(current, defaultRegion)
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
