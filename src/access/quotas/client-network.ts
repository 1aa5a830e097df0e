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

/** The networks of an address: the one that it counts for, and the one that is kept of it. */
type Networks = { readonly counted: string; readonly kept: string | null; readonly isPrivate: boolean }

const nowhere: Networks = { counted: 'unknown', kept: null, isPrivate: true }

/** The last results are cached, because requests of one connection repeat the address. */
const known = new LRUCache<string, Networks>({ max: 10_000 })

/** The longest spelling of an address; a proxy's header may be longer. */
const longestAddress = 64

function networksOf(address: string): Networks {
  if (address.length > longestAddress) return nowhere
  const seen = known.get(address)
  if (seen !== undefined) return seen
  const networks = ipaddr.isValid(address) ? read(ipaddr.process(address)) : nowhere
  known.set(address, networks)
  return networks
}

function read(parsed: ipaddr.IPv4 | ipaddr.IPv6): Networks {
  const bytes = parsed.toByteArray()
  const isSix = parsed.kind() === 'ipv6'
  const kept = ipaddr.fromByteArray(bytes.map((byte, at) => (at < (isSix ? 6 : 3) ? byte : 0)))
  return {
    counted: isSix ? `${Buffer.from(bytes.slice(0, 8)).toString('hex')}/64` : `${kept.toString()}/24`,
    kept: `${kept.toString()}/${isSix ? 48 : 24}`,
    isPrivate: parsed.range() !== 'unicast',
  }
}

/** Returns the network of an address: its /24, or its /64 in IPv6; an IPv4 address inside IPv6 counts as IPv4. */
export const clientNetwork = (address: string): string => networksOf(address).counted

/** The network that is kept of a client: its /24, or its /48 in IPv6. */
export const networkPrefix = (address: string): string | null => networksOf(address).kept

/** True for an address of no public network. */
export const isPrivateAddress = (address: string): boolean => networksOf(address).isPrivate
