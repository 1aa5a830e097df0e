/**
 * Limits for unauthenticated callers, each per process; a network is a /24, or a /64 in IPv6. docs/reference/limits.md shows
 * them, and a test compares.
 */
export const unauthenticatedLimits = {
  /** The share of all connections that one network may hold. */
  networkShare: 1 / 4,
  /** The chunks that a body may arrive in: `free`, and one more for each `bytesEach` bytes. */
  pieces: { free: 128, bytesEach: 256 },
  /** Bytes of a body without a key. */
  keylessBodyBytes: 4 * 1024,
  /** Bytes of complete answers that clients have not read. */
  unreadBytes: { total: 64 * 1024 * 1024, perNetwork: 16 * 1024 * 1024 },
  /** Log lines for requests without a known caller: the burst, and the refill per second. */
  logLines: { size: 100, refillPerSecond: 20 },
} as const
