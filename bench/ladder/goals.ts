import type { Measured } from './load.ts'

export type Goal = { name: string; ratio: (round: Round) => number; atLeast: number }
export type Verdict = { name: string; goal: string; median: number; low: number; high: number; holds: boolean }
type Round = (rung: string) => number

const over =
  (above: string, below: string, factor = 1) =>
  (of: Round) =>
    (of(above) * factor) / of(below)

/** The goals that are ratios of rates inside one run. Source: the performance rules. */
const ratios: readonly Goal[] = [
  { name: 'REST single / ceiling', ratio: over('REST single', 'node:http, batched (ceiling)'), atLeast: 0.65 },
  {
    name: 'REST single / one prepared statement per request',
    ratio: over('REST single', 'node:http, one prepared statement per request'),
    atLeast: 1.5,
  },
  { name: 'GraphQL single / REST single', ratio: over('GraphQL single', 'REST single'), atLeast: 0.55 },
  { name: 'GraphQL single / Apollo naive N + 1', ratio: over('GraphQL single', 'Apollo, naive N + 1'), atLeast: 4 },
  {
    name: 'GraphQL single / PostGraphile function',
    ratio: over('GraphQL single', 'PostGraphile 5, function'),
    atLeast: 2.5,
  },
  {
    name: 'GraphQL single / graphql-yoga on our resolvers',
    ratio: over('GraphQL single', 'graphql-yoga, our resolvers'),
    atLeast: 1.6,
  },
  {
    name: 'GraphQL single / mercurius + jit on our resolvers',
    ratio: over('GraphQL single', 'mercurius + jit, our resolvers'),
    atLeast: 0.6,
  },
  {
    name: 'REST bulk of 100 / 100 prepared statements',
    ratio: over('REST bulk of 100', '100 prepared statements'),
    atLeast: 4,
  },
  { name: 'REST bulk of 100 / naive N + 1', ratio: over('REST bulk of 100', 'naive N + 1, bulk of 100'), atLeast: 10 },
  { name: 'bulk items/s / single resolves/s', ratio: over('REST bulk of 100', 'REST single', 100), atLeast: 2.5 },
  {
    name: '_entities of 100 / bulk of 100 on GraphQL',
    ratio: over('_entities of 100', 'GraphQL bulk of 100'),
    atLeast: 0.9,
  },
  {
    name: 'REST single / database stubbed',
    ratio: over('REST single', 'REST single, database stubbed'),
    atLeast: 0.55,
  },
]

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Judges each goal round by round: ratios are taken inside a round, the median is held against the goal. */
export function goals(results: ReadonlyMap<string, readonly Measured[]>): Verdict[] {
  const rounds = Math.max(...[...results.values()].map((list) => list.length))
  return ratios.flatMap(({ name, ratio, atLeast }) => {
    const values = Array.from({ length: rounds }, (_, round) =>
      ratio((rung) => results.get(rung)?.[round]?.rps ?? Number.NaN),
    )
    if (values.some(Number.isNaN)) return []
    const middle = median(values)
    return [
      {
        name,
        goal: `≥ ${atLeast}`,
        median: middle,
        low: Math.min(...values),
        high: Math.max(...values),
        holds: middle >= atLeast,
      },
    ]
  })
}
