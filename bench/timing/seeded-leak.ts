/**
 * Two aliases that nobody holds, ten letters long like the hidden ones, and what each costs the server: `leaky` after the
 * release step, which the judge must see, `covered` before it, which nobody may see.
 */
export const seededLeak = { leaky: 'leakyalias', covered: 'coveredone', milliseconds: 0.15 }
