import type { Judgement, Row } from './judge.ts'

const marks: Record<Row['finding'], string> = { even: '', uneven: '<- differs', open: '<- not settled' }

const line = ({ name, pairs, median, low, high, probability, late }: Row, mark: string) =>
  [
    `  ${name.padEnd(36)}`,
    String(pairs).padStart(6),
    median.toFixed(1).padStart(9),
    `[${low.toFixed(1)}, ${high.toFixed(1)}]`.padStart(19),
    probability.toFixed(3).padStart(7),
    `${(late * 100).toFixed(2)} %`.padStart(9),
    ` ${mark}`,
  ].join('')

const stepsOf = (steps: number): string => (steps > 1 ? `, released at step ${steps}` : '')

/** The judgement of one surface as text: µs, the class minus its reference. */
export function table({ surface, verdict, reasons, classes, controls, seconds, steps, allowed }: Judgement): string {
  const head = `  ${'class − reference'.padEnd(36)} pairs   median      95 % interval P(B>A)  off step`
  const body = classes.map((row) => line(row, marks[row.finding]))
  const { same, leaky, covered } = controls
  const isCaught = leaky.low > allowed.interval && leaky.probability > 0.5 + allowed.probability
  const rows = [
    line({ ...same, name: 'control: unknown, itself' }, marks[same.finding] || 'even'),
    line({ ...leaky, name: 'control: the seeded leak' }, isCaught ? 'caught' : '<- not caught'),
  ]
  if (covered) {
    rows.push(line({ ...covered, name: 'control: the same under the step' }, marks[covered.finding] || 'hidden'))
  }
  return [
    `${surface}: ${verdict}${reasons.map((reason) => `; ${reason}`).join('')} (${seconds.toFixed(0)} s${stepsOf(steps)})`,
    head,
    ...body,
    ...rows,
    '',
  ].join('\n')
}
