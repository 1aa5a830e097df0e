import { cliVariables } from './cli.ts'
import { databaseVariables } from './database.ts'
import {
  ConfigError,
  type Environment,
  isProduction,
  type Program,
  readVariables,
  textInForce,
  type Variable,
  type Variables,
} from './environment.ts'
import { keyVariables, openerConfig, openerVariables } from './keys.ts'
import { observingConfig, observingVariables } from './observing.ts'
import { ownershipConfig, ownershipVariables } from './ownership.ts'
import { type Role, requirePlace } from './processes.ts'
import { quotaConfig, quotaVariables } from './quotas.ts'
import { registryConfig, registryVariables } from './registry.ts'
import { adminConfig, serviceConfig, serviceVariables } from './service.ts'
import { webhookConfig, webhookVariables } from './webhooks.ts'

type Group = { readonly title: string; readonly uses: readonly Program[]; readonly variables: Variables }

const processes = ['serve', 'worker', 'opener'] as const

/** The one table of variables, in the order of the reference. */
export const groups: readonly Group[] = [
  { title: 'Service', uses: ['serve'], variables: serviceVariables },
  { title: 'Database', uses: [...processes, 'operate'], variables: databaseVariables },
  { title: 'Keys', uses: [...processes, 'operate'], variables: keyVariables },
  { title: 'Quotas', uses: ['serve'], variables: quotaVariables },
  { title: 'Registry', uses: ['serve', 'worker'], variables: registryVariables },
  { title: 'Ownership', uses: ['serve', 'worker'], variables: ownershipVariables },
  { title: 'Releases', uses: ['serve', 'opener'], variables: openerVariables },
  { title: 'Webhooks', uses: ['serve', 'worker'], variables: webhookVariables },
  { title: 'Logs, metrics, traces', uses: processes, variables: observingVariables },
  { title: 'Commands that use a running service', uses: ['ask'], variables: cliVariables },
]

export const variables: Variables = Object.assign({}, ...groups.map((group) => group.variables))

/** Retired variables, and the sentence that names the replacement. */
export const retired: Readonly<Record<string, string>> = {
  WORKERS:
    'WORKERS is no longer supported: run one process a core with REUSE_PORT=on, PROCESSES=n, PROCESS_INDEX=0 to n-1 and a shared quota store (docs/how-to/scaling.md).',
  DATABASE_RESOLVE_URLS:
    'DATABASE_RESOLVE_URLS is no setting any more: name the replicas in DATABASE_READ_URLS, which look-ups and lists are both read from.',
  DATABASE_PATIENCE_MS: 'DATABASE_PATIENCE_MS is now DATABASE_TIMEOUT_MS.',
  RELEASE_FLOOR_SINGLE_MS: 'RELEASE_FLOOR_SINGLE_MS is now RESPONSE_STEP_SINGLE_MS.',
  RELEASE_FLOOR_BULK_MS: 'RELEASE_FLOOR_BULK_MS is now RESPONSE_STEP_BULK_MS.',
}

export type Setting = { name: string; value: string | null; from: 'environment' | 'default' }

/** The value in force of each variable and its origin; secrets are shown as `set`. */
export function settingsInForce(env: Environment = process.env): Setting[] {
  return Object.entries(variables).map(([name, variable]) => ({
    name,
    value: shown(variable, textInForce(env, name, variable)),
    from: env[name] ? 'environment' : 'default',
  }))
}

const shown = ({ isSecret }: Variable, text: string | undefined): string | null => {
  if (!text) return null
  return isSecret ? 'set' : text
}

type Misspelling = { name: string; meant: string; isCritical: boolean }

/** Variables of the environment within one or two edits of one in the table. */
export function findMisspelt(env: Environment): Misspelling[] {
  return Object.keys(env)
    .filter((name) => env[name] && !Object.hasOwn(variables, name))
    .flatMap((name) => {
      const near = Object.keys(variables)
        .map((known) => ({ known, count: slips(name.toUpperCase(), known) }))
        .filter(({ known, count }) => count <= mostSlips(known))
      const meant = near.sort((one, other) => one.count - other.count)[0]?.known
      return meant === undefined ? [] : [{ name, meant, isCritical: variables[meant]!.isCritical === true }]
    })
}

/** Two edits of four letters give another word: HOME is not HOST. */
const mostSlips = (known: string): number => (known.length < 8 ? 1 : 2)

/** Letters omitted, added, replaced or swapped with their neighbour: the optimal string alignment distance. */
function slips(given: string, known: string): number {
  if (Math.abs(given.length - known.length) > 2) return Infinity
  let [before, above]: [number[], number[]] = [[], Array.from({ length: known.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= given.length; row++) {
    const current = [row]
    for (let at = 1; at <= known.length; at++) {
      const isSame = given[row - 1] === known[at - 1]
      const isSwap = row > 1 && at > 1 && given[row - 1] === known[at - 2] && given[row - 2] === known[at - 1]
      current[at] = Math.min(
        above[at]! + 1,
        current[at - 1]! + 1,
        above[at - 1]! + (isSame ? 0 : 1),
        isSwap ? before[at - 2]! + 1 : Infinity,
      )
    }
    ;[before, above] = [above, current]
  }
  return above[known.length]!
}

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
  const role: Role = given ?? service.role
  const database = readVariables(databaseVariables, env)
  const quotas = quotaConfig(readVariables(quotaVariables, env))
  requirePlace(service, env, { role, ...database, ...quotas })
  return {
    production: isProduction(env),
    ...serviceConfig(service),
    /** The role: the use cases that the process serves; `signpost serve --role` sets it too. */
    role,
    ...database,
    ...readVariables(keyVariables, env),
    ...observingConfig(readVariables(observingVariables, env), service.processIndex),
    ...quotas,
    ...webhookConfig(readVariables(webhookVariables, env)),
    ...registryConfig(readVariables(registryVariables, env)),
    ownership: ownershipConfig(readVariables(ownershipVariables, env), env),
    opener: openerConfig(readVariables(openerVariables, env)),
    admin: service.processIndex === 0 ? adminConfig(service) : null,
    /** A line for each variable that looks misspelt. */
    misspelt: misspelt.map(misspeltText),
  }
}
