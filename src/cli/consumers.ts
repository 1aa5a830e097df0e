import type { Command } from 'commander'
import { isLimitPolicy, type LimitPolicy, limitPolicies } from '../access/consumers/rules.ts'
import { parseBucketRule } from '../access/quotas/rules.ts'
import { addAttests } from './attests.ts'
import { CliError } from './cli-error.ts'
import { label, mandatory, valued } from './options.ts'

const running = () => import('./consumers-running.ts')

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

export function addConsumers(program: Command): void {
  const consumers = program.command('consumers').description('Consumers: the tenants of the API')
  addAttests(consumers)
  const add = (name: string, description: string) =>
    consumers.command(name).description(description).option('--json', 'print JSON')

  add('create', 'Make a consumer')
    .addOption(mandatory(valued('--consumer <name>', 'the name that it goes by', label)))
    .addOption(valued('--display-name <name>', 'what people read in its place', label))
    .action(async (options) => (await running()).create(options))
  add('list', 'List all consumers').action(async (options) => (await running()).list(options))
  add('show', 'Show a consumer')
    .addOption(chosen())
    .action(async (options) => (await running()).show(options))
  add('rename', 'Give a consumer another name; its id and its keys stay')
    .addOption(chosen())
    .addOption(valued('--name <name>', 'the name that it goes by from now on', label))
    .addOption(valued('--display-name <name>', 'what people read in its place', label))
    .action(async (options) => (await running()).rename(options))
  add(
    'limits',
    'Show the quota rules that a consumer has of its own, or change them; every process knows within a second',
  )
    .addOption(chosen())
    .option('--set <policy=rule>', `a rule of its own, of ${policies}`, collected(readLimit, '--set'))
    .option('--reset <policy>', "the service's rule again", collected(readPolicy, '--reset'))
    .action(async (options) => (await running()).limits(options))
  add('suspend', 'Refuse all keys of a consumer and resolve none of its identities; nothing of it is lost')
    .addOption(chosen())
    .action(async (options) => (await running()).suspend(options))
  add('resume', 'End the suspension of a consumer')
    .addOption(chosen())
    .action(async (options) => (await running()).resume(options))
  add('group', 'Say which group a consumer belongs to, such as a company: its consumers share their payee checks')
    .addOption(chosen())
    .addOption(valued('--group <name>', 'the group; without it the consumer stands by itself', label))
    .action(async (options) => (await running()).group(options))
}
