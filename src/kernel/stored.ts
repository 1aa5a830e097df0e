/**
 * Reads a stored member of a closed set.
 *
 * INVARIANT (fail-closed): an unknown member or null reads as `closed`, the member that permits least. So a row that
 * was edited by hand, or written by a newer version, grants nothing and breaks no list. The row itself stays unchanged.
 * Input of callers is validated elsewhere: there an unknown member is an error.
 */
export const readStored = <T extends string>(members: readonly T[], stored: unknown, closed: T): T =>
  (members as readonly unknown[]).includes(stored) ? (stored as T) : closed

/** Replaces a timestamp that can't be shown. It is past, so that an unreadable end has passed. */
const unreadable = new Date(0)

/**
 * Reads a timestamp of PostgreSQL. Any four-digit year can be shown; `infinity`, the years around it and those before
 * the year 100 can't.
 */
export function readTimestamp(text: string): Date {
  if (text.charCodeAt(4) !== 0x2d || text.startsWith('00')) return unreadable
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? unreadable : at
}

/** Reads a timestamp that every record has, though storage may lack it. */
export const readMoment = (stored: Date | null | undefined): Date => stored ?? unreadable

/** Reads the timestamp of an event; one that can't be shown counts as no event. */
export const readClaim = (stored: Date | null): Date | null => (stored?.getTime() === 0 ? null : stored)

/** Reads text that every record has. */
export const readText = (stored: unknown): string => (typeof stored === 'string' ? stored : '')

/** Reads a number that every record has: NaN and the infinities are 0. */
export const readNumber = (stored: unknown): number =>
  typeof stored === 'number' && Number.isFinite(stored) ? stored : 0

/** Reads a list of texts or uuids: elements of another type, nested lists among them, are left out. */
export const readTexts = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((item): item is string => typeof item === 'string') : []
