import type { Database } from '../../database/orm.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { requireId, requireOneOf } from '../../kernel/input.ts'
import {
  flag,
  type KindOf,
  list,
  moment,
  one,
  owner,
  parts,
  type RecordOf,
  shape,
  text,
  whole,
} from '../../kernel/record.ts'
import { noUsage } from './counter.ts'
import { findKeyUsage, findUsage } from './store.ts'

export const usageIntervals = ['hour', 'day'] as const
export type UsageInterval = (typeof usageIntervals)[number]

const daySeconds = 86_400
/** The length of an interval, and the default and greatest number of intervals. */
const shapes: Record<UsageInterval, { seconds: number; usual: number; most: number }> = {
  hour: { seconds: 3_600, usual: 24, most: 168 },
  day: { seconds: daySeconds, usual: 30, most: 31 },
}

type UsageInput = {
  from?: Date | null | undefined
  to?: Date | null | undefined
  interval?: string | null | undefined
}

/** Whole intervals of UTC: from `from` until `to`, both Unix seconds. */
export type UsageSpan = { interval: UsageInterval; seconds: number; from: number; to: number }

const invalid = (param: string, rule: string) => new SignpostError('parameter_invalid', { param, rule })

/** Returns the requested intervals: the last 24 hours or 30 days by default. @throws SignpostError parameter_invalid */
function readSpan({ from, to, interval: sent }: UsageInput, now: number): UsageSpan {
  const interval = requireOneOf(usageIntervals, sent ?? 'hour', 'interval')
  if (from && to && from >= to) throw invalid('from', 'The value must be before `to`.')
  const { seconds, usual, most } = shapes[interval]
  const end = Math.ceil((to ? to.getTime() : now + 1) / 1_000 / seconds) * seconds
  const begin = from ? Math.floor(from.getTime() / 1_000 / seconds) * seconds : end - usual * seconds
  if (begin >= end) throw invalid('from', 'The value must be before `to`.')
  // A span that begins within an interval ends within one: both are in the answer, so it has one interval more.
  const asked = from && to ? (to.getTime() - from.getTime()) / 1_000 : end - begin
  if (asked > most * seconds)
    throw invalid('from', `At most ${most} intervals of one ${interval} are answered at once.`)
  return { interval, seconds, from: begin, to: end }
}

const point = parts({
  start: moment('The start of the interval'),
  resolves: whole('Your own look-ups that resolved'),
  misses: whole('Your own look-ups that missed'),
  consentPending: whole('Answers with a pending consent request: to consent requests, and to look-ups in bulk'),
  deliveries: whole('Successful attempts at your own webhooks'),
  deliveryErrors: whole('Failed attempts at your own webhooks'),
})
type UsagePoint = KindOf<typeof point>

export const usage = shape('usage', {
  livemode: owner(flag()),
  interval: owner(one(usageIntervals)),
  from: owner(moment('The start of the first interval')),
  to: owner(moment('The end of the last one')),
  points: owner(list(point), { name: 'data' }),
})
type UsageRecord = RecordOf<typeof usage>

/** Requests with one key: on each of the last days, and in total. */
const keyEntry = parts({
  key: text('key_…'),
  requests: whole('Requests with the key on all days'),
  days: list(parts({ start: moment('The start of the day (UTC)'), requests: whole('Requests on that day') })),
})
export type KeyUsageEntry = KindOf<typeof keyEntry>

export const keyUsage = shape('key_usage', {
  livemode: owner(flag()),
  from: owner(moment('The start of the first day')),
  to: owner(moment('The end of the last one')),
  hasMore: owner(flag('True if more keys were used')),
  keys: owner(list(keyEntry), { name: 'data' }),
})
type KeyUsageRecord = RecordOf<typeof keyUsage>

/** The greatest number of keys in an answer, and the days of each. */
const keysShown = 100
const daysShown = 30

const dateOf = (seconds: number): Date => new Date(seconds * 1_000)

type Deps = { db: Database; clock: () => number }

export function createUsage({ db, clock }: Deps) {
  return {
    /**
     * Returns the caller's own counts for each requested interval, empty ones included. @throws SignpostError
     * parameter_invalid
     */
    async read({ caller }: Call, input: UsageInput): Promise<UsageRecord> {
      const span = readSpan(input, clock())
      const stored = new Map((await findUsage(db, caller, span)).map(({ start, ...counts }) => [start, counts]))
      const points: UsagePoint[] = []
      for (let start = span.from; start < span.to; start += span.seconds)
        points.push({ start: dateOf(start), ...(stored.get(start) ?? noUsage()) })
      const { livemode } = caller
      return { livemode, interval: span.interval, from: dateOf(span.from), to: dateOf(span.to), points }
    },

    /**
     * Returns the requests with each of the caller's keys in the last 30 days of UTC, the most used first; with one key
     * if it is named. @throws SignpostError resource_missing for an id that is no key's
     */
    async ofKeys(call: Call, { key }: { key?: string | null | undefined } = {}): Promise<KeyUsageRecord> {
      requireScope(call, 'requests:read')
      const keyId = key === undefined || key === null ? null : requireId('apiKey', key)
      const to = (Math.floor(clock() / 1_000 / daySeconds) + 1) * daySeconds
      const from = to - daysShown * daySeconds
      const rows = await findKeyUsage(db, call.caller, { from, keyId, limit: keysShown + 1 })
      const keys = rows.slice(0, keysShown).map((row): KeyUsageEntry => {
        const counted = new Map(row.days.map(({ start, requests }) => [start, requests]))
        const days = Array.from({ length: daysShown }, (_, n) => from + n * daySeconds).map((start) => ({
          start: dateOf(start),
          requests: counted.get(start) ?? 0,
        }))
        return { key: encodeId('apiKey', row.key_id), requests: row.requests, days }
      })
      return {
        livemode: call.caller.livemode,
        from: dateOf(from),
        to: dateOf(to),
        keys,
        hasMore: rows.length > keysShown,
      }
    },
  }
}
