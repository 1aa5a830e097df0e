import { createSlices } from '../kernel/long-work.ts'

/** Yields to the event loop after this many characters (about 0.3 ms). */
const sliceLength = 128 * 1024
const nextSlice = createSlices()

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
    await nextSlice()
    written = 0
  }
  return `[${texts.join(',')}]`
}
