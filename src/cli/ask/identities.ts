import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { IdentitiesQuery, Identity, SandboxReset, Signpost } from '../../client/client.ts'
import { type Commands, oneOf, valued } from '../options.ts'
import { bodyOf, bodyOption } from './ask.ts'
import { askById, askList, askRecord, type Column, identityStatuses, identityTypes, levels } from './show.ts'

const columns: readonly Column<Identity>[] = [
  ['ID', 'id'],
  ['TYPE', 'type'],
  ['STATUS', 'status'],
  ['NAME', 'display_name'],
  ['CREATED', 'created'],
]

/** The fields whose option has another name. */
const fields = { privacyLevel: 'default_privacy_level', reference: 'external_reference' }

const typeOption = (description: string) => valued('--type <type>', description, oneOf(identityTypes))
const statusOption = (description: string) => valued('--status <status>', description, oneOf(identityStatuses))
const common = (command: Command): Command =>
  command
    .option('--display-name <name>', 'its display name')
    .addOption(valued('--privacy-level <level>', 'the default of its aliases', oneOf(levels)))
    .option('--reference <reference>', 'your own reference')
    .addOption(bodyOption())

function addIdentities(identities: Command): void {
  askList(
    identities
      .command('list')
      .description('List your identities')
      .addOption(typeOption('only this type'))
      .addOption(statusOption('only this status'))
      .option('--reference <reference>', 'the one with this reference of yours'),
    columns,
    (client) =>
      ({ reference, ...query }: IdentitiesQuery & { reference?: string }) =>
        client.identities.list({ ...query, ...(reference && { external_reference: reference }) }),
  )
  askById(identities, 'show', 'Show an identity', (client) => client.identities.retrieve)
  askRecord(
    common(identities.command('create').description('Register an identity').addOption(typeOption('its type'))),
    async (client, given) => client.identities.create(await bodyOf(given, fields)),
  )
  askRecord(
    common(
      identities
        .command('update <id>')
        .description('Change an identity; a closed one stays closed')
        .addOption(statusOption('closed releases its aliases and disables its endpoints')),
    ),
    async (client, given, id) => client.identities.update(id, await bodyOf(given, fields)),
  )
}

const retryMs = 1_000

/** Resets one page; it waits while another reset of the sandbox runs. */
async function resetPage(client: Signpost, consumer: string): Promise<SandboxReset> {
  for (;;) {
    try {
      return await client.sandboxReset({ consumer })
    } catch (error) {
      // The client is loaded late, so its error class is recognised by the code.
      if ((error as { code?: unknown }).code !== 'reset_in_progress') throw error
      await pause(retryMs)
    }
  }
}

/** Repeats until nothing is left. @returns the total of ended records */
async function reset(client: Signpost, consumer: string): Promise<SandboxReset> {
  const ended = { identities: 0, grants: 0, webhooks: 0 }
  for (;;) {
    const one = await resetPage(client, consumer)
    ended.identities += one.identities
    ended.grants += one.grants
    ended.webhooks += one.webhooks
    if (one.status === 'done') return { ...one, ...ended }
  }
}

function addSandbox(sandbox: Command): void {
  askRecord<{ consumer: string }>(
    sandbox
      .command('reset')
      .description('Empty your test mode: identities are closed and erased, webhooks deleted, grants ended; keys stay')
      .requiredOption('--consumer <id>', 'the id of your own consumer, apc_…, to confirm'),
    (client, { consumer }) => reset(client, consumer),
  )
}

export const commands: Commands = { identities: addIdentities, sandbox: addSandbox }
