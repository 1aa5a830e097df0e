import type { Command } from 'commander'
import type { CreateIdentityBody, IdentitiesQuery, Identity, UpdateIdentityBody } from '../../client/client.ts'
import { label, oneOf, valued } from '../options.ts'
import { ask } from './ask.ts'
import { bodyOf, bodyOption } from './body.ts'
import { type Column, limitOption, pageOf, showList, showRecord } from './show.ts'
import { identityStatuses, identityTypes, levels } from './values.ts'

const columns: readonly Column<Identity>[] = [
  ['ID', 'id'],
  ['TYPE', 'type'],
  ['STATUS', 'status'],
  ['NAME', 'display_name'],
  ['CREATED', 'created'],
]

type Filter = Pick<IdentitiesQuery, 'type' | 'status'> & { reference?: string; limit: number }
type Given = {
  type?: Identity['type']
  status?: Identity['status']
  displayName?: string
  privacyLevel?: Identity['default_privacy_level']
  reference?: string
  body?: string
}

const fieldsOf = ({ type, status, displayName, privacyLevel, reference }: Given) => ({
  type,
  status,
  display_name: displayName,
  default_privacy_level: privacyLevel,
  external_reference: reference,
})

const typeOption = (description: string) => valued('--type <type>', description, oneOf(identityTypes))
const statusOption = (description: string) => valued('--status <status>', description, oneOf(identityStatuses))
const common = (command: Command): Command =>
  command
    .addOption(valued('--display-name <name>', 'its display name', label))
    .addOption(valued('--privacy-level <level>', 'the default of its aliases', oneOf(levels)))
    .addOption(valued('--reference <reference>', 'your own reference', label))
    .addOption(bodyOption())

export function addIdentities(program: Command): void {
  const identities = program.command('identities')
  ask<Filter>(
    identities
      .command('list')
      .description('List your identities')
      .addOption(typeOption('only this type'))
      .addOption(statusOption('only this status'))
      .addOption(valued('--reference <reference>', 'the one with this reference of yours', label))
      .addOption(limitOption()),
    ({ client, json }, { limit, reference, type, status }) =>
      showList(
        client.identities.list({
          limit: pageOf(limit),
          ...(type && { type }),
          ...(status && { status }),
          ...(reference && { external_reference: reference }),
        }),
        columns,
        { json, limit },
      ),
  )
  ask(identities.command('show <id>').description('Show an identity'), async ({ client, json }, _, id) =>
    showRecord(await client.identities.retrieve(id!), json),
  )
  ask<Given>(
    common(identities.command('create').description('Register an identity').addOption(typeOption('its type'))),
    async ({ client, json }, given) =>
      showRecord(await client.identities.create(await bodyOf<CreateIdentityBody>(given.body, fieldsOf(given))), json),
  )
  ask<Given>(
    common(
      identities
        .command('update <id>')
        .description('Change an identity; a closed one stays closed')
        .addOption(statusOption('closed releases its aliases and erases its addresses')),
    ),
    async ({ client, json }, given, id) =>
      showRecord(
        await client.identities.update(id!, await bodyOf<UpdateIdentityBody>(given.body, fieldsOf(given))),
        json,
      ),
  )
}
