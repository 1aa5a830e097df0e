import { SignpostError } from '../../../src/kernel/errors.ts'
import type { NormalizedAlias } from '../../../src/registry/aliases/normalization/normalize.ts'

export type Outcome = NormalizedAlias | { error: string }

/** What a normalization came to: its alias or its code. Anything but a SignpostError is a fault and goes on. */
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
