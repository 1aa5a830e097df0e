import { isValidIBAN } from 'ibantools'
import { addressInvalid, readCaselessAddress } from './address.ts'

const ibanShape = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/
/** A sealed account that is an IBAN. */
export const isIban = (account: string): boolean => ibanShape.test(account)

const accountShape = /^[A-Z0-9]{6,34}$/

/**
 * Normalizes a bank account: upper case, without spaces and dashes. Text in the form of an IBAN (two letters, two
 * digits, 15 to 34 characters) must be one: its country's structure and mod-97 (ISO 13616).
 *
 * DECISION: an IBAN-shaped number of a country without IBANs is refused, as the country code may be a typing error.
 */
export function normalizeBankAccount(address: unknown): string {
  const account = readCaselessAddress(address)
    .replace(/[\p{Zs}-]/gu, '')
    .toUpperCase()
  if (!accountShape.test(account)) throw addressInvalid()
  if (ibanShape.test(account) && !isValidIBAN(account)) throw addressInvalid()
  return account
}
