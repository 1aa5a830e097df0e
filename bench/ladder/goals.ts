/** A figure held against its goal. `values` are the rounds' ratios; without a bound it is only reported. */
export type Figure = {
  name: string
  values: readonly number[]
  atLeast?: number
  atMost?: number
  /** What is held against the goal: the median of the rounds, or each of them. */
  judged?: 'median' | 'worst'
}

/** What a part of the run answers: figures held against goals, and lines that say more. */
export type Findings = { figures: Figure[]; lines: string[] }

export type Verdict = Figure & { median: number; low: number; high: number; goal: string; holds: boolean | null }

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Judges a figure by the median of its rounds, or by the worst of them where the goal is for each. */
export function judge(figure: Figure): Verdict {
  const { values, atLeast, atMost, judged = 'median' } = figure
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)]
  const told = judged === 'worst' ? ' in each' : ''
  if (atLeast !== undefined) {
    const holds = (judged === 'worst' ? low : middle) >= atLeast
    return { ...figure, median: middle, low, high, goal: `≥ ${atLeast}${told}`, holds }
  }
  const holds = atMost === undefined ? null : (judged === 'worst' ? high : middle) <= atMost
  const goal = atMost === undefined ? 'reported' : `≤ ${atMost}${told}`
  return { ...figure, median: middle, low, high, goal, holds }
}

type Ratio = { name: string; of: string; to: string; factor?: number; atLeast: number }

const ceiling = 'node:http, batched (ceiling)'
const prepared = 'node:http, one prepared statement per request'

/** The goals that are ratios of rates inside one run. Source: the performance rules. */
const ratios: readonly Ratio[] = [
  { name: 'REST single / ceiling', of: 'REST single', to: ceiling, atLeast: 0.8 },
  { name: 'REST single / one prepared statement per request', of: 'REST single', to: prepared, atLeast: 2 },
  { name: 'GraphQL single / REST single', of: 'GraphQL single', to: 'REST single', atLeast: 0.7 },
  {
    name: 'GraphQL single / PostGraphile function',
    of: 'GraphQL single',
    to: 'PostGraphile 5, function',
    atLeast: 2.5,
  },
  { name: 'bulk items/s / single resolves/s', of: 'REST bulk of 100', to: 'REST single', factor: 100, atLeast: 4 },
  { name: 'bulk of 100 / 100 prepared statements', of: 'REST bulk of 100', to: '100 prepared statements', atLeast: 5 },
  { name: '_entities of 100 / bulk of 100', of: '_entities of 100', to: 'GraphQL bulk of 100', atLeast: 0.9 },
  { name: 'single with records / without', of: 'REST single', to: 'REST single, no records', atLeast: 0.94 },
  { name: 'bulk with records / without', of: 'REST bulk of 100', to: 'REST bulk of 100, no records', atLeast: 0.9 },
  { name: '64 connections / 32', of: 'REST single', to: 'REST single, 32 connections', atLeast: 0.95 },
  {
    name: '256 connections / 32',
    of: 'REST single, 256 connections',
    to: 'REST single, 32 connections',
    atLeast: 0.95,
  },
]

/** The ratios of rates, round by round; those with a rung that was not measured are left out. */
export function rateFigures(rates: ReadonlyMap<string, readonly number[]>): Figure[] {
  return ratios.flatMap(({ name, of, to, factor = 1, atLeast }) => {
    const above = rates.get(of)
    const below = rates.get(to)
    if (!above?.length || !below?.length) return []
    return [{ name, values: above.map((rate, round) => (rate * factor) / below[round]!), atLeast }]
  })
}
