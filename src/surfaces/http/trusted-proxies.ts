import ipaddr from 'ipaddr.js'

/** Creates a check for the addresses and ranges that `TRUST_PROXY` names. */
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
