import ipaddr from 'ipaddr.js'
import { catalogueModes } from '../registry/endpoints/catalogue/catalogue.ts'
import { readAdminConfig } from './config-admin.ts'
import { readDatabaseConfig } from './config-database.ts'
import { readKeyConfig } from './config-keys.ts'
import { readObservingConfig } from './config-observing.ts'
import { readOpenerConfig } from './config-opener.ts'
import { readOwnershipConfig } from './config-ownership.ts'
import { readProcessConfig } from './config-processes.ts'
import { readQuotaConfig } from './config-quotas.ts'
import { readTransportConfig } from './config-transport.ts'
import { readWebhookConfig } from './config-webhooks.ts'
import { ConfigError, decimal, type Environment, flag, integer, list, oneOf } from './environment.ts'
import { type Role, roles } from './role.ts'

/** Everything the environment says. INVARIANT: no other file reads `process.env`, but for config-cli.ts. */
export type Config = ReturnType<typeof readConfig>

export { ConfigError }

function cidrs(env: Environment, name: string): string[] {
  const items = list(env, name)
  if (items.every((item) => ipaddr.isValid(item) || ipaddr.isValidCIDR(item))) return items
  throw new ConfigError(`${name} must be addresses or CIDR ranges, separated by commas.`)
}

/** Where clients reach the service, without a slash at its end; null when nobody said. */
function publicUrl(env: Environment): string | null {
  const given = env.PUBLIC_URL || null
  if (given !== null && !(/^https?:\/\/[^\s?#@]+$/.test(given) && URL.canParse(given)))
    throw new ConfigError('PUBLIC_URL must be like https://pay.example.com.')
  return given?.replace(/\/+$/, '') ?? null
}

/**
 * Reads the configuration. A `role` takes the place of the environment's.
 *
 * @throws ConfigError with a plain sentence that names the variable, never its value
 */
export function readConfig(
  env: Environment = process.env,
  { role = oneOf(env, 'ROLE', roles, 'all') }: { role?: Role } = {},
) {
  const production = env.NODE_ENV === 'production'
  const database = readDatabaseConfig(env)
  const quotas = readQuotaConfig(env)
  const processes = readProcessConfig(env, { role, ...database, ...quotas })
  return {
    production,
    /** What the process is for; `signpost serve --role` says it too. */
    role,
    host: env.HOST ?? '127.0.0.1',
    port: integer(env, 'PORT', 4000, { max: 65_535 }),
    publicUrl: publicUrl(env),
    dataDir: env.DATA_DIR || '.data',
    ...processes,
    ...database,
    ...readKeyConfig(env, production),
    ...readObservingConfig(env, processes.processIndex),
    ...quotas,
    ...readTransportConfig(env),
    ...readWebhookConfig(env),
    /** How long a new sealing key waits before anything is sealed to it, in seconds. */
    sealingKeyDelay: integer(env, 'SEALING_KEY_DELAY', 86_400, { max: 2_592_000 }),
    capabilityCatalogue: oneOf(env, 'CAPABILITY_CATALOGUE', catalogueModes, 'open'),
    /** What a match of a payee check in live mode needs: the operator's word, or the owner's. */
    payeeNamesAccept: oneOf(env, 'PAYEE_NAMES_ACCEPT', ['attested', 'declared'], 'attested'),
    introspection: flag(env, 'INTROSPECTION', !production),
    trustedDocuments: env.TRUSTED_DOCUMENTS,
    trustProxy: cidrs(env, 'TRUST_PROXY'),
    /** How long a GraphQL operation may take. */
    operationTimeoutMs: integer(env, 'OPERATION_TIMEOUT_MS', 5_000, { min: 1 }),
    /** How long a stopping server serves on while it says that it isn't ready. */
    drainSeconds: integer(env, 'DRAIN_SECONDS', production ? 5 : 1, { max: 8 }),
    cooldownDays: decimal(env, 'ALIAS_COOLDOWN_DAYS', 30),
    cooldownDaysPhone: decimal(env, 'ALIAS_COOLDOWN_DAYS_PHONE', 90),
    defaultPhoneRegion: env.DEFAULT_PHONE_REGION,
    /** The grid on which answers with a miss are released, in milliseconds. Source: docs/rules.md#uniform-miss. */
    releaseSteps: {
      singleMs: decimal(env, 'RELEASE_FLOOR_SINGLE_MS', 5),
      bulkMs: decimal(env, 'RELEASE_FLOOR_BULK_MS', 25),
    },
    ownership: readOwnershipConfig(env),
    opener: readOpenerConfig(env),
    admin: processes.processIndex === 0 ? readAdminConfig(env) : null,
    disclosureRecords: {
      synchronous: flag(env, 'DISCLOSURE_RECORDS_SYNC', false),
      retentionDays: integer(env, 'DISCLOSURE_RETENTION_DAYS', 400, { min: 1 }),
    },
  }
}
