/** Limits of one record, shared by the API and an import. */
export const recordLimits = { aliases: 100, endpoints: 50, payeeNames: 10, sealingKeys: 5, displayName: 200 } as const
