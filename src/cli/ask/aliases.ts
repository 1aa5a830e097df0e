import type { Command } from 'commander'
import type { Alias, AliasesQuery, CreateAliasBody, UpdateAliasBody, VerifyAliasBody } from '../../client/client.ts'
import { label, mandatory, oneOf, valued } from '../options.ts'
import { ask } from './ask.ts'
import { bodyOf, bodyOption } from './body.ts'
import { type Column, limitOption, pageOf, showList, showRecord } from './show.ts'
import { aliasStatuses, attestations, levels } from './values.ts'

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

type Filter = Pick<AliasesQuery, 'identity' | 'type' | 'status'> & { limit: number }
type Given = {
  identity?: string
  type?: string
  value?: string
  privacyLevel?: Alias['privacy_level']
  primary?: boolean
  body?: string
}

const fieldsOf = ({ identity, type, value, privacyLevel, primary }: Given) => ({
  identity,
  type,
  value,
  privacy_level: privacyLevel,
  is_primary: primary,
})

const levelOption = () => valued('--privacy-level <level>', 'its privacy level', oneOf(levels))

export function addAliases(program: Command): void {
  const aliases = program.command('aliases')
  ask<Filter>(
    aliases
      .command('list')
      .description('List your aliases')
      .addOption(valued('--identity <id>', 'only of this identity', label))
      .addOption(valued('--type <type>', 'only this type', label))
      .addOption(valued('--status <status>', 'only this status', oneOf(aliasStatuses)))
      .addOption(limitOption()),
    ({ client, json }, { limit, identity, type, status }) =>
      showList(
        client.aliases.list({
          limit: pageOf(limit),
          ...(identity && { identity }),
          ...(type && { type }),
          ...(status && { status }),
        }),
        columns,
        { json, limit },
      ),
  )
  ask(aliases.command('show <id>').description('Show an alias'), async ({ client, json }, _, id) =>
    showRecord(await client.aliases.retrieve(id!), json),
  )
  ask<Given>(
    aliases
      .command('create')
      .description('Register an alias')
      .addOption(valued('--identity <id>', 'its identity', label))
      .addOption(valued('--type <type>', 'username, phone, email, merchant_handle or payment_link', label))
      .addOption(valued('--value <value>', 'the name that payers type', label))
      .addOption(levelOption())
      .option('--primary', "make it the identity's primary alias")
      .addOption(bodyOption()),
    async ({ client, json }, given) =>
      showRecord(await client.aliases.create(await bodyOf<CreateAliasBody>(given.body, fieldsOf(given))), json),
  )
  ask<Given>(
    aliases
      .command('update <id>')
      .description("Change an alias's privacy level or primary mark")
      .addOption(levelOption())
      .option('--primary', "make it the identity's primary alias")
      .addOption(bodyOption()),
    async ({ client, json }, given, id) =>
      showRecord(await client.aliases.update(id!, await bodyOf<UpdateAliasBody>(given.body, fieldsOf(given))), json),
  )
  ask<VerifyAliasBody>(
    aliases
      .command('verify <id>')
      .description('Mark an alias as verified, by your own attestation')
      .addOption(mandatory(valued('--method <method>', 'your method of verification', oneOf(attestations)))),
    async ({ client, json }, { method }, id) => showRecord(await client.aliases.verify(id!, { method }), json),
  )
  ask(
    aliases.command('release <id>').description('Release an alias into its cooldown'),
    async ({ client, json }, _, id) => showRecord(await client.aliases.delete(id!), json),
  )
}
