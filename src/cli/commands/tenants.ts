import type { Command } from 'commander'
import { rollWindow } from '../../access/api-keys/rules.ts'
import { isLimitPolicy, type LimitPolicy, limitPolicies } from '../../access/consumers/rules.ts'
import { parseBucketRule } from '../../access/quotas/rules.ts'
import {
  CliError,
  type Commands,
  environment,
  fileOption,
  label,
  mandatory,
  oneOf,
  scopeList,
  valued,
  wholeNumber,
} from '../options.ts'

function addKeys(keys: Command): void {
  keys
    .command('create')
    .description('Create a key of a consumer')
    .addOption(mandatory(valued('--consumer <consumer>', 'the consumer of the key: a name or apc_…', label)))
    .addOption(environment())
    .addOption(mandatory(valued('--scopes <scopes>', 'comma-separated, as in resolve,aliases:write or *', scopeList)))
    .addOption(valued('--name <name>', 'a label', label))
    .option('--new', 'create the consumer if it does not exist')
    .option('--router', "a federation router's key")
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../operate/keys.ts')).create(options))
  keys
    .command('list')
    .description('List the keys of all consumers, or of one')
    .addOption(valued('--consumer <consumer>', 'only those of this consumer: a name or apc_…', label))
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await import('../operate/keys.ts')).list(options))
  keys
    .command('revoke <id>')
    .description('Revoke a key at once, on every node')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('../operate/keys.ts')).revoke(id, options))
  keys
    .command('roll <id>')
    .description('Replace a key: the new one has the same rights, the old one ends after a while, on every node')
    .addOption(
      valued(
        '--expires-in <seconds>',
        `how long the old key continues to work, at most ${rollWindow.max}`,
        wholeNumber(0, rollWindow.max),
        rollWindow.default,
      ),
    )
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('../operate/keys.ts')).roll(id, options))
}

const policies = Object.keys(limitPolicies).join(', ')

function readPolicy(text: string, name: string): LimitPolicy {
  if (!isLimitPolicy(text)) throw new CliError(`${name} must name one of ${policies}.`)
  return text
}

/** `misses=2000 + 250/min` */
function readLimit(text: string, name: string): [LimitPolicy, string] {
  const [policy = '', rule = ''] = text.split(/=(.*)/s)
  const known = readPolicy(policy.trim(), name)
  if (!parseBucketRule(rule)) throw new CliError(`${name} must be like ${known}='2000 + 250/min': a size and a refill.`)
  return [known, rule]
}

const collected =
  <T>(read: (text: string, name: string) => T, name: string) =>
  (text: string, before: T[] | undefined): T[] => [...(before ?? []), read(text, name)]

const chosen = () => mandatory(valued('--consumer <consumer>', 'the consumer: its name or apc_…', label))

function addConsumers(consumers: Command): void {
  /** A command that runs the function of its name. */
  const plain = (name: keyof typeof import('../operate/consumers.ts'), description: string) =>
    consumers
      .command(name)
      .description(description)
      .action(async (options) => (await import('../operate/consumers.ts'))[name](options))
  const add = (...given: Parameters<typeof plain>) => plain(...given).option('--json', 'print JSON')

  plain(
    'attests',
    "Set whether a consumer's attestations of its aliases count as proofs where REQUIRE_PROOF requires one",
  )
    .addOption(mandatory(valued('--consumer <name>', 'the name of the consumer', label)))
    .addOption(mandatory(valued('--set <switch>', 'on or off', oneOf(['on', 'off']))))
    .option('--json', 'print JSON')
  add('create', 'Create a consumer')
    .addOption(mandatory(valued('--consumer <name>', 'the name', label)))
    .option('--display-name <name>', 'the display name')
  add('list', 'List all consumers')
  add('show', 'Show a consumer').addOption(chosen())
  add('rename', 'Rename a consumer; its id and its keys stay')
    .addOption(chosen())
    .addOption(valued('--name <name>', 'the new name', label))
    .option('--display-name <name>', 'the display name')
  add('limits', "Show or change a consumer's overrides of quotas; a change takes effect within a second")
    .addOption(chosen())
    .option('--set <policy=rule>', `an override of ${policies}`, collected(readLimit, '--set'))
    .option('--reset <policy>', "the service's rule again", collected(readPolicy, '--reset'))
  add(
    'suspend',
    'Suspend a consumer: its keys are refused and its identities do not resolve; all data is kept',
  ).addOption(chosen())
  add('resume', 'End the suspension of a consumer').addOption(chosen())
  add(
    'group',
    "Set the group of a consumer, such as a company: its consumers share the budgets of their checks, and can notice each other's checks",
  )
    .addOption(chosen())
    .addOption(valued('--group <name>', 'the group; without it the consumer leaves its group', label))
}

function addPayeeNames(names: Command): void {
  names
    .command('attest [id]')
    .description('Attest payee names that the operator has verified: they match from then on')
    .addOption(fileOption('--file <path>', 'ids (pnm_…), one a line'))
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('../operate/payee-names.ts')).attest(id, options))
}

function addSealingKeys(keys: Command): void {
  keys
    .command('activate <id>')
    .description('End the delay of a sealing key, after its consumer has confirmed it')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await import('../operate/keys.ts')).activate(id, options))
}

export const commands: Commands = {
  keys: addKeys,
  consumers: addConsumers,
  'payee-names': addPayeeNames,
  'sealing-keys': addSealingKeys,
}
