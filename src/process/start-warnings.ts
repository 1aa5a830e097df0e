import type { Config } from '../app/config.ts'

const isLoopback = (host: string): boolean => /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/.test(host)

/** What the configuration allows and may yet be a slip: a line each. */
export function startWarnings({ rateLimits, production, trustProxy, admin, reusePort, metrics }: Config): string[] {
  return [
    ...(admin === null || isLoopback(admin.host)
      ? []
      : ['ADMIN_HOST is not this machine alone: put TLS before it, its token is sent as it is']),
    ...(reusePort && metrics.token !== null
      ? ['METRICS_TOKEN: /metrics on a shared port is that of any one process; read METRICS_PORT of each']
      : []),
    ...(rateLimits ? [] : ['RATE_LIMITS=off: nothing limits how fast a caller may guess aliases']),
    ...(production && trustProxy.length === 0
      ? ['TRUST_PROXY is empty: behind a proxy, all clients count as one network']
      : []),
  ]
}
