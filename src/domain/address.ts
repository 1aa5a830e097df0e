import { SignpostError } from './errors.ts'

const maximumLength = 512

/** INVARIANT (no echo): the error names the parameter and never carries any part of the address. */
export const addressInvalid = () => new SignpostError('address_invalid', { param: 'address' })

/** Reads an address of any type: a string of at most 512 characters without control characters, outer spaces dropped. */
export function readAddress(value: unknown): string {
  if (typeof value !== 'string' || value.length > maximumLength) throw addressInvalid()
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value)) throw addressInvalid()
  return value.trim()
}

/**
 * An address with its middle left out: first 6, `…`, last 4.
 *
 * INVARIANT (a third): no abbreviation shows more than a third of the address, rounded down.
 */
export function abbreviate(address: string): string {
  const shown = Math.min(10, thirdOf(address))
  const tail = Math.floor((shown * 2) / 5)
  return `${address.slice(0, shown - tail)}…${address.slice(address.length - tail)}`
}

/** The last 4 characters, or fewer where 4 would be more than a third of the address. */
export function lastFour(address: string): string {
  return address.slice(address.length - Math.min(4, thirdOf(address)))
}

const thirdOf = (address: string) => Math.floor(address.length / 3)
