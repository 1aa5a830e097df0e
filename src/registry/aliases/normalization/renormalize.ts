import { SignpostError } from '../../../kernel/errors.ts'
import { NORM_VERSION } from './alias-types.ts'
import { normalizeAlias } from './normalize.ts'
import type { AliasRefusal } from './refusal.ts'

/** A stored alias. The raw input is not stored, so a new version starts from the old value. */
export type StoredAlias = { type: string; value: string; skeleton: string; normVersion: number }

/**
 * Result of the current version for a stored alias. `kept` needs the new version number only; `moved` needs its new
 * value or skeleton written, which may collide; `refused` is no longer well-formed, and an operator has to decide.
 */
export type Renormalization =
  | { kind: 'current' }
  | { kind: 'kept' }
  | { kind: 'moved'; value: string; skeleton: string }
  | { kind: 'refused'; code: AliasRefusal }

/** Plans the re-normalization of one alias; reserved words are a rule of create and not checked again. */
export function planRenormalization(stored: StoredAlias): Renormalization {
  if (stored.normVersion >= NORM_VERSION) return { kind: 'current' }
  try {
    const { value, skeleton } = normalizeAlias(stored.type, stored.value)
    return value === stored.value && skeleton === stored.skeleton
      ? { kind: 'kept' }
      : { kind: 'moved', value, skeleton }
  } catch (error) {
    if (error instanceof SignpostError) return { kind: 'refused', code: error.code as AliasRefusal }
    throw error
  }
}
