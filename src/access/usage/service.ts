import type { Database } from '../../database/orm.ts'
import type { Call } from '../../kernel/call.ts'
import { noUsage, readSpan, type UsageCounts, type UsageInput, type UsageInterval } from './rules.ts'
import { findUsage } from './store.ts'

export type UsagePoint = UsageCounts & { start: Date }

export type UsageRecord = { livemode: boolean; interval: UsageInterval; from: Date; to: Date; points: UsagePoint[] }

const moment = (seconds: number): Date => new Date(seconds * 1_000)

type Deps = { db: Database; clock: () => number }

export function createUsage({ db, clock }: Deps) {
  return {
    /** The caller's own counts, each interval of what is asked for, also those without any. @throws SignpostError parameter_invalid */
    async read({ caller }: Call, input: UsageInput): Promise<UsageRecord> {
      const span = readSpan(input, clock())
      const stored = new Map((await findUsage(db, caller, span)).map(({ start, ...counts }) => [start, counts]))
      const points: UsagePoint[] = []
      for (let start = span.from; start < span.to; start += span.seconds)
        points.push({ start: moment(start), ...(stored.get(start) ?? noUsage()) })
      const { livemode } = caller
      return { livemode, interval: span.interval, from: moment(span.from), to: moment(span.to), points }
    },
  }
}

export type Usage = ReturnType<typeof createUsage>
