/**
 * A random UUID made a UUID v7, whose first 48 bits are Unix milliseconds.
 *
 * DECISION: other ids are random, so that they do not reveal when a record was made. These are of records that say it anyway to
 * whoever sees their ids, and lie in partitions by time: the id says in which one to look.
 */
export function timedId(random: string, ms: number): string {
  return prefixedId(timePrefix(ms), random)
}

/** The same of a prefix that is known. */
export const prefixedId = (prefix: string, random: string): string => `${prefix}${random.slice(15)}`

/** The first 15 characters of every UUID v7 of that millisecond. */
export function timePrefix(ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7`
}

/** The Unix milliseconds that a UUID v7 says; null of any other UUID. */
export function timeOfId(uuid: string): number | null {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : null
}
