import type { Config } from '../config/config.ts'

/** A failure of the start, as one plain sentence. */
export class StartFailure extends Error {}

const isLoopback = (host: string): boolean => /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/.test(host)

/** Lists settings that are valid but may be mistakes, a line each. */
export function startWarnings({
  rateLimits,
  production,
  trustProxy,
  admin,
  reusePort,
  metrics,
  misspelt,
}: Config): string[] {
  return [
    ...misspelt,
    ...(admin === null || isLoopback(admin.host)
      ? []
      : ['ADMIN_HOST is reachable from other machines: put TLS before it, because its token is sent in clear text']),
    ...(reusePort && metrics.token !== null
      ? ['METRICS_TOKEN: /metrics on a shared port reaches any one process; read METRICS_PORT of each']
      : []),
    ...(rateLimits ? [] : ['RATE_LIMITS=off: callers may guess aliases at any rate']),
    ...(production && trustProxy.length === 0
      ? ['TRUST_PROXY is empty: behind a proxy, all clients count as one network; name the network of the proxy in it']
      : []),
  ]
}
