import { addressInvalid, maskName, readCaselessAddress } from './address.ts'
import { normalizeMobileMoney } from './provider-accounts.ts'

/*
 * The kinds of key of Pix, in the spelling of its directory. Source: DICT API (Banco Central do Brasil); check digits: Receita
 * Federal, for a CNPJ with letters IN RFB 2.229/2024.
 */

type Kind = 'phone' | 'email' | 'random' | 'cpf' | 'cnpj'

const randomShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const emailShape = new RegExp(
  `^(?!.*\\.\\.)[a-z0-9!#$&'*+/=?^_\`{|}~-][a-z0-9.!#$&'*+/=?^_\`{|}~-]*@${label}(?:\\.${label})+$`,
)
const emailLength = 77

/** The check digit of a weighted sum: weights rise from 2, from the right, and begin again after `highest`. */
function checkDigit(characters: string, highest: number): number {
  const sum = Array.from(characters)
    .reverse()
    .reduce((total, character, at) => total + (character.charCodeAt(0) - 48) * (2 + (at % (highest - 1))), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

/**
 * The last two characters are the check digits of the others. A repetition of one character has valid digits, and is
 * never issued.
 */
const isChecked = (key: string, highest: number): boolean =>
  !/^(.)\1+$/.test(key) &&
  checkDigit(key.slice(0, -2), highest) === Number(key.at(-2)) &&
  checkDigit(key.slice(0, -1), highest) === Number(key.at(-1))

/** INVARIANT (one kind): no two forms overlap, so a key has one kind, as written and as sealed. */
function kindOf(key: string): Kind {
  if (key.includes('@')) return 'email'
  if (key.startsWith('+')) return 'phone'
  if (randomShape.test(key)) return 'random'
  return key.length === 11 ? 'cpf' : 'cnpj'
}

function normalizeTaxNumber(written: string): string {
  const number = written.replace(/[ ./-]/g, '').toUpperCase()
  const isCpf = /^[0-9]{11}$/.test(number) && isChecked(number, 11)
  const isCnpj = /^[0-9A-Z]{12}[0-9]{2}$/.test(number) && isChecked(number, 9)
  if (!isCpf && !isCnpj) throw addressInvalid()
  return number
}

/**
 * Normalizes a Pix key: a phone number in E.164, an e-mail address or a random key in lower case, a CPF or CNPJ without
 * its punctuation.
 *
 * DECISION: a phone number needs its `+`. Eleven digits without one are a CPF, or a typing error.
 */
export function normalizePixKey(address: unknown): string {
  const written = readCaselessAddress(address)
  const lower = written.toLowerCase()
  if (lower.includes('@')) {
    if (lower.length > emailLength || !emailShape.test(lower)) throw addressInvalid()
    return lower
  }
  if (written.startsWith('+')) return normalizeMobileMoney(written)
  return randomShape.test(lower) ? lower : normalizeTaxNumber(written)
}

const shownOf = { phone: 2, cpf: 2, cnpj: 2, random: 4 } as const

/** Masks a Pix key by its kind. */
export function maskPixKey(key: string): string {
  const kind = kindOf(key)
  return kind === 'email' ? maskName(key) : `…${key.slice(-shownOf[kind])}`
}
