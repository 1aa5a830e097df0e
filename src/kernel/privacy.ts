import { readStored } from './stored.ts'

export const privacyLevels = ['public', 'unlisted', 'private', 'consent_required'] as const

export type PrivacyLevel = (typeof privacyLevels)[number]

export const isPrivacyLevel = (value: unknown): value is PrivacyLevel =>
  (privacyLevels as readonly unknown[]).includes(value)

/**
 * Reads a stored level.
 *
 * INVARIANT (fail-closed): a level that is unknown or null reads as `private`. What a caller sends is judged with
 * `isPrivacyLevel` instead: there an unknown level is an error.
 */
export function readPrivacy(stored: string | null | undefined): PrivacyLevel {
  return readStored(privacyLevels, stored, 'private')
}
