import ipaddr from 'ipaddr.js'
import { decodeId } from '../kernel/id.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Cidr = [Address, number]

/** Outside of it no IPv6 address is global, whatever `ipaddr.js` calls it. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/** @throws RangeError, naming nothing, when one is not exact: host bits are set, or it isn't a CIDR */
export function parseCidrs(texts: readonly string[]): Cidr[] {
  return texts.map((text) => {
    try {
      const [address, bits] = ipaddr.parseCIDR(text)
      const network =
        address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text)
      if (network.toString() === address.toString()) return [address, bits]
    } catch {
      // Said below.
    }
    throw new RangeError('a CIDR is not exact')
  })
}

/** A private network that the operator opened to one consumer (a uuid), or to all of them. */
export type OpenedNetwork = { cidr: Cidr; consumerId: string | null }

/** Reads `10.1.0.0/16=apc_…`, and `10.1.0.0/16` for every consumer. @throws RangeError, naming nothing */
export function parseOpenedNetworks(texts: readonly string[]): OpenedNetwork[] {
  return texts.map((text) => {
    const [network, consumer, ...more] = text.split('=')
    const [cidr] = parseCidrs([network!])
    const consumerId = consumer === undefined ? null : decodeId('consumer', consumer)
    if (more.length > 0 || (consumer !== undefined && consumerId === null)) throw new RangeError('no consumer')
    return { cidr: cidr!, consumerId }
  })
}

/** Parses an address of a resolver or a URL; an IPv4 address mapped into IPv6 is that IPv4 address. */
function parse(text: string): Address | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (bare.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare))) return null
  return ipaddr.process(bare)
}

const isWithin = (address: Address, [network, bits]: Cidr): boolean =>
  address.kind() === network.kind() && address.match(network as never, bits)

/** True for a public address of the internet; special ranges are refused. */
export function isGlobalUnicast(text: string): boolean {
  const address = parse(text)
  if (address === null || address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isWithin(address, globalIpv6)
}

/** True if `text` is in one of the networks that the operator opened. */
export function isAllowed(text: string, allowed: readonly Cidr[]): boolean {
  const address = parse(text)
  return address !== null && allowed.some((cidr) => isWithin(address, cidr))
}

export const isAddress = (text: string): boolean => parse(text) !== null
