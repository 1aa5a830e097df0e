import { databaseConfig, databaseVariables } from './database.ts'
import { ConfigError, type Environment, isProduction, readVariables } from './environment.ts'
import { keyConfig, keyVariables, openerConfig, openerVariables } from './keys.ts'
import { observingConfig, observingVariables } from './observing.ts'
import { ownershipConfig, ownershipVariables } from './ownership.ts'
import { processConfig, type Role } from './processes.ts'
import { quotaConfig, quotaVariables } from './quotas.ts'
import { registryConfig, registryVariables } from './registry.ts'
import { adminConfig, serviceConfig, serviceVariables } from './service.ts'
import { findMisspelt, type Misspelling, retired } from './variables.ts'
import { webhookConfig, webhookVariables } from './webhooks.ts'

/** The checked configuration. INVARIANT: src/config alone reads `process.env`. */
export type Config = ReturnType<typeof readConfig>

export { ConfigError }

const misspeltText = ({ name, meant }: Misspelling): string => `${name} is no setting: do you mean ${meant}?`

/** @throws ConfigError for a retired variable, and a misspelling of one whose absence weakens the service */
function refuseUnusable(env: Environment, misspelt: readonly Misspelling[]): void {
  const former = Object.keys(retired).find((name) => env[name])
  if (former !== undefined) throw new ConfigError(retired[former]!)
  const critical = misspelt.find(({ isCritical }) => isCritical)
  if (critical) throw new ConfigError(`${misspeltText(critical)} Rename or unset it: security depends on this setting.`)
}

/**
 * Reads the configuration. A `role` overrides that of the environment.
 *
 * @throws ConfigError with a plain sentence that names the variable, never its value
 */
export function readConfig(env: Environment = process.env, { role: given }: { role?: Role } = {}) {
  const misspelt = findMisspelt(env)
  refuseUnusable(env, misspelt)
  const service = readVariables(serviceVariables, env)
  const role: Role = given ?? service.ROLE
  const database = databaseConfig(readVariables(databaseVariables, env))
  const quotas = quotaConfig(readVariables(quotaVariables, env))
  const processes = processConfig(service, env, { role, ...database, ...quotas })
  return {
    production: isProduction(env),
    /** The role: the use cases that the process serves; `signpost serve --role` sets it too. */
    role,
    ...serviceConfig(service),
    ...processes,
    ...database,
    ...keyConfig(readVariables(keyVariables, env)),
    ...observingConfig(readVariables(observingVariables, env), processes.processIndex),
    ...quotas,
    ...webhookConfig(readVariables(webhookVariables, env)),
    ...registryConfig(readVariables(registryVariables, env)),
    ownership: ownershipConfig(readVariables(ownershipVariables, env), env),
    opener: openerConfig(readVariables(openerVariables, env)),
    admin: processes.processIndex === 0 ? adminConfig(service) : null,
    /** A line for each variable that looks misspelt. */
    misspelt: misspelt.map(misspeltText),
  }
}
