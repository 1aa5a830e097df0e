import { readStored } from './stored.ts'

/** When a caller may see a record: always, under an active grant that covers the record, or never. */
export type Visibility = 'always' | 'granted' | 'never'

type PrivacyRule = {
  readonly alias: Visibility
  readonly endpoint: Visibility
  /** An approved request that names no records covers the identity's endpoints of this level. */
  readonly coveredByApproval: boolean
}

/**
 * The privacy levels, and everything that depends on one: the policy, the condition in the look-up's statement, and the
 * levels that requests match and approvals cover are derived from this table.
 *
 * SPEC: "an unlisted alias can still expose only its public or consented endpoints": an unlisted endpoint waits for consent.
 */
export const privacyRules = {
  public: { alias: 'always', endpoint: 'always', coveredByApproval: false },
  unlisted: { alias: 'always', endpoint: 'granted', coveredByApproval: false },
  private: { alias: 'never', endpoint: 'never', coveredByApproval: false },
  consent_required: { alias: 'granted', endpoint: 'granted', coveredByApproval: true },
} as const satisfies Record<string, PrivacyRule>

export type PrivacyLevel = keyof typeof privacyRules

export const privacyLevels = Object.keys(privacyRules) as readonly PrivacyLevel[]

/** Returns the levels with a fitting rule, in the order of the table. */
export const levelsWhere = (fits: (rule: PrivacyRule) => boolean): PrivacyLevel[] =>
  privacyLevels.filter((level) => fits(privacyRules[level]))

/**
 * Reads a stored level.
 *
 * INVARIANT (fail-closed): a level that is unknown or null reads as `private`. In a caller's input an
 * unknown level is an error instead (kernel/input.ts).
 */
export function readPrivacy(stored: string | null | undefined): PrivacyLevel {
  return readStored(privacyLevels, stored, 'private')
}
