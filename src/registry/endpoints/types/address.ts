import { SignpostError } from '../../../kernel/errors.ts'

const maximumLength = 512

/** INVARIANT (no echo): the error names the parameter and never contains any part of the address. */
export const addressInvalid = () => new SignpostError('address_invalid', { param: 'address' })

/**
 * Reads an address of any type: a string of at most 512 characters without control characters; outer spaces are
 * removed.
 */
export function readAddress(value: unknown): string {
  if (typeof value !== 'string' || value.length > maximumLength) throw addressInvalid()
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value)) throw addressInvalid()
  return value.trim()
}

/** Detects a letter whose other case is ASCII, such as ſ, ı, ß and the Kelvin sign. */
const foldsIntoAscii = (letter: string): boolean =>
  letter > '\x7f' && /[a-z]/i.test(letter.toUpperCase() + letter.toLowerCase())

/** Reads a case-insensitive address. Only ASCII letters change case. */
export function readCaselessAddress(value: unknown): string {
  const address = readAddress(value)
  if (Array.from(address).some(foldsIntoAscii)) throw addressInvalid()
  return address
}

/**
 * Abbreviates an address in its middle: first 6, `…`, last 4.
 *
 * INVARIANT (a third): no abbreviation shows more than a third of the address, rounded down.
 */
export function abbreviate(address: string): string {
  const shown = Math.min(10, thirdOf(address))
  const tail = Math.floor((shown * 2) / 5)
  return `${address.slice(0, shown - tail)}…${address.slice(address.length - tail)}`
}

/** The last four characters of an address of eight or more; of a shorter one they would show too much. */
export const lastFour = (address: string): string | null => (address.length < 8 ? null : address.slice(-4))

/**
 * Masks most of a name at a provider, `name@provider`.
 *
 * INVARIANT (a third): at most a third of the name is shown, at most 10 letters, and nothing of one of fewer than six.
 * The name ends at a `+`, which begins a tag of the owner's choice, and only letters and digits count: neither makes a
 * short name a long one.
 */
export function maskName(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).split('+')
  const letters = name.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const shown = letters < 6 ? 0 : Math.min(10, Math.floor(letters / 3))
  return `${Array.from(name).slice(0, shown).join('')}…${address.slice(at)}`
}

const thirdOf = (address: string) => Math.floor(address.length / 3)
