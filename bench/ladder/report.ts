import { cpus } from 'node:os'
import { median, type Verdict } from './goals.ts'
import type { Measured } from './load.ts'

type Results = ReadonlyMap<string, readonly Measured[]>

const middle = (list: readonly Measured[], of: (measured: Measured) => number) => median(list.map(of))

type Run = { at: string; aliases: number; rounds: number; seconds: number }

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

const rungRow = ([name, list]: [string, readonly Measured[]]) => {
  const rates = list.map(({ rps }) => rps)
  const cells = [
    name,
    median(rates).toFixed(0),
    `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`,
    middle(list, ({ cpuMicros }) => cpuMicros).toFixed(0),
    (middle(list, ({ p50 }) => p50) / 1_000).toFixed(2),
    (middle(list, ({ p99 }) => p99) / 1_000).toFixed(2),
    list.reduce((sum, { failed }) => sum + failed, 0),
  ]
  return `| ${cells.join(' | ')} |`
}

/** A part that is run by itself has no rungs. */
function rungTable(climbed: Results): string[] {
  if (climbed.size === 0) return []
  const head = '| Rung | requests/s | spread | server CPU µs | p50 ms | p99 ms | failed |'
  return [head, '|---|---|---|---|---|---|---|', ...[...climbed].map(rungRow), '']
}

const goalRow = ({ name, goal, median, low, high, holds }: Verdict) =>
  `| ${name} | ${goal} | ${number(median)} | ${number(low)}–${number(high)} | ${holds === null ? '' : holds ? 'holds' : '**short**'} |`

/** The run as text: the rungs, the goals, and what else was seen. */
export function report(
  { at, aliases, rounds, seconds }: Run,
  climbed: Results,
  verdicts: readonly Verdict[],
  found: Readonly<Record<string, { lines: readonly string[] }>>,
): string {
  const [{ model } = { model: 'unknown CPU' }] = cpus()
  return [
    `${at} · ${model} × ${cpus().length}, shared by load, server and database · Node ${process.version} · ${aliases.toLocaleString('en')} aliases · median of ${rounds} rounds of ${seconds} s`,
    '',
    ...rungTable(climbed),
    '| Figure | goal | median | spread | |',
    '|---|---|---|---|---|',
    ...verdicts.map(goalRow),
    '',
    ...Object.entries(found).flatMap(([part, { lines }]) => lines.map((line) => `- ${part}: ${line}`)),
  ].join('\n')
}
