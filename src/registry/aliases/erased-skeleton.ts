import type { Keyring } from '../../vault/keyring.ts'

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
