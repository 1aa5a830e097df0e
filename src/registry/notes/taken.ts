import { uniqueViolationOf } from '../../database/violations.ts'
import { SignpostError } from '../../kernel/errors.ts'

const indexes = new Set(['identity_reference', 'alias_reference', 'endpoint_reference'])

/**
 * Runs a statement that stores a reference. The unique index arbitrates: no read comes before it.
 * @throws SignpostError external_reference_taken
 */
export async function refusingTaken<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const index = uniqueViolationOf(error)
    if (index === null || !indexes.has(index)) throw error
    throw new SignpostError('external_reference_taken', { param: 'externalReference' })
  }
}
