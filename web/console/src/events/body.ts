type Sent = { id: string; livemode: boolean; type: string; data: unknown; createdAt: string }

/** The body of a delivery, formatted for reading: the sent bytes have no spaces. */
export const bodyOf = ({ id, livemode, type, data, createdAt }: Sent): string =>
  JSON.stringify({ id, type, created: Math.floor(Date.parse(createdAt) / 1_000), livemode, data }, null, 2)
