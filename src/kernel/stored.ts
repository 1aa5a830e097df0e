/**
 * Reads a member of a closed set out of storage.
 *
 * INVARIANT (fail-closed): what is unknown or null reads as `closed`, the member that permits least, so that one row
 * that was changed by hand, or by a newer version, neither opens anything nor breaks the list it stands in. Rows keep
 * what they hold. Input of callers is validated elsewhere: there an unknown member is an error.
 */
export const readStored = <T extends string>(members: readonly T[], stored: unknown, closed: T): T =>
  (members as readonly unknown[]).includes(stored) ? (stored as T) : closed

/** Stands for a moment that can't be shown. It is past, so that an end that can't be read has come. */
const unreadable = new Date(0)

/**
 * Reads a timestamp as PostgreSQL writes it. Any four-digit year can be shown; `infinity`, the years around it and those
 * before the year 100 can't.
 */
export function readTimestamp(text: string): Date {
  if (text.charCodeAt(4) !== 0x2d || text.startsWith('00')) return unreadable
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? unreadable : at
}

/** A moment that every record has, though storage may lack it. */
export const readMoment = (stored: Date | null | undefined): Date => stored ?? unreadable

/** A moment that says something has happened: one that can't be shown says nothing. */
export const readClaim = (stored: Date | null): Date | null => (stored?.getTime() === 0 ? null : stored)

/** Text that every record has. */
export const readText = (stored: unknown): string => (typeof stored === 'string' ? stored : '')

/** A number that every record has: NaN and the infinities are 0. */
export const readNumber = (stored: unknown): number =>
  typeof stored === 'number' && Number.isFinite(stored) ? stored : 0

/** A list of texts or uuids: what is none of them, a list in the list too, is left out. */
export const readTexts = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((item): item is string => typeof item === 'string') : []
