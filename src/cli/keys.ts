import type { Command } from 'commander'
import { rollWindow } from '../access/api-keys/roll-window.ts'
import { environment, label, mandatory, scopeList, valued, wholeNumber } from './options.ts'

const running = () => import('./keys-running.ts')

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys: the first one of a consumer comes from here')
  keys
    .command('create')
    .description('Make a key of a consumer')
    .addOption(mandatory(valued('--consumer <consumer>', 'whose key it is: a name or apc_…', label)))
    .addOption(environment())
    .addOption(mandatory(valued('--scopes <scopes>', 'comma-separated, as in resolve,aliases:write or *', scopeList)))
    .addOption(valued('--name <name>', 'a label', label))
    .option('--new', 'make the consumer when it does not exist')
    .option('--router', 'held by a federation router')
    .option('--json', 'print JSON')
    .action(async (options) => (await running()).create(options))
  keys
    .command('list')
    .description('List the keys of all consumers, or of one')
    .addOption(valued('--consumer <consumer>', 'only those of this consumer: a name or apc_…', label))
    .option('--json', 'a JSON object per line')
    .action(async (options) => (await running()).list(options))
  keys
    .command('revoke <id>')
    .description('Revoke a key at once, on every node')
    .option('--json', 'print JSON')
    .action(async (id, options) => (await running()).revoke(id, options))
  keys
    .command('roll <id>')
    .description('Replace a key: the new one has the same rights, the old one ends after a while, on every node')
    .addOption(
      valued(
        '--expires-in <seconds>',
        `how long the old key goes on working, up to ${rollWindow.max}`,
        wholeNumber(0, rollWindow.max),
        rollWindow.default,
      ),
    )
    .option('--json', 'print JSON')
    .action(async (id, options) => (await running()).roll(id, options))
}
