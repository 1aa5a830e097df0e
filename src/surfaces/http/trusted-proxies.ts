import ipaddr from 'ipaddr.js'

/** Tells whether an address is one of those that `TRUST_PROXY` names: addresses and ranges. */
export function proxyTrust(ranges: readonly string[]): (address: string | undefined) => boolean {
  const parsed = ranges.map((range) => {
    const [address, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.process(range), null]
    return { address, bits: bits ?? (address.kind() === 'ipv4' ? 32 : 128) }
  })
  return (text) => {
    if (text === undefined || !ipaddr.isValid(text)) return false
    const one = ipaddr.process(text)
    return parsed.some(({ address, bits }) => one.kind() === address.kind() && one.match(address, bits))
  }
}
