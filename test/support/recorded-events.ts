import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

const file = new URL('../../schema/examples/events.json', import.meta.url)

/** The names of what an object holds, all the way down. */
const namesIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, namesIn(inner)]))
    : typeof value

/**
 * Holds the bodies that the documentation shows to the events of a run: the same types, with the same fields.
 * `RECORD_EVENTS=1` records the first of each type instead.
 */
export function holdRecordedEvents(events: readonly { type: string; body: string }[]): void {
  const first = [...events].reverse().map(({ type, body }) => [type, JSON.parse(body)] as const)
  const seen = Object.fromEntries(first.sort(([one], [other]) => one.localeCompare(other)))
  if (process.env.RECORD_EVENTS) writeFileSync(file, `${JSON.stringify(seen, null, 2)}\n`)
  expect(namesIn(JSON.parse(readFileSync(file, 'utf8')))).toEqual(namesIn(seen))
}
