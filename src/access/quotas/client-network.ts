import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

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

const unknown = 'unknown'

/** The last result is cached, because requests of one connection repeat the address. */
const known = new LRUCache<string, string>({ max: 10_000 })

/** The longest spelling of an address; a proxy's header may be longer. */
const longestAddress = 64

/** Returns the network of an address: its /24, or its /64 in IPv6; an IPv4 address inside IPv6 counts as IPv4. */
export function clientNetwork(address: string): string {
  if (address.length > longestAddress) return unknown
  const seen = known.get(address)
  if (seen !== undefined) return seen
  const network = networkOf(address)
  known.set(address, network)
  return network
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return unknown
  const parsed = ipaddr.process(address)
  const isSix = parsed.kind() === 'ipv6'
  const kept = parsed.toByteArray().slice(0, isSix ? 8 : 3)
  return isSix ? `${Buffer.from(kept).toString('hex')}/64` : `${kept.join('.')}.0/24`
}

const prefixes = new LRUCache<string, { network: string | null; isPrivate: boolean }>({ max: 10_000 })

function prefixOf(address: string): { network: string | null; isPrivate: boolean } {
  const seen = prefixes.get(address)
  if (seen !== undefined) return seen
  if (address.length > longestAddress || !ipaddr.isValid(address)) return { network: null, isPrivate: true }
  const parsed = ipaddr.process(address)
  const isSix = parsed.kind() === 'ipv6'
  const kept = parsed.toByteArray().map((byte, at) => (at < (isSix ? 6 : 3) ? byte : 0))
  const made = {
    network: `${ipaddr.fromByteArray(kept).toString()}/${isSix ? 48 : 24}`,
    isPrivate: parsed.range() !== 'unicast',
  }
  prefixes.set(address, made)
  return made
}

/** The network that is kept of a client: its /24, or its /48 in IPv6. */
export const networkPrefix = (address: string): string | null => prefixOf(address).network

/** True for an address of no public network. */
export const isPrivateAddress = (address: string): boolean => prefixOf(address).isPrivate
