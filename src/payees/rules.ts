import { type NamePlace, nameRecord } from '../registry/binding.ts'
import type { IdentityType } from '../registry/identities/rules.ts'
import type { Keyring } from '../vault/keyring.ts'
import { bitsOf, canPair, compare, type Likeness } from './comparison.ts'
import {
  cutName,
  type Name,
  type NameWords,
  type PlainName,
  readHolders,
  readOrganization,
  readPerson,
} from './name.ts'

export type Identification = { readonly scheme: string; readonly value: string }

export type NameKind = 'legal' | 'trade' | 'preferred'
export type RegisteredName =
  | ({ readonly kind: NameKind } & PlainName)
  | { readonly kind: 'joint'; readonly holders: readonly PlainName[] }
  | ({ readonly kind: 'identification' } & Identification)

/** The parts of a text to check that are compared, for any payee. */
export type AskedName =
  | { readonly identification: Identification }
  | {
      readonly person: Name
      readonly organization: Name
      readonly company: Name
      readonly joint: readonly (readonly Name[])[]
    }

/** The parts of a registered name that are compared. */
export type KnownName =
  | { readonly identification: Identification }
  | { readonly as: 'person' | 'organization' | 'company'; readonly name: Name }
  | { readonly holders: readonly Name[] }

const plain = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/** Removes the separators that people add to an identification. */
export const readIdentification = ({ scheme, value }: Identification): { identification: Identification } => ({
  identification: { scheme: plain(scheme), value: plain(value) },
})

export const readAsked = (words: NameWords): AskedName => ({
  person: readPerson(words),
  organization: readOrganization(words, 'organization'),
  company: readOrganization(words, 'company'),
  joint: readHolders(words),
})

/** A key for values with equal verdicts: it contains everything that is compared. */
export const keyOf = (name: AskedName | KnownName): string => JSON.stringify(name)

/** @returns null if the text is longer than a name may be */
export function readRegistered(name: RegisteredName, type: IdentityType): KnownName | null {
  if (name.kind === 'identification') return readIdentification(name)
  if (name.kind === 'joint') {
    const holders = name.holders.flatMap((holder) => cutName(holder) ?? [])
    return holders.length === name.holders.length ? { holders: holders.map(readPerson) } : null
  }
  const words = cutName(name)
  if (words === null) return null
  if (type === 'user') return { as: 'person', name: readPerson(words) }
  const as = name.kind === 'preferred' ? 'organization' : 'company'
  return { as, name: readOrganization(words, as) }
}

const namesOf = (name: KnownName): readonly Name[] =>
  'identification' in name ? [] : 'holders' in name ? name.holders : [name.name]

const sizeOf = (names: readonly Name[]): number => names.reduce((size, { tokens }) => size + tokens.length + 1, 0)

/** Upper bound of token comparisons in a check: two names of m and n tokens take (m + 1) × (n + 1). */
export function mostComparisons(asked: AskedName, known: readonly KnownName[]): number {
  if ('identification' in asked) return 0
  return sizeOf([asked.organization, ...asked.joint.flat()]) * sizeOf(known.flatMap(namesOf))
}

const order: readonly Likeness[] = ['no_match', 'close_match', 'match']
const best = (all: readonly Likeness[]): Likeness => order[Math.max(0, ...all.map((one) => order.indexOf(one)))]!

/** Compares names with equally many holders in pairs: the least similar pair decides. */
function compareAll(names: readonly Name[], holders: readonly Name[]): Likeness {
  const table = names.map((name) => holders.map((holder) => order.indexOf(compare(name, holder))))
  const reaches = (least: number) => canPair(table.map((row) => bitsOf(row, (likeness) => likeness >= least)))
  return order[reaches(2) ? 2 : reaches(1) ? 1 : 0]!
}

/**
 * Compares a payer's text with one registered name of an identity. Pure; the tables beside it are part of the contract.
 *
 * INVARIANT (no parts of two): a text names one holder of a joint name, or all of them, each completely.
 */
export function compareNames(asked: AskedName, known: KnownName): Likeness {
  if ('identification' in asked || 'identification' in known) {
    const isSame = 'identification' in asked && 'identification' in known && keyOf(asked) === keyOf(known)
    return isSame ? 'match' : 'no_match'
  }
  if ('name' in known) return compare(asked[known.as], known.name)
  const { holders } = known
  const all = asked.joint.filter((names) => names.length === holders.length)
  return best([
    ...holders.map((holder) => compare(asked.person, holder)),
    ...all.map((names) => compareAll(names, holders)),
  ])
}

/** The first letter of each word. */
const maskWords = (text: string): string =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}•••`)
    .join(' ')

const maskPlain = (name: PlainName): string => maskWords('name' in name ? name.name : `${name.given} ${name.family}`)

/** Masks a name for lists, with enough left for its owner to distinguish it. */
export function maskName(name: RegisteredName): string {
  if (name.kind === 'joint') return name.holders.map(maskPlain).join(' & ')
  if (name.kind === 'identification') return `${name.scheme} ••••${[...name.value].slice(-2).join('')}`
  return maskPlain(name)
}

export const sealName = (keyring: Keyring, place: NamePlace, name: RegisteredName): Buffer =>
  keyring.seal('payee_name', nameRecord(place), place.livemode, JSON.stringify(name))

/** Call it inside `keyring.opening`. */
export const openName = (keyring: Keyring, place: NamePlace, sealed: Uint8Array): RegisteredName =>
  JSON.parse(keyring.open('payee_name', nameRecord(place), place.livemode, Buffer.from(sealed)).toString('utf8'))
