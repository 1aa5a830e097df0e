import { SignpostError } from '../../kernel/errors.ts'
import { readStored } from '../../kernel/stored.ts'

export const identityTypes = ['user', 'merchant', 'business', 'organization', 'machine'] as const
export type IdentityType = (typeof identityTypes)[number]

/** DECISION: the seed names `active` only; `suspended` and the terminal `closed` are ours. */
export const identityStatuses = ['active', 'suspended', 'closed'] as const
export type IdentityStatus = (typeof identityStatuses)[number]

/** An unknown status reads as `suspended`: nothing is disclosed, and the owner may still set another. */
export const readIdentityStatus = (stored: unknown): IdentityStatus => readStored(identityStatuses, stored, 'suspended')

/** An unknown type reads as `user`, which claims least. */
export const readIdentityType = (stored: unknown): IdentityType => readStored(identityTypes, stored, 'user')

/** Something that the owner of an identity allows, or doesn't. */
export const switches = ['on', 'off'] as const
export type Switch = (typeof switches)[number]

export const isSwitch = (value: unknown): value is Switch => (switches as readonly unknown[]).includes(value)

/** An unknown position reads as `off`, which tells least. */
export const readSwitch = (stored: unknown): Switch => readStored(switches, stored, 'off')

const successors: Record<IdentityStatus, readonly IdentityStatus[]> = {
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: [],
}

export const isIdentityType = (value: unknown): value is IdentityType =>
  (identityTypes as readonly unknown[]).includes(value)

export const isIdentityStatus = (value: unknown): value is IdentityStatus =>
  (identityStatuses as readonly unknown[]).includes(value)

/** Judges a change of status: staying is `unchanged`, an allowed step is `changed`, any other throws. */
export function transition(from: IdentityStatus, to: IdentityStatus): 'unchanged' | 'changed' {
  if (from === to) return 'unchanged'
  if (successors[from].includes(to)) return 'changed'
  throw new SignpostError('status_transition_invalid', { param: 'status' })
}
