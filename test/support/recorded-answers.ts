import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { componentOf, recordExamples } from '../../src/surfaces/rest/examples.ts'

const file = new URL('../../schema/examples/records.json', import.meta.url)

export type Answered = { status: string; body: unknown }
type Answer = Parameters<typeof componentOf>[0]
/** An operation's answer, and its schema. */
export type Example = { schema: Answer; body: unknown }

/** The time of every recording, and what follows it by hours. */
const recordedAt = 1_790_000_000
const isTime = (value: number): boolean => Math.abs(value - Date.now() / 1000) < 366 * 86_400
const timeOf = (value: number): number => recordedAt + Math.round((value - Date.now() / 1000) / 3600) * 3600

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
/** The n-th id of an answer: the same in every recording. */
const idOf = (prefix: string, n: number): string =>
  `${prefix}_01m7xjxa00${'0'.repeat(14)}${digits[n >> 5]}${digits[n & 31]}`

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Shortens sealed values, which are long and unreadable. */
const cut = (value: string): string => (value.length > 120 && !value.includes(' ') ? `${value.slice(0, 60)}…` : value)

/** An answer without what differs from run to run: ids, times, secrets and names. Of its lists, three records. */
export function settled(body: unknown): unknown {
  const ids = new Map<string, string>()
  const idFor = (id: string, prefix: string) => {
    if (!ids.has(id)) ids.set(id, idOf(prefix, ids.size + 1))
    return ids.get(id)!
  }
  const text = (value: string): string =>
    value
      .replace(/\b(spk_(?:test|live))_\w+/g, '$1_example')
      .replace(/\bwhsec_[\w+/=]+/g, 'whsec_example')
      .replace(/\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}\b/g, idFor)
      .replace(/\bm-[a-z]+-[a-z]+/g, 'bob')
      .replace(/\+1646\d{7}\b/g, '+12125550123')
      .replace(/127\.0\.0\.1:\d+|localhost:\d+/g, 'hooks.example.com')
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return cut(text(value))
    if (typeof value === 'number' && isTime(value)) return timeOf(value)
    if (typeof value === 'number' && isTime(value / 1000)) return timeOf(value / 1000) * 1000
    if (Array.isArray(value)) return (value.every(isRecord) ? value.slice(0, 3) : value).map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
  }
  return walk(body)
}

const namesIn = (body: unknown): string[] => Object.keys(body as object).toSorted()

/** The records of answers by their component; of a list its first one. */
function recordsIn(answers: readonly Example[]): Record<string, object[]> {
  const found = answers.flatMap(({ schema, body }) => {
    const record = schema.$ref ? body : (body as { data: unknown[] }).data[0]
    return record === undefined ? [] : [{ component: componentOf(schema), record: record as object }]
  })
  const grouped = Object.groupBy(found, ({ component }) => component)
  return Object.fromEntries(Object.entries(grouped).map(([name, all]) => [name, all!.map(({ record }) => record)]))
}

/**
 * Holds the examples that the API reference shows to the answers of a run: an example of each component, with the fields of one
 * of them. `RECORD_ANSWERS=1` records the first of each instead.
 */
export function holdRecordedAnswers(answers: readonly Example[]): void {
  const records = recordsIn(answers)
  if (process.env.RECORD_ANSWERS) {
    const sorted = Object.entries(records).sort(([one], [other]) => one.localeCompare(other))
    const made = Object.fromEntries(sorted.map(([name, [first]]) => [name, settled(first)]))
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
  } else
    for (const [name, example] of Object.entries(recordExamples))
      expect([name, records[name]?.map(namesIn)]).toEqual([name, expect.arrayContaining([namesIn(example)])])
  expect(Object.keys(recordExamples).toSorted()).toEqual(Object.keys(records).toSorted())
}
