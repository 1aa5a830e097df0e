import { readStored } from '../../kernel/stored.ts'

/**
 * Recipients of an endpoint's address, sealed to their key: none, those that a grant names, or all who can resolve it.
 */
export const releasePolicies = ['never', 'granted', 'public'] as const
export type ReleasePolicy = (typeof releasePolicies)[number]

/** An unknown policy reads as `never`. */
export const readReleasePolicy = (stored: unknown): ReleasePolicy => readStored(releasePolicies, stored, 'never')
