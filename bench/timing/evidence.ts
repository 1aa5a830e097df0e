import { execFileSync } from 'node:child_process'
import type { Goal } from './goal.ts'
import type { Judgement, Row } from './judge.ts'

type Judged = Omit<Judgement, 'times'>

export type ResultDocument = {
  measured: string
  minutes: number
  command: string
  machine: { node: string; processors: number; load: number[] }
  pairs: number
  goal: Goal
  results: readonly Judged[]
  control: { name: string; pairs: number; isCaught: boolean; judgements: readonly Judged[] } | null
}

const micros = (value: number): string => value.toFixed(1).replace('-', '−')
const interval = ({ low, high }: Row): string => `${micros(low)} … ${micros(high)}`
const furthest = (rows: readonly Row[], of: (row: Row) => number): Row =>
  rows.reduce((worst, row) => (of(row) > of(worst) ? row : worst))
const reach = ({ low, high }: Row): number => Math.max(Math.abs(low), Math.abs(high))
const away = ({ probability }: Row): number => Math.abs(probability - 0.5)

function rowOf({ surface, verdict, classes, controls, steps, late }: Judged): string {
  const widest = furthest(classes, reach)
  const { same, leaky } = controls
  return [
    '',
    surface,
    verdict,
    classes.length,
    `${interval(widest)} (${widest.name})`,
    furthest(classes, away).probability.toFixed(3),
    interval(same),
    interval(leaky),
    steps === 0 ? '–' : `${steps}, ${(late * 100).toFixed(2)} %`,
    '',
  ]
    .join(' | ')
    .trim()
}

const head = [
  '| Surface | Verdict | Classes | Widest interval, µs | Furthest P(B > A) | Unknown, itself, µs | Seeded leak, µs | Step, off it |',
  '|---|---|---|---|---|---|---|---|',
]

/** The commit that was judged, marked when files of it were changed. */
function version(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

/** The run as a page: what was asked, on what, and what came out. */
export function evidence({
  measured,
  minutes,
  command,
  machine,
  pairs,
  goal,
  results,
  control,
}: ResultDocument): string {
  const { node, processors, load } = machine
  const page = [
    '# Timing of misses',
    '',
    `\`npm run bench:timing -- ${command}\``,
    '',
    `Measured ${measured.slice(0, 16).replace('T', ' ')} UTC on commit ${version()}, in ${minutes.toFixed(0)} minutes. Node ${node},`,
    `${processors} processors, load ${Math.min(...load).toFixed(1)} to ${Math.max(...load).toFixed(1)}. ${pairs} pairs for each class. Allowed: an interval within`,
    `± ${goal.interval.toFixed(0)} µs, P(B > A) within 0.5 ± ${goal.probability.toFixed(3)}, ${(goal.late * 100).toFixed(1)} % of answers off the step.`,
    '',
    ...head,
    ...results.map(rowOf),
  ]
  if (control) {
    page.push('', `## The control: ${control.name}`, '')
    page.push(
      `The same judge on that code, ${control.pairs} pairs. It must leak on each of these surfaces: ${control.isCaught ? 'it does' : '**it does not**'}.`,
    )
    page.push('', ...head, ...control.judgements.map(rowOf))
  }
  return `${page.join('\n')}\n`
}
