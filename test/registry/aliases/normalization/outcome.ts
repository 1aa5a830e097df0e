import { SignpostError } from '../../../../src/kernel/errors.ts'
import type { NormalizedAlias } from '../../../../src/registry/aliases/normalization/normalize.ts'

export type Outcome = NormalizedAlias | { error: string }

/** Returns the normalized alias or the error code. Any error but a SignpostError is a fault and is rethrown. */
export function outcome(work: () => NormalizedAlias): Outcome {
  try {
    return work()
  } catch (error) {
    if (error instanceof SignpostError) return { error: error.code }
    throw error
  }
}

export function isAccepted(result: Outcome): result is NormalizedAlias {
  return 'value' in result
}
