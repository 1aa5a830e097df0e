import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Held } from './reservation-store.ts'

/** The caller's own alias is named; another's is only reported as taken. */
export const heldError = ({ cooling, own }: Held): SignpostError =>
  cooling
    ? new SignpostError('alias_in_cooldown')
    : new SignpostError('alias_taken', own === null ? {} : { existing: encodeId('alias', own) })

export const isCollision = (error: unknown): boolean =>
  error instanceof SignpostError && (error.code === 'alias_taken' || error.code === 'alias_in_cooldown')
