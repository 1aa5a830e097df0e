import type { FastifyInstance } from 'fastify'
import type { Logger } from '../../kernel/log.ts'
import { proxyTrust } from './trusted-proxies.ts'

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
