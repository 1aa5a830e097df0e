import { setTimeout as pause } from 'node:timers/promises'
import type { Event, Signpost } from '../../client/client.ts'

/** Events are stamped as they are made and seen when they are committed: an older one may appear behind a newer one. */
const overlapSeconds = 10

type Filter = { type?: string }
type Following = Filter & { everySeconds: number; last: number; signal: AbortSignal }

/** The ids of what was seen, and where the next look begins: behind nothing that could still appear. */
type Seen = { ids: Map<string, number>; anchor: string | undefined }

/**
 * Events as they happen, each once, the older first: the `last` ones that there are, then all that come, until the signal
 * ends it. It asks in intervals.
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

/** All events that are newer than the anchor, the older first. */
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

/** Remembers events, the older first, and moves the anchor. @returns those that were not seen before */
export function note(seen: Seen, events: readonly Event[]): Event[] {
  const fresh = events.filter(({ id }) => !seen.ids.has(id))
  for (const { id, created } of fresh) seen.ids.set(id, created)
  const newest = Math.max(...seen.ids.values())
  const settled = [...seen.ids].filter(([, created]) => created < newest - overlapSeconds).map(([id]) => id)
  // Where all is recent, what was there before the first look is left out.
  seen.anchor = settled.sort().at(-1) ?? seen.anchor ?? [...seen.ids.keys()].sort()[0]
  // Forget ids before the anchor: they are not requested again.
  for (const id of settled) if (id !== seen.anchor) seen.ids.delete(id)
  return fresh
}
