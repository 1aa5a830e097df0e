/**
 * Reads a member of a closed set out of storage.
 *
 * INVARIANT (fail-closed): what is unknown or null reads as `closed`, the member that permits least, so that one row
 * that was changed by hand, or by a newer version, neither opens anything nor breaks the list it stands in. Rows keep
 * what they hold. What a caller sends is judged elsewhere: there an unknown member is an error.
 */
export const readStored = <T extends string>(members: readonly T[], stored: unknown, closed: T): T =>
  (members as readonly unknown[]).includes(stored) ? (stored as T) : closed
