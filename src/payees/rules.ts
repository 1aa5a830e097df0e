import type { IdentityType } from '../registry/identities/rules.ts'
import { isAnd, isSureAnd } from './and-words.ts'
import {
  areEqual,
  familyOf,
  hasInitial,
  hasOneEdit,
  isJoined,
  isReordered,
  lacksFamilyPart,
  lacksMiddle,
} from './differences.ts'
import { tokensOf } from './folding.ts'
import { compareForms, splitLegalForm } from './legal-forms/legal-forms.ts'
import { type ParsedName, type PlainName, readOrganization, readPerson } from './name.ts'

/** What a comparison comes to. `unavailable` is no comparison's. */
export type Likeness = 'match' | 'close_match' | 'no_match'

export type NameKind = 'legal' | 'trade' | 'preferred'
export type RegisteredName =
  | ({ readonly kind: NameKind } & PlainName)
  | { readonly kind: 'joint'; readonly holders: readonly PlainName[] }
  | { readonly kind: 'identification'; readonly scheme: string; readonly value: string }

export type AskedName = PlainName | { readonly identification: { readonly scheme: string; readonly value: string } }

const differences = [isReorderedName, lacksMiddle, hasInitial, lacksFamilyPart, isJoined, hasOneEdit]

function isReorderedName(a: ParsedName, b: ParsedName): boolean {
  return isReordered(a.tokens, b.tokens)
}

/** SPEC: `match` is the same tokens and the same family name; `close_match` is one listed difference, alone. */
function compare(a: ParsedName, b: ParsedName): Likeness {
  if (a.tokens.length === 0 || b.tokens.length === 0) return 'no_match'
  if (areEqual(a.tokens, b.tokens) && areEqual(familyOf(a), familyOf(b))) return 'match'
  return differences.some((differ) => differ(a, b)) ? 'close_match' : 'no_match'
}

/** Compares the names of two persons. */
export function comparePersons(a: PlainName, b: PlainName): Likeness {
  const [left, right] = [readPerson(a), readPerson(b)]
  return left.isMixed || right.isMixed ? 'no_match' : compare(left, right)
}

/** Compares the names of two organizations; `hasForms` when they may end with a legal form. */
export function compareOrganizations(a: PlainName, b: PlainName, hasForms: boolean): Likeness {
  const [left, right] = [readOrganization(a), readOrganization(b)]
  if (left.isMixed || right.isMixed) return 'no_match'
  if (!hasForms) return compare(left, right)
  const [one, other] = [splitLegalForm(left.tokens), splitLegalForm(right.tokens)]
  const forms = compareForms(one.form, other.form)
  if (forms === 'different') return 'no_match'
  const likeness = compare({ ...left, tokens: one.tokens }, { ...right, tokens: other.tokens })
  if (forms === 'same') return likeness
  return likeness === 'match' ? 'close_match' : 'no_match'
}

const order: readonly Likeness[] = ['no_match', 'close_match', 'match']
const best = (all: readonly Likeness[]): Likeness => order[Math.max(0, ...all.map((one) => order.indexOf(one)))]!
const worst = (all: readonly Likeness[]): Likeness => order[Math.min(...all.map((one) => order.indexOf(one)))]!

/** The holders that a text names, cut at the words for "and" between them, as `isBetween` knows them. */
function splitHolders(name: string, isBetween: (forms: readonly string[]) => boolean): string[] {
  const texts = name.split(/(?<=[\s&+])|(?=[\s&+])/u)
  const holders: string[][] = [[]]
  for (const text of texts) {
    const [token] = tokensOf(text)
    if (token && isBetween(token.forms)) holders.push([])
    else holders.at(-1)!.push(text)
  }
  return holders.map((parts) => parts.join('').trim()).filter((holder) => tokensOf(holder).length > 0)
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  )
}

/** INVARIANT (no parts of two): a text names one holder, or all of them each in whole. */
function compareJoint(asked: PlainName, holders: readonly PlainName[]): Likeness {
  const one = best(holders.map((holder) => comparePersons(asked, holder)))
  if (!('name' in asked)) return one
  const { name } = asked
  const all = [isSureAnd, isAnd].flatMap((isBetween) => compareAll(splitHolders(name, isBetween), holders))
  return best([one, ...all])
}

/** What a text comes to that names each holder, in whatever order. */
function compareAll(named: readonly string[], holders: readonly PlainName[]): Likeness[] {
  if (named.length !== holders.length) return []
  return permutations(holders).map((order) =>
    worst(order.map((holder, at) => comparePersons({ name: named[at]! }, holder))),
  )
}

/** An identification without what people add for their eyes. */
export const plainIdentification = ({ scheme, value }: { scheme: string; value: string }): string =>
  `${plain(scheme)}|${plain(value)}`

const plain = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/**
 * Compares what a payer asks with one registered name of an identity. Pure; the tables beside it are part of the contract.
 *
 * INVARIANT (symmetric): exchanging the two names never changes the verdict.
 */
export function compareNames(asked: AskedName, registered: RegisteredName, type: IdentityType): Likeness {
  if ('identification' in asked || registered.kind === 'identification') {
    if (!('identification' in asked) || registered.kind !== 'identification') return 'no_match'
    const { value } = asked.identification
    const isSame = plainIdentification(asked.identification) === plainIdentification(registered)
    return isSame && plain(value) !== '' ? 'match' : 'no_match'
  }
  if (registered.kind === 'joint') return compareJoint(asked, registered.holders)
  if (type === 'user') return comparePersons(asked, registered)
  return compareOrganizations(asked, registered, registered.kind !== 'preferred')
}
