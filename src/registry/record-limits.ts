/** How much one record takes, wherever it comes from: the API and an import read the same limits. */
export const recordLimits = { aliases: 100, endpoints: 50, payeeNames: 10, sealingKeys: 5, displayName: 200 } as const
