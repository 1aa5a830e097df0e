import type { Judgement, Row } from './judge.ts'

const marks: Record<Row['finding'], string> = { even: '', uneven: '<- differs', open: '<- not settled' }

const line = ({ name, pairs, median, low, high, probability, late }: Row, mark: string) =>
  [
    `  ${name.padEnd(32)}`,
    String(pairs).padStart(6),
    median.toFixed(1).padStart(8),
    `[${low.toFixed(1)}, ${high.toFixed(1)}]`.padStart(17),
    probability.toFixed(3).padStart(7),
    `${(late * 100).toFixed(2)} %`.padStart(8),
    ` ${mark}`,
  ].join('')

/** The judgement of one surface as text: µs, the class minus its reference. */
export function table({ surface, verdict, reasons, classes, controls, seconds }: Judgement): string {
  const head = `  ${'class − reference'.padEnd(32)} pairs  median    95 % interval P(B>A)     k>1`
  const body = classes.map((row) => line(row, marks[row.finding]))
  const { same, leaky, covered } = controls
  const seen = leaky.finding === 'uneven' ? 'caught' : '<- not caught'
  return [
    `${surface}: ${verdict}${reasons.map((reason) => `; ${reason}`).join('')} (${seconds.toFixed(0)} s)`,
    head,
    ...body,
    line({ ...same, name: 'control: unknown, itself' }, marks[same.finding] || 'even'),
    line({ ...leaky, name: 'control: planted past the floor' }, seen),
    line({ ...covered, name: 'control: planted under the floor' }, marks[covered.finding] || 'hidden'),
    '',
  ].join('\n')
}
