/** The goal: the interval of the median within ± µs, P(B > A) within 0.5 ±, and the allowed share of late answers. */
export type Goal = { interval: number; probability: number; late: number }

/** Valid for this number of pairs or more. Source: the security rules, section 1. */
export const fullPairs = 4_000
export const goal: Goal = { interval: 25, probability: 0.03, late: 0.01 }

/** Three standard errors of a share, which chance exceeds once in 370 times. */
export const chance = (pairs: number): number => (3 * 0.5) / Math.sqrt(pairs)

/**
 * Two free aliases, ten letters long like the hidden ones, with a delay each: `leaky` after the release step, which the
 * judge must see, `covered` before it, which the step must hide.
 */
export const seededLeak = { leaky: 'leakyalias', covered: 'coveredone', milliseconds: 0.15 }

/**
 * The goal for a smaller number of pairs: the allowed interval and the seeded leak grow by the same factor, and the
 * allowed share by its chance. So a short run judges larger leaks, instead of never deciding.
 */
export function powerOf(pairs: number): { limits: Goal; leakMs: number } {
  const factor = Math.max(1, Math.sqrt(fullPairs / pairs))
  const added = factor === 1 ? 0 : chance(pairs)
  return {
    limits: { interval: goal.interval * factor, probability: goal.probability + added, late: goal.late * factor },
    leakMs: seededLeak.milliseconds * factor,
  }
}
