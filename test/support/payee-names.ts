import type { Likeness } from '../../src/payees/comparison.ts'
import { cutName, type PlainName } from '../../src/payees/name.ts'
import {
  type AskedName,
  compareNames,
  type Identification,
  type KnownName,
  type RegisteredName,
  readAsked,
  readIdentification,
  readRegistered,
} from '../../src/payees/rules.ts'
import type { IdentityType } from '../../src/registry/identities/rules.ts'

export type GivenName = PlainName | { readonly identification: Identification }

/** Makes a name of a given and a family name. */
export const named = (given: string, family: string) => ({ given, family })

/** Reads a name as it is asked. */
export function asked(name: GivenName): AskedName {
  if ('identification' in name) return readIdentification(name.identification)
  const words = cutName(name)
  if (words === null) throw new Error('The name is too long.')
  return readAsked(words)
}

/** Reads a name as it is opened. */
export function known(name: RegisteredName, type: IdentityType): KnownName {
  const read = readRegistered(name, type)
  if (read === null) throw new Error('The name is too long.')
  return read
}

/** Compares two names as they are given. */
export const compareGiven = (a: GivenName, b: RegisteredName, type: IdentityType): Likeness =>
  compareNames(asked(a), known(b, type))
