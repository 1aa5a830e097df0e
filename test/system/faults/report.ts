import type { Outcome, Row } from './row.ts'
import { verdictOf } from './row.ts'

export type Reported = { name: string; outcome: Outcome }

const counts = (kinds: Record<string, number>): string =>
  Object.entries(kinds)
    .map(([kind, count]) => `${kind} × ${count}`)
    .join(', ') || '–'

function seconds(recovered: Outcome['recovered']): string {
  if (recovered.length === 0) return '–'
  const sorted = recovered.filter((took) => took !== null).toSorted((a, b) => a - b)
  if (sorted.length === 0) return 'never'
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
  const never = recovered.length - sorted.length
  const most = never > 0 ? `not in time ${never} of ${recovered.length}` : `at most ${longest.toFixed(2)}`
  return recovered.length === 1 ? longest.toFixed(2) : `${median.toFixed(2)}, ${most}`
}

const columns = ['fault', 'recovered after (s)', 'lost', 'doubled', '5xx', 'other', 'verdict', 'figures'] as const

function cells({ name, outcome }: Reported): string[] {
  const { lost, doubled, refusals, others, notes, failures, unproven } = outcome
  const remarks = [...notes, ...failures.map((failure) => `**${failure}**`), ...(unproven ? [unproven] : [])]
  return [
    name,
    seconds(outcome.recovered),
    lost === null ? '–' : String(lost),
    doubled === null ? '–' : String(doubled),
    counts(refusals),
    counts(others),
    verdictOf(outcome),
    remarks.join('; '),
  ]
}

const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`

/** The rows as a Markdown table. */
export const table = (rows: readonly Reported[]): string =>
  [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n')

export const sentence = (row: Reported): string => {
  const [name, recovered, lost, doubled, refusals, others, verdict, figures] = cells(row)
  return `${verdict!.toUpperCase().padEnd(12)} ${name}: recovered after ${recovered} s, lost ${lost}, doubled ${doubled}, 5xx ${refusals}, other ${others}; ${figures}`
}

export type { Row }
