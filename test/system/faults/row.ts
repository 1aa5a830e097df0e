import type { Fixture } from './fixture.ts'
import { type Balance, isBalanced } from './ledger.ts'
import type { OwnPostgres } from './postgres.ts'
import type { Supervised } from './supervisor.ts'
import type { Tally } from './tally.ts'

export type Verdict = 'pass' | 'fail' | 'inconclusive'

/** The result of one fault. */
export type Outcome = {
  /** Seconds, one for each time the fault was made; null where it never recovered. */
  recovered: readonly (number | null)[]
  lost: number | null
  doubled: number | null
  /** 5xx by kind. */
  refusals: Record<string, number>
  /** Everything else that wasn't an answer the client wanted: broken connections, and what should not be. */
  others: Record<string, number>
  /** Each a sentence; none means that it held. */
  failures: string[]
  /** Why it proves nothing, if it doesn't. */
  unproven: string | null
  /** Figures worth reporting. */
  notes: string[]
}

export type Row = {
  name: string
  /** `progress` is called with the number of faults so far, and the total. */
  run(at: { postgres: OwnPostgres; isQuick: boolean; progress(made: number, of: number): void }): Promise<Outcome>
}

export const verdictOf = ({ failures, unproven }: Outcome): Verdict =>
  failures.length > 0 ? 'fail' : unproven === null ? 'pass' : 'inconclusive'

export const nothing = (): Outcome => ({
  recovered: [],
  lost: null,
  doubled: null,
  refusals: {},
  others: {},
  failures: [],
  unproven: null,
  notes: [],
})

/** Counts the answers of each kind, without successful ones. */
function split(tally: Tally): Pick<Outcome, 'refusals' | 'others'> {
  const kinds = [...tally.outcomes].filter(([outcome]) => !/^2\d\d$/.test(outcome))
  const isRefusal = ([outcome]: [string, number]) => /^5\d\d/.test(outcome)
  return {
    refusals: Object.fromEntries(kinds.filter(isRefusal)),
    others: Object.fromEntries(kinds.filter((kind) => !isRefusal(kind))),
  }
}

/** Where an answer takes so long with nothing wrong, other work has the machine, and no time says anything. */
const busyMs = 60

type Judged = {
  tally: Tally
  normalMs: number
  found: Balance
  server: Supervised
  recovered: (number | null)[]
  recoverWithin?: number
  /** The slowest answer that is still no hang, in milliseconds. */
  slowest?: number
  /** Broken connections are the fault itself. */
  mayBreak?: boolean
}

/** Evaluates the guarantees of every fault: nothing lost or doubled, no crash, only documented answers, in time. */
export function judge(judged: Judged): Outcome {
  const { tally, normalMs, found, server, recovered, recoverWithin = 5, slowest = 10_000, mayBreak = false } = judged
  const kinds = split(tally)
  const broken = Object.entries(kinds.others).filter(([outcome]) => /^[A-Z]/.test(outcome))
  const failures: string[] = []
  const late: string[] = []
  const { lost, doubled, foreign, misreported } = found
  if (!isBalanced(found)) failures.push(`the ledger: ${JSON.stringify({ lost, doubled, foreign, misreported })}`)
  if (tally.wrong > 0) failures.push(`${tally.wrong} answers that should not be, of: ${JSON.stringify(kinds.others)}`)
  if (server.crashes > 0) failures.push(`the server crashed ${server.crashes} times`)
  if (!mayBreak && broken.length > 0) failures.push('connections broke')
  if (tally.slowest > slowest) late.push(`an answer took ${Math.round(tally.slowest)} ms`)
  if (recovered.some((seconds) => seconds === null || seconds > recoverWithin)) {
    late.push(`not recovered within ${recoverWithin} s`)
  }
  const notes = [
    `${found.acknowledged} of ${found.wanted} writes acknowledged`,
    `normally ${Math.round(normalMs)} ms, slowest ${Math.round(tally.slowest)} ms`,
  ]
  const isBusy = late.length > 0 && normalMs > busyMs
  if (!isBusy) failures.push(...late)
  const unproven = isBusy ? `${late.join(', ')}, on a machine that other work had` : null
  return { recovered, lost: lost + misreported, doubled: doubled + foreign, ...kinds, failures, unproven, notes }
}

export type { Fixture }
