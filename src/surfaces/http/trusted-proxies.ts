import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Logger } from '../../kernel/log.ts'

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

/** Warns once of an untrusted proxy in front: all clients behind it count as one network and share its limits. */
export function warnOfUntrustedProxy(fastify: FastifyInstance, log: Logger, trustProxy: readonly string[]): void {
  const isTrusted = proxyTrust(trustProxy)
  let isSaid = false
  fastify.addHook('onRequest', ({ headers, raw }, _, done) => {
    if (!isSaid && headers['x-forwarded-for'] !== undefined && !isTrusted(raw.socket.remoteAddress)) {
      isSaid = true
      log.warn('X-Forwarded-For came from an address that TRUST_PROXY does not name: it is ignored')
    }
    done()
  })
}
