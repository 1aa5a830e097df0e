import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

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
