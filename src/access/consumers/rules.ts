import type { QuotaOverrides } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId } from '../../kernel/id.ts'
import { isFreeText, mustBeOneOf, mustBeTextUpTo, optionalText } from '../../kernel/input.ts'
import { parseBucketRule, ruleText } from '../quotas/rules.ts'

/** The quotas that a consumer may override, by their public names, with the fields of the record. */
export const limitPolicies = {
  requests: 'requests',
  resolve: 'resolve',
  misses: 'misses',
  registrations: 'registrations',
  grants: 'grants',
  releases: 'releases',
  endpoint_releases: 'endpointReleases',
} as const
export type LimitPolicy = keyof typeof limitPolicies

export const isLimitPolicy = (name: string): name is LimitPolicy => Object.hasOwn(limitPolicies, name)

/** Overrides as text (`2000 + 250/min`); null where the service's rule holds. */
export type LimitTexts = { [P in LimitPolicy]?: string | null }

const nameLimit = 200
const mustBeRule = 'The value must be a size and a refill, such as 2000 + 250/min; its parts must be above zero.'
const mustBeName = `The value must be text of 1 to ${nameLimit} characters that is not an id.`

/**
 * Returns the uuid of the record before the page; null for the first page. `isInList` looks it up.
 * @throws SignpostError cursor_invalid
 */
export async function requireCursor(
  kind: 'consumer' | 'apiKey' | 'identity',
  after: string | null,
  isInList: (id: string) => Promise<boolean>,
): Promise<string | null> {
  if (after === null) return null
  const id = decodeId(kind, after)
  if (id === null || !(await isInList(id))) throw new SignpostError('cursor_invalid', { param: 'startingAfter' })
  return id
}

/** Reads a consumer's name. A name never looks like an id. @throws SignpostError parameter_invalid */
export function requireName(name: unknown): string {
  if (!isFreeText(name, nameLimit) || name.trim() === '' || decodeId('consumer', name) !== null)
    throw new SignpostError('parameter_invalid', { param: 'name', rule: mustBeName })
  return name
}

/** Reads a name that doesn't look like a key; null without one. @throws SignpostError parameter_invalid */
export function readLabel(name: unknown, param: 'displayName' | 'group'): string | null {
  const label = optionalText(name, param, nameLimit)
  if (label?.trim() === '') throw new SignpostError('parameter_invalid', { param, rule: mustBeTextUpTo(nameLimit) })
  return label
}

/**
 * Changes some of a consumer's overrides; null removes one. All are checked before any is changed. @throws
 * SignpostError parameter_invalid
 */
export function changeLimits(before: QuotaOverrides | null, changes: Readonly<Record<string, unknown>>) {
  const after: Record<string, { size?: number; refillPerSecond?: number } | undefined> = { ...before }
  for (const [name, text] of Object.entries(changes)) {
    if (!isLimitPolicy(name))
      throw new SignpostError('parameter_invalid', { param: 'limits', rule: mustBeOneOf(Object.keys(limitPolicies)) })
    const rule = typeof text === 'string' ? parseBucketRule(text) : null
    if (text !== null && rule === null) throw new SignpostError('parameter_invalid', { param: name, rule: mustBeRule })
    if (rule === null) delete after[limitPolicies[name]]
    else after[limitPolicies[name]] = rule
  }
  return Object.keys(after).length === 0 ? null : after
}

/** Renders a consumer's overrides as text. Incomplete overrides, edited by hand, are left out. */
export function limitTexts(limits: QuotaOverrides | null): LimitTexts {
  return Object.fromEntries(
    Object.entries(limitPolicies).flatMap(([name, policy]) => {
      const { size, refillPerSecond } = limits?.[policy] ?? {}
      if (typeof size !== 'number' || typeof refillPerSecond !== 'number') return []
      return [[name, ruleText({ size, refillPerSecond })]]
    }),
  )
}
