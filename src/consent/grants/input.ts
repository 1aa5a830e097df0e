import type { Database } from '../../database/orm.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { mustNotBeNull, optionalText, requireId } from '../../kernel/input.ts'
import { type Covered, countCovered } from './covered-store.ts'
import { coversLimits, type Terms, type TermsChange } from './rules.ts'

/** Public ids; absent lists are empty. */
export type CoversInput = {
  all?: boolean | null | undefined
  aliases?: readonly string[] | null | undefined
  endpoints?: readonly string[] | null | undefined
}
/** uuids */
export type CoveredRows = { all: boolean; aliases: string[]; endpoints: string[] }

const coversRule = `The value must be all, or a list of at most ${coversLimits.aliases} aliases or ${coversLimits.endpoints} endpoints that is not empty.`

/** @throws SignpostError parameter_invalid · parameter_conflict · resource_missing for malformed ids */
export function readCovers({ all, aliases, endpoints }: CoversInput): CoveredRows {
  const invalid = () => new SignpostError('parameter_invalid', { param: 'covers', rule: coversRule })
  if (all === null || aliases === null || endpoints === null) throw invalid()
  const isListed = aliases !== undefined || endpoints !== undefined
  if (all === true && isListed) throw new SignpostError('parameter_conflict', { param: 'covers' })
  const [named, opened] = [aliases ?? [], endpoints ?? []]
  if (named.length > coversLimits.aliases || opened.length > coversLimits.endpoints) throw invalid()
  if (all !== true && named.length + opened.length === 0) throw invalid()
  return {
    all: all === true,
    aliases: [...new Set(named.map((id) => requireId('alias', id)))],
    endpoints: [...new Set(opened.map((id) => requireId('endpoint', id)))],
  }
}

/** The rows that a body names. */
export const namedBy = (covers: CoveredRows | undefined, release: readonly string[] = []): Covered => ({
  aliases: covers?.aliases ?? [],
  endpoints: [...new Set([...(covers?.endpoints ?? []), ...release])],
})

/** The rows that a change of these terms adds. Terms may still name a removed endpoint, and are sent back as they were read. */
export function addedBy({ covers, release }: TermsChange, held: Pick<Terms, 'covers' | 'release'>): Covered {
  const { aliases, endpoints } = namedBy(covers, release)
  const heldEndpoints = [...held.covers.endpoints, ...held.release]
  return {
    aliases: aliases.filter((id) => !held.covers.aliases.includes(id)),
    endpoints: endpoints.filter((id) => !heldEndpoints.includes(id)),
  }
}

/** @throws SignpostError resource_missing if a covered alias or endpoint does not belong to the identity */
export async function requireOwnRows(db: Database, identity: { id: string }, covers: Covered): Promise<void> {
  const { aliases, endpoints } = await countCovered(db, identity, covers)
  if (aliases !== covers.aliases.length || endpoints !== covers.endpoints.length)
    throw new SignpostError('resource_missing')
}

const releaseRule = `The value must be a list of at most ${coversLimits.endpoints} endpoints.`

/**
 * Reads the endpoints whose addresses the grantee may have: each by its id, never all at once. @throws SignpostError
 * parameter_invalid · resource_missing
 */
export function readRelease(release: readonly string[] | null | undefined): string[] {
  if (release === undefined) return []
  if (release === null || release.length > coversLimits.endpoints)
    throw new SignpostError('parameter_invalid', { param: 'release', rule: releaseRule })
  return [...new Set(release.map((id) => requireId('endpoint', id)))]
}

/** @throws SignpostError parameter_invalid for an endpoint that is not covered */
export function requireCovered(
  { all, endpoints }: Pick<CoveredRows, 'all' | 'endpoints'>,
  release: readonly string[],
): void {
  if (!all && !release.every((id) => endpoints.includes(id)))
    throw new SignpostError('parameter_invalid', {
      param: 'release',
      rule: 'Each endpoint must be covered by the grant.',
    })
}

export type GrantConsentInput = {
  identity: string
  consumer: string
  covers: CoversInput
  release?: readonly string[] | null | undefined
  purpose?: string | null | undefined
  expiresAt?: Date | null | undefined
}

/** Each given field replaces the stored one. */
export type UpdateConsentGrantInput = {
  covers?: CoversInput | null | undefined
  release?: readonly string[] | null | undefined
  /** Null removes the end. */
  expiresAt?: Date | null | undefined
  /** The version that the caller has seen. */
  version?: number | null | undefined
}

export const purposeLimit = 500

/** Validates the input alone, but not its end. @throws SignpostError parameter_* · resource_missing for a malformed id */
export function readGrant(input: GrantConsentInput) {
  const covers = readCovers(input.covers)
  const release = readRelease(input.release)
  requireCovered(covers, release)
  return {
    covers,
    release,
    purpose: optionalText(input.purpose, 'purpose', purposeLimit),
    expiresAt: input.expiresAt ?? null,
    identityId: requireId('identity', input.identity),
    consumerId: requireId('consumer', input.consumer),
  }
}

/** Validates the input alone, but not its end. @throws SignpostError parameter_* · resource_missing for a malformed id */
export function readChange({ covers, release, expiresAt, version }: UpdateConsentGrantInput) {
  if (covers === null) throw new SignpostError('parameter_invalid', { param: 'covers', rule: mustNotBeNull })
  if (version === null) throw new SignpostError('parameter_invalid', { param: 'version', rule: mustNotBeNull })
  const change: TermsChange = {
    covers: covers && readCovers(covers),
    release: release === undefined ? undefined : readRelease(release),
    expiresAt,
  }
  if (change.covers) requireCovered(change.covers, change.release ?? [])
  return { change, version }
}
