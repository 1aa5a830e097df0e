import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { recordedAnswers } from '../../src/surfaces/rest/generated/recorded-answers.ts'

const file = new URL('../../src/surfaces/rest/generated/recorded-answers.ts', import.meta.url)

export type Answered = { status: string; body: unknown }

/** The time of every recording, and what follows it by hours. */
const recordedAt = 1_790_000_000
const isTime = (value: number): boolean => Math.abs(value - Date.now() / 1000) < 366 * 86_400
const timeOf = (value: number): number => recordedAt + Math.round((value - Date.now() / 1000) / 3600) * 3600

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
/** The n-th id of an answer: the same in every recording. */
const idOf = (prefix: string, n: number): string =>
  `${prefix}_01m7xjxa00${'0'.repeat(14)}${digits[n >> 5]}${digits[n & 31]}`

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null

/** What is sealed is long, and says nothing to a reader. */
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
    if (Array.isArray(value)) return (value.every(isRecord) ? value.slice(0, 3) : value).map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
  }
  return walk(body)
}

const namesIn = (body: unknown): string[] => Object.keys(body as object).toSorted()

/**
 * Holds the answers that the API reference shows to those of a run: of every operation, with the same status and fields.
 * `RECORD_ANSWERS=1` records them instead.
 */
export function holdRecordedAnswers(answers: ReadonlyMap<string, Answered>): void {
  if (process.env.RECORD_ANSWERS) record(answers)
  else
    for (const [operation, { status, body }] of answers) {
      const recorded = recordedAnswers[operation]
      expect([operation, recorded?.status, namesIn(recorded?.body)]).toEqual([operation, status, namesIn(body)])
    }
  expect(Object.keys(recordedAnswers).toSorted()).toEqual([...answers.keys()].toSorted())
}

function record(answers: ReadonlyMap<string, Answered>): void {
  const sorted = [...answers].sort(([one], [other]) => one.localeCompare(other))
  const made = Object.fromEntries(
    sorted.map(([operation, { status, body }]) => [operation, { status, body: settled(body) }]),
  )
  writeFileSync(
    file,
    `// Made by \`RECORD_ANSWERS=1 npx vitest run test/e2e/samples.test.ts\`: what each operation answered to its sample.

export const recordedAnswers: Readonly<Record<string, { readonly status: string; readonly body: unknown }>> = ${JSON.stringify(made, null, 1)}
`,
  )
}
