import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { addressInvalid, readAddress } from './address.ts'

const writtenShape = /^\+[0-9 ().-]+$/

/** A mobile money account as sealed: its phone number in E.164. A number without `+` and country code is refused. */
export function normalizeMobileMoney(address: unknown): string {
  const written = readAddress(address)
  if (!writtenShape.test(written)) throw addressInvalid()
  const phone = parsePhoneNumberFromString(written)
  if (!phone?.isPossible()) throw addressInvalid()
  return phone.number
}
