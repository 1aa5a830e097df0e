/** Two aliases that nobody holds, ten letters long like the hidden ones, and what each costs the server. */
export const planted = { leaky: 'leakyalias', covered: 'coveredone', milliseconds: 0.15 }
