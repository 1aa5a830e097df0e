import { parseBucketRule } from '../access/quotas/rules.ts'
import type { BucketRule } from '../access/quotas/token-bucket.ts'
import { ConfigError, type Environment, flag, type Kind, oneOf, text, type ValuesOf } from './environment.ts'

const bucketRule = (standard: string) => {
  const kind: Kind<BucketRule> = { takes: `a size and a refill, such as ${standard}`, read: parseBucketRule }
  return { kind, standard, isCritical: true } as const
}

export const quotaVariables = {
  RATE_LIMITS: { kind: flag, standard: 'on', isCritical: true, about: 'off is for benchmarks, and logs a warning' },
  RATE_LIMIT_STORE: {
    kind: oneOf(['memory', 'postgres', 'valkey']),
    standard: ({ VALKEY_URL }: Environment) => (VALKEY_URL ? 'valkey' : 'memory'),
    standardShown: '`memory`, with a `VALKEY_URL` `valkey`',
    isCritical: true,
    about: 'where the quotas live: [limits.md](limits.md)',
  },
  VALKEY_URL: {
    kind: { ...text, takes: 'a redis:// or rediss:// URL' },
    isSecret: true,
    isCritical: true,
    about: 'the Valkey server for quotas',
  },
  RATE_LIMIT_REQUESTS_LIVE: {
    ...bucketRule('200 + 100/s'),
    about: 'size and refill of the bucket of requests, by `/s`, `/min` or `/day`',
  },
  RATE_LIMIT_REQUESTS_TEST: { ...bucketRule('200 + 25/s'), about: 'the same in test mode' },
  RATE_LIMIT_RESOLVE: { ...bucketRule('1000 + 100/s'), about: 'looked-up aliases' },
  RATE_LIMIT_MISSES: { ...bucketRule('200 + 25/min'), about: 'misses; test mode has ten times as many' },
  RATE_LIMIT_UNAUTHENTICATED: {
    ...bucketRule('60 + 1/s'),
    about: 'requests of one network without a valid key',
  },
  RATE_LIMIT_REGISTRATIONS: {
    ...bucketRule('10000 + 10000/day'),
    about: 'phones and e-mail addresses that a consumer registers',
  },
  RATE_LIMIT_GRANTS: { ...bucketRule('100 + 60/min'), about: 'consent grants of one owner to one consumer' },
  RATE_LIMIT_RELEASES: { ...bucketRule('60 + 60/min'), about: 'releases to a consumer' },
  RATE_LIMIT_ENDPOINT_RELEASES: {
    ...bucketRule('10 + 10/min'),
    about: 'releases of one endpoint to a consumer',
  },
} as const

/** Quotas of callers, and the store that counts them. @throws ConfigError */
export function quotaConfig(values: ValuesOf<typeof quotaVariables>) {
  const { valkeyUrl, rateLimits, rateLimitStore } = values
  if (rateLimitStore === 'valkey' && valkeyUrl === undefined)
    throw new ConfigError('RATE_LIMIT_STORE=valkey needs VALKEY_URL.')
  return {
    valkeyUrl,
    rateLimits,
    rateLimitStore,
    /** Token buckets: the size of each, and its refill. Source: docs/rules.md#quotas. */
    quotas: {
      requests: { live: values.rateLimitRequestsLive, test: values.rateLimitRequestsTest },
      resolve: values.rateLimitResolve,
      misses: values.rateLimitMisses,
      registrations: values.rateLimitRegistrations,
      grants: values.rateLimitGrants,
      releases: values.rateLimitReleases,
      endpointReleases: values.rateLimitEndpointReleases,
      unauthenticated: values.rateLimitUnauthenticated,
    },
  }
}
