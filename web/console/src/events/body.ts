type Sent = { id: string; livemode: boolean; type: string; data: unknown; createdAt: string }

/** The body that webhooks are sent, laid out to be read: the bytes themselves have no spaces. */
export const bodyOf = ({ id, livemode, type, data, createdAt }: Sent): string =>
  JSON.stringify({ id, type, created: Math.floor(Date.parse(createdAt) / 1_000), livemode, data }, null, 2)
