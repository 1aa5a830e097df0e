import { SignpostError } from '../../kernel/errors.ts'
import { mustBeNumber } from '../../kernel/input.ts'
import { isExactAmount } from './capability.ts'

/**
 * Reads an endpoint's priority; a number that a double can't hold exactly is refused. @throws SignpostError
 * parameter_invalid
 */
export function requirePriority(priority: unknown): number {
  if (typeof priority !== 'number' || !Number.isFinite(priority) || !isExactAmount(String(priority))) {
    throw new SignpostError('parameter_invalid', { param: 'priority', rule: mustBeNumber })
  }
  return priority === 0 ? 0 : priority
}
