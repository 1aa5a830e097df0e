import { SignpostError } from './errors.ts'

export const identityTypes = ['user', 'merchant', 'business', 'organization', 'machine'] as const
export type IdentityType = (typeof identityTypes)[number]

/** DECISION: the seed names `active` only; `suspended` and the terminal `closed` are ours. */
export const identityStatuses = ['active', 'suspended', 'closed'] as const
export type IdentityStatus = (typeof identityStatuses)[number]

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
