import type { Command } from 'commander'
import type { CreateEndpointBody, Endpoint, EndpointsQuery, UpdateEndpointBody } from '../../client/client.ts'
import { CliError } from '../cli-error.ts'
import { label, oneOf, valued, wholeNumber } from '../options.ts'
import { ask } from './ask.ts'
import { bodyOf, bodyOption, fileOption, readInput } from './body.ts'
import { type Column, limitOption, pageOf, showList, showRecord } from './show.ts'
import { endpointStatuses, endpointTypes, levels } from './values.ts'

const columns: readonly Column<Endpoint>[] = [
  ['ID', 'id'],
  ['TYPE', 'type'],
  ['STATUS', 'status'],
  ['PRIVACY', 'privacy_level'],
  ['PRIORITY', 'priority'],
  ['ADDRESS', 'address_preview'],
  ['IDENTITY', 'identity'],
]

type Filter = Pick<EndpointsQuery, 'identity' | 'status'> & { limit: number }
type Given = {
  identity?: string
  type?: Endpoint['type']
  privacyLevel?: Endpoint['privacy_level']
  priority?: number
  status?: 'active' | 'disabled'
  addressFile?: string
  body?: string
}

const fieldsOf = ({ identity, type, privacyLevel, priority, status }: Given) => ({
  identity,
  type,
  privacy_level: privacyLevel,
  priority,
  status,
})

/** The account number is read from a file: arguments are visible in the process list. */
async function addressIn({ addressFile, body }: Given): Promise<string | undefined> {
  if (addressFile === undefined) return undefined
  if (addressFile === '-' && body === '-')
    throw new CliError('Give only one of the address and the body on standard input.')
  return (await readInput(addressFile)).trim()
}

const common = (command: Command): Command =>
  command
    .addOption(valued('--privacy-level <level>', 'its privacy level', oneOf(levels)))
    .addOption(
      valued('--priority <number>', 'the higher, the earlier it is named (default 0)', wholeNumber(0, 1_000_000)),
    )
    .addOption(bodyOption())

export function addEndpoints(program: Command): void {
  const endpoints = program.command('endpoints')
  ask<Filter>(
    endpoints
      .command('list')
      .description('List your endpoints')
      .addOption(valued('--identity <id>', 'only of this identity', label))
      .addOption(valued('--status <status>', 'only this status', oneOf(endpointStatuses)))
      .addOption(limitOption()),
    ({ client, json }, { limit, identity, status }) =>
      showList(
        client.endpoints.list({ limit: pageOf(limit), ...(identity && { identity }), ...(status && { status }) }),
        columns,
        { json, limit },
      ),
  )
  ask(endpoints.command('show <id>').description('Show an endpoint'), async ({ client, json }, _, id) =>
    showRecord(await client.endpoints.retrieve(id!), json),
  )
  ask<Given>(
    common(
      endpoints
        .command('create')
        .description('Create an endpoint; its address is sealed and never shown again')
        .addOption(valued('--identity <id>', 'its identity', label))
        .addOption(valued('--type <type>', 'the type of endpoint', oneOf(endpointTypes)))
        .addOption(fileOption('--address-file <file>', 'the address')),
    ),
    async ({ client, json }, given) => {
      const fields = { ...fieldsOf(given), address: await addressIn(given) }
      showRecord(await client.endpoints.create(await bodyOf<CreateEndpointBody>(given.body, fields)), json)
    },
  )
  ask<Given>(
    common(
      endpoints
        .command('update <id>')
        .description('Change an endpoint, except its address')
        .addOption(valued('--status <status>', 'active or disabled', oneOf(['active', 'disabled']))),
    ),
    async ({ client, json }, given, id) =>
      showRecord(
        await client.endpoints.update(id!, await bodyOf<UpdateEndpointBody>(given.body, fieldsOf(given))),
        json,
      ),
  )
  ask(
    endpoints.command('remove <id>').description('Remove an endpoint and erase its address'),
    async ({ client, json }, _, id) => showRecord(await client.endpoints.delete(id!), json),
  )
}
