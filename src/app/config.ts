import ipaddr from 'ipaddr.js'
import { parseBucketRule } from '../access/quotas/rules.ts'
import type { BucketRule } from '../access/quotas/token-bucket.ts'
import { catalogueModes } from '../registry/endpoints/catalogue/catalogue.ts'
import { type OpenedNetwork, parseOpenedNetworks } from '../webhooks/address.ts'
import { standardSchedule } from '../webhooks/backoff.ts'
import { readAdminConfig } from './config-admin.ts'
import { readOpenerConfig } from './config-opener.ts'
import { readOwnershipConfig } from './config-ownership.ts'
import { ConfigError, decimal, type Environment, flag, integer, list } from './environment.ts'
import { roles } from './role.ts'

/** Everything the environment says. INVARIANT: no other file reads `process.env`, but for config-cli.ts. */
export type Config = ReturnType<typeof readConfig>

export { ConfigError }

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

function urls(env: Environment, name: string): string[] {
  const items = list(env, name)
  if (items.every((item) => /^postgres(?:ql)?:\/\//.test(item) && URL.canParse(item))) return items
  throw new ConfigError(`${name} must be postgresql:// URLs, separated by commas.`)
}

function databaseUrl(env: Environment, name: string): string | undefined {
  const text = env[name] || undefined
  if (text === undefined || (/^postgres(?:ql)?:\/\//.test(text) && (URL.parse(text)?.pathname.length ?? 0) > 1))
    return text
  throw new ConfigError(`${name} must be like postgres://user:password@host:5432/database.`)
}

function cidrs(env: Environment, name: string): string[] {
  const items = list(env, name)
  if (items.every((item) => ipaddr.isValid(item) || ipaddr.isValidCIDR(item))) return items
  throw new ConfigError(`${name} must be addresses or CIDR ranges, separated by commas.`)
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const logFormats = ['auto', 'json', 'pretty'] as const

function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const found = allowed.find((value) => value === (env[name] || fallback))
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`)
  return found
}

/** Ranges alone, none of them written loosely; each for one consumer or for all. */
function openedNetworks(env: Environment, name: string): OpenedNetwork[] {
  try {
    return parseOpenedNetworks(list(env, name))
  } catch {
    throw new ConfigError(
      `${name} must be exact CIDRs, like 10.1.0.0/16=apc_… for one consumer or 10.1.0.0/16 for all, separated by commas.`,
    )
  }
}

function schedule(env: Environment, name: string, fallback: readonly number[]): readonly number[] {
  const seconds = list(env, name).map(Number)
  if (seconds.length === 0) return fallback
  if (!seconds.every((value) => Number.isFinite(value) && value >= 0)) {
    throw new ConfigError(`${name} must be seconds, separated by commas.`)
  }
  return seconds.map((value) => value * 1_000)
}

/** Metrics are kept when somebody may read them: on a port of this machine, or with a token on the service's own port. */
function metrics(env: Environment): { port: number | null; token: string | null } {
  const token = env.METRICS_TOKEN || null
  if (token !== null && !/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new ConfigError('METRICS_TOKEN must be 16 visible ASCII characters or more.')
  }
  return { port: env.METRICS_PORT ? integer(env, 'METRICS_PORT', 0, { max: 65_535 }) : null, token }
}

const traceExporters = ['otlp', 'console', 'none'] as const

/** The usual variables of OpenTelemetry, those of them that mean something here. */
function tracing(env: Environment) {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base ? `${base}/v1/traces` : null)
  if (url !== null && !URL.canParse(url)) throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL.')
  const ratio = decimal(env, 'OTEL_TRACES_SAMPLER_ARG', 1)
  if (ratio > 1) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  const headers = list(env, 'OTEL_EXPORTER_OTLP_HEADERS').map((pair) => {
    const [, name, value] = /^([\w-]+) *= *((?:%[0-9a-f]{2}|[^%])*)$/i.exec(pair) ?? []
    if (!name) throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas.')
    return [name, unescape(value!)] as const
  })
  return {
    exporter: oneOf(env, 'OTEL_TRACES_EXPORTER', traceExporters, url === null ? 'none' : 'otlp'),
    url,
    headers: Object.fromEntries(headers),
    serviceName: env.OTEL_SERVICE_NAME || 'signpost',
    ratio,
  }
}

/** Reads the configuration. @throws ConfigError with a plain sentence that names the variable, never its value */
/** Where clients reach the service, without a slash at its end; null when nobody said. */
function publicUrl(env: Environment): string | null {
  const given = env.PUBLIC_URL || null
  if (given !== null && !(/^https?:\/\/[^\s?#@]+$/.test(given) && URL.canParse(given)))
    throw new ConfigError('PUBLIC_URL must be like https://pay.example.com.')
  return given?.replace(/\/+$/, '') ?? null
}

export function readConfig(env: Environment = process.env) {
  const production = env.NODE_ENV === 'production'
  const maxInFlight = integer(env, 'MAX_IN_FLIGHT', 128, { min: 1 })
  return {
    production,
    /** What the process is for; `signpost serve --role` says it too. */
    role: oneOf(env, 'ROLE', roles, 'all'),
    host: env.HOST ?? '127.0.0.1',
    port: integer(env, 'PORT', 4000, { max: 65_535 }),
    publicUrl: publicUrl(env),
    dataDir: env.DATA_DIR ?? '.data',
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseListenUrl: env.DATABASE_LISTEN_URL,
    /** Streaming replicas that lists may be read from, and how much of the last milliseconds a list may lack. */
    databaseReadUrls: urls(env, 'DATABASE_READ_URLS'),
    databaseReadMaxLagMs: integer(env, 'DATABASE_READ_MAX_LAG_MS', 1_000, { min: 50, max: 60_000 }),
    /** A PostgreSQL that disclosure records have to themselves. */
    databaseRecordsUrl: databaseUrl(env, 'DATABASE_RECORDS_URL'),
    /** Streaming replicas that look-ups may be read from, and how long one may take to be far enough. */
    databaseResolveUrls: urls(env, 'DATABASE_RESOLVE_URLS'),
    resolveReplicaWaitMs: integer(env, 'RESOLVE_REPLICA_WAIT_MS', 20, { min: 1, max: 10_000 }),
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, { min: 1, max: 500 }),
    /** How long a request may wait for a database connection, in milliseconds, before it is refused as overload. */
    databaseWaitMs: integer(env, 'DATABASE_WAIT_MS', 1_000, { min: 10 }),
    /** How long a statement may be silent, in milliseconds, before it is cancelled; 0 for ever. */
    databaseTimeoutMs: integer(env, 'DATABASE_PATIENCE_MS', 3_000),
    /** Connections of their own that lists have, and how long one statement of a list may take. */
    databaseListPoolSize: integer(env, 'DATABASE_LIST_POOL_SIZE', 3, { min: 1, max: 100 }),
    databaseListTimeoutMs: integer(env, 'DATABASE_LIST_TIMEOUT_MS', 250, { min: 10 }),
    /** How long a new sealing key waits before anything is sealed to it, in seconds. */
    sealingKeyDelay: integer(env, 'SEALING_KEY_DELAY', 86_400, { max: 2_592_000 }),
    /** What a match of a payee check in live mode needs: the operator's word, or the owner's. */
    capabilityCatalogue: oneOf(env, 'CAPABILITY_CATALOGUE', catalogueModes, 'open'),
    payeeNamesAccept: oneOf(env, 'PAYEE_NAMES_ACCEPT', ['attested', 'declared'], 'attested'),
    preparedStatements: flag(env, 'PREPARED_STATEMENTS', true),
    valkeyUrl: env.VALKEY_URL,
    encryptionKey: env.ENCRYPTION_KEY,
    encryptionKeyFile: env.ENCRYPTION_KEY_FILE,
    /** The key before this one, as long as data keys are wrapped by it. */
    encryptionKeyFormer: env.ENCRYPTION_KEY_FORMER,
    /** What addresses are sealed to; without one, the data keys seal them. */
    addressPublicKey: env.ADDRESS_PUBLIC_KEY,
    addressPublicKeyFile: env.ADDRESS_PUBLIC_KEY_FILE,
    /** A module whose default export makes a KeyProvider. */
    keyProvider: env.KEY_PROVIDER,
    /** Whether a key file of our own in DATA_DIR will do. */
    embeddedKey: flag(env, 'EMBEDDED_KEY', !production),
    workers: env.WORKERS === 'auto' ? ('auto' as const) : integer(env, 'WORKERS', 1, { min: 1, max: 256 }),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    /** JSON lines, or text for people: on a terminal when it says neither. */
    logFormat: oneOf(env, 'LOG_FORMAT', logFormats, 'auto'),
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
    introspection: flag(env, 'INTROSPECTION', !production),
    metrics: metrics(env),
    tracing: tracing(env),
    trustedDocuments: env.TRUSTED_DOCUMENTS,
    trustProxy: cidrs(env, 'TRUST_PROXY'),
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_MS', 10_000, { min: 100 }),
    headersTimeoutMs: integer(env, 'HEADERS_TIMEOUT_MS', 5_000, { min: 100 }),
    /** How long a request's body may take to arrive once its headers are there. */
    bodyTimeoutMs: integer(env, 'BODY_TIMEOUT_MS', 2_000, { min: 100 }),
    /** Connections of one process; one network holds a quarter of them at most. */
    maxConnections: integer(env, 'MAX_CONNECTIONS', 4_096, { min: 4 }),
    /** How long a GraphQL operation may take. */
    operationTimeoutMs: integer(env, 'OPERATION_TIMEOUT_MS', 5_000, { min: 1 }),
    /** How long a stopping server serves on while it says that it isn't ready. */
    drainSeconds: integer(env, 'DRAIN_SECONDS', production ? 5 : 1, { max: 8 }),
    shedding: {
      maxInFlight,
      /** Of these, how many one consumer may hold; all callers without a key count as one. */
      maxPerOwner: integer(env, 'MAX_IN_FLIGHT_PER_CONSUMER', Math.max(1, Math.floor(maxInFlight / 4)), { min: 1 }),
      maxDelayMs: integer(env, 'MAX_EVENT_LOOP_DELAY_MS', 200, { min: 1 }),
    },
    cooldownDays: decimal(env, 'ALIAS_COOLDOWN_DAYS', 30),
    cooldownDaysPhone: decimal(env, 'ALIAS_COOLDOWN_DAYS_PHONE', 90),
    defaultPhoneRegion: env.DEFAULT_PHONE_REGION,
    webhookWorker: flag(env, 'WEBHOOK_WORKER', true),
    webhookAllowCidrs: openedNetworks(env, 'WEBHOOK_ALLOW_CIDRS'),
    webhooks: {
      /** Milliseconds before each attempt; given in seconds. */
      retrySchedule: schedule(env, 'WEBHOOK_RETRY_SCHEDULE', standardSchedule),
      /** How long a claimed delivery is nobody else's: longer than an attempt may take. */
      leaseMs: integer(env, 'WEBHOOK_LEASE_MS', 30_000, { min: 100 }),
      pollMs: integer(env, 'WEBHOOK_POLL_MS', 1_000, { min: 10 }),
    },
    /** The grid on which answers with a miss are released, in milliseconds. Source: docs/rules.md#uniform-miss. */
    releaseSteps: {
      singleMs: decimal(env, 'RELEASE_FLOOR_SINGLE_MS', 5),
      bulkMs: decimal(env, 'RELEASE_FLOOR_BULK_MS', 25),
      sendingMs: decimal(env, 'RELEASE_FLOOR_SENDING_MS', 1_500),
    },
    ownership: readOwnershipConfig(env),
    opener: readOpenerConfig(env),
    admin: readAdminConfig(env),
    disclosureRecords: {
      synchronous: flag(env, 'DISCLOSURE_RECORDS_SYNC', false),
      retentionDays: integer(env, 'DISCLOSURE_RETENTION_DAYS', 400, { min: 1 }),
    },
  }
}
