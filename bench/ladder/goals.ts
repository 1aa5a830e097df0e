import { cpus } from 'node:os'
import { median } from '../app.ts'
import { type Figure, tableOf } from '../figures.ts'
import type { Measured } from './load.ts'

export type Climbed = ReadonlyMap<string, readonly Pick<Measured, 'rps'>[]>

type Ratio = readonly [name: string, of: string, to: string, atLeast: number, factor?: number]

const ceiling = 'node:http, batched (ceiling)'
const prepared = 'node:http, one prepared statement per request'

/** The goals that are ratios of rates inside one run. */
const ratios: readonly Ratio[] = [
  ['REST single / ceiling', 'REST single', ceiling, 0.8],
  ['REST single / one prepared statement per request', 'REST single', prepared, 2],
  ['GraphQL single / REST single', 'GraphQL single', 'REST single', 0.7],
  ['GraphQL single / PostGraphile function', 'GraphQL single', 'PostGraphile 5, function', 2.5],
  ['bulk items/s / single resolves/s', 'REST bulk of 100', 'REST single', 4, 100],
  ['bulk of 100 / 100 prepared statements', 'REST bulk of 100', '100 prepared statements', 5],
  ['_entities of 100 / bulk of 100', '_entities of 100', 'GraphQL bulk of 100', 0.9],
]

/** The ratio of two rates, round by round; empty if one of them was not measured. */
export function ratioOf(climbed: Climbed, [name, of, to, atLeast, factor = 1]: Ratio): Figure[] {
  const [above, below] = [climbed.get(of), climbed.get(to)]
  if (!above?.length || !below?.length) return []
  return [{ name, values: above.map(({ rps }, round) => (rps * factor) / below[round]!.rps), atLeast }]
}

export const rateFigures = (climbed: Climbed): Figure[] => ratios.flatMap((ratio) => ratioOf(climbed, ratio))

const rungRow = ([name, list]: [string, readonly Measured[]]) => {
  const of = (what: keyof Measured) => median(list.map((measured) => measured[what]))
  const times = [(of('p50') / 1_000).toFixed(2), (of('p99') / 1_000).toFixed(2)]
  const failed = list.reduce((sum, measured) => sum + measured.failed, 0)
  return `| ${[name, of('rps').toFixed(0), of('cpuMicros').toFixed(0), ...times, failed].join(' | ')} |`
}

/** The run as text: the rungs, and the figures with their goals. */
export function report(climbed: ReadonlyMap<string, readonly Measured[]>, figures: readonly Figure[]): string {
  const [{ model } = { model: 'unknown CPU' }] = cpus()
  const head = '| Rung | requests/s | server CPU µs | p50 ms | p99 ms | failed |\n|---|---|---|---|---|---|'
  return [
    `${new Date().toISOString()} · ${model} × ${cpus().length}, shared by load, server and database`,
    '',
    ...(climbed.size === 0 ? [] : [head, ...[...climbed].map(rungRow), '']),
    tableOf(figures),
  ].join('\n')
}
