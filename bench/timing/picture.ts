import type { Judgement } from './judge.ts'
import { quantile } from './statistics.ts'

const width = 960
const panel = 250
const bins = 90
const colour = { class: '#7c8794', unknown: '#111827', leaky: '#dc2626' }

const sortedOf = (times: readonly number[]) => Float64Array.from(times).sort()

/** How often each bin was met, as a line of points. */
function curve(times: readonly number[], low: number, high: number, top: number): string {
  const counts = new Array<number>(bins).fill(0)
  for (const time of times) {
    const bin = Math.floor(((time - low) / (high - low)) * bins)
    if (bin >= 0 && bin < bins) counts[bin]!++
  }
  const share = counts.map((count) => count / times.length)
  return share
    .map(
      (one, bin) => `${(60 + (bin / bins) * 480).toFixed(1)},${(top + 200 - Math.min(1, one / 0.12) * 170).toFixed(1)}`,
    )
    .join(' ')
}

const stroke = (points: string, style: string) => `<polyline points="${points}" fill="none" ${style}/>`
const text = (x: number, y: number, words: string, style = '') => `<text x="${x}" y="${y}" ${style}>${words}</text>`

/** The medians of the differences with their intervals, and the band that is allowed. */
function forest({ classes, controls }: Judgement, top: number): string {
  const rows = [...classes, controls.same, controls.leaky]
  const at = (micros: number) => 740 + Math.max(-170, Math.min(170, micros)) * 1.1
  const step = 190 / rows.length
  const band = `<rect x="${at(-25)}" y="${top + 20}" width="${at(25) - at(-25)}" height="190" fill="#e5f3ea"/>`
  const marks = rows.map(({ median, low, high, name }, index) => {
    const y = (top + 25 + index * step).toFixed(1)
    const ink = name === controls.leaky.name ? colour.leaky : colour.unknown
    return `<line x1="${at(low)}" x2="${at(high)}" y1="${y}" y2="${y}" stroke="${ink}" stroke-width="2"/><circle cx="${at(median)}" cy="${y}" r="2.2" fill="${ink}"/>`
  })
  return `${band}<line x1="${at(0)}" x2="${at(0)}" y1="${top + 20}" y2="${top + 210}" stroke="#9ca3af"/>${marks.join('')}`
}

function panelOf(judgement: Judgement, index: number): string {
  const { surface, verdict, times, classes, controls } = judgement
  const top = 60 + index * panel
  const all = sortedOf(Object.values(times).flat())
  const low = quantile(all, 0.002)
  const high = quantile(all, 0.985)
  const curves = classes.map(({ name }) =>
    stroke(curve(times[name]!, low, high, top), `stroke="${colour.class}" stroke-opacity="0.55"`),
  )
  curves.push(stroke(curve(times.unknown!, low, high, top), `stroke="${colour.unknown}" stroke-width="1.6"`))
  curves.push(stroke(curve(times[controls.leaky.name]!, low, high, top), `stroke="${colour.leaky}" stroke-width="1.4"`))
  return [
    text(60, top + 12, `${surface}: ${verdict}`, 'font-weight="600"'),
    ...curves,
    text(60, top + 218, `${low.toFixed(2)} ms`),
    text(540, top + 218, `${high.toFixed(2)} ms`, 'text-anchor="end"'),
    forest(judgement, top),
    text(740, top + 224, '−25 … +25 µs', 'text-anchor="middle"'),
  ].join('\n')
}

/** The distributions of all classes, a panel for each surface. */
export function picture(judgements: readonly Judgement[]): string {
  const height = 70 + judgements.length * panel
  const legend = [
    text(60, 22, 'Answer times: hidden classes (grey), an unknown alias (black),'),
    text(60, 38, 'a planted leak of 150 µs (red)'),
    text(740, 30, 'Median difference to unknown, 95 % interval', 'text-anchor="middle"'),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    '<title>How long misses take: every hidden class beside an unknown alias</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...legend,
    ...judgements.map(panelOf),
    '</svg>',
    '',
  ].join('\n')
}
