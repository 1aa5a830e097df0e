/**
 * Limits for unauthenticated callers, each per process; the
 * networks are /24, or /64 in IPv6. docs/limits.md shows them, and a test compares.
 */
export const beforeTheKey = {
  /** Of all connections, what one network may hold. */
  networkShare: 1 / 4,
  /** The pieces in which a body may come: so many, and one more for each so many bytes. */
  pieces: { free: 128, bytesEach: 256 },
  /** Bytes of a body without a key. */
  keylessBodyBytes: 4 * 1024,
  /** Bytes of finished answers that nobody has read. */
  unreadBytes: { total: 64 * 1024 * 1024, perNetwork: 16 * 1024 * 1024 },
  /** Lines of the log for requests without a known caller: what may come at once, and what comes back each second. */
  logLines: { size: 100, refillPerSecond: 20 },
} as const
