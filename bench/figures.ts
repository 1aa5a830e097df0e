import { median } from './app.ts'

/** A figure and its goal, if it has one: `values` are those of the rounds, and their median is compared. */
export type Figure = { name: string; values: readonly number[]; atLeast?: number; atMost?: number }

/** Evaluates a figure by the median of its rounds. */
export function judge({ name, values, atLeast, atMost }: Figure) {
  const middle = median(values)
  const holds = middle >= (atLeast ?? Number.NEGATIVE_INFINITY) && middle <= (atMost ?? Number.POSITIVE_INFINITY)
  const goal = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : '–'
  return { name, median: middle, low: Math.min(...values), high: Math.max(...values), goal, holds }
}

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

const row = ({ name, goal, median, low, high, holds }: ReturnType<typeof judge>) =>
  `| ${name} | ${goal} | ${number(median)} | ${number(low)}–${number(high)} | ${holds ? 'holds' : '**short**'} |`

/** The figures as a table, each with its goal. */
export const tableOf = (figures: readonly Figure[]): string =>
  ['| Figure | goal | median | spread | |\n|---|---|---|---|---|', ...figures.map(judge).map(row)].join('\n')

/** Prints the figures. The process ends with 1 if one of them misses its goal. */
export function show(figures: readonly Figure[]): void {
  console.log(tableOf(figures))
  process.exitCode = figures.every((figure) => judge(figure).holds) ? 0 : 1
}
