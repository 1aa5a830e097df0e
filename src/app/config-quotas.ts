import { parseBucketRule } from '../access/quotas/rules.ts'
import type { BucketRule } from '../access/quotas/token-bucket.ts'
import { ConfigError, type Environment, flag } from './environment.ts'

function bucketRule(env: Environment, name: string, fallback: string): BucketRule {
  const rule = parseBucketRule(env[name] || fallback)
  if (!rule) throw new ConfigError(`${name} must be a size and a refill, such as ${fallback}.`)
  return rule
}

const rateLimitStores = ['memory', 'postgres', 'valkey'] as const

function rateLimitStore(env: Environment): (typeof rateLimitStores)[number] {
  const store = env.RATE_LIMIT_STORE || (env.VALKEY_URL ? 'valkey' : 'memory')
  const known = rateLimitStores.find((name) => name === store)
  if (!known) throw new ConfigError(`RATE_LIMIT_STORE must be one of ${rateLimitStores.join(', ')}.`)
  if (known === 'valkey' && !env.VALKEY_URL) throw new ConfigError('RATE_LIMIT_STORE=valkey needs VALKEY_URL.')
  return known
}

/** How much callers may ask for, and where it is counted. */
export function readQuotaConfig(env: Environment) {
  return {
    valkeyUrl: env.VALKEY_URL,
    rateLimits: flag(env, 'RATE_LIMITS', true),
    rateLimitStore: rateLimitStore(env),
    /** Token buckets: what each holds, and what comes back in which time. Source: docs/rules.md#quotas. */
    quotas: {
      requests: {
        live: bucketRule(env, 'RATE_LIMIT_REQUESTS_LIVE', '200 + 100/s'),
        test: bucketRule(env, 'RATE_LIMIT_REQUESTS_TEST', '200 + 25/s'),
      },
      resolve: bucketRule(env, 'RATE_LIMIT_RESOLVE', '1000 + 100/s'),
      misses: bucketRule(env, 'RATE_LIMIT_MISSES', '200 + 25/min'),
      registrations: bucketRule(env, 'RATE_LIMIT_REGISTRATIONS', '10000 + 10000/day'),
      grants: bucketRule(env, 'RATE_LIMIT_GRANTS', '100 + 60/min'),
      releases: bucketRule(env, 'RATE_LIMIT_RELEASES', '60 + 60/min'),
      endpointReleases: bucketRule(env, 'RATE_LIMIT_ENDPOINT_RELEASES', '10 + 10/min'),
      unauthenticated: bucketRule(env, 'RATE_LIMIT_UNAUTHENTICATED', '60 + 1/s'),
    },
  }
}
