import { cpus } from 'node:os'
import { median, type Verdict } from './goals.ts'
import type { Measured } from './load.ts'

type Results = ReadonlyMap<string, readonly Measured[]>

const middle = (list: readonly Measured[], of: (measured: Measured) => number) => median(list.map(of))

/** The run as text: the rungs, then the goals. */
export function table(
  results: Results,
  verdicts: readonly Verdict[],
  run: { aliases: number; rounds: number; seconds: number },
): string {
  const rungs = [...results].map(([name, list]) => {
    const rps = middle(list, ({ rps }) => rps)
    const spread = `${Math.min(...list.map(({ rps }) => rps)).toFixed(0)}–${Math.max(...list.map(({ rps }) => rps)).toFixed(0)}`
    const failed = list.reduce((sum, { failed }) => sum + failed, 0)
    return `| ${name} | ${rps.toFixed(0)} | ${spread} | ${middle(list, ({ cpuMicros }) => cpuMicros).toFixed(0)} | ${middle(list, ({ p50 }) => p50 / 1000).toFixed(2)} | ${middle(list, ({ p99 }) => p99 / 1000).toFixed(2)} | ${failed} |`
  })
  const goals = verdicts.map(
    ({ name, goal, median, low, high, holds }) =>
      `| ${name} | ${goal} | ${median.toFixed(2)} | ${low.toFixed(2)}–${high.toFixed(2)} | ${holds ? 'holds' : '**short**'} |`,
  )
  return [
    `${new Date().toISOString()} · ${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, shared by load, server and database · Node ${process.version} · ${run.aliases} aliases · median of ${run.rounds} rounds of ${run.seconds} s`,
    '',
    '| Rung | requests/s | spread | server CPU µs | p50 ms | p99 ms | failed |',
    '|---|---|---|---|---|---|---|',
    ...rungs,
    '',
    '| Goal | | median ratio | spread | |',
    '|---|---|---|---|---|',
    ...goals,
  ].join('\n')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The rungs as bars on a logarithmic scale. */
export function picture(results: Results): string {
  const rows = [...results].map(([name, list]) => ({ name, rps: middle(list, ({ rps }) => rps) }))
  const top = Math.log10(Math.max(...rows.map(({ rps }) => rps)))
  const width = (rps: number) => Math.max(2, (Math.log10(rps) / top) * 420)
  const bars = rows.map(({ name, rps }, index) => {
    const y = 40 + index * 26
    const ours = /^(?:REST|GraphQL|_entities)/.test(name)
    return `<text x="300" y="${y + 13}" text-anchor="end">${escaped(name)}</text><rect x="310" y="${y}" width="${width(rps).toFixed(1)}" height="18" fill="${ours ? '#2563eb' : '#94a3b8'}"/><text x="${316 + width(rps)}" y="${y + 13}">${rps.toFixed(0)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="820" height="${60 + rows.length * 26}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/><text x="20" y="24" font-size="15" font-weight="600">The ladder: requests per second (logarithmic)</text>${bars.join('')}</svg>\n`
}
