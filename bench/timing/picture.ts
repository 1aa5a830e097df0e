import type { Judgement, Row } from './judge.ts'
import { quantile } from './statistics.ts'

const width = 1120
const bins = 90
const rowHeight = 12
const colour = {
  class: '#7c8794',
  unknown: '#111827',
  leaky: '#dc2626',
  even: '#1d4ed8',
  uneven: '#dc2626',
  open: '#d97706',
}
/** Where the curves and the forest of intervals lie. */
const curves = { left: 40, right: 520, height: 170 }
const forest = { names: 800, left: 820, right: 1090 }

const sortedOf = (times: readonly number[]) => Float64Array.from(times).sort()

/** How often each bin was met, as a line of points. */
function curve(times: readonly number[], low: number, high: number, top: number): string {
  const counts = new Array<number>(bins).fill(0)
  for (const time of times) {
    const bin = Math.floor(((time - low) / (high - low)) * bins)
    if (bin >= 0 && bin < bins) counts[bin]!++
  }
  return counts
    .map((count, bin) => {
      const x = curves.left + (bin / bins) * (curves.right - curves.left)
      const y = top + curves.height * (1 - Math.min(1, count / times.length / 0.12))
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}

const stroke = (points: string, style: string) => `<polyline points="${points}" fill="none" ${style}/>`
const text = (x: number, y: number, words: string, style = '') =>
  `<text x="${x}" y="${y}" ${style}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`

/** The rows of a panel: the classes, then the controls. */
const rowsOf = ({ classes, controls: { same, leaky, covered } }: Judgement): Row[] => [
  ...classes,
  { ...same, name: 'control: unknown, itself' },
  ...(covered ? [{ ...covered, name: 'control: under the step' }] : []),
  { ...leaky, name: 'control: the seeded leak' },
]

const heightOf = (judgement: Judgement): number =>
  Math.max(curves.height + 30, rowsOf(judgement).length * rowHeight) + 60

/** The medians of the differences with their intervals, and the band that is allowed: each row under its name. */
function intervals(judgement: Judgement, top: number): string[] {
  const { interval } = judgement.allowed
  const rows = rowsOf(judgement)
  const middle = (forest.left + forest.right) / 2
  const scale = (forest.right - middle) / (interval * 7)
  const at = (micros: number) => middle + Math.max(-7 * interval, Math.min(7 * interval, micros)) * scale
  const height = rows.length * rowHeight
  const marks = rows.map((row, index) => {
    const y = top + (index + 0.5) * rowHeight
    const ink = row.name === 'control: the seeded leak' ? colour.leaky : colour[row.finding]
    return [
      text(forest.names, y + 3, row.name, 'font-size="9" text-anchor="end"'),
      `<line x1="${at(row.low).toFixed(1)}" x2="${at(row.high).toFixed(1)}" y1="${y}" y2="${y}" stroke="${ink}" stroke-width="2"/>`,
      `<circle cx="${at(row.median).toFixed(1)}" cy="${y}" r="2.2" fill="${ink}"/>`,
    ].join('')
  })
  return [
    `<rect x="${at(-interval)}" y="${top}" width="${at(interval) - at(-interval)}" height="${height}" fill="#e5f3ea"/>`,
    `<line x1="${middle}" x2="${middle}" y1="${top}" y2="${top + height}" stroke="#9ca3af"/>`,
    ...marks,
    text(middle, top + height + 13, `± ${interval.toFixed(0)} µs`, 'font-size="10" text-anchor="middle"'),
  ]
}

function panelOf(judgement: Judgement, top: number): string {
  const { surface, verdict, times, classes, controls } = judgement
  const all = sortedOf(Object.values(times).flat())
  const low = quantile(all, 0.002)
  const high = quantile(all, 0.985)
  const chart = top + 22
  const drawn = classes.map(({ name }) =>
    stroke(curve(times[name]!, low, high, chart), `stroke="${colour.class}" stroke-opacity="0.45"`),
  )
  drawn.push(stroke(curve(times.unknown!, low, high, chart), `stroke="${colour.unknown}" stroke-width="1.6"`))
  drawn.push(
    stroke(curve(times[controls.leaky.name]!, low, high, chart), `stroke="${colour.leaky}" stroke-width="1.4"`),
  )
  return [
    text(curves.left, top + 10, `${surface}: ${verdict}`, 'font-weight="600" font-size="13"'),
    ...drawn,
    text(curves.left, chart + curves.height + 16, `${low.toFixed(2)} ms`),
    text(curves.right, chart + curves.height + 16, `${high.toFixed(2)} ms`, 'text-anchor="end"'),
    ...intervals(judgement, chart),
  ].join('\n')
}

/** The distributions of all classes, a panel for each judgement. */
export function picture(judgements: readonly Judgement[]): string {
  let top = 70
  const panels = judgements.map((judgement) => {
    const panel = panelOf(judgement, top)
    top += heightOf(judgement)
    return panel
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" font-family="system-ui, sans-serif" font-size="11">`,
    '<title>How long misses take: every hidden class beside an unknown alias</title>',
    `<rect width="${width}" height="${top}" fill="#fff"/>`,
    text(curves.left, 24, 'Answer times: hidden classes (grey), an unknown alias (black), the seeded leak (red)'),
    text(curves.left, 40, 'Right: median of the paired differences to unknown with its 95 % interval;'),
    text(curves.left, 54, 'blue within what is allowed (green band), red beyond it, orange not settled'),
    ...panels,
    '</svg>',
    '',
  ].join('\n')
}
