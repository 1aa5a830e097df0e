/** Seconds that a rolled key continues to work. */
export const rollWindow = { default: 86_400, max: 604_800 }
