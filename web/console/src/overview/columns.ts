/** A column of a chart, as a part of 100 by 100. */
export type Column = { x: number; width: number; y: number; height: number }

/** A part of a column's place is left free on both sides. */
const gap = 0.18
/** What is there at all is seen, however much more another column has. */
const least = 2

/** Columns for counts, the largest as high as the chart. */
export function columnsOf(counts: readonly number[]): Column[] {
  const most = Math.max(0, ...counts)
  const place = counts.length > 0 ? 100 / counts.length : 0
  return counts.map((count, index) => {
    const height = count === 0 ? 0 : Math.max(least, (count / most) * 100)
    return { x: (index + gap / 2) * place, width: place * (1 - gap), y: 100 - height, height }
  })
}
