import { createSlices } from '../kernel/long-work.ts'

/** Yields to the event loop after this many characters (about 0.3 ms). */
const sliceLength = 128 * 1024
const nextText = createSlices()

/**
 * Writes the text of `JSON.stringify` for a record, its lists in slices, so that a large response does not block other
 * requests.
 */
export async function longJson(record: Readonly<Record<string, unknown>>): Promise<string> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(record)) {
    const text = Array.isArray(value) ? await longList(value) : JSON.stringify(value)
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

/** Short items are written in groups: a call for each would double the cost. */
const itemsAtOnce = 4
const shortItem = 4 * 1024

async function longList(list: readonly unknown[]): Promise<string> {
  const texts: string[] = []
  let written = 0
  let count = 1
  for (let at = 0; at < list.length; at += count) {
    count = (texts.at(-1)?.length ?? 0) < shortItem * count ? itemsAtOnce : 1
    const text = JSON.stringify(list.slice(at, at + count)).slice(1, -1)
    texts.push(text)
    written += text.length
    if (written < sliceLength) continue
    await nextText()
    written = 0
  }
  return `[${texts.join(',')}]`
}

/** Yields to the event loop after this many endpoints of a GraphQL response: about 2 ms with all of their fields. */
const sliceEndpoints = 250
const nextEndpoints = createSlices()

type Rendering = { shown: number; turn: Promise<void> | null }

const renderings = new WeakMap<object, Rendering>()

/**
 * Returns the endpoints of one record, after a yield to the event loop when many were rendered. The executor renders all
 * available records without a pause, and a response may hold thousands.
 */
export function inSlices<Endpoint>(context: object, endpoints: Endpoint[]): Endpoint[] | Promise<Endpoint[]> {
  let rendering = renderings.get(context)
  if (!rendering) {
    rendering = { shown: 0, turn: null }
    renderings.set(context, rendering)
  }
  const { turn } = rendering
  rendering.shown += endpoints.length
  if (rendering.shown >= sliceEndpoints) {
    rendering.shown = 0
    rendering.turn = (turn ?? Promise.resolve()).then(nextEndpoints)
  }
  return turn ? turn.then(() => endpoints) : endpoints
}
