import { createSlices } from '../kernel/slices.ts'

/** Yields to the event loop after this many characters (about 0.3 ms). */
const sliceLength = 128 * 1024
const nextSlice = createSlices()

/** The text that `JSON.stringify` gives of a record, its lists written a slice at a time, so that a large answer keeps nobody waiting. */
export async function longJson(record: Readonly<Record<string, unknown>>): Promise<string> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(record)) {
    const text = Array.isArray(value) ? await longList(value) : JSON.stringify(value)
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

async function longList(list: readonly unknown[]): Promise<string> {
  const texts: string[] = []
  let written = 0
  for (const item of list) {
    const text = JSON.stringify(item) ?? 'null'
    texts.push(text)
    written += text.length
    if (written < sliceLength) continue
    await nextSlice()
    written = 0
  }
  return `[${texts.join(',')}]`
}
