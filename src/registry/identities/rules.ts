import { SignpostError } from '../../kernel/errors.ts'
import { readStored } from '../../kernel/stored.ts'

export const identityTypes = ['user', 'merchant', 'business', 'organization', 'machine'] as const
export type IdentityType = (typeof identityTypes)[number]

/** DECISION: the seed names `active` only; `suspended` and the terminal `closed` are ours. */
export const identityStatuses = ['active', 'suspended', 'closed'] as const
export type IdentityStatus = (typeof identityStatuses)[number]

/** An unknown status reads as `suspended`: nothing is disclosed, and the owner may still change it. */
export const readIdentityStatus = (stored: unknown): IdentityStatus => readStored(identityStatuses, stored, 'suspended')

/** An unknown type reads as `user`, which claims least. */
export const readIdentityType = (stored: unknown): IdentityType => readStored(identityTypes, stored, 'user')

/** A permission of the owner's: `on` or `off`. */
export const switches = ['on', 'off'] as const
export type Switch = (typeof switches)[number]

/** An unknown position reads as `off`, which discloses least. */
export const readSwitch = (stored: unknown): Switch => readStored(switches, stored, 'off')

const successors: Record<IdentityStatus, readonly IdentityStatus[]> = {
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: [],
}

/** Evaluates a change of status: staying is `unchanged`, an allowed step is `changed`, any other throws. */
export function transition(from: IdentityStatus, to: IdentityStatus): 'unchanged' | 'changed' {
  if (from === to) return 'unchanged'
  if (successors[from].includes(to)) return 'changed'
  throw new SignpostError('status_transition_invalid', { param: 'status' })
}

/** Limits of one record, shared by the API and an import. */
export const recordLimits = { aliases: 100, endpoints: 50, payeeNames: 10, sealingKeys: 5, displayName: 200 } as const

/** The stored length of a folded name: compatibility forms can be many times longer than their letters. */
const foldedLength = 200

/**
 * Folds a display name for search: compatibility forms decomposed, without marks, in one case. Equal beginnings fold
 * alike; a mark after the beginning changes nothing.
 */
export const foldDisplayName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .slice(0, foldedLength)

/** The folded form that is stored beside a display name. */
export const foldedOf = (name: string | null): string | null => (name === null ? null : foldDisplayName(name))
