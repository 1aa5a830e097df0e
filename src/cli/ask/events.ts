import { setTimeout as pause } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import type { Event, Signpost } from '../../client/client.ts'
import { type Commands, valued, wholeNumber } from '../options.ts'
import { paint, printable } from '../terminal.ts'
import { ask } from './ask.ts'
import { askById, askList, type Column } from './show.ts'

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

const typeOption = () => new Option('--type <type>', 'only this type')

type Tail = { interval: number; last: number; type?: string }

function addEvents(events: Command): void {
  askList(
    events.command('list').description('List events').addOption(typeOption()),
    columns,
    (client) => client.events.list,
  )
  askById(events, 'show', 'Show an event', (client) => client.events.retrieve)
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

/**
 * Events are stamped when they are made and visible when they are committed, so an older one may appear after a newer
 * one.
 */
const overlapSeconds = 10

type Filter = { type?: string }
type Following = Filter & { everySeconds: number; last: number; signal: AbortSignal }

/** The ids of seen events, and the start of the next poll: no event can still appear before it. */
type Seen = { ids: Map<string, number>; anchor: string | undefined }

/**
 * Yields events as they happen, each once, oldest first: the last `last` ones, then new ones until the signal. It
 * polls.
 */
export async function* followEvents(client: Signpost, { everySeconds, last, signal, type }: Following) {
  const filter: Filter = type === undefined ? {} : { type }
  const seen: Seen = { ids: new Map(), anchor: undefined }
  const { data } = await client.events.list({ ...filter, limit: 100 }, { signal })
  const first = note(seen, [...data].reverse())
  if (last > 0) yield* first.slice(-last)
  while (!signal.aborted) {
    try {
      await pause(everySeconds * 1_000, undefined, { signal })
    } catch {
      return
    }
    yield* note(seen, await newer(client, seen, filter, signal))
  }
}

/** Reads all events that are newer than the anchor, oldest first. */
async function newer(client: Signpost, { anchor }: Seen, filter: Filter, signal: AbortSignal): Promise<Event[]> {
  const found: Event[] = []
  if (anchor === undefined) {
    for await (const event of client.events.list({ ...filter, limit: 100 }, { signal })) found.unshift(event)
    return found
  }
  const query = { ...filter, limit: 100, ending_before: anchor }
  for await (const event of client.events.list(query, { signal })) found.push(event)
  return found
}

/** Remembers events, oldest first, and moves the anchor. @returns the events that are new */
export function note(seen: Seen, events: readonly Event[]): Event[] {
  const fresh = events.filter(({ id }) => !seen.ids.has(id))
  for (const { id, created } of fresh) seen.ids.set(id, created)
  const newest = Math.max(...seen.ids.values())
  const settled = [...seen.ids].filter(([, created]) => created < newest - overlapSeconds).map(([id]) => id)
  // If all events are recent, those before the first poll are left out.
  seen.anchor = settled.sort().at(-1) ?? seen.anchor ?? [...seen.ids.keys()].sort()[0]
  // Ids before the anchor are not requested again.
  for (const id of settled) if (id !== seen.anchor) seen.ids.delete(id)
  return fresh
}

/** Runs work until SIGINT, SIGTERM or SIGHUP, and then exits with 0. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    await work(controller.signal)
  } catch (error) {
    if (!controller.signal.aborted) throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

export const commands: Commands = { events: addEvents }
