import type { Cost } from './counted.ts'

/** What a request may cost: counted, so that a slow machine is no dearer. */
export type Budget = Pick<Cost, 'allocatedBytes' | 'roundTrips'>

/**
 * The code runs as it is written, and one request after the other: what the compiler saves and how requests share a statement
 * depends on the machine. So these are no figures of a server under load.
 */
export const countedOptions = ['--no-opt', '--no-maglev'] as const

/** What was counted, which a change that means to cost more, or less, changes with it. */
export const budgets = {
  'REST single': { allocatedBytes: 80_000, roundTrips: 1 },
  'REST bulk of 100': { allocatedBytes: 1_700_000, roundTrips: 1.4 },
  'GraphQL single': { allocatedBytes: 110_000, roundTrips: 1 },
  'create alias': { allocatedBytes: 211_500, roundTrips: 2 },
  'create endpoint': { allocatedBytes: 222_000, roundTrips: 2 },
  'grant consent': { allocatedBytes: 265_500, roundTrips: 2 },
} satisfies Record<string, Budget>

/** So much more may be allocated before it counts as a change: the clocks of the process allocate meanwhile, too. */
const margin = 1.15
/** What is written in the background, by time: a slow machine's requests see more of it each. */
const background = 0.5

/** What of a cost is beyond its budget. */
export function beyond(cost: Budget, budget: Budget): (keyof Budget)[] {
  const allowed: Budget = {
    allocatedBytes: budget.allocatedBytes * margin,
    roundTrips: budget.roundTrips + background,
  }
  return (['allocatedBytes', 'roundTrips'] as const).filter((name) => cost[name] > allowed[name])
}
