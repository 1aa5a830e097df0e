/**
 * Turns a random UUID into a UUID v7, whose first 48 bits are Unix milliseconds.
 *
 * DECISION: other ids are random, so that they do not reveal when a record was made. These belong to records that show
 * their time anyway and lie in partitions by time: the id names the partition.
 */
export function timedId(random: string, ms: number): string {
  return prefixedId(timePrefix(ms), random)
}

/** Makes one with a known prefix. */
export const prefixedId = (prefix: string, random: string): string => `${prefix}${random.slice(15)}`

/** The first 15 characters of every UUID v7 of that millisecond. */
export function timePrefix(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7`
}

/** Returns the Unix milliseconds of a UUID v7; null for any other UUID. */
export function timeOfId(uuid: string): number | null {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : null
}
