import { SignpostError } from '../../kernel/errors.ts'
import { mustBeOneOf } from '../../kernel/rule.ts'
import { readStored } from '../../kernel/stored.ts'

/** Who may be sent an endpoint's address, sealed to a key of theirs: nobody, whom a grant names, or whoever resolves it. */
export const releasePolicies = ['never', 'granted', 'public'] as const
export type ReleasePolicy = (typeof releasePolicies)[number]

/** @throws SignpostError parameter_invalid */
export function requireReleasePolicy(value: unknown): ReleasePolicy {
  const policy = releasePolicies.find((one) => one === value)
  if (policy === undefined)
    throw new SignpostError('parameter_invalid', { param: 'release', rule: mustBeOneOf(releasePolicies) })
  return policy
}

/** An unknown policy reads as `never`. */
export const readReleasePolicy = (stored: unknown): ReleasePolicy => readStored(releasePolicies, stored, 'never')
