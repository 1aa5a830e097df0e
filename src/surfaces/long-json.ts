import { createSlices } from '../kernel/slices.ts'

/** So much text is written before others have their turn: a third of a millisecond. */
const sliceLength = 128 * 1024
const nextSlice = createSlices()

/** A view that is written already. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The text that `JSON.stringify` gives of a record, its lists written a slice at a time, so that a large answer keeps nobody waiting. */
export async function longJson(record: Readonly<Record<string, unknown>>): Promise<string> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(record)) {
    const text = Array.isArray(value) ? await longList(value, itemJson) : JSON.stringify(value)
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

const itemJson = (item: unknown): string => JSON.stringify(item) ?? 'null'

/** A list, each of its items written by `textOf`. */
export async function longList<Item>(list: readonly Item[], textOf: (item: Item) => string): Promise<string> {
  const texts: string[] = []
  let written = 0
  for (const item of list) {
    const text = textOf(item)
    texts.push(text)
    written += text.length
    if (written < sliceLength) continue
    await nextSlice()
    written = 0
  }
  return `[${texts.join(',')}]`
}
