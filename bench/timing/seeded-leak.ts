/**
 * Two free aliases, ten letters long like the hidden ones, with a delay each: `leaky` after the release step, which the
 * judge must see, `covered` before it, which the step must hide.
 */
export const seededLeak = { leaky: 'leakyalias', covered: 'coveredone', milliseconds: 0.15 }
