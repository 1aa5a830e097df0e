import type { Command } from 'commander'
import type { Webhook } from '../../client/client.ts'
import { isEventType } from '../../events/event-types.ts'
import { CliError, type Commands, httpUrl, mandatory, valued } from '../options.ts'
import { bodyOf, bodyOption } from './ask.ts'
import { askById, askList, askRecord, type Column } from './show.ts'
import { isAccepted, newSecret, outcomeLine, sampleEvent, secretOption, sendSigned } from './signed.ts'

const columns: readonly Column<Webhook>[] = [
  ['ID', 'id'],
  ['STATUS', 'status'],
  ['URL', 'url'],
  ['EVENTS', 'enabled_events'],
  ['CREATED', 'created'],
]

const eventList = (text: string): string[] => text.split(',').map((type) => type.trim())

type Trigger = { to: string; secret: string[]; json?: boolean }

/** The event is made and signed on this machine, without a request to a service. */
async function trigger(type: string, { to, secret: given, json }: Trigger): Promise<void> {
  if (!isEventType(type)) throw new CliError('There is no such event type: GET /v1/event_types lists them.')
  const secret = given.at(-1) ?? newSecret()
  const event = sampleEvent(type)
  const outcome = await sendSigned(to, event, secret)
  if (json) console.log(JSON.stringify({ event, ...outcome, ...(given.length === 0 && { secret }) }))
  else {
    if (given.length === 0)
      console.log(`Signed with ${secret}, a new secret for this event: give your own with --secret.`)
    console.log(outcomeLine(outcome, event))
  }
  if (!isAccepted(outcome)) process.exitCode = 1
}

function addWebhooks(webhooks: Command): void {
  askList(webhooks.command('list').description('List webhooks'), columns, (client) => client.webhooks.list)
  askById(webhooks, 'show', 'Show a webhook', (client) => client.webhooks.retrieve)
  askRecord(
    webhooks
      .command('create')
      .description('Create a webhook; its signing secret is shown once')
      .addOption(valued('--to <url>', 'the URL of deliveries: https, on port 443 or 8443', httpUrl))
      .addOption(valued('--events <types>', 'event types, comma-separated; family.* and * too', eventList))
      .option('--description <text>', 'a label')
      .addOption(bodyOption()),
    async (client, given) => client.webhooks.create(await bodyOf(given, { to: 'url', events: 'enabled_events' })),
  )
  askById(webhooks, 'remove', 'Remove a webhook and cancel its pending deliveries', (client) => client.webhooks.delete)
  webhooks
    .command('trigger <event>')
    .description('Send a sample event to a receiver of yours, signed on this machine')
    .addOption(mandatory(valued('--to <url>', 'the receiver', httpUrl)))
    .addOption(secretOption('the signing secret; a new one by default'))
    .option('--json', 'print JSON')
    .action(trigger)
}

export const commands: Commands = { webhooks: addWebhooks }
