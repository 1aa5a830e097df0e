import type { Command } from 'commander'
import type { Endpoint } from '../../client/client.ts'
import { CliError, type Commands, fileOption, number, oneOf, readInput, valued } from '../options.ts'
import { type BodyOptions, bodyOf, bodyOption } from './ask.ts'
import { askById, askList, askRecord, type Column, endpointStatuses, endpointTypes, levels } from './show.ts'

const columns: readonly Column<Endpoint>[] = [
  ['ID', 'id'],
  ['TYPE', 'type'],
  ['STATUS', 'status'],
  ['PRIVACY', 'privacy_level'],
  ['PRIORITY', 'priority'],
  ['ADDRESS', 'address_preview'],
  ['IDENTITY', 'identity'],
]

/** The account number is read from a file: arguments are visible in the process list. */
async function addressIn(addressFile: string | undefined, body: string | undefined): Promise<string | undefined> {
  if (addressFile === undefined) return undefined
  if (addressFile === '-' && body === '-')
    throw new CliError('Give only one of the address and the body on standard input.')
  return (await readInput(addressFile)).trim()
}

const common = (command: Command): Command =>
  command
    .addOption(valued('--privacy-level <level>', 'its privacy level', oneOf(levels)))
    .addOption(valued('--priority <number>', 'the higher, the earlier it is named (default 0)', number))
    .addOption(bodyOption())

function addEndpoints(endpoints: Command): void {
  askList(
    endpoints
      .command('list')
      .description('List your endpoints')
      .option('--identity <id>', 'only of this identity')
      .addOption(valued('--status <status>', 'only this status', oneOf(endpointStatuses))),
    columns,
    (client) => client.endpoints.list,
  )
  askById(endpoints, 'show', 'Show an endpoint', (client) => client.endpoints.retrieve)
  askRecord<BodyOptions & { addressFile?: string }>(
    common(
      endpoints
        .command('create')
        .description('Create an endpoint; its address is sealed and never shown again')
        .option('--identity <id>', 'its identity')
        .addOption(valued('--type <type>', 'the type of endpoint', oneOf(endpointTypes)))
        .addOption(fileOption('--address-file <file>', 'the address')),
    ),
    async (client, { addressFile, ...given }) => {
      const address = await addressIn(addressFile, given.body)
      return client.endpoints.create(await bodyOf({ ...given, address }))
    },
  )
  askRecord(
    common(
      endpoints
        .command('update <id>')
        .description('Change an endpoint, except its address')
        .addOption(valued('--status <status>', 'active or disabled', oneOf(['active', 'disabled']))),
    ),
    async (client, given, id) => client.endpoints.update(id, await bodyOf(given)),
  )
  askById(endpoints, 'remove', 'Remove an endpoint and erase its address', (client) => client.endpoints.delete)
}

export const commands: Commands = { endpoints: addEndpoints }
