import { SignpostError } from '../../kernel/errors.ts'
import { mustNotBeNull, optionalText, requireFuture, requireId } from '../../kernel/input.ts'
import { type CoversInput, readCovers, readRelease, requireCovered } from '../covers.ts'
import type { TermsChange } from './rules.ts'

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

/** Validates the input alone, at the time `now`. @throws SignpostError parameter_* · resource_missing for a malformed id */
export function readGrant(input: GrantConsentInput, now: number) {
  const covers = readCovers(input.covers)
  const release = readRelease(input.release)
  requireCovered(covers, release)
  return {
    covers,
    release,
    purpose: optionalText(input.purpose, 'purpose', purposeLimit),
    expiresAt: requireFuture(input.expiresAt, now),
    identityId: requireId('identity', input.identity),
    consumerId: requireId('consumer', input.consumer),
  }
}

/** Validates the input alone, at the time `now`. @throws SignpostError parameter_* · resource_missing for a malformed id */
export function readChange({ covers, release, expiresAt, version }: UpdateConsentGrantInput, now: number) {
  if (covers === null) throw new SignpostError('parameter_invalid', { param: 'covers', rule: mustNotBeNull })
  if (version === null) throw new SignpostError('parameter_invalid', { param: 'version', rule: mustNotBeNull })
  const change: TermsChange = {
    covers: covers && readCovers(covers),
    release: release === undefined ? undefined : readRelease(release),
    expiresAt: expiresAt === undefined ? undefined : requireFuture(expiresAt, now),
  }
  if (change.covers) requireCovered(change.covers, change.release ?? [])
  return { change, version }
}
