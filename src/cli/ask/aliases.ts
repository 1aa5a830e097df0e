import type { Command } from 'commander'
import type { Alias, VerifyAliasBody } from '../../client/client.ts'
import { type Commands, mandatory, oneOf, valued } from '../options.ts'
import { bodyOf, bodyOption } from './ask.ts'
import { aliasStatuses, askById, askList, askRecord, attestations, type Column, levels } from './show.ts'

const columns: readonly Column<Alias>[] = [
  ['ID', 'id'],
  ['TYPE', 'type'],
  ['VALUE', 'value'],
  ['STATUS', 'status'],
  ['PRIVACY', 'privacy_level'],
  ['PRIMARY', 'is_primary'],
  ['PROOF', 'verification'],
  ['IDENTITY', 'identity'],
]

/** The fields whose option has another name. */
const fields = { primary: 'is_primary' }

const levelOption = () => valued('--privacy-level <level>', 'its privacy level', oneOf(levels))

function addAliases(aliases: Command): void {
  askList(
    aliases
      .command('list')
      .description('List your aliases')
      .option('--identity <id>', 'only of this identity')
      .option('--type <type>', 'only this one, with --value')
      .option('--value <value>', 'only this one, with --type')
      .addOption(valued('--status <status>', 'only this status', oneOf(aliasStatuses))),
    columns,
    (client) => client.aliases.list,
  )
  askById(aliases, 'show', 'Show an alias', (client) => client.aliases.retrieve)
  askRecord(
    aliases
      .command('create')
      .description('Register an alias')
      .option('--identity <id>', 'its identity')
      .option('--type <type>', 'username, phone, email, merchant_handle or payment_link')
      .option('--value <value>', 'the name that payers type')
      .addOption(levelOption())
      .option('--primary', "make it the identity's primary alias")
      .addOption(bodyOption()),
    async (client, given) => client.aliases.create(await bodyOf(given, fields)),
  )
  askRecord(
    aliases
      .command('update <id>')
      .description("Change an alias's privacy level or primary mark")
      .addOption(levelOption())
      .option('--primary', "make it the identity's primary alias")
      .addOption(bodyOption()),
    async (client, given, id) => client.aliases.update(id, await bodyOf(given, fields)),
  )
  askRecord<VerifyAliasBody>(
    aliases
      .command('verify <id>')
      .description('Mark an alias as verified, by your own attestation')
      .addOption(mandatory(valued('--method <method>', 'your method of verification', oneOf(attestations)))),
    (client, { method }, id) => client.aliases.verify(id, { method }),
  )
  askById(aliases, 'release', 'Release an alias into its cooldown', (client) => client.aliases.delete)
}

export const commands: Commands = { aliases: addAliases }
