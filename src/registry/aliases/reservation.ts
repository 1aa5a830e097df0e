import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { Held } from './reservation-store.ts'

/** The caller's own alias is named; another's is only reported as taken. */
export const heldError = ({ cooling, own }: Held): SignpostError =>
  cooling
    ? new SignpostError('alias_in_cooldown')
    : new SignpostError('alias_taken', own === null ? {} : { existing: encodeId('alias', own) })

export const isCollision = (error: unknown): boolean =>
  error instanceof SignpostError && (error.code === 'alias_taken' || error.code === 'alias_in_cooldown')

/** Replacement of a skeleton in the reservation of an erased alias until its cooldown ends. */
export type ErasedSkeleton = (alias: { livemode: boolean; type: string; skeleton: string }) => string

/**
 * A keyed hash. It differs from every skeleton: one that begins with `=` is of an e-mail address, and has an `@`.
 *
 * INVARIANT (cooldown): its key is never rotated, so that every request for the alias meets its reservation.
 */
export const createErasedSkeleton =
  (keyring: Keyring): ErasedSkeleton =>
  ({ livemode, type, skeleton }) =>
    `=${keyring.hash('erased_skeleton', livemode, `${type}|${skeleton}`).toString('base64url')}`
