/** Counts the work that names cost, for the tests of its bounds alone. */
export const steps = { tokens: 0, letters: 0 }
