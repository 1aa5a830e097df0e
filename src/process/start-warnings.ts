import type { Config } from '../app/config.ts'

/** What the configuration allows and may yet be a slip: a line each. */
export function startWarnings({ rateLimits, production, trustProxy }: Config): string[] {
  return [
    ...(rateLimits ? [] : ['RATE_LIMITS=off: nothing limits how fast a caller may guess aliases']),
    ...(production && trustProxy.length === 0
      ? ['TRUST_PROXY is empty: behind a proxy, all clients count as one network']
      : []),
  ]
}
