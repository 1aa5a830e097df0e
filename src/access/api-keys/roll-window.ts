/** For how many seconds a key that was rolled goes on working. */
export const rollWindow = { default: 86_400, max: 604_800 }
