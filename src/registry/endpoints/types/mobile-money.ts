import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { addressInvalid, readAddress } from './address.ts'

const writtenShape = /^\+[0-9 ().-]+$/
const punctuation = /[ ().-]+/g

/** Normalizes a mobile money account: its phone number in E.164. A number without `+` and country code is refused. */
export function normalizeMobileMoney(address: unknown): string {
  const written = readAddress(address)
  if (!writtenShape.test(written)) throw addressInvalid()
  // Without its punctuation the library's own patterns cannot backtrack, and the result is the same.
  const phone = parsePhoneNumberFromString(written.replace(punctuation, ''))
  if (!phone?.isPossible()) throw addressInvalid()
  return phone.number
}
