import type { Command } from 'commander'
import type { Event, EventsQuery } from '../../client/client.ts'
import { label, valued, wholeNumber } from '../options.ts'
import { paint } from '../paint.ts'
import { printable } from '../table.ts'
import { ask } from './ask.ts'
import { followEvents } from './following.ts'
import { type Column, limitOption, pageOf, showList, showRecord } from './show.ts'
import { untilStopped } from './stopping.ts'

const columns: readonly Column<Event>[] = [
  ['ID', 'id'],
  ['TYPE', 'type'],
  ['CREATED', 'created'],
  ['DATA', 'data'],
]

/** Renders an event in one line. */
export function eventLine({ created, type, id, data }: Event): string {
  const time = new Date(created * 1_000).toISOString().slice(11, 19)
  return `${paint('dim', time)}  ${paint('bold', type.padEnd(22))}  ${id}  ${printable(JSON.stringify(data))}`
}

export const intervalOption = () => valued('--interval <seconds>', 'the interval of polls', wholeNumber(1, 3_600), 2)

const typeOption = () => valued('--type <type>', 'only this type', label)

type Tail = { interval: number; last: number; type?: string }

export function addEvents(program: Command): void {
  const events = program.command('events')
  ask<Pick<EventsQuery, 'type'> & { limit: number }>(
    events.command('list').description('List events').addOption(typeOption()).addOption(limitOption()),
    ({ client, json }, { limit, type }) =>
      showList(client.events.list({ limit: pageOf(limit), ...(type && { type }) }), columns, { json, limit }),
  )
  ask(events.command('show <id>').description('Show an event'), async ({ client, json }, _, id) =>
    showRecord(await client.events.retrieve(id!), json),
  )
  ask<Tail>(
    events
      .command('tail')
      .description('Print events as they happen, until a signal')
      .addOption(typeOption())
      .addOption(valued('--last <number>', 'the number of past events to print first', wholeNumber(0, 100), 0))
      .addOption(intervalOption()),
    ({ client, json }, { interval, last, type }) =>
      untilStopped(async (signal) => {
        const following = { everySeconds: interval, last, signal, ...(type && { type }) }
        for await (const event of followEvents(client, following)) {
          console.log(json ? JSON.stringify(event) : eventLine(event))
        }
      }),
  )
}
