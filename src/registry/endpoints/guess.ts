import type { EndpointType } from './endpoint-types.ts'
import { isIban } from './types/bank-accounts.ts'

const beginnings: readonly (readonly [RegExp, EndpointType])[] = [
  [/^(?:\$|https:\/\/)/i, 'payment_pointer'],
  [/^\+[0-9]/, 'mobile_money'],
  [/@[^@]*\./, 'lightning_address'],
  [/@/, 'upi'],
  [/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'pix_key'],
  [/^[0-9][0-9 -]*$/, 'bank_account'],
]

/** Guesses the type of a pasted destination from its form; the guess is shown to the user. */
export function guessType(written: string): EndpointType {
  const text = written.trim()
  const known = beginnings.find(([shape]) => shape.test(text))
  if (known) return known[1]
  return isIban(text.replace(/[\p{Zs}-]/gu, '').toUpperCase()) ? 'bank_account' : 'crypto_wallet'
}
